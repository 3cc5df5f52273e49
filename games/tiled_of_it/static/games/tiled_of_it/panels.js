/** Beside the board: how far the game is, cards not seen yet, words on the grid, what players hold. */

import { count, number, say } from "../../shell/common/catalog.js";
import { h } from "../../shell/common/dom.js";
import { Panel } from "../../shell/board/panel.js";
import { wordButton } from "../../shell/board/words/meaning.js";
import { shown, wordOf } from "./cells.js";
import { roundOf } from "./turns.js";

export class DeckPanel extends Panel {
  render({ state, options }) {
    const { deck, deck_size: left, hands, sizes, turns, to_move: mover } = state;
    const held = sizes.reduce((sum, size, seat) => sum + (hands[seat] === null ? size : 0), 0);
    const watches = hands.every((hand) => hand === null);
    this.show([deck, left, sizes, turns, mover, watches], () => [
      h("p", {}, mover === null ? over(state) : where(state, held, watches)),
      deck.length && mover !== null ? unseen(deck) : null,
      mover === null ? null : h("p", { class: "muted small" }, howItEnds(options.bonus)),
    ]);
  }
}

function over(state) {
  const rounds = Math.floor(state.turns / state.sizes.length);
  return count("The game took {n} round.", "The game took {n} rounds.", rounds);
}

/** Says which round it is, and where the cards are that the viewer can't see. */
function where(state, held, watches) {
  const told = [say("Round {n}.", { n: roundOf(state) }), inTheDeck(state.deck_size)];
  if (held) told.push(inHands(held, watches));
  return told.join(" ");
}

function inTheDeck(left) {
  if (!left) return say("The deck is empty.");
  return count("{n} card is left in the deck.", "{n} cards are left in the deck.", left);
}

function inHands(held, watches) {
  if (watches) return count("The players hold {n} card.", "The players hold {n} cards.", held);
  return count("The other players hold {n} card.", "The other players hold {n} cards.", held);
}

function howItEnds(bonus) {
  if (!bonus) return say("The game ends after the round in which someone runs out of cards.");
  return count(
    "The game ends after the round in which someone runs out of cards. Then each card on the grid scores {n} point for its owner.",
    "The game ends after the round in which someone runs out of cards. Then each card on the grid scores {n} points for its owner.",
    bonus,
  );
}

function unseen(deck) {
  const items = deck.map((text) => h("li", {}, shown(text)));
  return h("ul", { class: "unseen", "aria-label": say("Cards not seen yet"), translate: "no" }, items);
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
        : h("p", { class: "muted" }, say("No words yet.")),
    ]);
  }
}

/**
 * Returns how many cards a player has in hand (and which, if that is known and shown nowhere else),
 * and how many are theirs on the grid.
 */
export function holdings({ state, player: viewer }, player) {
  const hand = state.sizes[player];
  const cards = viewer === null && state.to_move !== null ? state.hands[player] : null;
  const held = state.grid.filter((card) => card?.player === player).length;
  const inHand = count("{n} card in hand,", "{n} cards in hand,", hand);
  const onGrid = count("{n} card on the grid", "{n} cards on the grid", held);
  return h(
    "span",
    { class: "holdings" },
    state.to_move === null ? null : h("span", { class: "in-hand" }, ...figure(hand, inHand)),
    h("span", { class: "on-grid" }, ...figure(held, onGrid)),
    cards && h("span", { class: "shown-hand", translate: "no" }, cards.map(shown).join(" ")),
  );
}

/** Returns a number for the eye, and what it counts for the ear. */
function figure(n, words) {
  return [
    h("span", { "aria-hidden": "true" }, number(n)),
    h("span", { class: "visually-hidden" }, words),
  ];
}
