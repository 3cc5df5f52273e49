/**
 * A window upon a plane: pan and zoom of an `<svg>` by its viewBox, with mouse, touch and wheel.
 * Needs `touch-action: none` on the svg itself. One unit of the plane is one unit of the viewBox.
 */

import { calm } from "../common/dom.js";

const SLACK = 6; // pixels a pointer may wander and still click
const GLIDE = 260; // milliseconds

export class Camera {
  /**
   * @param {SVGSVGElement} svg
   * @param {{smallest: number, largest: number, wheel?: (event: WheelEvent) => boolean,
   *          inset?: (box: object) => number, drawn?: () => void}} options
   *   scale bounds in pixels for a unit; `wheel` may take a turn of the wheel for itself; `inset`
   *   says how many pixels at the right to keep free when a box is fitted; `drawn` is told when
   *   the window shows another part
   */
  constructor(svg, { smallest, largest, wheel, inset = () => 0, drawn = () => {} }) {
    this.svg = svg;
    this.inset = inset;
    this.drawn = drawn;
    this.smallest = smallest;
    this.largest = largest;
    this.x = 0; // the middle of the window
    this.y = 0;
    this.scale = 1;
    this.width = 0; // in pixels, once it has been laid out; till then there's nothing to show
    this.height = 0;
    this.moved = false; // by the reader's own hand
    this.near = false; // at something that was revealed
    this.pointers = new Map();
    this.dragged = false;
    this.frame = 0;
    this.wish = null;
    this.screen = { width: 0, height: 0 }; // in pixels, when the map was last laid out
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", (event) => this.up(event));
    // A finger is held by what it touched first; that it is handed on to the map is no loss.
    svg.addEventListener("lostpointercapture", (event) => event.target === svg && this.up(event));
    svg.addEventListener("click", (event) => this.click(event), { capture: true });
    svg.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        if (!wheel?.(event)) this.wheel(event);
      },
      { passive: false },
    );
    new ResizeObserver(() => this.resize()).observe(svg);
  }

  resize() {
    const box = this.svg.getBoundingClientRect();
    if (!box.width || !box.height) return;
    const turned = this.isTurned(box);
    this.width = box.width;
    this.height = box.height;
    this.screen = { width: innerWidth, height: innerHeight };
    if (this.wish && (turned || !(this.moved || this.near))) this.fit(this.wish, { glide: false });
    else this.draw();
  }

  /** Tells whether the device was turned; a keyboard that comes on the screen takes height alone. */
  isTurned({ width, height }) {
    const isOther = this.screen.width > 0 && this.screen.width !== innerWidth;
    const isWide = this.screen.width > this.screen.height;
    return isOther && (isWide !== innerWidth > innerHeight || this.width > this.height !== width > height);
  }

  draw() {
    if (!this.width) return;
    const width = this.width / this.scale;
    const height = this.height / this.scale;
    const box = [this.x - width / 2, this.y - height / 2, width, height];
    this.svg.setAttribute("viewBox", box.map((value) => value.toFixed(2)).join(" "));
    this.drawn();
  }

  clamp(scale) {
    return Math.min(this.largest, Math.max(this.smallest, scale));
  }

  /** Shows a rectangle whole, until the readers move the map themselves. */
  fit(box, { glide = true } = {}) {
    this.wish = box;
    this.moved = this.near = false;
    if (!this.width) return;
    const { x, y, scale } = this.fitting(box, this.inset(box));
    this.go(x, y, scale, glide);
  }

  /** Returns middle and scale of the window that shows a rectangle whole, left of some pixels. */
  fitting(box, right) {
    const scale = this.clamp(Math.min((this.width - right) / box.width, this.height / box.height));
    return { x: box.x + box.width / 2 + right / scale / 2, y: box.y + box.height / 2, scale };
  }

  /** Moves no more than needed to bring a rectangle into sight, at least at a given scale. */
  reveal(box, { scale = 0, margin = 24 } = {}) {
    const target = Math.max(this.scale, Math.min(scale, this.largest));
    const halfWidth = this.width / target / 2 - margin / target;
    const halfHeight = this.height / target / 2 - margin / target;
    const nearest = (at, low, high, half) =>
      high - low > 2 * half ? (low + high) / 2 : Math.min(low + half, Math.max(high - half, at));
    const x = nearest(this.x, box.x, box.x + box.width, halfWidth);
    const y = nearest(this.y, box.y, box.y + box.height, halfHeight);
    if (x === this.x && y === this.y && target === this.scale) return;
    this.near = true;
    this.go(x, y, target, true);
  }

  go(x, y, scale, glide) {
    cancelAnimationFrame(this.frame);
    const from = [this.x, this.y, this.scale];
    const far = Math.hypot(x - from[0], y - from[1]) * scale > 0.5 || scale !== from[2];
    if (!glide || calm.matches || !far || document.hidden) return this.put(x, y, scale);
    const began = performance.now();
    const step = (now) => {
      const t = Math.min(1, Math.max(0, (now - began) / GLIDE));
      const e = 1 - (1 - t) ** 3;
      this.put(from[0] + (x - from[0]) * e, from[1] + (y - from[1]) * e, from[2] + (scale - from[2]) * e);
      if (t < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  put(x, y, scale) {
    this.x = x;
    this.y = y;
    this.scale = scale;
    this.draw();
  }

  /** Zooms about a point given in pixels from the svg's corner; about the middle without one. */
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    cancelAnimationFrame(this.frame);
    this.moved = true;
    const scale = this.clamp(this.scale * factor);
    const dx = (px - this.width / 2) * (1 / this.scale - 1 / scale);
    const dy = (py - this.height / 2) * (1 / this.scale - 1 / scale);
    this.put(this.x + dx, this.y + dy, scale);
  }

  /** Pans by pixels. */
  pan(dx, dy) {
    cancelAnimationFrame(this.frame);
    this.moved = true;
    this.put(this.x - dx / this.scale, this.y - dy / this.scale, this.scale);
  }

  local(event) {
    const box = this.svg.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  down(event) {
    if (event.pointerType === "mouse" && event.button > 1) return;
    if (this.pointers.size === 0) this.dragged = false;
    const at = this.local(event);
    this.pointers.set(event.pointerId, { ...at, from: at });
  }

  move(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) return;
    const at = this.local(event);
    if (!this.dragged) {
      if (Math.hypot(at.x - pointer.from.x, at.y - pointer.from.y) < SLACK) return;
      this.dragged = true;
      for (const id of this.pointers.keys()) this.capture(id);
    }
    if (this.pointers.size > 1) this.pinch(event.pointerId, pointer, at);
    else this.pan(at.x - pointer.x, at.y - pointer.y);
    Object.assign(pointer, at);
  }

  /** Keeps the drag when the pointer leaves the map; a pointer already gone cannot be kept. */
  capture(id) {
    try {
      this.svg.setPointerCapture(id);
    } catch {
      this.pointers.delete(id);
    }
  }

  pinch(id, pointer, at) {
    const other = [...this.pointers].find(([otherId]) => otherId !== id)[1];
    const before = Math.hypot(pointer.x - other.x, pointer.y - other.y);
    const after = Math.hypot(at.x - other.x, at.y - other.y);
    this.pan((at.x - pointer.x) / 2, (at.y - pointer.y) / 2);
    if (before > 0) this.zoom(after / before, (at.x + other.x) / 2, (at.y + other.y) / 2);
  }

  up(event) {
    this.pointers.delete(event.pointerId);
  }

  /** Swallows the click that ends a drag. */
  click(event) {
    if (!this.dragged || event.detail === 0) return;
    this.dragged = false;
    event.stopPropagation();
    event.preventDefault();
  }

  wheel(event) {
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    const at = this.local(event);
    this.zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0016)), at.x, at.y);
  }
}
