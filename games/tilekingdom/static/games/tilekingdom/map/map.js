/** Draws the map: tiles, subjects, the last tile, legal places and the tile being laid. */

import { count, listing, say } from "../../../shell/common/catalog.js";
import { s } from "../../../shell/common/dom.js";
import { cell } from "../plan.js";
import { anchor, featureName, subjectUse, tileUse, UNIT } from "../tiles.js";

const FIGURE = 30; // a subject's size on the map
const HINT = 19; // its size where it could stand
const SPOT = 11.5; // radius of such a place

const at = (x, y) => `translate(${x * UNIT} ${y * UNIT})`;

export class MapView {
  constructor() {
    this.layers = Object.fromEntries(
      ["tiles", "subjects", "last", "places", "ghost", "plan"].map((name) => [
        name,
        s("g", { class: name, "aria-hidden": ["places", "plan"].includes(name) ? null : "true" }),
      ]),
    );
    this.svg = s("svg", { class: "map drawn", role: "group", "aria-label": say("Map") });
    // One path for the shadow of all tiles: a filter over them would be drawn again with each of them.
    this.shade = s("path", { class: "shade", "aria-hidden": "true" });
    this.svg.append(this.shade, ...Object.values(this.layers));
    this.tiles = new Map();
    this.subjects = new Map();
    this.started = false;
  }

  /**
   * Draws a position; what is new since the last one fades in, what has left fades out.
   * @returns {{tiles: Element[], figures: Map<Element, number>, gone: Map<number, DOMRect>}}  what is
   *   new, subjects with their players, and where subjects stood that have gone, by player
   */
  drawState(state) {
    const news = { tiles: this.drawTiles(state.placements), ...this.drawSubjects(state) };
    this.drawLast(state.placements.at(-1));
    const first = !this.started;
    this.started = true;
    return first ? { tiles: [], figures: new Map(), gone: new Map() } : news;
  }

  /** Draws the tiles; returns those that are new. */
  drawTiles(placements) {
    const fresh = [];
    const wanted = new Set(placements.map(({ x, y }) => cell(x, y)));
    for (const [key, { node }] of this.tiles) {
      if (!wanted.has(key)) {
        node.remove();
        this.tiles.delete(key);
      }
    }
    for (const { kind, x, y, rotation } of placements) {
      const look = `${kind}${rotation}`;
      const known = this.tiles.get(cell(x, y));
      if (known?.look === look) continue;
      known?.node.remove();
      const tile = tileUse(kind, rotation, { class: this.started ? "tile arriving" : "tile" });
      const node = s("g", { transform: at(x, y), "data-tile": cell(x, y) }, tile);
      this.layers.tiles.append(node);
      this.tiles.set(cell(x, y), { node, look });
      fresh.push(tile);
    }
    const square = ({ x, y }) => `M${x * UNIT} ${y * UNIT}h${UNIT}v${UNIT}h-${UNIT}z`;
    this.shade.setAttribute("d", placements.map(square).join(""));
    return fresh;
  }

  drawSubjects({ subjects, placements }) {
    const kinds = new Map(placements.map((placement) => [cell(placement.x, placement.y), placement]));
    const key = ({ player, x, y, feature }) => `${player}:${x},${y}:${feature}`;
    const wanted = new Set(subjects.map(key));
    const [figures, gone] = [new Map(), new Map()];
    for (const [name, node] of this.subjects) {
      if (wanted.has(name)) continue;
      this.subjects.delete(name);
      gone.set(Number.parseInt(name, 10), node.getBoundingClientRect());
      this.leave(node);
    }
    for (const subject of subjects) {
      if (this.subjects.has(key(subject))) continue;
      const { kind, rotation } = kinds.get(cell(subject.x, subject.y));
      const node = this.figure(kind, rotation, subject);
      if (this.started) node.firstChild.classList.add("arriving");
      this.layers.subjects.append(node);
      this.subjects.set(key(subject), node);
      figures.set(node.firstChild, subject.player);
    }
    return { figures, gone };
  }

  figure(kind, rotation, { player, x, y, feature }) {
    const [dx, dy] = anchor(kind, rotation, feature);
    const place = `translate(${x * UNIT + dx} ${y * UNIT + dy})`;
    const use = subjectUse(feature, player, FIGURE);
    return s("g", { transform: place, "data-figure": feature }, use);
  }

  leave(node) {
    const figure = node.firstChild;
    figure.classList.remove("arriving");
    figure.classList.add("leaving");
    figure.addEventListener("animationend", () => node.remove(), { once: true });
    setTimeout(() => node.remove(), 1_000);
  }

  drawLast(placement) {
    const frame = (name, width) =>
      s("rect", { class: name, x: 1.5, y: 1.5, width: 97, height: 97, rx: 2, "stroke-width": width });
    const owner = placement.player === null ? "" : ` player-${placement.player}`;
    const node = s("g", { transform: at(placement.x, placement.y), class: `last-tile${owner}` });
    if (placement.player !== null) node.append(frame("last-glow", 6), frame("last-line", 3));
    this.layers.last.replaceChildren(node);
  }

