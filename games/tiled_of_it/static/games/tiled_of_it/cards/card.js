/** A card as drawn: its letters in a player's colour, and below them that player's mark. */

import { h, s } from "../../../shell/common/dom.js";
import { mark, MARKS } from "../../../shell/common/marks.js";
import { shown } from "../cells.js";

export const WIDTH = 58;
export const HEIGHT = 55;
const EDGE = 3; // how much of its side is seen below

/** Returns a card's face as the hand and the pile show it. */
export function face(text, player) {
  const kind = text.length > 2 ? "card-text card-text-long" : "card-text";
  return h("span", { class: `card-face player-${player}`, translate: "no" }, h("span", { class: kind }, shown(text)), mark(player));
}

/** Returns a card on the grid. */
export function drawCard({ text, player }, x, y, kind = "") {
  const length = text.length > 2 ? "letters letters-long" : "letters";
  const middle = x + WIDTH / 2;
  return s(
    "g",
    { class: `word-card player-${player} ${kind}`.trim(), "data-card": text },
    s("rect", { class: "card-edge", x, y: y + EDGE, width: WIDTH, height: HEIGHT, rx: 8 }),
    s("rect", { class: "card-sheet", x, y, width: WIDTH, height: HEIGHT, rx: 8 }),
    s("text", { class: length, x: middle, y: y + 23 }, shown(text)),
    s("path", { class: "card-mark", d: MARKS[player], transform: `translate(${middle} ${y + 44}) scale(1.75)` }),
  );
}
