/** The keyboard at the grid: arrows for the cursor, letters for cards, and keys for the rest. */

import { shown } from "./cells.js";

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export class Keys {
  /** @param {object} board  the board they steer */
  constructor(board) {
    this.board = board;
    this.typed = ""; // the letters of the card that is being spelt
    board.root.addEventListener("keydown", (event) => this.down(event));
  }

  down(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const onField = event.target === this.board.field?.svg;
    const done = onField ? this.onField(event.key) : this.elsewhere(event.key);
    if (done) event.preventDefault();
  }

  onField(key) {
    const arrow = ARROWS[key];
    if (arrow) return this.go(...arrow);
    if (key === "Enter" || key === " ") return this.enter();
    if (key === "Backspace" || key === "Delete") return this.back();
    return this.elsewhere(key);
  }

  /** Letters and Escape are understood on the hand and its buttons, too. */
  elsewhere(key) {
    if (key === "Escape") return this.back();
    if (/^[a-z]$/i.test(key) && this.board.canLay) return this.letter(key.toLowerCase());
    return false;
  }

  back() {
    this.typed = "";
    this.board.release();
    return true;
  }

  /** Plays the card that is laid under the cursor, or lays the chosen one there. */
  enter() {
    const { board } = this;
    this.typed = "";
    if (!board.card) this.seen();
    else if (board.cell === board.cursor) board.play();
    else board.take(board.card, board.cursor);
    return true;
  }

  go(down, right) {
    const { board } = this;
    const { size } = board.field;
    const within = (place) => Math.max(0, Math.min(size - 1, place));
    const [row, column] = [Math.floor(board.cursor / size), board.cursor % size];
    board.cursor = within(row + down) * size + within(column + right);
    this.typed = "";
    this.seen();
    return true;
  }

  /** Shows and tells the cell the cursor has come to. */
  seen() {
    const { board } = this;
    board.looked = board.cursor;
    board.update();
    board.api.announce(board.inWords(board.cursor));
  }

  /**
   * Lays the card that the letters typed so far begin; a letter that leads to none begins anew, and
   * once more goes on to the next card.
   */
  letter(letter) {
    const { board } = this;
    const all = board.cards();
    const beginning = (text) => all.filter((card) => card.letter.startsWith(text));
    const longer = this.typed + letter;
    this.typed = beginning(longer).length ? longer : letter;
    const found = beginning(this.typed);
    if (!found.length) {
      this.typed = "";
      board.api.announce(`You have no card that begins with ${shown(letter)}.`);
      return true;
    }
    const again = this.typed !== longer && found.indexOf(board.card) >= 0;
    const exact = found.find((card) => card.letter === this.typed) ?? found[0];
    const next = again ? found[(found.indexOf(board.card) + 1) % found.length] : exact;
    board.take(next, board.cursor);
    return true;
  }
}
