/** The end of a match: who won, and what each was given points for. */

import { h } from "./dom.js";
import { mark } from "./marks.js";

/** Joins names as a sentence does. */
function list(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Says who won: "You win", "Anna wins", "Anna and Ben share the win"; alone there is no winner. */
export function verdict(view) {
  if (view.seats.length === 1) return `${view.scores[0]} points`;
  const winners = view.seats.filter((seat) => view.result.places[seat.player] === 1);
  const names = winners.map((seat) => (seat.player === view.player ? "You" : seat.name));
  if (names.length > 1) return `${list(names)} share the win`;
  return names[0] === "You" ? "You win" : `${names[0]} wins`;
}

/** Says why it ended, if not in the usual way. */
function reason(view) {
  if (view.result.reason !== "resigned") return "";
  const gone = view.seats.filter((seat) => seat.resigned).map((seat) => seat.name);
  return gone.length ? `${list(gone)} resigned.` : "";
}

/** Returns the panel's content: verdict and the points by topic. */
export function resultPanel(view) {
  const { breakdown } = view.result;
  const order = [...view.seats].sort(
    (a, b) => view.result.places[a.player] - view.result.places[b.player] || a.player - b.player,
  );
  const cell = (tag, value, attributes = {}) => h(tag, attributes, String(value));
  const head = order.map((seat) =>
    h("th", { scope: "col" }, mark(seat.player), h("span", {}, seat.name)),
  );
  const rows = breakdown.map((line) =>
    h(
      "tr",
      {},
      cell("th", line.label, { scope: "row" }),
      order.map((seat) => cell("td", line.points[seat.player])),
    ),
  );
  const total = h(
    "tr",
    { class: "total" },
    cell("th", "Total", { scope: "row" }),
    order.map((seat) => cell("td", view.scores[seat.player])),
  );
  const why = reason(view);
  return [
    h("h2", {}, verdict(view)),
    why ? h("p", {}, why) : null,
    h(
      "div",
      { class: "result-table", tabindex: 0, role: "region", "aria-label": "Points" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, h("td", {}), head)),
        h("tbody", {}, rows),
        h("tfoot", {}, total),
      ),
    ),
  ].filter(Boolean);
}
