/**
 * The discard pile, the top card first. Beside the grid where there is room; on a phone a button shows
 * the top card and opens the rest above it.
 */

import { listenByRows } from "../../../shell/board/keys.js";
import { count, number, say } from "../../../shell/common/catalog.js";
import { h, write } from "../../../shell/common/dom.js";
import { face } from "./card.js";
import { shown } from "../cells.js";

/**
 * A card of the pile: `letter` as the server writes it, `player` whose colour it has, `laid` whether
 * it lies on the grid for now.
 * @typedef {{letter: string, player: number, source: "discard", laid: boolean}} PileCard
 */

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const KEYS = [
  {
    keys: Object.keys(STEPS),
    does: say("Move from card to card in the discard pile"),
    plays: true,
    act: (pile, event) => pile.go(event),
  },
  { keys: ["Escape"], does: say("Close the discard pile"), act: (pile) => pile.escape() },
];

function inWords(size, card) {
  return count(
    "{n} card on the discard pile, {card} on top",
    "{n} cards on the discard pile, {card} on top",
    size,
    { card },
  );
}

export class Pile {
  /**
   * @param {object} options
   * @param {(card: PileCard) => void} options.choose  a card was clicked
   * @param {(player: number) => string|null} options.owner  whose a colour is; null for the viewer's
   */
  constructor({ choose, owner }) {
    this.choose = choose;
    this.owner = owner;
    /** @type {PileCard[]} */
    this.cards = [];
    this.shownAs = "";
    this.top = h("span", { class: "pile-top", "aria-hidden": "true" });
    this.count = h("span", { class: "pile-count", "aria-hidden": "true" });
    this.told = h("span", { class: "visually-hidden" });
    this.button = h(
      "button",
      { type: "button", class: "pile-open", "aria-expanded": "false", click: () => this.open(!this.isOpen) },
      this.top,
      this.count,
      this.told,
    );
    this.note = h("p", { class: "muted small" });
    this.list = h("ul", { class: "pile-cards", "aria-label": say("Discarded cards, top card first") });
    this.tray = h("div", { class: "pile-tray" }, h("h2", {}, say("Discard pile")), this.note, this.list);
    this.root = h("section", { class: "pile", "aria-label": say("Discard pile") }, this.button, this.tray);
    listenByRows(this.root, this, KEYS);
  }

  get isOpen() {
    return this.root.classList.contains("is-open");
  }

  /** Opens or closes the tray, where it is not open all the time. */
  open(wanted) {
    this.root.classList.toggle("is-open", wanted);
    this.button.setAttribute("aria-expanded", String(wanted));
  }

  /** Takes the cards the server tells; those already known stay the same objects. */
  deal(cards) {
    const known = new Map(this.cards.map((card) => [card.letter, card]));
    this.cards = cards.map(
      ({ text, player }) => known.get(text) ?? { letter: text, player, source: "discard", laid: false },
    );
  }

  /** Returns a card by its letters, or null. */
  find(letter) {
    return this.cards.find((card) => card.letter === letter) ?? null;
  }

  /**
   * @param {Set<string>} open  the cards that can be taken
   * @param {PileCard|null} chosen
   * @param {string} note  what there is to say about the pile
   */
  render(open, chosen, note) {
    const names = this.cards.map(({ player }) => this.owner(player));
    const looks = this.cards.map(({ letter, player, laid }) => [letter, player, laid, open.has(letter)]);
    const key = JSON.stringify([looks, chosen?.letter, note, names]);
    if (key === this.shownAs) return;
    this.shownAs = key;
    const held = document.activeElement?.dataset?.pile;
    const stop = this.cards.findLast((card) => open.has(card.letter));
    const items = this.cards.map((card) =>
      h("li", {}, this.card(card, open.has(card.letter), card === chosen, card === (chosen ?? stop))),
    );
    this.list.replaceChildren(...items.reverse());
    this.list.hidden = items.length === 0;
    write(this.note, note);
    this.renderTop();
    if (held) this.list.querySelector(`[data-pile="${held}"]`)?.focus({ preventScroll: true });
  }

  renderTop() {
    const top = this.cards.at(-1);
    const size = this.cards.length;
    this.top.replaceChildren(top ? face(top.letter, top.player) : "");
    this.top.classList.toggle("is-empty", !top);
    write(this.count, top ? number(size) : say("Pile"));
    write(this.told, top ? inWords(size, shown(top.letter)) : say("The discard pile is empty"));
  }

  /** Returns what a card is called: its letters, and whose colour it has or that it is laid. */
  name({ letter, player, laid }) {
    const facts = { card: shown(letter), name: this.owner(player) };
    if (laid) return say("{tile}, on the board; take it back", { tile: facts.card });
    return facts.name === null ? say("{card}, yours", facts) : say("{card}, {name}'s", facts);
  }

  card(card, canTake, isChosen, isStop) {
    const name = this.name(card);
    const kind = `pile-card${card.laid ? " is-laid" : ""}`;
    if (!canTake) {
      const words = h("span", { class: "visually-hidden" }, name);
      return h("span", { class: `${kind} is-shut` }, h("span", { "aria-hidden": "true" }, face(card.letter, card.player)), words);
    }
    return h(
      "button",
      {
        type: "button",
        class: kind,
        "data-pile": card.letter,
        "aria-label": name,
        "aria-pressed": String(isChosen),
        tabindex: isStop ? 0 : -1,
        click: () => this.choose(card),
      },
      face(card.letter, card.player),
    );
  }

  /** Returns the card that can be taken under a pointer, or null. */
  cardOf(event) {
    const node = event.target.closest("[data-pile]");
    return node ? this.find(node.dataset.pile) : null;
  }

  /** Returns a picture of a card, to be carried by the pointer. */
  picture(card) {
    return h("span", { class: "rack-tile" }, face(card.letter, card.player));
  }

  /** Tells whether a point of the screen is on the pile. */
  isAt(x, y) {
    const boxes = [this.root, this.button].map((node) => node.getBoundingClientRect());
    return boxes.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom);
  }

  /** The arrows go from card to card. */
  go({ key, target }) {
    const buttons = [...this.list.querySelectorAll("[data-pile]")];
    const at = buttons.indexOf(target);
    if (at < 0) return false;
    const next = buttons[at + STEPS[key]];
    if (!next) return true;
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    next.focus({ preventScroll: true });
    return true;
  }

  escape() {
    if (!this.isOpen) return false;
    this.open(false);
    this.button.focus();
    return true;
  }
}
