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
export function drawCard(card, x, y, kind = "") {
  const group = { class: `word-card player-${card.player} ${kind}`.trim(), "data-card": card.text };
  return s("g", group, ...partsOf(card, x, y));
}

/**
 * Returns a card as it would look in the colour of whoever takes it, to lie on the card as it is.
 * @param {number} round  so many words from the card that takes it, which is when it turns
 */
export function drawTurned({ text }, player, round, x, y) {
  const group = { class: `turned player-${player} wave-${Math.min(round, 6)}` };
  return s("g", group, ...partsOf({ text, player }, x, y));
}

function partsOf({ text, player }, x, y) {
  const length = text.length > 2 ? "letters letters-long" : "letters";
  const middle = x + WIDTH / 2;
  return [
    s("rect", { class: "card-edge", x, y: y + EDGE, width: WIDTH, height: HEIGHT, rx: 8 }),
    s("rect", { class: "card-sheet", x, y, width: WIDTH, height: HEIGHT, rx: 8 }),
    s("text", { class: length, x: middle, y: y + 23 }, shown(text)),
    s("path", { class: "card-mark", d: MARKS[player], transform: `translate(${middle} ${y + 44}) scale(1.75)` }),
  ];
}
