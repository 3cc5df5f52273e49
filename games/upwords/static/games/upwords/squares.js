/** Names of squares, the words on them, and which squares a line of notation is about. */

export const ACROSS = [0, 1];
export const DOWN = [1, 0];

/** Returns a square as a key: "3,4" is row 3, column 4, both from 0. */
export const key = (row, column) => `${row},${column}`;

/** Returns row and column of a key. */
export const spot = (name) => name.split(",").map(Number);

/** Returns a square as players write it: D4 is in the fourth column and fourth row. */
export function squareName(row, column) {
  return `${String.fromCharCode(65 + column)}${row + 1}`;
}

/** Returns what is printed on a tile: "A", or "Qu". */
export function tileName(letter) {
  return letter === "q" ? "Qu" : letter.toUpperCase();
}

/** Returns tiles as players read them. */
export function shown(letters) {
  return [...letters].map((letter) => tileName(letter).toUpperCase()).join("");
}

/** Returns the squares of the unbroken line through a square, in reading order. */
function runThrough(rows, row, column, [down, right]) {
  const taken = (r, c) => Boolean(rows[r]?.[c]);
  if (!taken(row, column)) return [];
  let [r, c] = [row, column];
  while (taken(r - down, c - right)) [r, c] = [r - down, c - right];
  const run = [];
  for (; taken(r, c); r += down, c += right) run.push([r, c]);
  return run;
}

/** Returns the words of two letters or more that lie on a square, the one across first. */
export function wordsAt(rows, row, column) {
  return [ACROSS, DOWN]
    .map((step) => runThrough(rows, row, column, step))
    .filter((run) => run.length > 1)
    .map((run) => shown(run.map(([r, c]) => rows[r][c].at(-1)).join("")));
}

/** Returns the squares of a line such as "D4 across BEL(ATE)D"; none for an exchange or a pass. */
export function squaresOf(text) {
  const found = /^([A-Z])(\d+) (across|down) ([A-Z()]+)$/.exec(text);
  if (!found) return [];
  const [down, right] = found[3] === "across" ? ACROSS : DOWN;
  const [row, column] = [Number(found[2]) - 1, found[1].charCodeAt(0) - 65];
  const letters = found[4].replace(/[()]/g, "").match(/QU|[A-Z]/g);
  return letters.map((_, place) => [row + place * down, column + place * right]);
}
