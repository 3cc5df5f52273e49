/**
 * What the browser knows about the tiles: their names, the drawings, and for each kind its features and
 * where a subject stands on them. `python -m games.tilekingdom.display.sprite` makes drawings and features.
 */

import { say } from "../../shell/common/catalog.js";
import { s } from "../../shell/common/dom.js";

export const UNIT = 100; // a tile's side in the plane of the map
const ROLES = { c: "city", r: "road", m: "mosque", f: "desert" };

const NAMES = {
  A: say("mosque with a road"),
  B: say("mosque"),
  C: say("city on every side, with a fountain"),
  D: say("city above a road"),
  E: say("city"),
  F: say("city from side to side, with a fountain"),
  G: say("city from side to side"),
  H: say("two cities face to face"),
  I: say("two cities side by side"),
  J: say("city, road bending right"),
  K: say("city, road bending left"),
  L: say("city above three roads that meet"),
  M: say("city corner with a fountain"),
  N: say("city corner"),
  O: say("city corner with a fountain, road bend"),
  P: say("city corner, road bend"),
  Q: say("city on three sides, with a fountain"),
  R: say("city on three sides"),
  S: say("city on three sides with a fountain and a gate"),
  T: say("city on three sides with a gate"),
  U: say("straight road"),
  V: say("road bend"),
  W: say("three roads that meet"),
  X: say("crossroads"),
};

const PLAIN = { c: say("city"), r: say("road"), m: say("mosque"), f: say("desert") };

// Clockwise from the north, as a tile's sides are numbered, and the corners after each of them.
const AT_SIDE = {
  c: [say("north city"), say("east city"), say("south city"), say("west city")],
  r: [say("north road"), say("east road"), say("south road"), say("west road")],
  f: [say("north desert"), say("east desert"), say("south desert"), say("west desert")],
};
const DESERT_AT_CORNER = [
  say("north-east desert"),
  say("south-east desert"),
  say("south-west desert"),
  say("north-west desert"),
];

let facts = {};
let loading = null;
const waiting = new Map(); // by id, the drawings that the page hasn't needed yet
const sprite = s("svg", { class: "sprite", "aria-hidden": "true" });

/** Fetches drawings and facts once; returns the element for the drawings, to be put into the page. */
export async function load() {
  loading ??= fetchAll();
  try {
    await loading;
  } catch (error) {
    loading = null;
    throw error;
  }
  return sprite;
}

async function fetchAll() {
  const answer = await fetch(new URL("tiles.svg", import.meta.url));
  const picture = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  facts = JSON.parse(picture.querySelector("metadata").textContent);
  for (const drawing of picture.querySelectorAll("[id]")) waiting.set(drawing.id, drawing);
}

/** Returns the address of a drawing. It comes to the page with what it's made of: each costs time there. */
function drawn(id) {
  const drawing = waiting.get(id);
  waiting.delete(id);
  if (drawing) {
    for (const part of drawing.querySelectorAll("use")) drawn(part.getAttribute("href").slice(1));
    sprite.append(drawing);
  }
  return `#${id}`;
}

export function tileName(kind) {
  return NAMES[kind];
}

/** Returns a tile as an SVG node. */
export function tileUse(kind, rotation, attributes = {}) {
  const href = drawn(rotation ? `tile-${kind}-${rotation}` : `tile-${kind}`);
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
  const href = drawn(`subject-${role(key)}-${player}`);
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

/** Returns the name of a desert by where its subject stands: at a side, or else in a corner. */
function desertAt([x, y]) {
  const [north, east, south, west] = [y < 35, x > 65, y > 65, x < 35];
  const corner = [north && east, south && east, south && west, north && west].indexOf(true);
  const side = [north, east, south, west].indexOf(true);
  return DESERT_AT_CORNER[corner] ?? AT_SIDE.f[side] ?? PLAIN.f;
}

/** Names a feature of a turned tile: "road", or "west road" where the tile has several. */
export function featureName(kind, rotation, key) {
  const { features } = facts[kind];
  if (Object.keys(features).filter((other) => other[0] === key[0]).length < 2) return PLAIN[key[0]];
  if (key[0] === "f") return desertAt(anchor(kind, rotation, key));
  return AT_SIDE[key[0]][(features[key].sides[0] + rotation) % 4];
}
