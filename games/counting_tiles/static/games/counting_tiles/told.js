/** What the board says in words: what to do, what has happened, how it ended. */

import { number, say } from "../../shell/common/catalog.js";
import { h } from "../../shell/common/dom.js";
import { plain } from "../../shell/board/told.js";
import { BONUSES, cellName, COLUMNS, rowFacts, rowOf } from "./position.js";

const FIRST_PLIES = 4; // then a player knows what to do with the tile in hand
const FOR_BONUS = [
  "",
  say("Choose the tile to remove."),
  say("Choose the tile to change to 1."),
  say("Choose an open cell: its row will count as completed."),
];

/** Says what can be done with what is held, and at first with the tile in hand. */
export function advice({ view, position, held, targets, plays }) {
  if (held?.kind === "bonus") return FOR_BONUS[held.bonus];
  if (held?.kind === "tile") {
    const { value } = position.grid[held.cell];
    const onto = targets.some((cell) => position.grid[cell]);
    const to = targets.some((cell) => !position.grid[cell]);
    if (onto && to) return say("Move the {value}, or divide it by a neighbour.", { value });
    if (onto) return say("Divide the {value} by a neighbour.", { value });
    if (to) return say("Move the {value} along its row or column.", { value });
    return say("There's nothing you can do with this {value} right now.", { value });
  }
  const isNew = plays && view.ply < FIRST_PLIES && position.tile;
  return isNew ? say("Put the {value} on an open cell, or pick up a tile.", { value: position.tile }) : "";
}

/** Says what an action was and what came of it, for those who don't see it. */
export function actionWords(before, action, after) {
  const { type, cell, to } = action;
  const at = type === "Move" ? to : cell;
  const said = [deed(before, action)];
  if (after.rows > before.rows) {
    said.push(say("Row {row} completed.", { row: rowOf(at) + 1 }), unlocked(before, after));
  } else if (at !== undefined) said.push(rowWords(after, rowOf(at)));
  return said.filter(Boolean).join(" ");
}

function deed({ grid, tile }, { type, cell, to, onto }) {
  switch (type) {
    case "Place":
      return say("You placed the {value} on {cell}.", { value: tile, cell: cellName(cell) });
    case "Move":
      return say("You moved the {value} to {cell}.", { value: grid[cell].value, cell: cellName(to) });
    case "Combine":
      return say("You divided the {value} by the {other}.", { value: grid[cell].value, other: grid[onto].value });
    case "Discard":
      return say("You discarded the {value}.", { value: tile });
    case "Remove":
      return say("You removed the {value} from {cell}.", { value: grid[cell].value, cell: cellName(cell) });
    case "Change":
      return say("You changed the tile on {cell} to a 1.", { cell: cellName(cell) });
    default:
      return say("You used the wild card on row {row}.", { row: rowOf(cell) + 1 });
  }
}

function unlocked(before, after) {
  const bonus = after.bonuses.findIndex((now, index) => now === "unlocked" && before.bonuses[index] === "locked");
  return bonus < 0 ? "" : say("Bonus unlocked: {bonus}.", { bonus: BONUSES[bonus].name });
}

/** Says what a row needs. */
export function rowWords(position, row) {
  const { missing, open } = rowFacts(position, row);
  if (missing === null) return "";
  const facts = { row: row + 1, sum: Math.abs(missing) };
  if (missing < 0) {
    return open ? say("Row {row} is {sum} too high.", facts) : say("Row {row} is full, but it's {sum} too high.", facts);
  }
  return open ? say("Row {row} needs {sum}.", facts) : say("Row {row} is full, but it's {sum} too low.", facts);
}

/** Says what a view tells anew: random tiles, and the next tile in hand. */
export function newsWords(view, before) {
  const fresh = view.log.filter((entry) => entry.ply > before.ply);
  const falls = fresh.flatMap((entry) => entry.events.filter(({ kind }) => kind === "fell").map(plain));
  const drawn = view.state.draws !== before.state?.draws && view.state.tile; // none before it began
  const next = drawn ? say("Next tile: {tile}.", { tile: view.state.tile }) : "";
  return [...falls, next].filter(Boolean).join(" ");
}

/** Returns the random tile that an event brought, as [cell, tile]; null if it brought none. */
export function fallen({ kind, facts }) {
  return kind === "fell" ? [facts.cell, { value: facts.value, origin: "random", combined: 0 }] : null;
}

/** Returns the cells that a move and what came of it are about. */
export function cellsIn({ text, events }) {
  const named = [...text.matchAll(/\b([A-F])([1-7])\b/g)].map(([, column, row]) => cellOf(column, row));
  return [...named, ...events.map(fallen).filter(Boolean).map(([cell]) => cell)];
}

function cellOf(column, row) {
  return (Number(row) - 1) * COLUMNS + column.charCodeAt(0) - 65;
}

/**
 * Returns what was done in a game, for the panel at its end.
 * @param {any} view
 * @param {number|null} best  the player's best score, this game perhaps among them
 */
export function statistics({ state, result }, best) {
  const isBest = best !== null && result.reason === "over" && state.score >= best;
  const facts = [
    [say("Completed rows"), state.rows],
    [say("Tiles placed"), state.placed],
    [say("Tiles moved"), state.moved],
    [say("Tiles combined"), state.combined],
    [say("Random tiles"), state.drops],
  ];
  const list = facts.map(([label, value]) => h("div", {}, h("dt", {}, label), h("dd", {}, number(value))));
  const praise = isBest ? h("p", { class: "best" }, "★ ", say("Your best score so far")) : null;
  return h("div", {}, praise, h("dl", { class: "statistics" }, list));
}

