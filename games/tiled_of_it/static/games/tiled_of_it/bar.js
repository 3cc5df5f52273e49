/** What is below the grid: a line that tells, the hand, and the buttons of a turn. */

import { say } from "../../shell/common/catalog.js";
import { h, refill, write } from "../../shell/common/dom.js";
import { TurnBar, turnButton } from "../../shell/board/words/bar.js";
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
    this.discard.disabled = !canDiscard;
    write(this.discard, canDiscard ? say("Discard {card}", { card: shown(card.letter) }) : say("Discard"));
    const builds = laid && result?.words.length && !result.problem;
    this.renderTurn(board, { empty: !card, allows: laid && preview.allows, points: builds ? result.points : null });
  }

  tell(nodes) {
    refill(this.words, nodes);
  }
}
