/** Turns that may be a slip, and the questions before them. */

import { count, say } from "../../shell/common/catalog.js";
import { ask } from "../../shell/common/confirm.js";
import { lastRound } from "./strip.js";
import { tiles } from "./telling.js";
import { together } from "./tiles.js";

/** Returns the turns without a word, each with what to ask before it. */
export const TURNS = {
  skip({ state, options }) {
    const text = count(
      "Your turn ends without points, and you take {n} tile: {tiles}.",
      "Your turn ends without points, and you take {n} tiles: {tiles}.",
      options.penalty,
      { tiles: together([...state.queue].slice(0, options.penalty)) },
    );
    return {
      action: { type: "Spell", word: "", draw: options.extra },
      words: { title: say("Play without spelling a word?"), text, yes: say("No word"), no: say("Keep playing") },
    };
  },
  stop({ options }) {
    const text = count(
      "Instead of spelling a word, you fill your hand to {n} tile. The game ends after this round, and you lose points for what's left in your hand.",
      "Instead of spelling a word, you fill your hand to {n} tiles. The game ends after this round, and you lose points for what's left in your hand.",
      options.hand_limit + 1,
    );
    return {
      action: { type: "Stop" },
      words: { title: say("End the game?"), text, yes: say("End the game"), no: say("Keep playing") },
    };
  },
};

/** Returns what to ask before taking so many tiles that the game ends, or null. */
export function endedBy(view, { word, draw }) {
  const { hand_limit: limit } = view.options;
  const size = view.state.sizes[view.player] - word.length + draw;
  if (size < limit || lastRound(view)) return null;
  const text = say(
    "You'd have {tiles} in hand. With {limit} or more, the game ends after this round, and you lose points for what's left in your hand.",
    { tiles: tiles(size), limit: tiles(limit) },
  );
  return { title: say("End the game?"), text, yes: say("Play it"), no: say("Keep playing") };
}

/** Asks; true if they want it and it's still the same turn. */
export async function sure(board, words) {
  const { ply } = board.view;
  return board.mine && !board.sending && (await ask(words)) && ply === board.view.ply;
}
