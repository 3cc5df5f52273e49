/** What the player has: the tile in hand and the four bonuses. */

import { count, say } from "../../../shell/common/catalog.js";
import { h, set, write } from "../../../shell/common/dom.js";
import { icon, padlock } from "./icons.js";
import { pop } from "../grid/motion.js";
import { BONUSES, rowsUntil, UNKNOWN } from "../position.js";
import { drawTile } from "../grid/tile.js";

const SHORT = [say("Discard"), say("Remove"), say("Make 1"), say("Wild card")];
const STANDINGS = { unlocked: say("ready"), used: say("used") };

export class Tray {
  /**
   * @param {object} on
   * @param {() => void} on.hand  the tile in hand was pressed
   * @param {(bonus: number) => void} on.bonus
   */
  constructor({ hand, bonus }) {
    this.slot = h("span", { class: "hand-slot" });
    this.told = h("span", { class: "visually-hidden" });
    this.hand = h(
      "button",
      { type: "button", class: "hand", "data-hand": true, click: hand },
      this.slot,
      h("span", { class: "hand-name", "aria-hidden": "true" }, say("In hand")),
      this.told,
    );
    this.buttons = BONUSES.map(({ type }, index) => this.button(type, index, bonus));
    const group = { class: "bonuses", role: "group", "aria-label": say("Bonuses") };
    this.bonuses = h("div", group, this.buttons.map(({ root }) => root));
    this.shown = null;
    this.standings = null;
  }

  button(type, index, press) {
    const standing = h("span", { class: "bonus-standing" });
    const root = h(
      "button",
      { type: "button", class: "bonus", "data-bonus": type, click: () => press(index) },
      h("kbd", { class: "bonus-key", "aria-hidden": "true" }, String(index + 1)),
      icon(type),
      padlock(),
      h("span", { class: "bonus-name" }, SHORT[index]),
      h("span", { class: "bonus-locked visually-hidden" }, say("locked")),
      standing,
    );
    return { root, standing };
  }

  /**
   * @param {any} position
   * @param {number|null} armed  the bonus that is about to be used
   * @param {boolean} plays  whether this viewer can do something
   */
  render(position, armed, plays) {
    const { tile, bonuses } = position;
    this.drawHand(tile, plays);
    this.buttons.forEach(({ root, standing }, index) => {
      const state = bonuses[index];
      if (this.standings?.[index] === "locked" && state === "unlocked") pop(root);
      set(root, {
        "data-standing": state,
        "aria-pressed": index === 0 ? null : String(armed === index),
        "aria-disabled": plays && state === "unlocked" ? null : "true",
      });
      write(standing, STANDINGS[state] ?? afterRows(rowsUntil(position, index)));
    });
    this.standings = bonuses;
  }

  drawHand(tile, plays) {
    set(this.hand, { "aria-disabled": plays ? null : "true", hidden: tile === null });
    if (this.shown === tile) return;
    this.shown = tile;
    const known = tile !== UNKNOWN && tile !== null;
    write(this.told, known ? say("In hand: {tile}", { tile }) : say("In hand: the next tile is on its way"));
    this.slot.replaceChildren(known ? this.picture() : h("span", { class: "tile is-unknown" }));
    if (known) pop(this.slot.firstChild);
  }

  /** Returns the tile in hand as it is drawn. */
  picture() {
    return drawTile({ value: this.shown, origin: "placed", combined: 0 });
  }
}

/** Says what unlocks a bonus, in the room of a button. */
function afterRows(rows) {
  return count("after {n} row", "after {n} rows", rows);
}
