/** The window on the map: what of it is in sight, the buttons that move it, and places beyond it. */

import { iconButton } from "../../../shell/common/buttons.js";
import { say } from "../../../shell/common/catalog.js";
import { h } from "../../../shell/common/dom.js";
import { Camera } from "../../../shell/board/camera.js";
import { UNIT } from "../tiles.js";
import { Edges } from "./edges.js";

const STEP = 1.3; // of the zoom buttons
const GAP = 10; // pixels between a button and what is shown beside it

export class MapWindow extends Camera {
  /** @param {object} board  whose map it shows */
  constructor(board) {
    super(board.map.svg, {
      smallest: 0.12,
      largest: 2.4,
      wheel: (event) => board.turnWheel(event),
      inset: (box) => this.besideButtons(box),
      drawn: () => this.width && this.edges.render(board.mine ? board.plan.places : [], board.hand.covers),
    });
    this.board = board;
    this.buttons = h(
      "div",
      { class: "zoom" },
      iconButton("zoom-in", say("Zoom in (+)"), () => this.nearer(), "plus"),
      iconButton("zoom-out", say("Zoom out (−)"), () => this.farther(), "minus"),
      iconButton("fit", say("Show the whole map (0)"), () => this.showAll(), "whole"),
    );
    this.edges = new Edges(this, this.buttons, (place) => this.goTo(place));
    this.root = h("div", { class: "map-frame" }, board.map.svg, this.buttons, this.edges.root);
  }

  nearer() {
    this.zoom(STEP);
  }

  farther() {
    this.zoom(1 / STEP);
  }

  /** The rectangle of the whole map. */
  get all() {
    return this.board.map.bounds(this.board.view.state, this.board.plan);
  }

  showAll(glide = true) {
    this.fit(this.all, { glide });
  }

  /** Shows the whole map, or at least the last tile if the reader has chosen a part of it. */
  follow(isFirst) {
    if (!this.moved || isFirst) return this.showAll(!isFirst);
    this.wish = this.all;
    this.show(this.board.view.state.placements.at(-1));
  }

  /** Returns how many pixels to keep free at the right, for the buttons not to cover a place. */
  besideButtons(box) {
    const { x, y, scale } = this.fitting(box, 0);
    const { width, height } = this;
    const { offsetLeft: left, offsetTop: top, offsetHeight: tall } = this.buttons;
    const { plan, view } = this.board;
    const covered = [...plan.places, view.state.placements.at(-1)].some((place) => {
      const right = (place.x * UNIT + UNIT - x) * scale + width / 2;
      const [above, below] = [0, UNIT].map((of) => (place.y * UNIT + of - y) * scale + height / 2);
      return right > left && below > top && above < top + tall;
    });
    return covered ? width - left : 0;
  }

  /** Brings a cell into sight, clear of the choice at the foot and of the buttons at all edges. */
  show({ x, y }, { scale = 0 } = {}) {
    const foot = this.board.hand.covers / Math.max(scale, this.scale);
    const { offsetWidth, offsetHeight } = this.buttons;
    const margin = Math.min(offsetWidth, offsetHeight) + 2 * GAP;
    const box = { x: x * UNIT, y: y * UNIT, width: UNIT, height: UNIT + foot };
    this.reveal(box, { scale, margin });
  }

  /** Goes to a legal place out of sight, with the focus too: what was pressed may be gone. */
  goTo(place) {
    this.show(place);
    this.board.map.placeNode(place).focus({ preventScroll: true });
  }
}
