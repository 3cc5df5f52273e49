/**
 * The queue as drawn: tiles on a rail, numbered from the front. Tiles that would be taken light up,
 * those after them are numbered anew for the other player, and all move up when some are taken.
 */

import { number as digits, say } from "../../../shell/common/catalog.js";
import { s, set } from "../../../shell/common/dom.js";
import { drawn, inWords, together } from "../tiles.js";

const GAP = 4;
const MARGIN = 10;
const HEAD = 18; // for the numbers above a tile
const FOOT = 9; // for the bar below it
const SMALLEST = 24; // of a tile that is still easy to touch
const LARGEST = 54;
const AWAY = 700; // milliseconds until a taken tile is out of sight

export class Queue {
  constructor() {
    this.items = []; // {tile, node, name, face}
    this.width = 0;
    this.count = 0; // of its tiles, which the rules keep the same
    this.rails = s("g", { class: "rails" });
    this.tiles = s("g", {});
    this.svg = s("svg", { class: "queue", role: "img" }, this.rails, this.tiles);
  }

  /** Lays the queue out for a width in pixels. */
  layout(width) {
    if (!width || width === this.width) return;
    this.width = width;
    this.items.forEach((item) => this.dress(item));
    this.place();
  }

  /** Takes the tiles of a view; of those shown the first `taken` are gone, to `up` or down. */
  set(queue, taken, up) {
    const tiles = [...queue];
    this.count = tiles.length;
    const kept = this.items.slice(taken);
    const moves = this.items.length > 0 && kept.every((item, place) => item.tile === tiles[place]);
    if (!moves) {
      this.tiles.replaceChildren();
      this.items = [];
    } else {
      this.items.slice(0, taken).forEach((item) => this.send(item, up));
      this.items = kept;
    }
    const fresh = tiles.slice(this.items.length).map((tile) => this.item(tile, moves));
    this.items.push(...fresh);
    this.tiles.append(...fresh.map((item) => item.node));
    this.place();
  }

  /** Returns the tiles with where they are on the screen, those at the front first. */
  boxes() {
    return this.items.map(({ tile, face }) => ({ tile, box: face.getBoundingClientRect() }));
  }

  item(tile, arriving) {
    const number = s("text", { class: "queue-number" });
    const face = s("g", { class: "queue-face" });
    const bar = s("rect", { class: "queue-bar" });
    const inner = s("g", { class: arriving ? "arriving" : null }, number, face, bar);
    const item = { tile, number, face, bar, node: s("g", { class: "queue-tile" }, inner) };
    this.dress(item);
    return item;
  }

  send({ node }, up) {
    node.classList.add("leaving", up ? "leaving-up" : "leaving-down");
    setTimeout(() => node.remove(), AWAY);
  }

  get step() {
    const room = this.width - 2 * MARGIN + GAP;
    return Math.min(LARGEST + GAP, room / this.inARow);
  }

  /** Tells how many tiles a row has: all, or as many as stay easy to read. */
  get inARow() {
    const count = Math.max(1, this.count);
    const most = Math.floor((this.width - 2 * MARGIN + GAP) / (SMALLEST + GAP));
    const rows = Math.ceil(count / Math.max(1, most));
    return Math.ceil(count / rows);
  }

  dress({ tile, number, face, bar }) {
    if (!this.width) return;
    const size = this.step - GAP;
    face.replaceChildren(...drawn(tile, size));
    set(number, { x: size / 2, y: -HEAD / 2 - 1 });
    set(bar, { y: size + 6, width: size, height: 3.5, rx: 1.7 });
  }

  place() {
    const { items, step, inARow } = this;
    if (!this.width || !items.length) return;
    const size = step - GAP;
    const row = size + HEAD + FOOT + 3;
    const rows = Math.ceil(items.length / inARow);
    const left = (this.width - inARow * step + GAP) / 2;
    items.forEach(({ node }, place) => {
      const x = left + (place % inARow) * step;
      const y = HEAD + Math.floor(place / inARow) * row;
      node.style.transform = `translate(${x}px, ${y}px)`;
    });
    const height = rows * row;
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${height}`);
    this.svg.setAttribute("height", height);
    this.drawRails(rows, row, size, left, inARow * step - GAP);
  }

  drawRails(rows, row, size, left, length) {
    const rails = [...Array(rows).keys()].map((place) =>
      s("rect", {
        class: "rail",
        x: left - 7,
        y: HEAD + place * row + size * 0.3,
        width: length + 14,
        height: size * 0.5,
        rx: 5,
      }),
    );
    this.rails.replaceChildren(...rails);
  }

  /**
   * Lights up what would be taken.
   * @param {{count: number|null, tone: string, player: number}} choice
   *   count null: nothing is chosen; tone "mine" or "bad"; the player who takes
   */
  light({ count, tone, player }) {
    this.items.forEach(({ node, number }, place) => {
      const takes = count !== null && place < count;
      node.classList.toggle("is-taken", takes && tone === "mine");
      node.classList.toggle("is-bad", takes && tone === "bad");
      node.classList.toggle("is-left", count !== null && !takes);
      number.textContent = digits(count === null || takes ? place + 1 : place - count + 1);
    });
    this.svg.classList.toggle("player-0", player === 0);
    this.svg.classList.toggle("player-1", player === 1);
    this.svg.setAttribute("aria-label", this.inWords(count ?? 0));
  }

  /** Says what is in the queue, and what the reader would take of it. */
  inWords(count) {
    const tiles = this.items.map((item) => item.tile);
    const all = say("The queue, from the front: {tiles}.", { tiles: inWords(tiles) });
    const taken = together(tiles.slice(0, count));
    return count ? [all, say("You'd take {tiles}.", { tiles: taken })].join(" ") : all;
  }
}
