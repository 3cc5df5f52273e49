/**
 * A tile as drawn: its value, with a colour and a mark that tell how it came to its cell. The larger
 * the value, the deeper the colour and the thicker the tile.
 */

import { count, say } from "../../../shell/common/catalog.js";
import { h } from "../../../shell/common/dom.js";
import { canMove } from "../position.js";

const SHADES = 5; // of blue, for tiles that were combined
const DOTS = 4; // more are told by a number
const HEAVIEST = 20; // a tile of a larger value looks no heavier
const ORIGINS = { random: say("by chance"), placed: say("placed"), moved: say("moved") };

/** Returns what tells tiles apart that look different. */
export function lookOf({ value, origin, combined }) {
  return `${value} ${origin} ${combined}`;
}

export function drawTile(tile) {
  const { value, origin, combined } = tile;
  const kind = combined ? `is-combined shade-${Math.min(combined, SHADES)}` : `is-${origin}`;
  const marks = combined ? h("span", { class: "tile-dots" }, dots(combined)) : null;
  const node = h("div", { class: `tile ${kind}`, "data-value": value, "aria-hidden": "true" }, marks, String(value));
  node.style.setProperty("--heft", heft(value));
  return node;
}

/** Returns how heavy a tile of a value looks, from 0 to 1. */
export function heft(value) {
  return Math.min(value, HEAVIEST) / HEAVIEST;
}

function dots(count) {
  return count > DOTS ? `•${count}` : "•".repeat(count);
}

/** Says what a tile is: "10, by chance", "2, combined 3 times, fixed". */
export function tileWords(tile) {
  const how = tile.combined ? timesWords(tile.combined) : ORIGINS[tile.origin];
  return [tile.value, how, canMove(tile) ? "" : say("fixed")].filter(Boolean).join(say(", "));
}

function timesWords(times) {
  return times === 1 ? say("combined once") : count("combined {n} time", "combined {n} times", times);
}
