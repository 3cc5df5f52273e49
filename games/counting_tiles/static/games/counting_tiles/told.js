/** What the board says in words: what to do, what has happened, how it ended. */

import { h } from "../shell/dom.js";
import { BONUSES, cellName, COLUMNS, rowFacts, rowOf } from "./position.js";
import { number } from "./tally.js";

const FIRST_PLIES = 4; // then a player knows what to do with the tile in hand

/** Says what can be done with what is held, and at first with the tile in hand. */
export function advice({ view, position, held, targets, plays }) {
  if (held?.kind === "bonus") {
    return ["", "Choose the tile to remove.", "Choose the tile that becomes a 1.", "Choose an open cell: its row counts as completed."][held.bonus];
  }
  if (held?.kind === "tile") {
    const { value } = position.grid[held.cell];
    const onto = targets.some((cell) => position.grid[cell]);
    const to = targets.some((cell) => !position.grid[cell]);
    if (onto && to) return `Move the ${value}, or divide it by a neighbour.`;
    if (onto) return `Divide the ${value} by a neighbour.`;
    return to ? `Move the ${value} along its row or column.` : `Nothing can be done with this ${value} now.`;
  }
  const isNew = plays && view.ply < FIRST_PLIES && position.tile;
  return isNew ? `Put the ${position.tile} on an open cell, or pick a tile up.` : "";
}

/** Says what an action was and what it brought about, for those who do not see it. */
export function actionWords(before, action, after) {
  const { type, cell, to, onto } = action;
  const at = type === "Move" ? to : cell;
  const what = {
    Place: () => `${before.tile} on ${cellName(cell)}.`,
    Move: () => `${before.grid[cell].value} moved to ${cellName(to)}.`,
    Combine: () => `${before.grid[cell].value} divided by ${before.grid[onto].value}.`,
    Discard: () => `${before.tile} discarded.`,
    Remove: () => `${before.grid[cell].value} removed from ${cellName(cell)}.`,
    Change: () => `${cellName(cell)} is a 1 now.`,
    Wild: () => `Wild card on row ${rowOf(cell) + 1}.`,
  }[type]();
  if (after.rows > before.rows) return `${what} Row ${rowOf(at) + 1} completed.${unlocked(before, after)}`;
  return at === undefined ? what : `${what} ${rowWords(after, rowOf(at))}`;
}

function unlocked(before, after) {
  const bonus = after.bonuses.findIndex((now, index) => now === "unlocked" && before.bonuses[index] === "locked");
  return bonus < 0 ? "" : ` Bonus unlocked: ${BONUSES[bonus].name.toLowerCase()}.`;
}

export function rowWords(position, row) {
  const { missing, open } = rowFacts(position, row);
  if (missing === null) return "";
  const rest = missing < 0 ? `has ${-missing} too many` : `misses ${missing}`;
  return `Row ${row + 1} ${rest}${open ? "" : " and is full"}.`;
}

/** Says what a view tells anew: random tiles, completed rows by them, and the next tile in hand. */
export function newsWords(view, before) {
  const fresh = view.log.filter((entry) => entry.ply > before.ply);
  const falls = fresh.flatMap((entry) => entry.events.map((event) => event.text).filter((text) => text.startsWith("A ")));
  const drawn = view.state.draws !== before.state?.draws && view.state.tile; // none before it began
  return [...falls, drawn ? `Next tile: ${view.state.tile}.` : ""].filter(Boolean).join(" ");
}

/** Reads the random tile out of an event's words, as [cell, tile]; null if it is none. */
export function fallen({ text }) {
  const found = /^A (\d+) falls on ([A-F])([1-7])\.$/.exec(text);
  if (!found) return null;
  return [cellOf(found[2], found[3]), { value: Number(found[1]), origin: "random", combined: 0 }];
}

/** Returns the cells that a line of the log names. */
export function cellsIn(text) {
  return [...text.matchAll(/\b([A-F])([1-7])\b/g)].map(([, column, row]) => cellOf(column, row));
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
    ["Completed rows", state.rows],
    ["Tiles placed", state.placed],
    ["Tiles moved", state.moved],
    ["Tiles combined", state.combined],
    ["Random tiles", state.drops],
  ];
  const list = facts.map(([label, value]) => h("div", {}, h("dt", {}, label), h("dd", {}, number(value))));
  const praise = isBest ? h("p", { class: "best" }, "★ Your best score so far!") : null;
  return h("div", {}, praise, h("dl", { class: "statistics" }, list));
}

