/**
 * What the browser knows of the tiles: the drawings, and for each kind its features with the place
 * where a subject stands. Both files are made by `python -m games.tilekingdom.sprite`.
 */

import { s } from "../shell/dom.js";

export const UNIT = 100; // a tile's side in the plane of the map
const COMPASS = ["north", "east", "south", "west"];
const ROLES = { c: "city", r: "road", m: "mosque", f: "desert" };

let facts = {};

/** Fetches drawings and facts; returns the element with the drawings, to be put into the page. */
export async function load() {
  const [picture, data] = await Promise.all([
    fetch(new URL("tiles.svg", import.meta.url)).then((answer) => answer.text()),
    fetch(new URL("tiles.json", import.meta.url)).then((answer) => answer.json()),
  ]);
  facts = data;
  const sprite = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  return document.importNode(sprite, true);
}

export function tileName(kind) {
  return facts[kind].name;
}

/** Returns a tile as an SVG node; x and y are cells, omitted for a picture of its own. */
export function tileUse(kind, rotation, attributes = {}) {
  const href = rotation ? `#tile-${kind}-${rotation}` : `#tile-${kind}`;
  return s("use", { href, width: UNIT, height: UNIT, ...attributes });
}

/** Returns a small picture of a tile. */
export function tilePicture(kind, rotation = 0) {
  const view = { class: "tile-picture", viewBox: `0 0 ${UNIT} ${UNIT}`, "aria-hidden": "true" };
  return s("svg", view, tileUse(kind, rotation));
}

export function role(key) {
  return ROLES[key[0]];
}

/** Returns a player's subject as it stands on a feature, in a box of 24 by 24 about the middle. */
export function subjectUse(key, player, size, attributes = {}) {
  const href = `#subject-${role(key)}-${player}`;
  const box = { width: size, height: size, x: -size / 2, y: -size / 2 };
  return s("use", { href, ...box, class: `player-${player}`, ...attributes });
}

function turn([x, y], rotation) {
  let point = [x, y];
  for (let i = 0; i < rotation; i += 1) point = [UNIT - point[1], point[0]];
  return point;
}

/** Returns where on a turned tile a feature's subject stands. */
export function anchor(kind, rotation, key) {
  return turn(facts[kind].features[key].at, rotation);
}

function bearing(kind, rotation, key) {
  const { sides } = facts[kind].features[key];
  if (sides.length) {
    return sides
      .map((side) => (side + rotation) % 4)
      .sort()
      .map((side) => COMPASS[side])
      .join("-");
  }
  const [x, y] = anchor(kind, rotation, key);
  const vertical = y < 35 ? "north" : y > 65 ? "south" : "";
  const horizontal = x < 35 ? "west" : x > 65 ? "east" : "";
  return [vertical, horizontal].filter(Boolean).join("-");
}

/** Names a feature of a turned tile: "road", or "road west" where the tile has several. */
export function featureName(kind, rotation, key) {
  const same = Object.keys(facts[kind].features).filter((other) => other[0] === key[0]);
  const name = role(key);
  return same.length > 1 ? `${name} ${bearing(kind, rotation, key)}`.trim() : name;
}
