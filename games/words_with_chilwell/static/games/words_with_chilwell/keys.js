/** The keyboard at the board: letters spell, arrows choose, Enter plays, Escape takes all back. */

export class Keys {
  /** @param {object} board  the board they steer */
  constructor(board) {
    this.board = board;
    board.root.addEventListener("keydown", (event) => this.down(event));
  }

  down(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const { board } = this;
    const onWord = event.target === board.stage.svg;
    const onTakes = board.takes.root.contains(event.target);
    const done = onWord ? this.onWord(event.key) : this.elsewhere(event.key, onTakes);
    if (done) event.preventDefault();
  }

  /** Returns whether the key meant something while the word has the focus. */
  onWord(key) {
    const { board } = this;
    const { draft } = board;
    switch (key) {
      case "ArrowLeft":
        return board.spelling.moveCaret(draft.caret - 1);
      case "ArrowRight":
        return board.spelling.moveCaret(draft.caret + 1);
      case "Home":
        return board.spelling.moveCaret(0);
      case "End":
        return board.spelling.moveCaret(draft.length);
      case "ArrowUp":
        return board.turnTake(-1);
      case "ArrowDown":
        return board.turnTake(1);
      case "Delete":
        return board.spelling.erase(draft.caret);
      default:
        return this.elsewhere(key, true);
    }
  }

  /** Letters, Backspace and Escape are understood on hand and buttons, too. */
  elsewhere(key, plays) {
    const { board } = this;
    if (key === "Backspace") return board.spelling.erase(board.draft.caret - 1);
    if (key === "Escape") return board.spelling.recall();
    if (key === "Enter" && plays) {
      board.turns.play();
      return true;
    }
    if (!/^[a-z]$/i.test(key) || !board.canSpell) return false;
    board.spelling.type(key.toLowerCase());
    return true;
  }
}
