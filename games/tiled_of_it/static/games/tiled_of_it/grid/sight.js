/** What the grid shows: the position, and on it the card being tried out. */

import { around, flowFrom, pairOf } from "../cells.js";

/**
 * Returns what each cell shows.
 * @param {object} board  the whole board
 * @returns {object[]} facts, as the field takes them
 */
export function cellsSeen(board) {
  const { view, last, laid, preview } = board;
  const flowed = new Set(last?.rounds.flat().map(({ to }) => to));
  const takes = new Set(board.changing());
  const rounds = roundsSeen(board);
  const gains = gainsSeen(board);
  const places = new Set(placesSeen(board));
  return view.state.grid.map((card, cell) => {
    const mine = cell === board.cell;
    return {
      card: mine ? laid : card,
      mine,
      bad: mine && Boolean(preview.result?.problem),
      last: cell === last?.cell,
      flowed: flowed.has(cell),
      takes: takes.has(cell) ? laid.player : null,
      round: rounds.get(cell) ?? null,
      gain: gains.get(cell) ?? null,
      place: places.has(cell),
    };
  });
}

/** Returns the cells where the chosen card makes a word, at a table that shows them. */
function placesSeen({ card, view, field }) {
  const places = (card && view.hints.places?.[card.letter]) ?? [];
  return places.map(([row, column]) => row * field.size + column);
}

/** Returns how many words from the card being tried out each cell is that its colour would reach. */
function roundsSeen(board) {
  if (!board.preview.result?.takes?.length) return new Map();
  const pairs = wordsSeen(board).map(({ pair }) => pair);
  const rounds = flowFrom(board.cell, pairs);
  return new Map(rounds.flatMap((steps, round) => steps.map(({ to }) => [to, round + 1])));
}

/** Returns which cells would bring points, how many and whose: the card's words, and its neighbours. */
function gainsSeen({ view, cell, laid, preview }) {
  const { words = [], gains = [], problem } = preview.result ?? {};
  if (cell === null || problem || !gains.length) return new Map();
  const { size, word_points: forWord, neighbour_points: forCard } = view.options;
  const beside = around(cell, size).filter((other) => view.state.grid[other]);
  const made = beside.filter((_, place) => words[place]?.valid);
  const owner = (other) => (other > cell ? laid.player : view.state.grid[other].player);
  const shares = made.map((other) => [other, { points: forCard, player: owner(other) }]);
  const own = [cell, { points: forWord * made.length, player: view.player }];
  return new Map([own, ...shares].filter(([, { points }]) => points));
}

/** Returns the words to show: those that stay, and those of the card being tried out. */
export function wordsSeen({ view, cell, preview }) {
  const { joined, grid } = view.state;
  const stay = joined.filter((pair) => !pair.includes(cell)).map((pair) => ({ pair, mine: false }));
  if (cell === null) return stay;
  const beside = around(cell, view.options.size).filter((other) => grid[other]);
  const words = preview.result?.words ?? [];
  const made = beside.filter((_, place) => words[place]?.valid);
  return [...stay, ...made.map((other) => ({ pair: pairOf(cell, other), mine: true }))];
}

/** Returns the words to show, each with whose colour would run along it, null where none would. */
export function joinsSeen(board) {
  const words = wordsSeen(board);
  const rounds = roundsSeen(board);
  const runs = ([first, second]) => rounds.has(second) && (first === board.cell || rounds.has(first));
  return words.map((word) => ({ ...word, flows: runs(word.pair) ? board.laid.player : null }));
}
