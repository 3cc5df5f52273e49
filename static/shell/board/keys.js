/**
 * The keys of what a page shows, in one place: a board listens by the same rows that the list of keys
 * shows, so neither can know a key that the other doesn't.
 *
 * A row is `{keys, does, act}` and can have more:
 *   keys    what `event.key` can be
 *   does    what they do, as the list says it
 *   act     does it to the board; returns whether that meant anything, else others are asked next
 *   letters whether every letter from a to z is one of them, large or small
 *   plays   whether only the players at the table can use them
 */

import { say } from "../common/catalog.js";

/**
 * @typedef {{keys: string[], does: string, act: (board: any, event: KeyboardEvent) => unknown,
 *   letters?: boolean, plays?: boolean}} Row
 */

/** @type {{root: Element|Document, rows: Row[], plays: () => boolean}[]} */
let listening = [];

/** What the arrow keys mean, as rows down and columns to the right. */
export const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": say("Space"), Escape: say("Esc") };

/**
 * Lets keys steer something within an element.
 * @param {Element|Document} root
 * @param {any} board  what the rows act on
 * @param {Row[]} rows
 * @param {{plays?: () => boolean, heed?: (event: KeyboardEvent) => boolean}} how  whether the reader
 *   plays at the table, and whether an event is for these keys at all
 */
export function listenByRows(root, board, rows, { plays = () => true, heed = () => true } = {}) {
  listening.push({ root, rows, plays });
  root.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || !heed(event)) return;
    if (rows.some((row) => means(row, event) && row.act(board, event))) event.preventDefault();
  });
}

function means(row, { key }) {
  return row.keys.includes(key) || Boolean(row.letters && /^[a-z]$/i.test(key));
}

/** Returns the rows of everything that listens on this page for its reader, the whole before its parts. */
export function rowsHere() {
  listening = listening.filter((one) => one.root.isConnected);
  const depth = (one) => listening.filter(({ root }) => root !== one.root && root.contains(one.root)).length;
  return [...listening]
    .sort((a, b) => depth(a) - depth(b))
    .flatMap(({ rows, plays }) => rows.filter((row) => !row.plays || plays()));
}

/** Returns row and column that an arrow key leads to, at most to the edge. */
export function stepped([row, column], key, rows, columns = rows) {
  const [down, right] = ARROWS[key];
  const within = (place, most) => Math.max(0, Math.min(most - 1, place));
  return [within(row + down, rows), within(column + right, columns)];
}

/** Returns what is printed on the keys of a row. */
export function namesOf({ keys, letters }) {
  const names = keys.map((key) => NAMES[key] ?? key);
  return letters ? [say("A to Z"), ...names] : names;
}
