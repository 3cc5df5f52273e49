/** The line between board and rack: what a play would bring, what lies on a square, or what to do. */

import { count, say, tell, tellListing } from "../../shell/common/catalog.js";
import { h } from "../../shell/common/dom.js";
import { wordButton } from "../../shell/board/words/meaning.js";
import { forWhom, isOwn, plain } from "../../shell/board/told.js";
import { spot, squareName, tileName, wordsAt } from "./squares.js";
import { drawn } from "./unseen.js";

/** Returns what to tell for a board as it is. */
export function told(board) {
  const { view, draft, explain } = board;
  const { looked } = board.cursor;
  if (!draft.empty) return [...board.preview.nodes(), untold(board)];
  if (looked) return squareFacts(board.rows, ...spot(looked), explain);
  if (board.cursor.waits && board.canLay) {
    const square = squareName(...board.cursor.spot);
    return [h("p", { class: "muted" }, say("Now choose a tile for {square}.", { square }))];
  }
  const hint = view.to_move === null ? "" : advice(view, { mine: board.mine, chosen: board.rack.chosen });
  return [
    ...lastTurn(view, explain),
    view.ply === 0 ? h("p", {}, drawn(view)) : null,
    hint ? h("p", { class: "muted" }, hint) : null,
  ];
}

/** Says that a word is judged when it is played, if the table doesn't tell before. */
function untold({ view, preview }) {
  if (view.options.word_check !== false || preview.result?.problem) return null;
  return h("p", { class: "muted" }, say("You'll find out whether it counts when you play it."));
}

/** Returns the nodes that tell of a square: its stack from the bottom up, and its words. */
function squareFacts(rows, row, column, open) {
  const stack = rows[row][column];
  const words = wordsAt(rows, row, column);
  const pile = [...stack].map((letter) => h("li", { class: "wooden" }, tileName(letter)));
  const list = { class: "stack-list", "aria-label": say("Stack, from the bottom up"), translate: "no" };
  return [
    h(
      "div",
      { class: "square-facts" },
      h("b", { translate: "no" }, squareName(row, column)),
      stack.length > 1
        ? [h("span", { class: "muted" }, say("from the bottom")), h("ol", list, pile)]
        : h("span", { class: "muted" }, count("{n} tile", "{n} tiles", 1)),
      words.map((word) => wordButton(word, open, { class: "chip" })),
    ),
  ];
}

/** Says what a player can do now, in a line. */
function advice(view, { mine, chosen }) {
  if (view.player === null) return "";
  if (chosen) {
    return mine
      ? say("Now choose a square for this tile, or swap it.")
      : say("Now choose a square for this tile.");
  }
  const empty = view.state.board.every((row) => row.every((stack) => !stack));
  if (empty && mine) return say("Start on one of the 4 marked squares.");
  const knowsHow = view.log.some((entry) => entry.player === view.player);
  if (knowsHow && mine && view.hints.exchange) return say("Lay a word to play it, or choose a tile to swap.");
  if (knowsHow) return mine ? say("Lay a word to play it, or pass.") : "";
  if (mine) return say("Drag a tile to the board, or choose a tile and then a square.");
  return view.prepared?.open
    ? say("You can try words out and prepare one for your turn.")
    : say("You can try words out until it's your turn.");
}

/** Tells what happened in the last turn, its words to be looked up, and why a game is over. */
function lastTurn(view, open) {
  const entry = view.log.at(-1);
  if (!entry) return [];
  const name = isOwn(entry, view) ? null : view.seats[entry.player].name;
  const whom = forWhom(entry, view);
  const over = entry.events.find(({ kind }) => kind.startsWith("over"));
  return [
    h("p", {}, whom && `${whom} `, ...turn(entry, name, open)),
    view.to_move === null && over ? h("p", { class: "muted" }, plain(over)) : null,
  ].filter(Boolean);
}

/** Returns a turn as pieces; `name` is whose it was, null for the reader's own. */
function turn({ events }, name, open) {
  const [first] = events;
  if (!name && first.kind === "passed") return [say("You passed.")];
  if (!name && first.kind === "exchanged") return [say("You swapped a tile.")];
  const gains = events.filter((event) => event.kind === "word" || event.kind === "bonus");
  const words = gains.flatMap(({ kind, facts }) => (kind === "word" ? [wordButton(facts.word, open)] : []));
  if (!words.length) return [plain(first)];
  const total = gains.reduce((sum, event) => sum + event.points, 0);
  const facts = { name, words: tellListing(words), points: count("{n} point", "{n} points", total) };
  return name
    ? tell("{name} played {words} for {points}.", facts)
    : tell("You played {words} for {points}.", facts);
}
