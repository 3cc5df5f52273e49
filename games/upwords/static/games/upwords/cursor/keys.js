/** The keyboard at the board: arrows for the cursor, letters for tiles, and keys for the rest. */

import { ARROWS } from "../../../shell/board/keys.js";
import { say } from "../../../shell/common/catalog.js";
import { key, tileName } from "../squares.js";

const KEYS = [
  { keys: Object.keys(ARROWS), does: say("Go to another square"), act: onField((keys, { key }) => keys.go(key)) },
  {
    keys: [],
    letters: true,
    does: say("Lay a tile with that letter and go on to the next square"),
    plays: true,
    act: (keys, { key }) => keys.board.canLay && keys.letter(key.toLowerCase()),
  },
  { keys: [" "], does: say("Switch between across and down"), plays: true, act: onField((keys) => keys.board.cursor.turn() ?? true) },
  { keys: ["Backspace", "Delete"], does: say("Take the last tile back"), plays: true, act: onField((keys) => keys.back()) },
  { keys: ["Escape"], does: say("Take all your tiles back"), plays: true, act: (keys) => keys.board.recall() ?? true },
  {
    keys: ["Enter"],
    does: say("Play the tiles you've laid, or lay the tile you've chosen"),
    plays: true,
    act: onField((keys) => keys.enter()),
  },
];

/** Returns what a key does while the cursor is on the board. */
function onField(act) {
  return (keys, event) => event.target === keys.board.field.svg && act(keys, event);
}

export class Keys {
  /** @param {object} board  the board they steer */
  constructor(board) {
    this.board = board;
    this.afterQu = false; // typing QUIT means a U that the tile Qu already has
    board.listenToKeys(KEYS, this);
  }

  /** Enter plays what is laid, or lays the tile chosen on the rack. */
  enter() {
    const { board } = this;
    if (board.rack.chosen) {
      board.lay(board.rack.chosen, ...board.cursor.spot);
      this.forward();
    } else board.play();
    return true;
  }

  go(arrow) {
    this.afterQu = false;
    this.board.cursor.go(arrow);
    return true;
  }

  /** Lays the tile of a letter, or goes over a letter that is there already. */
  letter(letter) {
    const { board } = this;
    const [row, column] = board.cursor.spot;
    const afterQu = this.afterQu && letter === "u";
    this.afterQu = false;
    if (afterQu) return true;
    const top = board.draft.at(row, column)?.letter ?? board.rows[row][column].at(-1);
    if (top !== letter) {
      const tile = board.rack.find(letter);
      if (!tile) {
        board.announce(say("You have no {tile}.", { tile: tileName(letter) }));
        return true;
      }
      board.lay(tile, row, column);
    }
    this.afterQu = letter === "q";
    this.forward();
    return true;
  }

  /** Lays a tile on the square that waits for one; the square after it waits then. */
  put(tile) {
    const { board } = this;
    const { cursor } = board;
    const from = cursor.spot;
    board.lay(tile, ...from);
    this.forward();
    cursor.waits = key(...cursor.spot) !== key(...from); // not at the edge
    board.update();
  }

  forward() {
    const { cursor } = this.board;
    cursor.along(1);
    cursor.reveal();
    this.board.update();
  }

  /** Takes back the tile under the cursor, or else goes back a square and takes that one. */
  back() {
    const { cursor, draft } = this.board;
    this.afterQu = false;
    if (!draft.at(...cursor.spot)) cursor.along(-1);
    const tile = draft.at(...cursor.spot);
    if (tile) this.board.takeBack(tile);
    else cursor.tell();
    return true;
  }
}
