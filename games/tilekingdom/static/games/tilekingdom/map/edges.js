/** Points to legal places out of sight: a button at each edge of the map beyond which some lie. */

import { count, number } from "../../../shell/common/catalog.js";
import { h, write } from "../../../shell/common/dom.js";
import { UNIT } from "../tiles.js";

const ARROWS = { north: "↑", east: "→", south: "↓", west: "←" };

const MORE = {
  north: (n) =>
    count("{n} more place to the north. Show it.", "{n} more places to the north. Show the nearest.", n),
  east: (n) =>
    count("{n} more place to the east. Show it.", "{n} more places to the east. Show the nearest.", n),
  south: (n) =>
    count("{n} more place to the south. Show it.", "{n} more places to the south. Show the nearest.", n),
  west: (n) =>
    count("{n} more place to the west. Show it.", "{n} more places to the west. Show the nearest.", n),
};

export class Edges {
  /**
   * @param {import("../../../shell/board/camera.js").Camera} camera
   * @param {Element} zoom  the buttons at the north-east
   * @param {(place: {x: number, y: number}) => void} goTo  brings a place into sight
   */
  constructor(camera, zoom, goTo) {
    this.camera = camera;
    this.zoom = zoom;
    this.beyond = {};
    this.buttons = {};
    for (const side of Object.keys(ARROWS)) {
      const click = () => goTo(this.beyond[side][0].place);
      this.buttons[side] = h("button", { type: "button", class: `edge edge-${side}`, hidden: true, click });
    }
    this.root = h("div", { class: "edges" }, Object.values(this.buttons));
  }

  /**
   * Counts the places whose middle lies beyond each edge of the map or under a button there, the
   * nearest first; `foot` is how many pixels at the foot are covered too.
   */
  render(places, foot) {
    this.root.style.setProperty("--foot", `${foot}px`);
    this.beyond = { north: [], east: [], south: [], west: [] };
    let inSight = [];
    for (const place of places) {
      const [side, far] = this.out(place, foot);
      if (far > 0) this.beyond[side].push({ place, far });
      else inSight.push({ place, far });
    }
    inSight = this.hide(inSight, "east", this.zoom);
    for (const [side, button] of Object.entries(this.buttons)) {
      const found = this.beyond[side];
      button.hidden = found.length === 0;
      // A button grows with the number on it, and may then cover one more place.
      for (let told = 0; told < found.length; ) {
        told = found.length;
        this.tell(side, found);
        inSight = this.hide(inSight, side, button);
      }
    }
  }

  /** Counts those that lie under a button as beyond its edge; returns the others. */
  hide(inSight, side, button) {
    const frame = this.camera.svg.getBoundingClientRect();
    const box = button.getBoundingClientRect();
    const [left, top] = [box.left - frame.left, box.top - frame.top];
    const covered = ({ place }) => {
      const [x, y] = this.middle(place);
      return x >= left && x <= left + box.width && y >= top && y <= top + box.height;
    };
    this.beyond[side].push(...inSight.filter(covered));
    return inSight.filter((one) => !covered(one));
  }

  tell(side, found) {
    found.sort((a, b) => a.far - b.far);
    const button = this.buttons[side];
    write(button, `${ARROWS[side]} ${number(found.length)}`);
    button.setAttribute("aria-label", MORE[side](found.length));
  }

  /** Returns where on the map the middle of a place is shown, in pixels from its corner. */
  middle({ x, y }) {
    const { x: middleX, y: middleY, width, height, scale } = this.camera;
    return [
      (x * UNIT + UNIT / 2 - middleX) * scale + width / 2,
      (y * UNIT + UNIT / 2 - middleY) * scale + height / 2,
    ];
  }

  /** Returns beyond which edge a place lies and by how many pixels, at most 0 for one in sight. */
  out(place, foot) {
    const { width, height } = this.camera;
    const [x, y] = this.middle(place);
    const ways = { north: -y, east: x - width, south: y - (height - foot), west: -x };
    return Object.entries(ways).reduce((far, way) => (way[1] > far[1] ? way : far));
  }
}
