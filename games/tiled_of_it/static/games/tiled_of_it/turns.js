/** What can be told of a position: first turns, open cards, what the last turn scored. */

import { flowFrom, partners, turnOf } from "./cells.js";

/** Tells whether a player has had no turn yet. */
export function isFirstTurn({ turns, first, sizes }, player) {
  return turns <= (player - first + sizes.length) % sizes.length;
}

/** Returns the cards of the pile that a player can take on their turn. */
export function openCards({ state, options, player }) {
  if (player === null || state.to_move === null || isFirstTurn(state, player)) return [];
  return options.top_only ? state.pile.slice(-1) : state.pile;
}

/** Returns the number of the round that is being played, from 1. */
export function roundOf({ turns, sizes }) {
  return Math.floor(turns / sizes.length) + 1;
}

/** Returns the players who still have a turn in this round, in their order. */
export function waiting({ turns, first, sizes }) {
  const seats = sizes.length;
  const left = seats - (turns % seats);
  return Array.from({ length: left }, (_, place) => (first + turns + place) % seats);
}

/**
 * Returns what the last turn did: where its card lies, the words it made with their points, and how
 * control flowed. Null before the first turn.
 * @returns {{text: string, cell: number|null, words: {cell: number, word: string, points: number,
 *   owner: number, share: number}[], rounds: {from: number, to: number}[][], entry: any}|null}
 */
export function lastTurn({ log, state, options }) {
  const entry = log.at(-1);
  const turn = entry && turnOf(entry.text, options.size);
  if (!turn) return null;
  const made = entry.events.filter(({ kind }) => kind === "word");
  const shares = entry.events.filter(({ kind }) => kind === "neighbour");
  const cells = made.length ? partners(turn.cell, state, options.size) : [];
  const words = made.map(({ facts, points }, place) => {
    const { player: owner, points: share } = shares[place];
    return { cell: cells[place], word: facts.word, points, owner, share };
  });
  return { ...turn, entry, words, rounds: made.length ? flowFrom(turn.cell, state.joined) : [] };
}

/** Returns the points each player got by an entry of the log, without the bonus at the end. */
export function gainsOf(entry, players) {
  const gains = Array(players).fill(0);
  for (const { kind, player, points } of entry.events) {
    if (kind === "word" || kind === "neighbour") gains[player] += points;
  }
  return gains;
}
