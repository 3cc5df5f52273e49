/** What stands in front of the board until its player begins. */

import { count, say } from "../../../shell/common/catalog.js";
import { h, write } from "../../../shell/common/dom.js";
import { drawTile } from "../grid/tile.js";

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
    way(say("Put the tile in hand on an open cell."), drawTile(TILE), ARROW(), CELL()),
    way(
      say("Move a tile along its row or column. You can move each tile once."),
      drawTile({ ...TILE, origin: "moved", value: 9 }),
      ARROW(),
      CELL(),
    ),
    way(
      say("Divide a tile by a neighbour: 10 divided by 5 is 2. Dividing or moving costs you the tile in hand."),
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
    const start = { type: "button", class: "button button-large", "data-action": "begin" };
    this.button = h("button", start, say("Start"));
    this.byKey = false; // whether a key opened it, and no pointer
    this.button.addEventListener("click", async (event) => {
      this.byKey = event.detail === 0;
      this.button.disabled = true;
      await begin();
      this.button.disabled = false;
    });
    const heading = h("h2", {}, say("Ready?"));
    this.root = h("div", { class: "gate", hidden: true }, heading, this.words, ways(), this.stands, this.button);
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
    const aim = say("Make rows add up to their targets before the board is full.");
    const { budget } = clock;
    const falls = count("A random tile falls every {n} second.", "A random tile falls every {n} seconds.", budget);
    write(this.words, `${aim} ${falls}`);
    const alone = say("The clock stops while you're away from this page.");
    const others = say("In a duel the clock keeps running once you've started, even while you're away.");
    write(this.stands, duel ? others : alone);
    if (document.activeElement === document.body && fine.matches) this.button.focus({ preventScroll: true });
  }
}
