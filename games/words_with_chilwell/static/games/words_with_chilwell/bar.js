/** The buttons of a turn. */

import { say } from "../../shell/common/catalog.js";
import { h, s, write } from "../../shell/common/dom.js";

const ICONS = {
  shuffle:
    "M4 8H7.5L15.5 16H20M4 16H7.5L9.6 13.9M13.4 10.1L15.5 8H20"
    + "M17.5 5.5L20 8L17.5 10.5M17.5 13.5L20 16L17.5 18.5",
  sort: "M4 6H12M4 12H10M4 18H8M17 5V19M13.5 15.5L17 19L20.5 15.5",
  recall: "M12 4V14M7.5 9.5L12 14L16.5 9.5M5 19H19",
};

function icon(action, label, click) {
  const facts = { type: "button", class: "icon-button", "data-action": action, click };
  return h(
    "button",
    { ...facts, "aria-label": label, title: label },
    s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[action] })),
  );
}

function button(action, label, click, kind = "button button-quiet") {
  return h("button", { type: "button", class: kind, "data-action": action, click }, label);
}

function playLabel(points) {
  return points === null ? say("Play") : say("Play · {points}", { points });
}

function prepareLabel(points) {
  return points === null ? say("Prepare") : say("Prepare · {points}", { points });
}

/** Calls with true while a mouse is over an element, or the focus in it. */
function watch(element, on) {
  element.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && on(true));
  element.addEventListener("pointerleave", () => on(false));
  element.addEventListener("focus", () => element.matches(":focus-visible") && on(true));
  element.addEventListener("blur", () => on(false));
}

export class Bar {
  /** @param {Record<string, (value?: boolean) => void>} on */
  constructor(on) {
    this.shuffle = icon("shuffle", say("Shuffle your tiles"), on.shuffle);
    this.sort = icon("sort", say("Sort your tiles"), on.sort);
    this.recall = icon("recall", say("Take all your tiles back (Esc)"), on.recall);
    this.stop = button("stop", say("Stop"), on.stop);
    this.skip = button("skip", say("No word"), on.skip);
    this.play = button("play", say("Play"), on.play, "button");
    watch(this.skip, on.peekSkip);
    watch(this.stop, on.peekStop);
    this.root = h(
      "div",
      { class: "turn-buttons" },
      this.shuffle,
      this.sort,
      this.recall,
      this.stop,
      this.skip,
      this.play,
    );
  }

  /** Shows what can be done now; `points` is null where they aren't told. */
  render({ free, prepares, empty, sending, stopping, playable, points }) {
    this.recall.disabled = empty || sending;
    this.stop.hidden = !stopping;
    this.stop.disabled = !free || sending;
    this.skip.disabled = !free || sending;
    this.play.disabled = !free || !playable || sending;
    write(this.play, prepares ? prepareLabel(points) : playLabel(points));
    this.play.title = prepares ? say("Play this when it's my turn") : "";
    this.play.classList.toggle("waiting", sending);
  }
}
