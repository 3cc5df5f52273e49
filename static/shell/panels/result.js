/** The end of a match or a duel: who won, and what everyone got points for. */

import { count, listing, number, say } from "../common/catalog.js";
import { h } from "../common/dom.js";
import { mark } from "../common/marks.js";
import { counts } from "./outcome.js";
import { plain } from "../board/told.js";

/** Returns the names of the other entrants of a duel. */
export function othersOf({ entrants }) {
  return entrants.filter((entrant) => !entrant.mine).map((entrant) => entrant.name);
}

/** Says who won: "You win", "Anna wins", "Anna and Ben share the win"; nobody alone, or if it doesn't count. */
export function verdict(view) {
  if (view.result.short && !playedAlone(view)) return say("Too short to count");
  if (view.duel?.over && !view.duel.open) return firsts(duelWinners(view), view.duel.entrants.length);
  if (view.seats.length === 1) return scoreAlone(view);
  if (view.result.reason === "deserted") return say("Nobody came back");
  const first = view.seats.filter((seat) => view.result.places[seat.player] === 1);
  const winners = first.map(({ player, name }) => ({ mine: player === view.player, name }));
  return view.result.reason === "drawn" ? drawnBy(winners, view) : firsts(winners, view.seats.length);
}

function playedAlone({ duel, seats }) {
  return seats.length === 1 && !(duel && !duel.open);
}

/** Says who came first; all of them together have drawn. */
function firsts(winners, players) {
  return winners.length === players ? say("A draw") : wonBy(winners);
}

function scoreAlone({ player, scores, seats }) {
  const points = count("{n} point", "{n} points", scores[0]);
  return player === null ? say("{name}: {points}", { name: seats[0].name, points }) : points;
}

function duelWinners({ duel, player }) {
  const winners = duel.entrants.filter((entrant) => entrant.place === 1);
  return winners.map(({ mine, name }) => ({ mine: mine && player !== null, name }));
}

function drawnBy(players, view) {
  if (players.length === view.seats.length) return say("A draw");
  const names = listing(players.filter(({ mine }) => !mine).map(({ name }) => name));
  const withMe = players.some(({ mine }) => mine);
  return withMe ? say("A draw between you and {names}", { names }) : say("A draw between {names}", { names });
}

function wonBy(winners) {
  const others = winners.filter(({ mine }) => !mine).map(({ name }) => name);
  const names = listing(others);
  if (others.length < winners.length) {
    return others.length ? say("You and {names} share first place", { names }) : say("You win");
  }
  return others.length > 1 ? say("{names} share first place", { names }) : say("{name} wins", { name: names });
}

/** Says why the match ended, if it was unusual. */
function reason(view) {
  const { reason: why } = view.result;
  if (why === "closed" && view.duel?.open) return say("The day was over before this game was.");
  if (why === "closed") return say("The duel closed before this game was over.");
  if (why === "drawn") return say("All the players agreed to a draw.");
  if (why === "ended") return say("All the players agreed to end the match with the scores as they stood.");
  if (why === "deserted") return desertedReason(view);
  if (why === "lost") return lostReason(view);
  return why === "resigned" ? resignedReason(view) : "";
}

/** Says by how much the winner won, if that was what decided. */
function margin({ scores, seats, result }) {
  const won = seats.filter(({ player }) => result.places[player] === 1);
  if (seats.length < 2 || won.length !== 1 || !counts(result) || !["over", "ended"].includes(result.reason)) return "";
  const others = seats.filter(({ player }) => player !== won[0].player).map(({ player }) => scores[player]);
  const n = scores[won[0].player] - Math.max(...others);
  return n > 0 ? count("Won by {n} point.", "Won by {n} points.", n) : "";
}

/** Says what ended the game by its rules, in the game's own sentence. */
function ended({ log, result }) {
  const last = result.reason === "over" ? (log.at(-1)?.events ?? []) : [];
  return last.filter(({ kind }) => kind.startsWith("over")).map(plain).join(" ");
}

/** Returns what somebody passes on: who had how many points. */
export function shared(view) {
  const order = [...view.seats].sort((a, b) => view.scores[b.player] - view.scores[a.player]);
  return listing(order.map(({ name, player }) => `${name} ${number(view.scores[player])}`));
}

function namesOf(view, isGone) {
  return listing(view.seats.filter(isGone).map((seat) => seat.name));
}

