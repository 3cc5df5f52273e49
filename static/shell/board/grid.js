/** A square grid drawn as one picture: its frame, its names, and which cell a pointer is on. */

import { s } from "../common/dom.js";

export const CELL = 64;

export class SquareGrid {
  /**
   * @param {number} size  rows and columns
   * @param {number} margin  for the names of columns and rows
   * @param {number} rim  of the frame on the other two sides
   */
  constructor(size, margin, rim = 5) {
    this.size = size;
    this.margin = margin;
    this.side = margin + CELL * size + rim;
    this.places = [...Array(size).keys()];
  }

  /**
   * Returns the picture; the reader steers a cursor in it by keys.
   * @param {Record<string, unknown>} facts  what it is called, and what a screen reader says of it
   * @param {number} corner  the radius of its frame
   * @param {Element[]} inside
   * @param {Element|null} under  what the frame is made of, below the names
   */
  picture(facts, corner, inside, under = null) {
    const frame = { x: 1, y: 1, width: this.side - 2, height: this.side - 2, rx: corner };
    return s(
      "svg",
      { class: "field drawn", viewBox: `0 0 ${this.side} ${this.side}`, tabindex: 0, role: "application", ...facts },
      s(
        "g",
        { "aria-hidden": "true", translate: "no" },
        s("rect", { class: "field-frame", ...frame }),
        under,
        this.places.flatMap((place) => this.names(place)),
        inside,
      ),
    );
  }

  names(place) {
    const along = this.at(place) + CELL / 2;
    const beside = this.margin / 2 + 1;
    const name = (x, y, text) => s("text", { class: "field-name", x, y }, text);
    return [name(along, beside, String.fromCharCode(65 + place)), name(beside, along, String(place + 1))];
  }

  /** Returns where a row or column begins, in the units of the drawing. */
  at(place) {
    return this.margin + CELL * place;
  }

  /** Returns row and column at a point of the screen, or null beside the grid. */
  spotAt(clientX, clientY) {
    const box = this.svg.getBoundingClientRect();
    const matrix = this.svg.getScreenCTM();
    const outside = clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
    if (outside || !matrix) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const spot = [y, x].map((along) => Math.floor((along - this.margin) / CELL));
    return spot.every((place) => place >= 0 && place < this.size) ? spot : null;
  }

  /** Marks the cell on which something carried would land; null marks none. */
  markNode(node) {
    this.svg.querySelector(".is-target")?.classList.remove("is-target");
    node?.classList.add("is-target");
  }
}
