/** Beside the board: how far the game is, the cards nobody has shown yet, the words on the grid. */

import { h } from "../shell/dom.js";
import { wordButton } from "../shell/meaning.js";
import { points } from "../shell/preview.js";
import { shown, wordOf } from "./cells.js";
import { roundOf } from "./turns.js";

function cards(count) {
  return count === 1 ? "1 card" : `${count} cards`;
}

/** Draws a panel anew only where what it tells has changed. */
class Panel {
  /** @param {Element} root */
  constructor(root) {
    this.root = root;
    this.key = "";
  }

  show(facts, nodes) {
    const key = JSON.stringify(facts);
    if (key === this.key) return;
    this.key = key;
    this.root.replaceChildren(...nodes().filter(Boolean));
  }
}

export class DeckPanel extends Panel {
  render({ state, options }) {
    const { deck, deck_size: left, hands, sizes, turns, to_move: mover } = state;
    const held = sizes.reduce((sum, size, seat) => sum + (hands[seat] === null ? size : 0), 0);
    const whose = hands.every((hand) => hand === null) ? "the hands" : "other hands";
    this.show([deck, left, sizes, turns, mover, whose], () => [
      h("p", {}, mover === null ? over(state) : `Round ${roundOf(state)}. ${where(left, held, whose)}`),
      deck.length && mover !== null ? unseen(deck) : null,
      mover === null ? null : h("p", { class: "muted small" }, howItEnds(options.bonus)),
    ]);
  }
}

function over(state) {
  const rounds = Math.floor(state.turns / state.sizes.length);
  return `The game went over ${rounds} ${rounds === 1 ? "round" : "rounds"}.`;
}

function where(left, held, whose) {
  const deck = left ? `${cards(left)} left in the deck` : "The deck is empty";
  if (!held) return `${deck}.`;
  return `${deck}, ${held} in ${whose}.`;
}

function howItEnds(bonus) {
  const end = "The game ends with the round in which a hand is empty.";
  return bonus ? `${end} Then each card on the grid brings its owner ${points(bonus)}.` : end;
}

function unseen(deck) {
  const items = deck.map((text) => h("li", {}, shown(text)));
  return h("ul", { class: "unseen", "aria-label": "Cards not seen yet" }, items);
}

export class WordsPanel extends Panel {
  /**
   * @param {Element} root
   * @param {(word: string) => void} open
   */
  constructor(root, open) {
    super(root);
    this.open = open;
  }

  render({ state }) {
    const words = state.joined.map((pair) => wordOf(state.grid, pair)).sort();
    this.show(words, () => [
      words.length
        ? h("ul", { class: "chips" }, words.map((word) => h("li", {}, wordButton(word, this.open, { class: "chip" }))))
        : h("p", { class: "muted" }, "None yet."),
    ]);
  }
}
