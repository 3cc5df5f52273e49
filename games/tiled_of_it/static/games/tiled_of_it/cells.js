/**
 * Cells of the grid by number, row by row from 0: their names, the words on them, and how control flows
 * from one to the next.
 */

/** Returns a cell as players write it: C2 is the third column of the second row. */
export function cellName(cell, size) {
  return `${String.fromCharCode(65 + (cell % size))}${Math.floor(cell / size) + 1}`;
}

/** Returns letters as they are printed on a card. */
export function shown(text) {
  return text.toUpperCase();
}

/** Returns the cells beside a cell in the order in which words are told: left, above, right, below. */
export function around(cell, size) {
  const [row, column] = [Math.floor(cell / size), cell % size];
  return [
    column > 0 ? cell - 1 : null,
    row > 0 ? cell - size : null,
    column < size - 1 ? cell + 1 : null,
    row < size - 1 ? cell + size : null,
  ].filter((other) => other !== null);
}

/** Returns the two cells of a word, its beginning first, whichever of them is named first. */
export function pairOf(cell, other) {
  return cell < other ? [cell, other] : [other, cell];
}

/** Returns the word on two cells. */
export function wordOf(grid, [first, second]) {
  return shown(grid[first].text + grid[second].text);
}

/** Returns the cells whose cards make a word with the one on a cell, in the order of `around`. */
export function partners(cell, { joined }, size) {
  return around(cell, size).filter((other) => {
    const [first, second] = pairOf(cell, other);
    return joined.some(([one, two]) => one === first && two === second);
  });
}

/**
 * Returns how control flows from a cell: rounds of steps {from, to}, each a word further away. A cell
 * that is reached by two ways is in the earlier round.
 * @param {number} cell
 * @param {[number, number][]} joined  the words, as pairs of cells
 */
export function flowFrom(cell, joined) {
  const reached = new Set([cell]);
  const rounds = [];
  for (let front = [cell]; front.length; front = rounds.at(-1)?.map(({ to }) => to) ?? []) {
    const round = front
      .flatMap((from) => joined.filter(([first]) => first === from))
      .filter(([, to]) => !reached.has(to) && reached.add(to))
      .map(([from, to]) => ({ from, to }));
    if (!round.length) break;
    rounds.push(round);
  }
  return rounds;
}

/**
 * Returns what a line of notation is about: the card, and where it was put, null for the pile.
 * @returns {{text: string, cell: number|null}|null}
 */
export function turnOf(line, size) {
  const placed = /^([A-Z]+) ([A-H])([1-8])( pile)?$/.exec(line);
  if (placed) {
    const [row, column] = [Number(placed[3]) - 1, placed[2].charCodeAt(0) - 65];
    return { text: placed[1].toLowerCase(), cell: row * size + column };
  }
  const discarded = /^discard ([A-Z]+)$/.exec(line);
  return discarded ? { text: discarded[1].toLowerCase(), cell: null } : null;
}
