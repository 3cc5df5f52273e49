/**
 * The board without its tiles: a walnut frame around green baize, squares pressed into the cloth, and
 * a brass star over the four squares on which the game begins.
 */

import { s } from "../../../shell/common/dom.js";
import { CELL } from "../../../shell/board/grid.js";

const PRESSED = 1.5; // from the edge of a square to where it's pressed in

/**
 * Returns the wood of the frame, and the cloth in it.
 * @param {number} side  of the whole
 * @param {number} margin  of the frame above and left, where the names stand
 * @param {number} rim  of the frame below and right
 */
export function frame(side, margin, rim) {
  const above = [0.2, 0.5, 0.82].map((part) => part * margin);
  const below = [0.3, 0.7].map((part) => side - part * rim);
  const third = side / 3;
  const lines = [...above, ...below].map((off) =>
    [
      `M8 ${off}c${third} 3 ${third} -3 ${side - 16} 0`,
      `M${off} ${margin}c3 ${third} -3 ${third} 0 ${side - margin - rim}`,
    ].join(""),
  );
  const [near, far] = [side - 3, side - rim];
  const corners = `M3 3L${margin} ${margin}M${near} 3L${far} ${margin}M3 ${near}L${margin} ${far}M${near} ${near}L${far} ${far}`;
  const cloth = far - margin + 6;
  return s(
    "g",
    { class: "wood" },
    s("path", { class: "grain", d: lines.join("") + corners }),
    s("rect", { class: "baize", x: margin - 3, y: margin - 3, width: cloth, height: cloth, rx: 6 }),
  );
}

/** Returns the pressed edges of all squares: dark above and left, where the light doesn't reach. */
export function pressed(size, at) {
  const places = [...Array(size).keys()];
  const far = CELL - 2 * PRESSED;
  const corners = places.flatMap((row) =>
    places.map((column) => [at(column) + PRESSED, at(row) + PRESSED]),
  );
  const dark = corners.map(([x, y]) => `M${x + 1} ${y + far - 4}V${y + 5}q0 -4 4 -4H${x + far - 4}`);
  const light = corners.map(([x, y]) => `M${x + 4} ${y + far - 1}h${far - 9}q4 0 4 -4V${y + 4}`);
  return s(
    "g",
    { class: "pressed" },
    s("path", { class: "pressed-dark", d: dark.join("") }),
    s("path", { class: "pressed-light", d: light.join("") }),
  );
}

/** Returns the star over the middle of the board: eight points, the long ones along the rows. */
export function star(middle) {
  const points = [...Array(16).keys()].map((point) => {
    const far = point % 4 === 0 ? 56 : point % 2 ? 13 : 32;
    const turn = (point * Math.PI) / 8;
    return `${middle + far * Math.sin(turn)} ${middle - far * Math.cos(turn)}`;
  });
  return s(
    "g",
    { class: "centre-sign" },
    s("circle", { cx: middle, cy: middle, r: 44 }),
    s("path", { d: `M${points.join("L")}Z` }),
  );
}
