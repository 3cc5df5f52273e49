/** Where a player is on the board, which way a word would run from there, and what they look at. */

import { say } from "../../../shell/common/catalog.js";
import { set } from "../../../shell/common/dom.js";
import { stepped } from "../../../shell/board/keys.js";
import { Peek } from "./peek.js";
import { ACROSS, DOWN, key } from "../squares.js";

export class Cursor {
  /** @param {object} board  with its field */
  constructor(board) {
    this.board = board;
    this.peek = new Peek(board.frame);
    const centre = board.field.size / 2 - 1;
    this.spot = [centre, centre];
    this.step = ACROSS;
    this.looked = null; // the square looked at, as a key
    this.waits = false; // a square was pressed: the next tile chosen goes there
  }

  draw() {
    const { field, canLay, draft } = this.board;
    field.drawCursor(...this.spot, this.step);
    const shown = canLay && (document.activeElement === field.svg || this.waits || !draft.empty);
    set(field.svg, {
      "data-cursor": shown ? key(...this.spot) : null,
      "data-way": this.step === ACROSS ? "across" : "down",
    });
  }

  /** Goes to where a tile was just laid, along the tiles laid so far. */
  follow(spot) {
    this.spot = spot;
    this.step = this.board.draft.way ?? this.step;
    this.leave();
  }

  /** Looks at nothing any more. */
  leave() {
    this.looked = null;
    this.waits = false;
    this.peek.hide();
  }

  /** Looks at what lies under the cursor. */
  look() {
    const [row, column] = this.spot;
    const stack = this.board.rows[row][column];
    this.looked = stack ? key(row, column) : null;
    this.show(stack.length > 1, this.spot);
  }

  /** Lays the stack of a square bare, or none. */
  show(bare, [row, column]) {
    if (bare) this.peek.show(this.board.rows[row][column], this.board.field, row, column);
    else this.peek.hide();
  }

  /** Goes to a square that was pressed, or turns if it was there, and tells what lies there. */
  press(square) {
    const name = key(...square);
    if (key(...this.spot) === name && this.looked === name) this.turn();
    this.spot = square;
    this.waits = true;
    this.look();
    this.board.update();
  }

  turn() {
    this.step = this.step === ACROSS ? DOWN : ACROSS;
    this.board.update();
    this.board.announce(this.step === ACROSS ? say("Across.") : say("Down."));
  }

  hover(event) {
    const { board } = this;
    if (event.pointerType !== "mouse" || board.root.classList.contains("carrying")) return;
    const square = board.field.squareOf(event);
    const stack = square ? board.rows[square[0]][square[1]] : "";
    this.show(stack && (stack.length > 1 || board.draft.at(...square)), square ?? this.spot);
  }

  // --- By keys ----------------------------------------------------------------------------------

  /** Goes to another square by an arrow key. */
  go(arrow) {
    this.spot = stepped(this.spot, arrow, this.board.field.size);
    this.tell();
  }

  /** Shows and tells the square the cursor has come to. */
  tell() {
    const { board } = this;
    this.look();
    this.reveal();
    board.update();
    board.announce(board.field.inWords(board.rows, board.draft, ...this.spot));
  }

  /** Goes along the word by a number of squares, back by a negative one; at most to the edge. */
  along(squares) {
    const last = this.board.field.size - 1;
    this.spot = this.spot.map((place, way) => Math.min(last, Math.max(0, place + squares * this.step[way])));
  }

  reveal() {
    this.board.window.reveal(this.board.field.box(...this.spot));
  }
}