  /** Returns the tile of a cell. */
  tileNode({ x, y }) {
    return this.tiles.get(cell(x, y))?.node ?? null;
  }

  /** Flashes a cell, as when a line of the move list is pressed. */
  flash(x, y) {
    const frame = s("rect", { x: 0, y: 0, width: UNIT, height: UNIT, rx: 3, class: "flash" });
    const node = s("g", { transform: at(x, y) }, frame);
    this.layers.last.append(node);
    setTimeout(() => node.remove(), 1_600);
  }

  /** Draws the legal places as buttons; `focus` is the one the Tab key leads to. */
  drawPlaces(plan, focus) {
    const nodes = plan.places.map((place, index) => {
      const chosen = plan.place === place;
      const number = index + 1;
      const facts = { number, all: plan.places.length, where: where(place), ways: ways(place) };
      return s(
        "g",
        {
          class: chosen ? "place chosen" : "place",
          transform: at(place.x, place.y),
          role: "button",
          tabindex: place === focus ? 0 : -1,
          "aria-label": say("Place {number} of {all}: {where}, {ways}", facts),
          "aria-pressed": String(chosen),
          "data-place": cell(place.x, place.y),
        },
        s("rect", { x: 5, y: 5, width: 90, height: 90, rx: 7 }),
        s("path", { d: "M50 38V62M38 50H62" }),
      );
    });
    this.layers.places.replaceChildren(...nodes);
  }

  /** Changes what `drawPlaces` drew without making new nodes, which would lose the focus. */
  markPlaces(plan, focus) {
    for (const node of this.layers.places.children) {
      const [x, y] = node.dataset.place.split(",").map(Number);
      const chosen = plan.place?.x === x && plan.place?.y === y;
      node.classList.toggle("chosen", chosen);
      node.setAttribute("aria-pressed", String(chosen));
      node.setAttribute("tabindex", focus?.x === x && focus?.y === y ? "0" : "-1");
    }
  }

  placeNode(place) {
    return this.layers.places.querySelector(`[data-place="${cell(place.x, place.y)}"]`);
  }

  /** Shows how the tile would lie at a place the pointer is over, or nothing. */
  drawGhost(kind, place, rotation) {
    if (!place) return this.layers.ghost.replaceChildren();
    this.layers.ghost.replaceChildren(s("g", { transform: at(place.x, place.y) }, tileUse(kind, rotation)));
  }

  /** Draws the tile being laid with its spots for a subject. */
  drawPlan(kind, plan, player, turned) {
    if (!plan.place) return this.layers.plan.replaceChildren();
    const { x, y } = plan.place;
    const spin = turned ? (turned > 0 ? "tile turning" : "tile turning-back") : "tile";
    const tile = tileUse(kind, plan.rotation, { class: spin });
    const frame = s("rect", { class: "plan-frame", x: -1.5, y: -1.5, width: 103, height: 103, rx: 4 });
    const body = s(
      "g",
      { class: `plan-tile player-${player}`, "data-provisional": cell(x, y) },
      s("g", {}, tile),
      frame,
    );
    const spots = plan.subjects.map((key) => this.spot(kind, plan, key, player));
    const node = s("g", { transform: at(x, y) }, body, s("g", { class: "spots" }, spots));
    this.layers.plan.replaceChildren(node);
  }

  spot(kind, plan, key, player) {
    const [x, y] = anchor(kind, plan.rotation, key);
    const chosen = plan.subject === key;
    const figure = subjectUse(key, player, chosen ? FIGURE : HINT);
    return s(
      "g",
      {
        class: chosen ? `spot chosen player-${player}` : `spot player-${player}`,
        transform: `translate(${x} ${y})`,
        role: "button",
        tabindex: 0,
        "aria-label": say("Subject: {feature}", { feature: featureName(kind, plan.rotation, key) }),
        "aria-pressed": String(chosen),
        "data-subject": key,
      },
      s("circle", { r: SPOT }),
      figure,
    );
  }

  /** Returns the rectangle of all tiles and places, with a little room around. */
  bounds(state, plan) {
    const cells = [...state.placements, ...plan.places];
    const xs = cells.map(({ x }) => x);
    const ys = cells.map(({ y }) => y);
    const room = 0.35;
    const left = Math.min(...xs) - room;
    const top = Math.min(...ys) - room;
    return {
      x: left * UNIT,
      y: top * UNIT,
      width: (Math.max(...xs) + 1 + room - left) * UNIT,
      height: (Math.max(...ys) + 1 + room - top) * UNIT,
    };
  }
}

/** Says in how many ways the tile fits at a place. */
function ways({ turns }) {
  return count("{n} way round", "{n} ways round", turns.length);
}

/** Says where a cell is, as seen from the start tile. */
export function where({ x, y }) {
  const steps = [];
  if (x > 0) steps.push(count("{n} place east", "{n} places east", x));
  if (x < 0) steps.push(count("{n} place west", "{n} places west", -x));
  if (y > 0) steps.push(count("{n} place south", "{n} places south", y));
  if (y < 0) steps.push(count("{n} place north", "{n} places north", -y));
  return steps.length ? say("{ways} of the start tile", { ways: listing(steps) }) : say("the start tile");
}
