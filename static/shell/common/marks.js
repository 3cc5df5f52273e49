/** What tells the players apart besides their colours: circle, triangle, square, diamond, cross. */

import { s } from "./dom.js";

export const MARKS = [
  "M0 -2.8A2.8 2.8 0 1 1 0 2.8A2.8 2.8 0 1 1 0 -2.8Z",
  "M0 -3.3L3.3 2.5H-3.3Z",
  "M-2.6 -2.6H2.6V2.6H-2.6Z",
  "M0 -3.6L3 0L0 3.6L-3 0Z",
  "M-1.1 -3.1H1.1V-1.1H3.1V1.1H1.1V3.1H-1.1V1.1H-3.1V-1.1H-1.1Z",
];

/** Returns a player's mark on a disc of their colour. */
export function mark(player) {
  return s(
    "svg",
    { class: `player-mark player-${player}`, viewBox: "-6 -6 12 12", "aria-hidden": "true" },
    s("circle", { r: 6 }),
    s("path", { d: MARKS[player] }),
  );
}
