/**
 * A player's own tiles in the order they like. Knows letters and places and nothing of a game: whoever
 * makes the rack says what a tile looks like and what happens to a chosen one.
 */

import { listenByRows } from "../keys.js";
import { listing, say } from "../../common/catalog.js";
import { h, set } from "../../common/dom.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/** What is said of a rack, by what a game calls the things on it. */
const WORDS = {
  tiles: {
    rack: () => say("Your tiles"),
    keys: () => say("Go to your next tile; with Shift, move this one along"),
    order: (tiles) => say("Your tiles: {tiles}.", { tiles }),
  },
  cards: {
    rack: () => say("Your cards"),
    keys: () => say("Go to your next card; with Shift, move this one along"),
    order: (cards) => say("Your cards: {cards}.", { cards }),
  },
};

/**
 * A tile of the rack: `letter` as the server writes it, `index` its place in the server's rack,
 * `laid` whether it lies elsewhere for now.
 * @typedef {{letter: string, index: number, laid: boolean}} Tile
 */

export class Rack {
  /**
   * @param {object} options
   * @param {"tiles"|"cards"} [options.things]  what the game calls them
   * @param {(tile: Tile) => Node} options.face  what a tile shows
   * @param {(tile: Tile) => string} options.name  what a tile is called
   * @param {(tile: Tile) => void} options.choose  a tile was clicked
   * @param {(text: string) => void} options.announce
   */
  constructor({ things = "tiles", face, name, choose, announce }) {
    this.words = WORDS[things];
    this.face = face;
    this.name = name;
    this.choose = choose;
    this.announce = announce;
    /** @type {Tile[]} */
    this.tiles = [];
    this.chosen = null;
    this.nodes = new Map();
    this.root = h("div", { class: "rack", role: "group", "aria-label": this.words.rack() });
    const does = this.words.keys();
    listenByRows(this.root, this, [{ keys: Object.keys(STEPS), does, act: (rack, event) => rack.go(event) }]);
  }

  /**
   * Takes the letters on the tiles, as the server tells them. Tiles that are still there keep their
   * places, those just `spent` go first, new ones come at the end.
   * @param {string|string[]} letters
   * @param {Tile[]} spent
   */
  deal(letters, spent = []) {
    const free = [...letters].map((letter, index) => ({ letter, index }));
    const take = (letter) => {
      const at = free.findIndex((one) => one.letter === letter);
      return at < 0 ? null : free.splice(at, 1)[0];
    };
    const kept = this.tiles.filter((tile) => {
      const found = spent.includes(tile) ? null : take(tile.letter);
      if (found) tile.index = found.index;
      return found !== null;
    });
    this.tiles = [...kept, ...free.map((one) => ({ ...one, laid: false }))];
    if (!this.tiles.includes(this.chosen)) this.chosen = null;
    this.render();
  }

  /** Returns a tile on the rack that has a letter, or null. */
  find(letter) {
    return this.tiles.find((tile) => tile.letter === letter && !tile.laid) ?? null;
  }

  select(tile) {
    this.chosen = tile;
    this.render();
  }

  shuffle() {
    const { tiles } = this;
    const before = this.tiles.map((tile) => tile.letter).join("");
    // Seven tiles can fall as they were: try a few times more, then leave it.
    for (let round = 0; round < 5; round += 1) {
      for (let last = tiles.length - 1; last > 0; last -= 1) {
        const other = Math.floor(Math.random() * (last + 1));
        [tiles[last], tiles[other]] = [tiles[other], tiles[last]];
      }
      if (tiles.map((tile) => tile.letter).join("") !== before) break;
    }
    this.render();
    this.announce(this.words.order(listing(tiles.map(this.name))));
  }

  /** Moves a tile to another place of the rack. */
  move(tile, place) {
    const from = this.tiles.indexOf(tile);
    const to = Math.max(0, Math.min(this.tiles.length - 1, place));
    if (from < 0 || from === to) return;
    this.tiles.splice(from, 1);
    this.tiles.splice(to, 0, tile);
    this.render();
  }

  /** Returns the place of the rack under a point of the screen, or -1 if it isn't near the rack. */
  placeAt(x, y) {
    const box = this.root.getBoundingClientRect();
    const reach = 28;
    if (y < box.top - reach || y > box.bottom + reach) return -1;
    if (x < box.left - reach || x > box.right + reach) return -1;
    const boxes = this.tiles.map((tile) => this.nodes.get(tile).getBoundingClientRect());
    const far = boxes.map((one) =>
      Math.hypot(x - one.left - one.width / 2, y - one.top - one.height / 2),
    );
    return far.indexOf(Math.min(...far));
  }

  /** Returns the tile a pointer is on. */
  tileOf(event) {
    const node = event.target.closest("[data-tile]");
    return this.tiles.find((tile) => this.nodes.get(tile) === node) ?? null;
  }

  /** Returns a picture of a tile, to be carried by the pointer. */
  picture(tile) {
    return h("span", { class: "rack-tile" }, this.face(tile));
  }

  render() {
    const held = document.activeElement;
    for (const [tile, node] of this.nodes) {
      if (this.tiles.includes(tile)) continue;
      node.remove();
      this.nodes.delete(tile);
    }
    const stop = this.stop();
    const nodes = this.tiles.map((tile) => this.node(tile, tile === stop));
    const same = nodes.length === this.root.children.length
      && nodes.every((node, place) => this.root.children[place] === node);
    if (same) return;
    this.root.replaceChildren(...nodes);
    if (this.root.contains(held)) held.focus({ preventScroll: true });
  }

  /** Returns the one tile the Tab key stops at. */
  stop() {
    const focused = this.tiles.find((tile) => this.nodes.get(tile) === document.activeElement);
    return focused ?? this.chosen ?? this.tiles[0] ?? null;
  }

  node(tile, isStop) {
    let node = this.nodes.get(tile);
    if (!node) {
      const click = () => this.choose(tile);
      node = h("button", { type: "button", class: "rack-tile", click }, this.face(tile));
      this.nodes.set(tile, node);
    }
    const label = tile.laid ? say("{tile}, on the board; take it back", { tile: this.name(tile) }) : this.name(tile);
    node.classList.toggle("is-laid", tile.laid);
    return set(node, {
      "data-tile": tile.index,
      "aria-label": label,
      "aria-pressed": String(tile === this.chosen),
      tabindex: isStop ? 0 : -1,
    });
  }

  /** The arrows go from tile to tile; with Shift they take the tile along. */
  go(event) {
    const tile = this.tileOf(event);
    if (!tile) return false;
    const place = this.tiles.indexOf(tile) + STEPS[event.key];
    if (place < 0 || place >= this.tiles.length) return true;
    if (event.shiftKey) {
      this.move(tile, place);
      this.nodes.get(tile).focus({ preventScroll: true });
      const facts = { tile: this.name(tile), place: place + 1, all: this.tiles.length };
      this.announce(say("{tile}, place {place} of {all}.", facts));
    } else {
      this.nodes.get(this.tiles[place]).focus({ preventScroll: true });
      this.render();
    }
    return true;
  }
}
