/**
 * The rules as far as a board needs them: what can be done in a position, and what it will look like
 * after an action, so nobody waits for the network. The server decides; only it knows the next tile
 * and the next target, which are UNKNOWN until it tells them.
 *
 * A position is the state of a view; an action is what the server takes.
 */

import { count, say } from "../../shell/common/catalog.js";

export const ROWS = 7;
export const COLUMNS = 6;
export const CELLS = ROWS * COLUMNS;
export const UNKNOWN = 0;

export const BONUSES = [
  { type: "Discard", name: say("Discard the tile in hand") },
  { type: "Remove", name: say("Remove a tile") },
  { type: "Change", name: say("Change a tile to 1") },
  { type: "Wild", name: say("Wild card") },
];

/** Returns how a cell is called: column and row, "A1" in the upper left corner. */
export function cellName(cell) {
  return `${"ABCDEF"[cell % COLUMNS]}${rowOf(cell) + 1}`;
}

export function rowOf(cell) {
  return Math.floor(cell / COLUMNS);
}

/** Returns the cells of a row. */
export function cellsOf(row) {
  return [...Array(COLUMNS).keys()].map((column) => row * COLUMNS + column);
}

/** Returns what a row has and needs; `missing` is null while its target is unknown. */
export function rowFacts({ grid, targets }, row) {
  const tiles = cellsOf(row).map((cell) => grid[cell]);
  const sum = tiles.reduce((total, tile) => total + (tile?.value ?? 0), 0);
  const target = targets[row];
  const open = tiles.filter((tile) => !tile).length;
  return { target, open, missing: target === UNKNOWN ? null : target - sum };
}

/** Returns the seconds, or the player's actions, from one random tile to the next. */
export function interval({ drops, challenge, interval: seconds }, rows) {
  const [most, least, step] = drops === "timed" ? [seconds, 8, 2] : [4, 2, 8];
  return challenge ? Math.max(least, most - Math.floor(rows / step)) : most;
}

// --- What can be done -----------------------------------------------------------------------------

/** Tells whether a tile was neither moved nor combined before. */
export function canMove(tile) {
  return tile.origin !== "moved" && !tile.combined;
}

/** Returns the bonus an action uses, or -1. */
function bonusOf({ type }) {
  return BONUSES.findIndex((bonus) => bonus.type === type);
}

/** Returns the action by which what is held goes to a cell: the hand, a tile or a bonus. */
export function actionOn(position, held, cell) {
  if (held.kind === "hand") return { type: "Place", cell };
  if (held.kind === "bonus") return { type: BONUSES[held.bonus].type, cell };
  const from = held.cell;
  return position.grid[cell] ? { type: "Combine", cell: from, onto: cell } : { type: "Move", cell: from, to: cell };
}

/** Returns the cells to which what is held can go. */
export function targetsOf(position, held, options) {
  const all = [...Array(CELLS).keys()];
  return all.filter((cell) => !problem(position, actionOn(position, held, cell), options));
}

/** Says why an action can't be done, "" if it can. */
export function problem(position, action, options) {
  if (position.to_move === null) return say("The game is over.");
  const { grid } = position;
  const bonus = bonusOf(action);
  if (bonus >= 0 && position.bonuses[bonus] !== "unlocked") return lockedWords(position, bonus);
  switch (action.type) {
    case "Place":
      return (position.tile === UNKNOWN && say("The next tile is on its way.")) || notOpen(grid, action.cell);
    case "Move":
      return noMove(grid, action, options);
    case "Combine":
      return noCombination(grid, action);
    case "Remove":
    case "Change":
      return noTile(grid, action.cell);
    case "Wild":
      return notOpen(grid, action.cell);
    default:
      return "";
  }
}

function lockedWords(position, bonus) {
  const facts = { bonus: BONUSES[bonus].name };
  if (position.bonuses[bonus] === "used") return say("{bonus}: you can only use it once a game.", facts);
  return count(
    "{bonus}: locked. Complete {n} row to unlock it.",
    "{bonus}: locked. Complete {n} rows to unlock it.",
    rowsUntil(position, bonus),
    facts,
  );
}

/** Returns how many rows to complete until a locked bonus is unlocked: each unlocks the first one. */
export function rowsUntil({ bonuses }, bonus) {
  return bonuses.slice(0, bonus + 1).filter((standing) => standing === "locked").length;
}

