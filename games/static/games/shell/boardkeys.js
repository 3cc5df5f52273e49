/**
 * The keys of what a page shows, from one place: the rows that a board listens by are those that the
 * list of keys shows, so that neither knows a key of which the other does not.
 *
 * A row is `{keys, does, act}` and may have more:
 *   keys    what `event.key` may be
 *   does    what they do, as the list says it
 *   act     does it to the board; returns whether that meant anything, so that others are asked next
 *   letters whether every letter from a to z is one of them, large or small
 *   plays   whether only who sits at the table can use them
 */

/**
 * @typedef {{keys: string[], does: string, act: (board: any, event: KeyboardEvent) => unknown,
 *   letters?: boolean, plays?: boolean}} Row
 */

/** @type {{root: Element|Document, rows: Row[], plays: () => boolean}[]} */
let listening = [];

const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", Escape: "Esc" };

/**
 * Lets keys steer something within an element.
 * @param {Element|Document} root
 * @param {any} board  what the rows act on
 * @param {Row[]} rows
 * @param {{plays?: () => boolean, heed?: (event: KeyboardEvent) => boolean}} how  whether who looks
 *   sits at the table, and whether an event is for these keys at all
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

/** Returns the rows of all that listens on this page for who looks at it, the whole before its parts. */
export function rowsHere() {
  listening = listening.filter((one) => one.root.isConnected);
  const depth = (one) => listening.filter(({ root }) => root !== one.root && root.contains(one.root)).length;
  return [...listening]
    .sort((a, b) => depth(a) - depth(b))
    .flatMap(({ rows, plays }) => rows.filter((row) => !row.plays || plays()));
}

/** Returns what stands on the keys of a row. */
export function namesOf({ keys, letters }) {
  const names = keys.map((key) => NAMES[key] ?? key);
  return letters ? ["A to Z", ...names] : names;
}