function resignedReason(view) {
  if (view.seats.length === 1) {
    return view.player === 0 ? say("You ended this game.") : say("{name} ended this game.", view.seats[0]);
  }
  const names = namesOf(view, (seat) => seat.resigned);
  return names && say("{names} resigned.", { names });
}

function desertedReason(view) {
  const names = namesOf(view, (seat) => seat.substituted);
  return names
    ? say("{names} left and nobody came back, so the match ended there. It doesn't count.", { names })
    : say("Nobody moved for a while and nobody came back, so the match ended there. It doesn't count.");
}

function lostReason(view) {
  if (view.seats.length === 1 && view.player === 0) return say("You ran out of time.");
  const names = namesOf(view, (seat) => seat.lost || view.seats.length === 1);
  return names && say("{names} ran out of time.", { names });
}

/** Says that a match was too short to count. */
function shortLine({ result, seats, duel }) {
  if (!result.short) return "";
  if (duel?.open) return say("It was over before two turns were chosen, so it counts in this challenge alone.");
  if (playedAlone({ seats, duel })) return say("It was over before two turns were chosen, so it doesn't count.");
  return say("It was over before everyone had chosen two turns, so it doesn't count.");
}

/** Says how long the player of a live game for one was away while its clock stood. */
function awayLine({ result, player }) {
  if (!result.away?.words) return "";
  const { words: time, most, apart } = result.away;
  const away =
    player === null
      ? say("The clock was stopped for {time} in all while the player was away.", { time })
      : say("The clock was stopped for {time} in all while you were away.", { time });
  if (!apart) return away;
  return `${away} ${say("That's more than {most}, so this game is on the list of games with longer pauses.", { most })}`;
}

/** Returns how a duel stands: who is still playing, or everyone with place and points. */
function duelPart({ duel, result }) {
  if (duel.open) return challengePart(duel);
  const link = h("p", {}, h("a", { href: duel.url }, say("Go to the duel")));
  if (!duel.over) {
    const names = listing(duel.entrants.filter((entrant) => !entrant.done).map((entrant) => entrant.name));
    const words = say("Waiting for {names}. You'll see the result when everyone has finished.", { names });
    return [h("p", { class: "waiting" }, words), link];
  }
  const order = [...duel.entrants].sort((a, b) => a.place - b.place);
  const lines = order.map(({ place, name, mine, score, url }) =>
    h(
      "li",
      { class: mine ? "is-mine" : null },
      result.short ? null : h("span", { class: "entrant-place" }, `${place}.`),
      h("a", { href: url, translate: "no" }, name),
      h("b", {}, number(score)),
    ));
  return [h("ol", { class: "entrants" }, lines), link];
}

/** Returns where somebody came among all who played the same tiles, or when they'll know. */
function challengePart({ over, url, entrants: [own] }) {
  const words = over
    ? say("Place {place} among everyone who played this challenge.", { place: number(own.place) })
    : say("You'll see how everyone did when the day is over.");
  return [h("p", {}, words), h("p", {}, h("a", { href: url }, say("Go to the challenge")))];
}

/**
 * Returns the panel's content: verdict, how it came to that, and the points by topic.
 * @param {any} view
 * @param {Node|null} details  what the game adds
 */
export function resultPanel(view, details) {
  const { breakdown } = view.result;
  const order = [...view.seats].sort(
    (a, b) => view.result.places[a.player] - view.result.places[b.player] || a.player - b.player,
  );
  const points = (some) => h("td", {}, number(some));
  const head = order.map((seat) =>
    h("th", { scope: "col" }, mark(seat.player), h("span", { translate: "no" }, seat.name)),
  );
  const rows = breakdown.map((line) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, line.label),
      order.map((seat) => points(line.points[seat.player])),
    ),
  );
  const total = h(
    "tr",
    { class: "total" },
    h("th", { scope: "row" }, say("Total")),
    order.map((seat) => points(view.scores[seat.player])),
  );
  const why = [margin(view), reason(view) || ended(view), shortLine(view), awayLine(view)].filter(Boolean).join(" ");
  return [
    h("h2", { id: "verdict" }, verdict(view)),
    why ? h("p", {}, why) : null,
    ...(view.duel ? duelPart(view) : []),
    details,
    h(
      "div",
      { class: "result-table", tabindex: 0, role: "region", "aria-label": say("Points") },
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
