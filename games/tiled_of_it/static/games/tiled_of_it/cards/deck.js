/** The deck as it lies beside the grid: the higher, the more cards are left in it. */

import { count, say } from "../../../shell/common/catalog.js";
import { h, set, write } from "../../../shell/common/dom.js";
import { roundOf } from "../turns.js";

const A_LAYER = 6; // cards that make the deck look one card higher

export class Deck {
  constructor() {
    this.card = h("span", { class: "deck-card" });
    this.words = h("span", {});
    this.round = h("span", { class: "muted" });
    // The panel of the deck says all of it, and more.
    this.root = h("div", { class: "deck", "aria-hidden": "true" }, h("b", {}, say("Deck")), this.card, this.words, this.round);
    this.layers = [];
  }

  render({ state }) {
    const { deck_size: left, to_move: mover } = state;
    const high = Math.ceil(left / A_LAYER);
    if (this.layers.length !== high) {
      this.layers = Array.from({ length: high }, () => h("i", {}));
      this.card.replaceChildren(...this.layers);
    }
    set(this.card, { "data-empty": left === 0 });
    write(this.words, left ? count("{n} card left", "{n} cards left", left) : say("No cards left"));
    write(this.round, mover === null ? "" : say("Round {n}", { n: roundOf(state) }));
  }
}
