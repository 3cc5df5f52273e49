/** The keyboard at the grid: arrows for the cursor, letters for cards, and keys for the rest. */

import { ARROWS, stepped } from "../../shell/board/keys.js";
import { say } from "../../shell/common/catalog.js";
import { shown } from "./cells.js";
import { cellWords } from "./told.js";

const KEYS = [
  {
    keys: Object.keys(ARROWS),
    does: say("Move to another cell on the grid"),
    act: onField((keys, { key }) => keys.go(key)),
  },
  {
    keys: [],
    letters: true,
    does: say("Lay the card that starts with these letters; type the same letter again for the next one"),
    plays: true,
    act: (keys, { key }) => keys.board.canLay && keys.letter(key.toLowerCase()),
  },
  {
    keys: ["Enter", " "],
    does: say("Play the card under the cursor, or lay your chosen card there"),
    plays: true,
    act: onField((keys) => keys.enter()),
  },
  { keys: ["Backspace", "Delete"], does: say("Take the card back"), plays: true, act: onField((keys) => keys.back()) },
  {
    keys: ["Escape"],
    does: say("Take the card back, or close the discard pile"),
    plays: true,
    act: (keys) => keys.back(),
  },
];

/** Returns what a key does while the cursor is on the grid. */
function onField(act) {
  return (keys, event) => event.target === keys.board.field?.svg && act(keys, event);
}

export class Keys {
  /** @param {object} board  the board they steer */
  constructor(board) {
    this.board = board;
    this.typed = ""; // the letters of the card being spelt
    board.listenToKeys(KEYS, this);
  }

  back() {
    this.typed = "";
    this.board.release();
    return true;
  }

  /** Plays the card laid under the cursor, or lays the chosen one there. */
  enter() {
    const { board } = this;
    this.typed = "";
    if (!board.card) this.seen();
    else if (board.cell === board.cursor) board.play();
    else board.lay(board.card, board.cursor);
    return true;
  }

  go(key) {
    const { field } = this.board;
    this.board.cursor = field.cellOn(stepped(field.spotOf(this.board.cursor), key, field.size));
    this.typed = "";
    this.seen();
    return true;
  }

  /** Shows and tells the cell the cursor is on now. */
  seen() {
    const { board } = this;
    board.looked = board.cursor;
    board.update();
    board.announce(cellWords(board, board.cursor));
  }

  /**
   * Lays the card that starts with the letters typed so far. A letter that leads to none starts afresh;
   * the same letter again goes on to the next card.
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
      board.announce(say("None of your cards starts with {letter}.", { letter: shown(letter) }));
      return true;
    }
    const again = this.typed !== longer && found.indexOf(board.card) >= 0;
    const exact = found.find((card) => card.letter === this.typed) ?? found[0];
    const next = again ? found[(found.indexOf(board.card) + 1) % found.length] : exact;
    board.lay(next, board.cursor);
    return true;
  }
}
