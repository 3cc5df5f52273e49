/** What the grid shows: the position, and on it the card being tried out. */

import { around, pairOf } from "../cells.js";

/**
 * Returns what each cell shows.
 * @param {object} board  the whole board
 * @returns {object[]} facts, as the field takes them
 */
export function cellsSeen(board) {
  const { view, last, laid, preview } = board;
  const flowed = new Set(last?.rounds.flat().map(({ to }) => to));
  const takes = new Set(board.changing());
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
      place: places.has(cell),
    };
  });
}

/** Returns the cells where the chosen card makes a word, at a table that shows them. */
function placesSeen({ card, view, field }) {
  const places = (card && view.hints.places?.[card.letter]) ?? [];
  return places.map(([row, column]) => row * field.size + column);
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
