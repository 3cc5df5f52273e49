/** The keyboard on the board: arrows for the cursor, Enter for what is under it, 1 to 4 for bonuses. */

import { BONUSES, COLUMNS, ROWS, rowOf } from "./position.js";

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Lets the keys steer a board. */
export function listenToKeys(board) {
  board.root.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (down(board, event.key, board.grid.cellOf(event))) event.preventDefault();
  });
}

function down(board, key, cell) {
  if (key === "Escape") return board.letGo();
  if (/^[1-9]$/.test(key) && Number(key) <= BONUSES.length) return board.useBonus(Number(key) - 1) ?? true;
  if (cell === null) return false;
  if (key === "Enter" || key === " ") return board.touch(cell) ?? true;
  const to = target(key, cell);
  if (to === null) return false;
  board.grid.setCursor(to, { focus: true });
  return true;
}

/** Returns the cell a key leads to from another, null if it leads nowhere. */
function target(key, cell) {
  const [row, column] = [rowOf(cell), cell % COLUMNS];
  if (key === "Home") return row * COLUMNS;
  if (key === "End") return row * COLUMNS + COLUMNS - 1;
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const within = (place, most) => Math.max(0, Math.min(most - 1, place));
  return within(row + arrow[0], ROWS) * COLUMNS + within(column + arrow[1], COLUMNS);
}
