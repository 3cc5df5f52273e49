/** The keyboard on the board: arrows for the cursor, Enter for what is under it, 1 to 4 for bonuses. */

import { ARROWS, stepped } from "../../shell/board/keys.js";
import { say } from "../../shell/common/catalog.js";
import { BONUSES, COLUMNS, ROWS, rowOf } from "./position.js";

export const KEYS = [
  { keys: Object.keys(ARROWS), does: say("Go to another cell"), act: go },
  { keys: ["Home", "End"], does: say("Go to the start or the end of the row"), act: go },
  {
    keys: ["Enter", " "],
    does: say("Put the tile in hand on the cell, or pick up the tile there and choose where it should go"),
    plays: true,
    act: touch,
  },
  {
    keys: BONUSES.map((_, index) => String(index + 1)),
    does: say("Use a bonus: discard, remove, make a 1, wild card"),
    plays: true,
    act: (board, { key }) => board.useBonus(Number(key) - 1) ?? true,
  },
  {
    keys: ["Escape"],
    does: say("Let go of the tile or bonus you've chosen"),
    plays: true,
    act: (board) => board.letGo(),
  },
];

function touch(board, event) {
  const cell = board.grid.cellOf(event);
  if (cell === null) return false;
  board.touch(cell);
  return true;
}

function go(board, event) {
  const cell = board.grid.cellOf(event);
  if (cell === null) return false;
  board.grid.setCursor(target(event.key, cell), { focus: true });
  return true;
}

/** Returns the cell a key leads to from another. */
function target(key, cell) {
  const [row, column] = [rowOf(cell), cell % COLUMNS];
  if (key === "Home") return row * COLUMNS;
  if (key === "End") return row * COLUMNS + COLUMNS - 1;
  const [nextRow, nextColumn] = stepped([row, column], key, ROWS, COLUMNS);
  return nextRow * COLUMNS + nextColumn;
}
