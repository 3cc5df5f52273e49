/**
 * The words of a match so far, as players keep them on a sheet of paper: a line for each round, the
 * newest first, and a column for each player.
 */

import { count, number, say } from "../../../shell/common/catalog.js";
import { h, set } from "../../../shell/common/dom.js";
import { mark } from "../../../shell/common/marks.js";
import { isReader } from "../../../shell/board/told.js";
import { wordButton } from "../../../shell/board/words/meaning.js";
import { nameOf, spelled, turnOf } from "../telling.js";
import { BLANK } from "../tiles.js";

export class Story {
  constructor() {
    this.root = h("div", { class: "story" });
    this.entries = new Map(); // by ply: a view may bring the last few only
    this.shown = "";
  }

  /** Shows the turns of a view; `open` tells what a word means. */
  render(view, open) {
    const last = view.log.at(-1)?.ply ?? -1;
    for (const entry of view.log) this.entries.set(entry.ply, entry);
    for (const ply of this.entries.keys()) if (ply > last) this.entries.delete(ply); // taken back
    const names = view.seats.map((seat) => seat.name);
    const key = JSON.stringify([last, this.entries.size, names, view.player]);
    if (key === this.shown) return;
    this.shown = key;
    const all = [...this.entries.values()].sort((a, b) => a.ply - b.ply);
    this.root.replaceChildren(sheet(view, roundsOf(all), open));
  }
}

/** Returns the rounds of a log, the newest first: each a turn of both players, or null. */
function roundsOf(log) {
  const rounds = [];
  for (const entry of log) {
    if (entry.player === null || entry.player === undefined) continue;
    if (!rounds.length || entry.player === 0 || rounds.at(-1)[entry.player]) rounds.push([null, null]);
    rounds.at(-1)[entry.player] = turnOf(entry);
  }
  return rounds.reverse();
}

function sheet(view, rounds, open) {
  const order = view.player === 1 ? [1, 0] : [0, 1];
  const heads = order.map((player) =>
    h("th", { scope: "col", class: `player-${player}` }, mark(player), nameCell(view, player)),
  );
  const lines = rounds.map((turns, place) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, number(rounds.length - place)),
      order.map((player) => h("td", { class: `player-${player}` }, turns[player] ? told(turns[player], open) : "")),
    ),
  );
  return h(
    "table",
    {},
    h("caption", { class: "visually-hidden" }, say("The words so far")),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, say("Round"))), heads)),
    h("tbody", {}, lines.length ? lines : h("tr", {}, h("td"), h("td", { colspan: 2, class: "muted" }, say("Every word of this match will be listed here.")))),
  );
}

function nameCell(view, player) {
  const mine = isReader(view, player);
  return set(h("span", {}, mine ? say("You") : nameOf(view, player)), { translate: mine ? null : "no" });
}

/** Returns what a turn was: the word in small tiles with its points, or that there was none. */
function told(turn, open) {
  if (turn.stopped) return h("span", { class: "muted" }, say("stopped"));
  if (!turn.word) return h("span", { class: "muted" }, say("no word"));
  const gained = turn.letters + turn.bonus;
  const label = turn.counts
    ? count("{word}, {n} point. What does it mean?", "{word}, {n} points. What does it mean?", gained, { word: turn.word })
    : say("{word}, which doesn't count. What does it mean?", { word: turn.word });
  const word = wordButton(turn.word, open, { class: turn.counts ? "story-word" : "story-word is-bad", "aria-label": label });
  word.replaceChildren(...spelled(turn).map(({ tile, letter }) => little(tile, letter)));
  return [word, h("b", { class: "story-points", "aria-hidden": "true" }, turn.counts ? `+${number(gained)}` : "✗")];
}

function little(tile, letter) {
  const kind = tile === BLANK ? "small-tile wooden is-stands" : "small-tile wooden";
  return h("span", { class: kind, translate: "no" }, letter.toUpperCase());
}
