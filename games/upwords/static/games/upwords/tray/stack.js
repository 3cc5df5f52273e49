/**
 * A stack as drawn: a tile for each that lies in it, so it stands as high as it is, its shadow, and
 * on top the letter with, from two tiles on, the height as a number.
 */

import { s } from "../../../shell/common/dom.js";
import { CELL } from "../../../shell/board/grid.js";
import { tileName } from "../squares.js";

const TILE = 52;
const CORNER = 7;
const THICK = 5; // how far each tile stands above the one below,
const LEAN = 1.2; // and how far it leans to the left, so that its right side is seen
const TALLEST = 26; // how far the tiles of a stack rise together
const BRIGHTEST = 5; // tiles from which a face is no brighter

/**
 * Returns a stack on the square with its corner at (x, y).
 * @param {string} all  its letters from the bottom up
 * @param {{mine: string|null, last: boolean, arriving: boolean, bad: boolean, full: boolean}} facts
 */
export function stackOn(all, x, y, facts) {
  const { length } = all;
  const thick = Math.min(THICK, TALLEST / length);
  const [left, top] = [x + CELL - 3 - TILE, y + CELL - 2 - TILE];
  const at = (level) => ({ x: left - LEAN * level, y: top - thick * level, width: TILE, height: TILE, rx: CORNER });
  const sides = [...all].map((_, level) => s("rect", { class: level % 2 ? "edge edge-odd" : "edge", ...at(level) }));
  return [shadow(left, top, length), ...sides.slice(0, -1), topmost(all, sides.at(-1), at(length), facts)];
}

function shadow(left, top, height) {
  const far = { x: left + 1 + height, y: top + 1 + 0.8 * height };
  return s("rect", { class: "tile-shadow", ...far, width: TILE, height: TILE, rx: CORNER });
}

function topmost(all, side, box, { mine, last, arriving, bad, full }) {
  const { x, y } = box;
  const kinds = [
    `tile lit-${Math.min(all.length, BRIGHTEST)}`,
    mine ? "tile-mine" : "",
    last && !mine ? "tile-last" : "",
    mine && bad ? "tile-bad" : "",
    arriving && !mine ? "arriving" : "",
  ];
  const gleam = `M${x + 2} ${y + TILE - 9}V${y + CORNER + 1}q0 -6 6 -6H${x + TILE - 9}`;
  return s(
    "g",
    { class: kinds.filter(Boolean).join(" "), ...(mine ? { "data-mine": mine } : {}) },
    side,
    s("rect", { class: "tile-face", ...box }),
    s("path", { class: "gleam", d: gleam }),
    letter(all.at(-1), x, y, all.length),
    all.length > 1 ? height(all.length, x + TILE, y, full) : null,
  );
}

/** Returns a face's letter, which leaves the corner to the number of a stack. */
function letter(tile, x, y, count) {
  const name = tileName(tile);
  const [aside, below] = count > 1 ? [-2, 3] : [0, 1];
  const at = { x: x + TILE / 2 + aside, y: y + TILE / 2 + below };
  return s("text", { class: name.length > 1 ? "glyph glyph-long" : "glyph", ...at }, name);
}

function height(count, right, top, full) {
  const tab = `M${right - 20} ${top}h13a7 7 0 0 1 7 7v11h-14a6 6 0 0 1 -6 -6z`;
  return s(
    "g",
    { class: full ? "height-tab is-full" : "height-tab" },
    s("path", { d: tab }),
    s("text", { class: "height", x: right - 9.5, y: top + 9.5 }, String(count)),
  );
}
