/** What is below the board: a line that tells, the rack, and the buttons of a turn. */

import { say } from "../../shell/common/catalog.js";
import { h, s, write } from "../../shell/common/dom.js";
import { tileName } from "./squares.js";

const ICONS = {
  shuffle: "M4 8H7.5L15.5 16H20M4 16H7.5L9.6 13.9M13.4 10.1L15.5 8H20M17.5 5.5L20 8L17.5 10.5M17.5 13.5L20 16L17.5 18.5",
  recall: "M12 4V14M7.5 9.5L12 14L16.5 9.5M5 19H19",
  zoom: "M10.5 5A5.5 5.5 0 1 1 10.5 16A5.5 5.5 0 1 1 10.5 5M14.6 14.6L19.5 19.5M8 10.5H13",
};
const PLUS = "M10.5 8V13";

function icon(action, label, click) {
  return h(
    "button",
    { type: "button", class: "icon-button", "data-action": action, "aria-label": label, title: label, click },
    s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[action] })),
  );
}

function button(action, label, click, kind = "button button-quiet") {
  return h("button", { type: "button", class: kind, "data-action": action, click }, label);
}

/** Returns what stands on the button that plays, with the points of the play where they are known. */
function playLabel(prepares, points) {
  if (points === null) return prepares ? say("Prepare") : say("Play");
  return prepares ? say("Prepare · {points}", { points }) : say("Play · {points}", { points });
}

export class Bar {
  /**
   * @param {Element} rack
   * @param {Record<string, () => void>} on
   */
  constructor(rack, on) {
    this.rack = rack;
    this.shuffle = icon("shuffle", say("Shuffle your tiles"), on.shuffle);
    this.recall = icon("recall", say("Take all your tiles back (Esc)"), on.recall);
    this.zoom = icon("zoom", say("Zoom in"), on.zoom);
    this.exchange = button("exchange", say("Swap"), on.exchange);
    this.pass = button("pass", say("Pass"), on.pass);
    this.play = button("play", say("Play"), on.play, "button");
    this.words = h("div", { class: "strip-words" });
    this.buttons = h(
      "div",
      { class: "turn-buttons" },
      this.shuffle,
      this.recall,
      this.exchange,
      this.pass,
      this.play,
    );
    this.own = h("div", { class: "own" }, rack, this.buttons);
    this.root = h(
      "section",
      { class: "bar", "aria-label": say("Your turn") },
      h("div", { class: "strip" }, this.words, this.zoom),
      this.own,
    );
  }

  /** Shows what the board says can be done now. */
  render(board) {
    const { view, draft, rack, preview, sending, mine, prepares } = board;
    const free = mine || prepares;
    const plays = view.player !== null && view.to_move !== null;
    this.own.hidden = !plays;
    this.root.classList.toggle("mine", mine);
    if (!plays) return;
    const { chosen } = rack;
    this.recall.disabled = draft.empty || sending;
    const exchanges = mine ? view.hints.exchange : prepares && view.state.pile > 0;
    this.exchange.disabled = !chosen || !exchanges || sending;
    write(this.exchange, chosen && free ? say("Swap {tile}", { tile: tileName(chosen.letter) }) : say("Swap"));
    this.pass.disabled = !free || sending;
    this.play.disabled = !free || draft.empty || !preview.allows || sending;
    const worth = draft.empty || preview.result?.problem ? null : preview.result?.points;
    write(this.play, playLabel(prepares, worth ?? null));
    this.play.title = prepares ? say("Play this when it's my turn") : "";
    this.play.classList.toggle("waiting", sending);
  }

  /** Shows what there is to tell; the same again is left alone, and so is the focus in it. */
  tell(nodes) {
    const fresh = h("div", { class: "strip-words" }, nodes);
    if (!fresh.isEqualNode(this.words)) this.words.replaceChildren(...fresh.childNodes);
  }

  showZoom(near) {
    const label = near ? say("Show the whole board") : say("Zoom in");
    this.zoom.setAttribute("aria-label", label);
    this.zoom.setAttribute("aria-pressed", String(near));
    this.zoom.title = label;
    this.zoom.querySelector("path").setAttribute("d", near ? ICONS.zoom : ICONS.zoom + PLUS);
  }
}
