/** The camera over a board of fixed size: never farther than the whole, never beyond its edges. */

import { Camera } from "../../../shell/board/camera.js";

const NEAR = 1.75; // times the whole board, for fingers

export class BoardWindow extends Camera {
  /**
   * @param {SVGSVGElement} svg
   * @param {number} size  the board's width and height in units
   * @param {() => void} changed  the window shows another part
   */
  constructor(svg, size, changed) {
    super(svg, { smallest: 0.05, largest: 4 });
    this.changed = changed;
    this.board = { x: 0, y: 0, width: size, height: size };
    this.wish = this.board;
  }

  get isNear() {
    return this.scale > this.smallest * 1.02;
  }

  resize() {
    const box = this.svg.getBoundingClientRect();
    if (!box.width || !box.height) return;
    this.smallest = Math.min(box.width, box.height) / this.board.width;
    this.largest = this.smallest * 2.6;
    super.resize();
    if (this.moved || this.near) this.put(this.x, this.y, this.clamp(this.scale));
  }

  put(x, y, scale) {
    const within = (at, length, pixels) => {
      const half = pixels / scale / 2;
      return half * 2 >= length ? length / 2 : Math.min(length - half, Math.max(half, at));
    };
    super.put(
      within(x, this.board.width, this.width),
      within(y, this.board.height, this.height),
      scale,
    );
    this.svg.toggleAttribute("data-near", this.isNear);
    this.changed();
  }

  /** Shows the whole board, or comes near to a square of it. */
  toggle(x, y) {
    if (this.isNear) return this.fit(this.board);
    this.moved = true;
    this.go(x, y, this.smallest * NEAR, true);
  }
}
