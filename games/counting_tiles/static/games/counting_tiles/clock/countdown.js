/**
 * When the next random tile falls: a bar that empties by the match's clock and stands when that stands.
 * Where the player's actions are counted, a pip for each.
 */

import { count, say } from "../../../shell/common/catalog.js";
import { calm, h, set, write } from "../../../shell/common/dom.js";
import { interval } from "../position.js";

const SOON = 5; // seconds
const DRIFT = 0.2; // seconds by which the bar may differ from the clock

export class Countdown {
  constructor() {
    this.fill = h("span", { class: "bar-fill" });
    this.words = h("span", { class: "bar-words" });
    this.left = h("span", { class: "bar-left" });
    this.pips = h("span", { class: "pips", "aria-hidden": "true" });
    this.root = h(
      "div",
      { class: "bar", "data-countdown": true },
      h("span", { class: "bar-track", "aria-hidden": "true" }, this.fill),
      this.words,
      this.pips,
      this.left,
    );
    this.motion = null;
    this.budget = 0;
  }

  /**
   * @param {any} view
   * @param {any} clock  the match's clock (shell/panels/clock.js)
   */
  render(view, clock) {
    const { options, state } = view;
    this.root.hidden = view.to_move === null;
    if (view.to_move === null) return this.stop();
    if (options.drops === "timed") this.renderTime(view, clock);
    else this.renderActions(interval(options, state.rows), state.since);
    return undefined;
  }

  renderTime(view, clock) {
    const left = clock.left()?.all ?? 0;
    const { stands } = clock;
    set(this.root, { "data-stands": stands, "data-soon": !stands && left <= SOON });
    write(this.words, wordsOf(view.clock, stands, left));
    write(this.left, left > 0 ? say("{n} s", { n: Math.ceil(left) }) : "");
    this.run(view.clock.budget, left, stands);
  }

  /** Lets the bar go on from where it should be; the browser moves it without us. */
  run(budget, left, stands) {
    if (this.budget !== budget || !this.motion) {
      this.motion?.cancel();
      this.budget = budget;
      const easing = calm.matches ? `steps(${budget})` : "linear";
      const timing = { duration: budget * 1000, fill: "both", easing };
      this.motion = this.fill.animate({ transform: ["scaleX(1)", "scaleX(0)"] }, timing);
    }
    const at = (budget - Math.min(budget, left)) * 1000;
    const runs = !stands && left > 0;
    if (Math.abs((this.motion.currentTime ?? 0) - at) > DRIFT * 1000 || !runs) this.motion.currentTime = at;
    if (runs && this.motion.playState !== "running") this.motion.play();
    if (!runs) this.motion.pause();
  }

  stop() {
    this.motion?.cancel();
    this.motion = null;
  }

  renderActions(every, since) {
    const left = every - since;
    this.stop();
    set(this.root, { "data-counted": true, "data-soon": left === 1 });
    write(this.words, countWords(left));
    if (this.pips.childElementCount !== every) {
      this.pips.replaceChildren(...Array.from({ length: every }, () => h("i", {})));
    }
    [...this.pips.children].forEach((pip, place) => pip.classList.toggle("is-spent", place < since));
  }
}

function wordsOf(clock, stands, left) {
  if (clock.waits) return say("Not started");
  if (stands) return say("The clock is stopped");
  return left > 0 ? say("Next random tile") : say("A random tile is falling");
}

function countWords(left) {
  if (left === 1) return say("Random tile after your next action");
  return count("Random tile after {n} action", "Random tile after {n} actions", left);
}
