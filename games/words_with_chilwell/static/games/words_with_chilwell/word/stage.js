/**
 * The stage in the middle: the word being spelled, large, on places that show which lengths earn a
 * bonus; or, while nothing is being spelled, the word of a turn.
 */

import { number, say } from "../../../shell/common/catalog.js";
import { h, s, set } from "../../../shell/common/dom.js";
import { BLANK, drawn } from "../tiles.js";
import { Story } from "./story.js";

const GAP = 5;
const LARGEST = 80; // or a part of the height, where that is more
const PART = 0.6;
const LEDGE = 9; // pixels of wood below the letters
const SMALLEST_PLACES = 8;
const MOST_PLACES = 10; // shown without tiles on them

export class Stage {
  constructor() {
    this.width = 0;
    this.height = 0;
    this.ledge = s("rect", { class: "ledge", rx: 3 });
    this.slots = s("g", { class: "slots" });
    this.letters = s("g", {});
    this.caret = s("rect", { class: "caret" });
    this.svg = s(
      "svg",
      {
        class: "word drawn",
        role: "application",
        "aria-roledescription": say("word"),
        tabindex: 0,
      },
      s("g", { "aria-hidden": "true" }, this.ledge, this.slots, this.letters, this.caret),
    );
    this.line = h("div", { class: "stage-line" });
    this.sum = h("p", { class: "stage-sum" });
    this.story = new Story();
    this.root = h(
      "div",
      { class: "stage" },
      h("div", { class: "stage-head" }, this.line, this.sum),
      h("div", { class: "word-box" }, this.svg),
      this.story.root,
    );
    this.nodes = new Map(); // of the letters shown, by what they are the letters of
    this.fresh = []; // what has just come into the word being spelled, with its face
    this.kind = "none";
    this.shown = "";
  }

  /** Takes the room there is, in pixels. */
  layout(width, height) {
    if (!width || (width === this.width && height === this.height)) return false;
    this.width = width;
    this.height = height;
    set(this.svg, { viewBox: `0 0 ${width} ${height}` });
    this.shown = "";
    return true;
  }

  measure(count, places) {
    const shownPlaces = Math.max(count, places, SMALLEST_PLACES);
    const largest = Math.max(LARGEST, this.height * PART);
    const step = Math.min(largest + GAP, (this.width + GAP) / shownPlaces, this.height - 3 - LEDGE + GAP);
    const size = step - GAP;
    const shown = places ? shownPlaces : count;
    const left = Math.max(0, (this.width - shown * step + GAP) / 2);
    return { step, size, left, top: Math.max(0, (this.height - size - 4 - LEDGE) / 2) };
  }

  /**
   * Draws a word.
   * @param {{entries: {tile: string, letter: string, key: any}[], kind: string, caret: number|null,
   *   options: any}} word  kind: "draft", "good", "bad" or "none"
   */
  draw({ entries, kind, caret, options }) {
    this.kind = kind;
    this.fresh = [];
    if (!this.width) return;
    const places = kind === "draft" ? Math.min(MOST_PLACES, options.long_length) : 0;
    const at = this.measure(entries.length, places);
    this.at = { ...at, count: entries.length };
    this.drawSlots(entries.length, Math.max(entries.length, places), at, options, kind);
    this.drawLetters(entries, kind, at);
    const shelf = { x: 0, y: at.top + at.size * 1.075 + 1, width: this.width, height: LEDGE };
    set(this.ledge, shelf);
    const x = at.left + (caret ?? 0) * at.step - GAP / 2 - 1.5;
    set(this.caret, { x: Math.max(0, x), y: at.top - 2, width: 3, height: at.size + 8, rx: 1.5 });
    this.caret.classList.toggle("is-shown", caret !== null);
    set(this.svg, { "data-kind": kind });
  }

  drawSlots(count, places, { left, top, size, step }, options, kind) {
    const key = `${count}/${places}/${left}/${size}/${kind}`;
    if (key === this.shown) return;
    this.shown = key;
    const slots = kind === "draft" ? [...Array(places).keys()] : [];
    const bonus = {
      [options.middle_length - 1]: options.middle_bonus,
      [options.long_length - 1]: options.long_bonus,
    };
    this.slots.replaceChildren(
      ...slots.slice(count).map((_, index) => {
        const place = count + index;
        const box = { x: left + place * step, y: top, width: size, height: size, rx: size / 7 };
        const gain = bonus[place];
        const middle = { x: box.x + size / 2, y: top + size / 2 + 1, "font-size": size * 0.34 };
        return s(
          "g",
          { class: gain ? "slot slot-bonus" : "slot" },
          s("rect", box),
          gain ? s("text", middle, `+${number(gain)}`) : null,
        );
      }),
    );
  }

  drawLetters(entries, kind, { left, top, size, step }) {
    const keys = new Set(entries.map((entry) => entry.key));
    for (const [key, { node }] of this.nodes) {
      if (keys.has(key)) continue;
      node.remove();
      this.nodes.delete(key);
    }
    entries.forEach((entry, place) => {
      const known = this.nodes.get(entry.key);
      const { node, look } = known ?? this.letter();
      if (!known && kind === "draft") this.fresh.push([entry.key, node.firstChild]);
      const fresh = `${entry.tile}/${entry.letter}/${size}`;
      if (look !== fresh) {
        const stands = entry.tile === BLANK ? entry.letter : "";
        node.firstChild.replaceChildren(...drawn(entry.tile, size, stands));
      }
      this.nodes.set(entry.key, { node, look: fresh });
      node.style.transform = `translate(${left + place * step}px, ${top}px)`;
      node.dataset.place = place;
      if (this.letters.children[place] !== node) {
        this.letters.insertBefore(node, this.letters.children[place] ?? null);
      }
    });
  }

  /** Returns the letters shown, without where they are. */
  get faces() {
    return this.letters.querySelectorAll(".letter-face");
  }

  letter() {
    const node = s("g", { class: "letter" }, s("g", { class: "letter-face" }));
    return { node, look: "" };
  }

  /** Returns the place of the letter a pointer event is on, or -1. */
  placeOf(event) {
    const node = event.target.closest?.("[data-place]");
    return node && this.letters.contains(node) ? Number(node.dataset.place) : -1;
  }

  /** Returns before which letter a thing let go at a point of the screen falls, or -1 elsewhere. */
  gapAt(clientX, clientY, reach = 24) {
    const box = this.svg.getBoundingClientRect();
    const beside = clientX < box.left - reach || clientX > box.right + reach;
    if (beside || clientY < box.top - reach || clientY > box.bottom + reach) return -1;
    const { left, step, count } = this.at;
    const place = Math.round((clientX - box.left - left) / step);
    return Math.max(0, Math.min(count, place));
  }
}
