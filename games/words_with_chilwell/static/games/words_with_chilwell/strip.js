/** The lines between word and hand: what a word risks, what happened, what to do. */

import { count, listing, say, tell } from "../../shell/common/catalog.js";
import { h } from "../../shell/common/dom.js";
import { isReader, plain } from "../../shell/board/told.js";
import { nameOf, turnOf } from "./telling.js";
import { small, SHORTEST, worthOf } from "./tiles.js";

/** Returns the lines for a board as it is. */
export function told(board) {
  const { view, draft, preview } = board;
  if (view.to_move === null) return toldEnd(view);
  if (view.player === null || draft.empty) return toldTurn(board);
  const wrong = tooShort(draft.word);
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
  return taken.length ? tell("Took {tiles}", { tiles: small(taken) }) : [say("Took no tiles.")];
}

/** Tells why the game is over and what the tiles left cost. */
function toldEnd(view) {
  const over = view.log.at(-1)?.events.find((event) => event.kind.startsWith("over_"));
  if (!over) return [];
  const costs = view.state.hands.map((hand, player) => {
    const points = worthOf(hand);
    return isReader(view, player)
      ? say("you −{points}", { points })
      : say("{name} −{points}", { name: nameOf(view, player), points });
  });
  const left = say("Left in hand: {costs}.", { costs: listing(costs) });
  return [h("p", {}, plain(over)), h("p", { class: "muted" }, left)];
}

/** Says that a word is too short to be played, or "". */
export function tooShort(word) {
  if (word.length >= SHORTEST) return "";
  return count("A word needs at least {n} letter.", "A word needs at least {n} letters.", SHORTEST);
}

/** Says plainly what the reader risks with a word that may not count. */
function risk(view) {
  const { penalty, hand_limit: limit } = view.options;
  const size = view.state.sizes[view.player] + penalty;
  const facts = { tiles: small([...view.state.queue].slice(0, penalty)) };
  if (size < limit || lastRound(view)) {
    return tell("If it doesn't count, you score nothing, lose your turn and take {tiles}.", facts);
  }
  return tell(
    "If it doesn't count, you score nothing, lose your turn and take {tiles}, which ends the game.",
    facts,
  );
}

/** Says that this is the last turn, and why, or "". Player one's turn never ends a round. */
export function lastRound(view) {
  const { used, sizes, turns } = view.state;
  const { used_limit: usedLimit, hand_limit: handLimit } = view.options;
  if (view.to_move === null || turns % 2 === 0) return "";
  if (used[0] > usedLimit) return manyUsed(view, usedLimit);
  return sizes[0] >= handLimit ? manyHeld(view, sizes[0]) : "";
}

function manyUsed(view, limit) {
  if (view.player === 0) {
    return count(
      "This is the last turn: you've used more than {n} tile.",
      "This is the last turn: you've used more than {n} tiles.",
      limit,
    );
  }
  return count(
    "This is the last turn: {name} has used more than {n} tile.",
    "This is the last turn: {name} has used more than {n} tiles.",
    limit,
    { name: nameOf(view, 0) },
  );
}

function manyHeld(view, size) {
  if (view.player === 0) {
    return count(
      "This is the last turn: you have {n} tile in hand.",
      "This is the last turn: you have {n} tiles in hand.",
      size,
    );
  }
  return count(
    "This is the last turn: {name} has {n} tile in hand.",
    "This is the last turn: {name} has {n} tiles in hand.",
    size,
    { name: nameOf(view, 0) },
  );
}

/** Says how to make a turn, until the reader has made one. */
function advice(view, mine) {
  if (view.player === null || view.log.some((entry) => entry.player === view.player)) return "";
  if (mine) return say("Tap your tiles or type to spell a word. Then choose how many tiles to take.");
  if (view.prepared?.open) return say("You can spell a word now and have it ready for your turn.");
  return say("You can try words out until it's your turn.");
}
