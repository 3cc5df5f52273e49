/** The buttons of a turn that is laid out from a player's own tiles. */

import { say } from "../../common/catalog.js";
import { iconButton } from "../../common/buttons.js";
import { h, write } from "../../common/dom.js";

/** Returns a button of the bar with words on it. */
export function turnButton(action, label, click, kind = "button button-quiet") {
  return h("button", { type: "button", class: kind, "data-action": action, click }, label);
}

/** Returns what stands on the button that plays, with the points of the turn where they are known. */
function playLabel(prepares, points) {
  if (points === null) return prepares ? say("Prepare") : say("Play");
  return prepares ? say("Prepare · {points}", { points }) : say("Play · {points}", { points });
}

/** Opens a button, or shuts it for a reason that a mouse and a screen reader find at it. */
export function openIf(button, open, reason) {
  button.disabled = !open;
  button.title = open ? "" : reason;
}

export class TurnBar {
  /**
   * @param {Record<string, () => void>} on  what the buttons do: shuffle, recall, play, and the game's own
   * @param {{shuffle: string, recall: string}} labels
   */
  constructor(on, { shuffle, recall }) {
    this.shuffle = iconButton("shuffle", shuffle, on.shuffle);
    this.recall = iconButton("recall", recall, on.recall);
    this.play = turnButton("play", say("Play"), on.play, "button");
  }

  /** Returns the bar with its buttons in their order. */
  row(...buttons) {
    return h("div", { class: "turn-buttons" }, buttons, this.play);
  }

  /**
   * Shows what can be done with the turn laid out.
   * @param {{hasTurn: boolean, prepares: boolean, sending: boolean}} board
   * @param {{empty: boolean, allows: boolean, points: number|null, lacks?: string}} turn  whether
   *   nothing is laid out, whether it can be played, its points where they are told, and what to do
   *   if it can't be played
   */
  renderTurn({ hasTurn, prepares, sending }, { empty, allows, points, lacks = "" }) {
    this.recall.disabled = empty || sending;
    this.play.disabled = !hasTurn || !allows || sending;
    write(this.play, playLabel(prepares, points));
    const open = prepares ? say("Play this when it's my turn") : "";
    this.play.title = allows && hasTurn ? open : hasTurn ? lacks : say("It isn't your turn yet.");
    this.play.classList.toggle("waiting", sending);
  }
}
