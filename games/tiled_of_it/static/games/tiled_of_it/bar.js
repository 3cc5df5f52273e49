/** What is below the grid: a line that tells, the hand, and the buttons of a turn. */

import { say } from "../../shell/common/catalog.js";
import { h, s, write } from "../../shell/common/dom.js";
import { shown } from "./cells.js";

const ICONS = {
  shuffle: "M4 8H7.5L15.5 16H20M4 16H7.5L9.6 13.9M13.4 10.1L15.5 8H20M17.5 5.5L20 8L17.5 10.5M17.5 13.5L20 16L17.5 18.5",
  recall: "M12 4V14M7.5 9.5L12 14L16.5 9.5M5 19H19",
};

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

/** Returns what the button says that plays or prepares a card, with its points if it makes words. */
function playLabel(prepares, points) {
  if (points === null) return prepares ? say("Prepare") : say("Play");
  return prepares ? say("Prepare · {points}", { points }) : say("Play · {points}", { points });
}

export class Bar {
  /** @param {Record<string, () => void>} on */
  constructor(on) {
    this.shuffle = icon("shuffle", say("Shuffle your cards"), on.shuffle);
    this.recall = icon("recall", say("Take the card back (Esc)"), on.recall);
    this.discard = button("discard", say("Discard"), on.discard);
    this.play = button("play", say("Play"), on.play, "button");
    this.words = h("div", { class: "strip-words" });
    this.strip = h("div", { class: "strip" }, this.words);
    this.buttons = h("div", { class: "turn-buttons" }, this.shuffle, this.recall, this.discard, this.play);
  }

  /** Shows what the board says can be done now. */
  render({ card, cell, tryOut, sending, mine, prepares, canDiscard }) {
    const { result } = tryOut;
    const laid = cell !== null;
    this.recall.disabled = !card || sending;
    this.discard.disabled = !canDiscard;
    write(this.discard, canDiscard ? say("Discard {card}", { card: shown(card.letter) }) : say("Discard"));
    this.play.disabled = !(mine || prepares) || !laid || !tryOut.allows || sending;
    const builds = laid && result?.words.length && !result.problem;
    write(this.play, playLabel(prepares, builds ? result.points : null));
    this.play.title = prepares ? say("Play this when it's my turn") : "";
    this.play.classList.toggle("waiting", sending);
  }

  /** Shows what there is to tell; if it is the same again, it is left alone with the focus in it. */
  tell(nodes) {
    const fresh = h("div", { class: "strip-words" }, nodes);
    if (!fresh.isEqualNode(this.words)) this.words.replaceChildren(...fresh.childNodes);
  }
}
