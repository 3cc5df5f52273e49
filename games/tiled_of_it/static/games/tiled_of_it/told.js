/** The line between grid and hand: the last turn, what lies on a cell, or what to do. */

import { h } from "../shell/dom.js";
import { mark } from "../shell/marks.js";
import { wordButton } from "../shell/meaning.js";
import { points } from "../shell/preview.js";
import { cellName, pairOf, partners, shown, wordOf } from "./cells.js";
import { gainMarks } from "./tryout.js";
import { gainsOf, isFirstTurn, lastTurn, waiting } from "./turns.js";

/** Says who: "You" for the viewer. */
function name(view, player) {
  return player === view.player ? "You" : view.seats[player].name;
}

/** Says whose: "your" for the viewer. */
function whose(view, player) {
  return player === view.player ? "your" : `${view.seats[player].name}’s`;
}

/** Returns the nodes that tell of a cell: its card, whose it is, and the words it is in. */
export function cellFacts(view, cell, open) {
  const { grid } = view.state;
  const { size } = view.options;
  const card = grid[cell];
  const where = h("b", {}, cellName(cell, size));
  if (!card) return [h("div", { class: "cell-facts" }, where, h("span", { class: "muted" }, "empty"))];
  const words = partners(cell, view.state, size).map((other) => wordOf(grid, pairOf(cell, other)));
  const owner = card.player === view.player ? "yours" : whose(view, card.player);
  return [
    h(
      "div",
      { class: "cell-facts" },
      where,
      h("span", {}, shown(card.text)),
      h("span", { class: "whose" }, mark(card.player), owner),
      words.length
        ? words.map((word) => wordButton(word, open, { class: "chip" }))
        : h("span", { class: "muted" }, "in no word"),
    ),
  ];
}

/** Says what a player can do now, in a line. */
export function advice(view, { mine, card }) {
  if (view.player === null || view.to_move === null) return "";
  const first = isFirstTurn(view.state, view.player);
  if (card && first) return `Now any empty cell for ${shown(card.letter)}.`;
  if (card) return `Now a cell for ${shown(card.letter)}, empty or not.`;
  if (first && mine) return "Your first turn: put a card on any empty cell. It brings no points yet.";
  if (first) return "In your first turn you put a card on any empty cell.";
  if (view.state.turns >= 3 * view.seats.length) return ""; // knows how
  if (!mine && view.orders?.open) return "You can try cards out, and prepare one for your turn.";
  if (!mine) return "You can try cards out until it is your turn.";
  return "Put a card where it makes a word with one beside it.";
}

/** Says that the game is about to end, and how. */
export function ending(view) {
  const { state, player } = view;
  if (state.to_move === null || state.deck_size > 0) return "";
  if (Math.min(...state.sizes) > 0) return "The deck is empty. A round with an empty hand will be the last.";
  const others = waiting(state).map((who) => (who === player ? "you" : view.seats[who].name));
  return `A hand is empty: this is the last round. Still to play: ${others.join(", ")}.`;
}

/** Tells what happened in the last turn, its words to be looked up, and how a game ended. */
export function lastWords(view, open) {
  const turn = lastTurn(view);
  if (!turn) return [];
  const { entry, words } = turn;
  const names = view.seats.map((seat) => seat.name);
  const nodes = [h("p", { class: "last-words" }, ...made(view, turn, open))];
  if (words.length) {
    const changed = entry.events.find(({ topic, text }) => !topic && text.includes("colour"))?.text;
    nodes.push(gainMarks(gainsOf(entry, names.length), names, changed));
  }
  if (view.to_move === null) nodes.push(...bonus(view, entry, names));
  return nodes.filter(Boolean);
}

function made(view, { text, cell, words, entry }, open) {
  const who = name(view, entry.player);
  if (cell === null) return [`${who} discarded ${shown(text)}.`];
  const where = cellName(cell, view.options.size);
  if (!words.length) return [`${who} placed ${shown(text)} on ${where}.`];
  const list = words.flatMap((word, place) => [place ? ", " : "", told(word, open)]);
  const card = view.state.grid[cell];
  const borrowed = card.player !== entry.player ? ` with ${whose(view, card.player)} ${shown(text)}` : "";
  return [`${who} made `, ...list, borrowed];
}

/** Returns a word with the points it brought in all. */
function told({ word, points: own, share }, open) {
  const label = { "aria-label": `${word}, ${points(own + share)}: what does it mean?` };
  return h("span", { class: "told-word" }, wordButton(word, open, label), ` ${own + share}`);
}

function bonus(view, entry, names) {
  const over = entry.events.find((event) => event.player === null)?.text;
  const gains = names.map(() => 0);
  for (const event of entry.events) if (event.topic === "bonus") gains[event.player] += event.points;
  const line = gainMarks(gains, names, "for the cards controlled at the end");
  return [over ? h("p", { class: "muted" }, over) : null, line];
}
