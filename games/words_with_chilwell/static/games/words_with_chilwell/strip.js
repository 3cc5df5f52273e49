/** The lines between word and hand: what a word risks, what has happened, what can be done. */

import { h } from "../shell/dom.js";
import { small, SHORTEST, worthOf } from "./tiles.js";
import { turnOf, who } from "./telling.js";

/** Returns the lines for a board as it is. */
export function told(board) {
  const { view, draft, preview } = board;
  if (view.to_move === null) return toldEnd(view);
  if (view.player === null || draft.empty) return toldTurn(board);
  const wrong = problem(draft.word);
  if (wrong) return [h("p", { class: "muted" }, wrong)];
  if (view.options.word_check) return preview.nodes();
  return [h("p", { class: "risk" }, risk(view))];
}

function toldTurn({ view, mine, looked }) {
  const entry = looked ?? view.log.at(-1);
  const hint = advice(view, mine);
  const last = lastRound(view);
  return [
    last ? h("p", { class: "notice-last" }, last) : null,
    entry ? h("p", { class: "muted" }, took(turnOf(entry))) : null,
    hint ? h("p", { class: "muted" }, hint) : null,
  ];
}

function took({ taken }) {
  return taken.length ? ["Took ", small(taken)] : "Took no tile.";
}

/** Tells why the game is over and what is taken off for the tiles left. */
function toldEnd(view) {
  const over = view.log.at(-1)?.events.find((event) => event.player === null)?.text;
  if (!over) return [];
  const left = view.state.hands.map((hand, player) => `${who(view, player)} −${worthOf(hand)}`);
  return [h("p", {}, over), h("p", { class: "muted" }, `Left in hand: ${left.join(", ")}.`)];
}

/** Says what keeps a word from being played at all, or "". */
export function problem(word) {
  return word.length < SHORTEST ? `A word has at least ${SHORTEST} letters.` : "";
}

/** Says plainly what a word risks that may not count. */
function risk(view) {
  const { penalty, hand_limit: limit } = view.options;
  const size = view.state.sizes[view.player] + penalty;
  return [
    "If it does not count: no points, your turn is over, and you take ",
    small([...view.state.queue].slice(0, penalty)),
    size >= limit && !lastRound(view) ? ", which ends the game." : ".",
  ];
}

/** Says that this is the last turn, and why, or "". A first player's turn ends no round. */
export function lastRound(view) {
  const { used, sizes, turns } = view.state;
  const { used_limit: usedLimit, hand_limit: handLimit } = view.options;
  if (view.to_move === null || turns % 2 === 0) return "";
  const has = view.player === 0 ? "you have" : `${view.seats[0].name} has`;
  if (used[0] > usedLimit) return `The last turn: ${has} used more than ${usedLimit} tiles.`;
  if (sizes[0] >= handLimit) return `The last turn: ${has} ${sizes[0]} tiles in hand.`;
  return "";
}

/** Says how a turn is made, until a player has made one. */
function advice(view, mine) {
  if (view.player === null || view.log.some((entry) => entry.player === view.player)) return "";
  if (!mine && view.orders?.open) return "You can spell out words, and prepare one for your turn.";
  if (!mine) return "You can spell out words until it is your turn.";
  return "Tap tiles of your hand, or type, to spell a word. Then choose how many new ones to take.";
}
