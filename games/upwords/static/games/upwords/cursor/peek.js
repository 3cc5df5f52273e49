/** A stack shown beside its square: its tiles from the top down, as you would lift them off. */

import { h } from "../../../shell/common/dom.js";
import { tileName } from "../squares.js";

export class Peek {
  /** @param {Element} frame  what holds it */
  constructor(frame) {
    this.frame = frame;
    this.root = h("div", { class: "peek", "aria-hidden": "true", hidden: true, translate: "no" });
  }

  show(stack, field, row, column) {
    const tiles = [...stack].reverse().map((letter) => h("span", { class: "wooden" }, tileName(letter)));
    this.root.replaceChildren(...tiles);
    this.root.hidden = false;
    this.target = [field, row, column];
    this.place();
  }

  /** Places it beside its square, on the side where there is room. */
  place() {
    if (this.root.hidden) return;
    const [field, row, column] = this.target;
    const frame = this.frame.getBoundingClientRect();
    const square = field.squares.get(`${row},${column}`).firstChild.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.root;
    const right = square.right - frame.left + 8;
    const left = right + width < frame.width ? right : square.left - frame.left - width - 8;
    const top = square.top - frame.top + square.height / 2 - height / 2;
    const limit = Math.max(4, Math.min(frame.height - height - 4, top));
    this.root.style.translate = `${Math.round(left)}px ${Math.round(limit)}px`;
  }

  hide() {
    this.root.hidden = true;
  }
}