function notOpen(grid, cell) {
  return grid[cell] ? say("There's already a tile at {cell}.", { cell: cellName(cell) }) : "";
}

function noTile(grid, cell) {
  return grid[cell] ? "" : say("There's no tile at {cell}.", { cell: cellName(cell) });
}

function noMove(grid, { cell, to }, options) {
  const empty = noTile(grid, cell) || notOpen(grid, to);
  if (empty) return empty;
  if (!canMove(grid[cell])) return stays(grid, cell);
  const [down, right] = steps(cell, to);
  if (down && right) return say("You can only move a tile along its row or column.");
  return options.steps === "one" && down + right > 1 ? say("At this table tiles move one cell at a time.") : "";
}

function stays(grid, cell) {
  const facts = { cell: cellName(cell) };
  return grid[cell].combined
    ? say("You've already combined the tile at {cell}, so you can't move it.", facts)
    : say("You've already moved the tile at {cell}, so you can't move it again.", facts);
}

function noCombination(grid, { cell, onto }) {
  const empty = noTile(grid, cell) || noTile(grid, onto);
  if (empty) return empty;
  const [down, right] = steps(cell, onto);
  const [value, other] = [grid[cell].value, grid[onto].value];
  if (down + right !== 1) return say("You can only combine a tile with one directly beside, above or below it.");
  if (other === 1) return say("You can't combine a tile with a 1.");
  if (other === value) return say("You can't combine two tiles of the same value.");
  if (other < value && value % other === 0) return "";
  return say("You can't divide {value} exactly by {other}.", { value, other });
}

function steps(from, to) {
  return [Math.abs(rowOf(from) - rowOf(to)), Math.abs((from % COLUMNS) - (to % COLUMNS))];
}

// --- What it will look like -----------------------------------------------------------------------

const COUNTED = { Place: "placed", Move: "moved", Combine: "combined" };
const DRAWING = [...Object.keys(COUNTED), "Discard"]; // the tile in hand is played or lost

/** Returns the cell that an action puts a tile on, and the tile; null if it puts none. */
export function landing({ grid, tile: inHand }, { type, cell, to, onto }) {
  const tile = grid[cell];
  switch (type) {
    case "Place":
      return [cell, { value: inHand, origin: "placed", combined: 0 }];
    case "Move":
      return [to, { ...tile, origin: "moved" }];
    case "Combine":
      return [cell, { ...tile, value: tile.value / grid[onto].value, combined: tile.combined + 1 }];
    case "Change":
      return [cell, { ...tile, value: 1 }];
    default:
      return null;
  }
}

/** Returns the position after an action that can be done, as far as it can be told. */
export function foretell(position, action, options) {
  const { grid, targets, bonuses } = position;
  const { type, cell } = action;
  const next = { ...position, grid: [...grid], targets: [...targets], bonuses: [...bonuses] };
  const bonus = bonusOf(action);
  if (bonus >= 0) next.bonuses[bonus] = type === "Wild" ? "used" : "locked";
  if (type === "Move" || type === "Remove") next.grid[cell] = null;
  const landed = landing(position, action);
  if (landed) next.grid[landed[0]] = landed[1];
  if (type === "Combine") save(next, grid[cell].value - landed[1].value);
  if (type === "Wild") clear(next, rowOf(cell), options);
  if (landed) complete(next, rowOf(landed[0]), options);
  if (type in COUNTED) next[COUNTED[type]] += 1;
  if (DRAWING.includes(type)) next.tile = UNKNOWN;
  return next;
}

function save(next, points) {
  next.saved += points;
  next.score += points;
}

/** Clears a row if it is complete, and unlocks the first bonus that is locked. */
function complete(next, row, options) {
  const { open, missing } = rowFacts(next, row);
  if (open || missing !== 0) return;
  clear(next, row, options);
  const bonus = next.bonuses.indexOf("locked");
  if (bonus >= 0) next.bonuses[bonus] = "unlocked";
}

function clear(next, row, options) {
  for (const cell of cellsOf(row)) next.grid[cell] = null;
  next.targets[row] = UNKNOWN;
  next.rows += 1;
  next.score += options.row_points;
}
