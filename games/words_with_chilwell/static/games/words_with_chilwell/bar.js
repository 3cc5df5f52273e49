/** The buttons of a turn. */

import { iconButton } from "../../shell/common/buttons.js";
import { say } from "../../shell/common/catalog.js";
import { TurnBar, turnButton } from "../../shell/board/words/bar.js";

/** Calls with true while a mouse is over an element, or the focus in it. */
function watch(element, on) {
  element.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && on(true));
  element.addEventListener("pointerleave", () => on(false));
  element.addEventListener("focus", () => element.matches(":focus-visible") && on(true));
  element.addEventListener("blur", () => on(false));
}

export class Bar extends TurnBar {
  /** @param {Record<string, (value?: boolean) => void>} on */
  constructor(on) {
    super(on, { shuffle: say("Shuffle your tiles"), recall: say("Take all your tiles back (Esc)") });
    this.sort = iconButton("sort", say("Sort your tiles"), on.sort);
    this.stop = turnButton("stop", say("Stop"), on.stop);
    this.skip = turnButton("skip", say("No word"), on.skip);
    watch(this.skip, on.peekSkip);
    watch(this.stop, on.peekStop);
    this.root = this.row(this.shuffle, this.sort, this.recall, this.stop, this.skip);
  }

  /** Shows what can be done now, and with the word laid out. */
  render(board, turn, stopping) {
    const shut = !board.hasTurn || board.sending;
    this.stop.hidden = !stopping;
    this.stop.disabled = shut;
    this.skip.disabled = shut;
    this.renderTurn(board, turn);
  }
}
