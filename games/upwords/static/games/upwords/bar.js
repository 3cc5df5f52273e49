/** What is below the board: a line that tells, the rack, and the buttons of a turn. */

import { iconButton, relabel } from "../../shell/common/buttons.js";
import { say } from "../../shell/common/catalog.js";
import { h, refill, write } from "../../shell/common/dom.js";
import { openIf, TurnBar, turnButton } from "../../shell/board/words/bar.js";
import { tileName } from "./squares.js";

export class Bar extends TurnBar {
  /**
   * @param {Element} rack
   * @param {Record<string, () => void>} on
   */
  constructor(rack, on) {
    super(on, { shuffle: say("Shuffle your tiles"), recall: say("Take all your tiles back (Esc)") });
    this.exchange = turnButton("exchange", say("Swap"), on.exchange);
    this.pass = turnButton("pass", say("Pass"), on.pass);
    this.zoom = iconButton("zoom", say("Zoom in"), on.zoom, "nearer");
    this.words = h("div", { class: "strip-words" });
    this.own = h("div", { class: "own" }, rack, this.row(this.shuffle, this.recall, this.exchange, this.pass));
    this.root = h(
      "section",
      { class: "bar", "aria-label": say("Your turn") },
      h("div", { class: "strip" }, this.words, this.zoom),
      this.own,
    );
  }

  /** Shows what the board says can be done now. */
  render(board) {
    const { draft, rack, preview, sending, mine, hasTurn, plays } = board;
    this.own.hidden = !plays;
    this.root.classList.toggle("mine", mine);
    if (!plays) return;
    const { chosen } = rack;
    const missing = whyNoSwap(board);
    openIf(this.exchange, !missing && !sending, missing);
    write(this.exchange, chosen && hasTurn ? say("Swap {tile}", { tile: tileName(chosen.letter) }) : say("Swap"));
    this.pass.disabled = !hasTurn || sending;
    const { empty } = draft;
    const points = empty || preview.result?.problem ? null : (preview.result?.points ?? null);
    const lacks = empty ? say("Lay tiles on the board first.") : (preview.result?.problem ?? "");
    this.renderTurn(board, { empty, allows: !empty && preview.allows, points, lacks });
  }

  tell(nodes) {
    refill(this.words, nodes);
  }

  showZoom(near) {
    relabel(this.zoom, near ? say("Show the whole board") : say("Zoom in"), near ? "farther" : "nearer");
    this.zoom.setAttribute("aria-pressed", String(near));
  }
}

/** Says why no tile can be swapped now; "" if one can. */
function whyNoSwap({ view, rack, mine, hasTurn }) {
  if (!hasTurn) return say("It isn't your turn yet.");
  if (mine ? !view.hints.exchange : view.state.pile === 0) return say("The bag is empty, so you can't swap.");
  return rack.chosen ? "" : say("Choose the tile to swap first.");
}
