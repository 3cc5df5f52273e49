/** Points to legal places out of sight: a button at each edge of the map beyond which some lie. */

import { h, write } from "../shell/dom.js";
import { UNIT } from "./tiles.js";

const ARROWS = { north: "↑", east: "→", south: "↓", west: "←" };

export class Edges {
  /**
   * @param {import("../shell/camera.js").Camera} camera
   * @param {(place: {x: number, y: number}) => void} reveal  brings a place into sight
   */
  constructor(camera, reveal) {
    this.camera = camera;
    this.reveal = reveal;
    this.beyond = {};
    this.buttons = {};
    for (const side of Object.keys(ARROWS)) {
      const click = () => this.reveal(this.beyond[side][0].place);
      this.buttons[side] = h("button", { type: "button", class: `edge edge-${side}`, hidden: true, click });
    }
    this.root = h("div", { class: "edges" }, Object.values(this.buttons));
  }

  /** Counts the places whose middle lies beyond each edge, the nearest first. */
  render(places) {
    this.beyond = { north: [], east: [], south: [], west: [] };
    for (const place of places) {
      const [side, far] = this.out(place);
      if (far > 0) this.beyond[side].push({ place, far });
    }
    for (const [side, found] of Object.entries(this.beyond)) {
      const button = this.buttons[side];
      button.hidden = found.length === 0;
      if (button.hidden) continue;
      found.sort((a, b) => a.far - b.far);
      write(button, `${ARROWS[side]} ${found.length}`);
      const what = found.length === 1 ? "1 more place" : `${found.length} more places`;
      button.setAttribute("aria-label", `${what} to the ${side}: show the nearest`);
    }
  }

  /** Returns beyond which edge a place lies and by how much, at most 0 for one in sight. */
  out({ x, y }) {
    const { x: middleX, y: middleY, width, height, scale } = this.camera;
    const dx = x * UNIT + UNIT / 2 - middleX;
    const dy = y * UNIT + UNIT / 2 - middleY;
    const east = Math.abs(dx) - width / scale / 2;
    const south = Math.abs(dy) - height / scale / 2;
    if (east > south) return [dx > 0 ? "east" : "west", east];
    return [dy > 0 ? "south" : "north", south];
  }
}
