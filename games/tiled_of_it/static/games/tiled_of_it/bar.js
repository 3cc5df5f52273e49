/** What is below the grid: a line that tells, the hand, and the buttons of a turn. */

import { say } from "../../shell/common/catalog.js";
import { h, refill, write } from "../../shell/common/dom.js";
import { openIf, TurnBar, turnButton } from "../../shell/board/words/bar.js";
import { shown } from "./cells.js";

export class Bar extends TurnBar {
  /** @param {Record<string, () => void>} on */
  constructor(on) {
    super(on, { shuffle: say("Shuffle your cards"), recall: say("Take the card back (Esc)") });
    this.discard = turnButton("discard", say("Discard"), on.discard);
    this.words = h("div", { class: "strip-words" });
    this.strip = h("div", { class: "strip" }, this.words);
    this.buttons = this.row(this.shuffle, this.recall, this.discard);
  }

  /** Shows what the board says can be done now. */
  render(board) {
    const { card, cell, preview, canDiscard } = board;
    const { result } = preview;
    const laid = cell !== null;
    openIf(this.discard, canDiscard, whyNoDiscard(board));
    write(this.discard, canDiscard ? say("Discard {card}", { card: shown(card.letter) }) : say("Discard"));
    const builds = laid && result?.words.length && !result.problem;
    const lacks = laid ? (result?.problem ?? "") : say("Put a card on the grid first.");
    const points = builds ? result.points : null;
    this.renderTurn(board, { empty: !card, allows: laid && preview.allows, points, lacks });
  }

  tell(nodes) {
    refill(this.words, nodes);
  }
}

/** Says why nothing can be discarded now. */
function whyNoDiscard({ hasTurn, isFirst, card }) {
  if (!hasTurn) return say("It isn't your turn yet.");
  if (isFirst) return say("You can't discard on your first turn.");
  return card ? say("You can only discard a card from your hand.") : say("Choose the card to discard first.");
}
