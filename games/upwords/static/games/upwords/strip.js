/** The line between board and rack: what a play would bring, what lies on a square, or what to do. */

import { h } from "../shell/dom.js";
import { wordButton } from "../shell/meaning.js";
import { points } from "../shell/preview.js";
import { squareName, tileName, wordsAt } from "./squares.js";

/** Returns the nodes that tell of a square: its stack from the bottom up, and its words. */
export function squareFacts(rows, row, column, open) {
  const stack = rows[row][column];
  const words = wordsAt(rows, row, column);
  const pile = [...stack].map((letter) => h("li", {}, tileName(letter)));
  return [
    h(
      "div",
      { class: "square-facts" },
      h("b", {}, squareName(row, column)),
      stack.length > 1
        ? [
            h("span", { class: "muted" }, "from below"),
            h("ol", { class: "stack-list", "aria-label": "Stack, from the bottom up" }, pile),
          ]
        : h("span", { class: "muted" }, "one tile"),
      words.map((word) => wordButton(word, open, { class: "chip" })),
    ),
  ];
}

/** Says what a player can do now, in a line. */
export function advice(view, { mine, chosen }) {
  if (view.player === null) return "";
  if (chosen) return mine ? "Now a square for this tile, or exchange it." : "Now a square for this tile.";
  const empty = view.state.board.every((row) => row.every((stack) => !stack));
  if (empty && mine) return "Begin on one of the four marked squares.";
  if (view.log.some((entry) => entry.player === view.player)) return ""; // knows how
  if (!mine && view.orders?.open) return "You can try out words, and prepare one for your turn.";
  if (!mine) return "You can try out words until it is your turn.";
  return "Drag a tile to the board, or choose it and then a square.";
}

/** Tells what happened in the last turn, its words to be looked up, and why a game is over. */
export function lastTurn(view, open) {
  const entry = view.log.at(-1);
  if (!entry) return [];
  const who = entry.player === view.player ? "You" : view.seats[entry.player].name;
  const over = entry.events.find((event) => event.player === null)?.text;
  return [
    h("p", {}, ...turn(entry, who, open)),
    view.to_move === null && over ? h("p", { class: "muted" }, over) : null,
  ].filter(Boolean);
}

function turn({ text, events }, who, open) {
  if (text === "pass") return [`${who} passed.`];
  if (text.startsWith("exchange")) return [`${who} exchanged a tile.`];
  const gains = events.filter((event) => event.topic === "words" || event.topic === "bonus");
  const words = gains
    .filter((event) => event.topic === "words")
    .flatMap((event, place) => [place ? ", " : "", wordButton(event.text.split(":")[0], open)]);
  const total = gains.reduce((sum, event) => sum + event.points, 0);
  return [`${who} made `, ...words, `: ${points(total)}.`];
}
