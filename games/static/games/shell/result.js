/** The end of a match or a duel: who won, and what each was given points for. */

import { h } from "./dom.js";
import { mark } from "./marks.js";

/** Joins names as a sentence does. */
export function list(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Names the other entrants of a duel. */
export function others({ entrants }) {
  return list(entrants.filter((entrant) => !entrant.mine).map((entrant) => entrant.name));
}

/** Says who won: "You win", "Anna wins", "Anna and Ben share the win"; alone there is no winner. */
export function verdict(view) {
  if (view.duel?.over) return wonBy(duelWinners(view));
  if (view.seats.length === 1) {
    const points = `${view.scores[0]} points`;
    return view.player === null ? `${view.seats[0].name}: ${points}` : points;
  }
  if (view.result.reason === "deserted") return "Nobody was left";
  const first = view.seats.filter((seat) => view.result.places[seat.player] === 1);
  const names = first.map((seat) => (seat.player === view.player ? "You" : seat.name));
  return view.result.reason === "drawn" ? drawnBy(names, view) : wonBy(names);
}

function drawnBy(names, view) {
  return names.length === view.seats.length ? "A draw" : `A draw between ${list(names)}`;
}

function duelWinners({ duel, player }) {
  const winners = duel.entrants.filter((entrant) => entrant.place === 1);
  return winners.map(({ mine, name }) => (mine && player !== null ? "You" : name));
}

function wonBy(names) {
  names.sort((a, b) => (b === "You") - (a === "You"));
  if (names.length > 1) return `${list(names)} share the win`;
  return names[0] === "You" ? "You win" : `${names[0]} wins`;
}

/** Says why it ended, if not in the usual way. */
function reason(view) {
  const mine = view.player === 0;
  if (view.result.reason === "closed") return "The duel closed before this game was over.";
  if (view.result.reason === "lost") return lostReason(view, mine);
  if (view.result.reason === "drawn") return "Agreed on by all who played.";
  if (view.result.reason === "ended") return "All who played agreed to end it with the points as they stood.";
  if (view.result.reason === "deserted") return desertedReason(view);
  if (view.result.reason !== "resigned") return "";
  if (view.seats.length === 1) return mine ? "You ended this game." : "Its player ended this game.";
  const gone = view.seats.filter((seat) => seat.resigned).map((seat) => seat.name);
  return gone.length ? `${list(gone)} resigned.` : "";
}

function desertedReason(view) {
  const gone = view.seats.filter((seat) => seat.substituted).map((seat) => seat.name);
  const who = gone.length ? `${list(gone)} had left` : "Nobody had moved for a while";
  return `${who} and nobody came back, so the match ended as it stood. It counts for nobody.`;
}

function lostReason(view, mine) {
  if (view.seats.length === 1) return mine ? "Your time was over." : "Time was over.";
  const gone = view.seats.filter((seat) => seat.lost).map((seat) => seat.name);
  return gone.length ? `${list(gone)} ran out of time.` : "";
}

/** Says how long the player of a live game for one was away, while its clock stood. */
function awayLine({ result, player }) {
  if (!result.away?.words) return "";
  const { words, most, apart } = result.away;
  const who = player === null ? "its player was" : "you were";
  const rule = apart ? ` That is more than ${most}, so this game is listed under longer pauses.` : "";
  return `The clock stood for ${words} in all while ${who} away.${rule}`;
}

/** Returns how a duel stands: who is still playing, or all with place and points. */
function duelPart({ duel }) {
  const link = h("p", {}, h("a", { href: duel.url }, "Look at the duel"));
  if (!duel.over) {
    const playing = duel.entrants.filter((entrant) => !entrant.done).map((entrant) => entrant.name);
    return [h("p", { class: "waiting" }, `Waiting for ${list(playing)}. The result comes when all have finished.`), link];
  }
  const order = [...duel.entrants].sort((a, b) => a.place - b.place);
  const lines = order.map(({ place, name, mine, score, url }) =>
    h(
      "li",
      { class: mine ? "is-mine" : null },
      h("span", { class: "entrant-place" }, `${place}.`),
      h("a", { href: url }, name),
      h("b", {}, String(score)),
    ));
  return [h("ol", { class: "entrants" }, lines), link];
}

/**
 * Returns the panel's content: verdict and the points by topic.
 * @param {any} view
 * @param {Node|null} details  what the game adds
 */
export function resultPanel(view, details) {
  const { breakdown } = view.result;
  const order = [...view.seats].sort(
    (a, b) => view.result.places[a.player] - view.result.places[b.player] || a.player - b.player,
  );
  const cell = (tag, value, attributes = {}) => h(tag, attributes, String(value).replace(/^-/, "−"));
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
  const why = [reason(view), awayLine(view)].filter(Boolean).join(" ");
  return [
    h("h2", {}, verdict(view)),
    why ? h("p", {}, why) : null,
    ...(view.duel ? duelPart(view) : []),
    details,
    h(
      "div",
      { class: "result-table", tabindex: 0, role: "region", "aria-label": "Points" },
      h(
        "table",
        {},
        order.length > 1 ? h("thead", {}, h("tr", {}, h("td", {}), head)) : null,
        h("tbody", {}, rows),
        h("tfoot", {}, total),
      ),
    ),
  ].filter(Boolean);
}
