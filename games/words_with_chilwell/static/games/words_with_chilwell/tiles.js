/** The tiles: what they are worth and called, and how one is drawn. */

import { listing, number, say } from "../../shell/common/catalog.js";
import { h, s } from "../../shell/common/dom.js";

export const BLANK = "▊";
export const LONGEST = 20; // letters of an attempt
export const SHORTEST = 2;

const WORTH = { aeinorst: 1, bcdglmpu: 2, fhkvwy: 3, jqxz: 5 };
const VALUES = new Map(
  Object.entries(WORTH).flatMap(([letters, value]) => [...letters].map((one) => [one, value])),
);

/** Returns what a tile is worth; a blank is worth nothing. */
export function valueOf(tile) {
  return VALUES.get(tile) ?? 0;
}

/** Returns what some tiles are worth together. */
export function worthOf(tiles) {
  return [...tiles].reduce((sum, tile) => sum + valueOf(tile), 0);
}

/** Returns the points of a word by its tiles: for the tiles, the bonus, and in all. */
export function pointsFor(tiles, options) {
  const letters = worthOf(tiles);
  const { length } = tiles;
  const middle = length >= options.middle_length ? options.middle_bonus : 0;
  const bonus = length >= options.long_length ? options.long_bonus : middle;
  return { letters, bonus, total: letters + bonus };
}

/** Returns what a tile is called: "A", "blank". */
export function tileName(tile) {
  return tile === BLANK ? say("blank") : tile.toUpperCase();
}

/** Returns tiles in a row as they are read out: "A, N, blank". */
export function inWords(tiles) {
  return [...tiles].map(tileName).join(say(", "));
}

/** Returns tiles as part of a sentence: "A, N and blank". */
export function together(tiles) {
  return listing([...tiles].map(tileName));
}

/** Returns tiles as a row of small faces, for a line of text. */
export function small(tiles) {
  const faces = [...tiles].map((tile) =>
    tile === BLANK
      ? h("span", { class: "small-tile wooden is-blank" })
      : h("span", { class: "small-tile wooden", translate: "no" }, tileName(tile)),
  );
  return h("span", { class: "small-tiles", role: "img", "aria-label": inWords(tiles) }, faces);
}

/** Returns a tile's face as the hand shows it. */
export function face(tile) {
  if (tile === BLANK) return h("span", { class: "face face-blank" });
  // Drawn and not written: a button is called by its letter alone.
  const worth = h("span", { class: "face-value", "data-worth": number(valueOf(tile)) });
  return h("span", { class: "face", translate: "no" }, tileName(tile), worth);
}

/**
 * Returns a tile as drawn, its corner at the origin.
 * @param {string} tile
 * @param {number} size
 * @param {string} stands  the letter a blank stands for, if it is in a word
 */
export function drawn(tile, size, stands = "") {
  const box = { width: size, height: size, rx: size / 7 };
  const edge = s("rect", { class: "tile-edge", ...box, y: Math.max(2, size * 0.075) });
  const sheet = (kind) => s("rect", { class: kind, ...box });
  if (tile === BLANK) return [edge, sheet("tile-face tile-face-blank"), ...blankFace(stands, size)];
  return [
    edge,
    sheet("tile-face"),
    glyph(tile, size, { class: "tile-letter", x: size * 0.46 }),
    size > 22 ? value(tile, size) : null,
  ].filter(Boolean);
}

function glyph(letter, size, facts) {
  return s("text", { y: size * 0.51, "font-size": size * 0.58, ...facts }, letter.toUpperCase());
}

/** A blank's face: a frame with nothing in it, or the letter it stands for as if written by hand. */
function blankFace(stands, size) {
  const inset = size * 0.13;
  const box = { x: inset, y: inset, width: size - 2 * inset, height: size - 2 * inset, rx: size / 10 };
  const frame = s("rect", { class: "tile-blank", ...box, "stroke-width": Math.max(1, size * 0.035) });
  return stands ? [frame, glyph(stands, size, { class: "tile-letter tile-stands", x: size / 2 })] : [frame];
}

function value(tile, size) {
  const at = { x: size * 0.84, y: size * 0.81, "font-size": Math.max(9, size * 0.25) };
  return s("text", { class: "tile-value", ...at }, number(valueOf(tile)));
}

/** Returns the back of a tile. */
export function back(size) {
  const box = { width: size, height: size, rx: size / 7 };
  return [
    s("rect", { class: "tile-back", ...box }),
    s("path", { class: "tile-back-sign", d: `M${size * 0.3} ${size / 2}h${size * 0.4}` }),
  ];
}
