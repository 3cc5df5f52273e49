/** The keyboard at the board: letters spell, arrows choose, Enter plays, Escape takes all back. */

import { say } from "../../shell/common/catalog.js";

const KEYS = [
  {
    keys: [],
    letters: true,
    does: say("Spell with your tiles"),
    plays: true,
    act: ({ board }, { key }) => board.canLay && (board.spelling.type(key.toLowerCase()) ?? true),
  },
  {
    keys: ["Backspace"],
    does: say("Take back the tile before the cursor"),
    plays: true,
    act: erase(-1),
  },
  {
    keys: ["Delete"],
    does: say("Take back the tile after the cursor"),
    plays: true,
    act: onWord(erase(0)),
  },
  {
    keys: ["ArrowLeft", "ArrowRight"],
    does: say("Move the cursor within the word"),
    plays: true,
    act: onWord(move),
  },
  {
    keys: ["Home", "End"],
    does: say("Go to the start or the end of the word"),
    plays: true,
    act: onWord(move),
  },
  {
    keys: ["ArrowUp", "ArrowDown"],
    does: say("Choose how many tiles to take"),
    plays: true,
    act: onWord(({ board }, { key }) => board.turnTake(key === "ArrowUp" ? -1 : 1)),
  },
  { keys: ["Enter"], does: say("Play the word"), plays: true, act: play },
  {
    keys: ["Escape"],
    does: say("Take all your tiles back"),
    plays: true,
    act: ({ board }) => board.spelling.recall(),
  },
];

/** Returns what a key does while the word has the focus. */
function onWord(act) {
  return (keys, event) => event.target === keys.board.stage.svg && act(keys, event);
}

/** Returns what takes a tile back, so many places after the cursor. */
function erase(after) {
  return ({ board }) => board.spelling.erase(board.draft.caret + after);
}

function move({ board }, { key }) {
  const { caret, length } = board.draft;
  const to = { ArrowLeft: caret - 1, ArrowRight: caret + 1, Home: 0, End: length }[key];
  return board.spelling.moveCaret(to);
}

/** Enter plays on the word and on the choice of tiles to take; elsewhere it presses a button. */
function play({ board }, event) {
  if (event.target !== board.stage.svg && !board.takes.root.contains(event.target)) return false;
  board.play();
  return true;
}

export class Keys {
  /** @param {object} board  the board they steer */
  constructor(board) {
    this.board = board;
    board.listenToKeys(KEYS, this);
  }
}
