/** What stands before the board until its player begins. */

import { h, write } from "../shell/dom.js";
import { drawTile } from "./tile.js";

const fine = matchMedia("(pointer: fine)"); // a touch screen needs no focus
const TILE = { value: 7, origin: "placed", combined: 0 };
const ARROW = () => h("b", {}, "→");
const CELL = () => h("span", { class: "gate-cell" });

/** Returns what a player can do, in pictures. */
function ways() {
  const way = (words, ...picture) =>
    h("li", {}, h("span", { class: "gate-picture", "aria-hidden": "true" }, picture), h("span", {}, words));
  return h(
    "ul",
    { class: "gate-ways" },
    way("Put the tile in hand on an open cell.", drawTile(TILE), ARROW(), CELL()),
    way("Move a tile along its row or column: once only.", drawTile({ ...TILE, origin: "moved", value: 9 }), ARROW(), CELL()),
    way(
      "Divide a tile by a neighbour: 10 by 5 is 2. As in a move, the tile in hand is lost.",
      drawTile({ ...TILE, value: 2, combined: 1 }),
      drawTile({ ...TILE, value: 5 }),
    ),
  );
}

export class Gate {
  /** @param {() => Promise<any>} begin */
  constructor(begin) {
    this.words = h("p", {});
    this.stands = h("p", { class: "muted" });
    this.button = h("button", { type: "button", class: "button button-large", "data-action": "begin" }, "Start");
    this.byKey = false; // whether a key and no pointer opened it
    this.button.addEventListener("click", async (event) => {
      this.byKey = event.detail === 0;
      this.button.disabled = true;
      await begin();
      this.button.disabled = false;
    });
    this.root = h("div", { class: "gate", hidden: true }, h("h2", {}, "Ready?"), this.words, ways(), this.stands, this.button);
  }

  /**
   * @param {any} view
   * @param {boolean} shut  whether the clock waits for this viewer
   * @returns {boolean} whether it has just been opened by the keyboard
   */
  render(view, shut) {
    const wasShut = !this.root.hidden;
    this.root.hidden = !shut;
    if (shut && !wasShut) this.tell(view);
    return wasShut && !shut && this.byKey;
  }

  tell({ clock, duel }) {
    const aim = "Fill rows to the sum that each misses, before the board is full.";
    write(this.words, `${aim} Every ${clock.budget} seconds a random tile falls.`);
    const alone = "The clock stands still while you are away from this page.";
    const others = "In a duel the clock goes on once you have started, even while you are away.";
    write(this.stands, duel ? others : alone);
    if (document.activeElement === document.body && fine.matches) this.button.focus({ preventScroll: true });
  }
}
