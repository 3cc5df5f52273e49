/** A tile as drawn: its value in the colour, and with the mark, of how it came to its cell. */

import { h } from "../shell/dom.js";
import { canMove } from "./position.js";

const SHADES = 5; // of blue, for tiles that were combined
const DOTS = 4; // more are told by a number

/** Returns what tells tiles apart that look different. */
export function lookOf({ value, origin, combined }) {
  return `${value} ${origin} ${combined}`;
}

export function drawTile(tile) {
  const { value, origin, combined } = tile;
  const kind = combined ? `is-combined shade-${Math.min(combined, SHADES)}` : `is-${origin}`;
  const marks = combined ? h("span", { class: "tile-dots" }, dots(combined)) : null;
  return h("div", { class: `tile ${kind}`, "data-value": value, "aria-hidden": "true" }, marks, String(value));
}

function dots(count) {
  return count > DOTS ? `•${count}` : "•".repeat(count);
}

/** Says what a tile is: "10, by chance", "2, combined twice". */
export function tileWords(tile) {
  const how = { random: "by chance", placed: "placed", moved: "moved" }[tile.origin];
  const times = tile.combined === 1 ? "combined once" : `combined ${tile.combined} times`;
  const fixed = canMove(tile) ? "" : ", fixed";
  return `${tile.value}, ${tile.combined ? times : how}${fixed}`;
}
