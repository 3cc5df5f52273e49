/** The score and the rows so far, the cells that are still open, and the best score. */

import { number, say } from "../../../shell/common/catalog.js";
import { h, set, write } from "../../../shell/common/dom.js";
import { countUp } from "../../../shell/feel/motion.js";

export const FEW = 8; // open cells with which the end is near

export class Tally {
  constructor() {
    this.shown = null; // the score that is written, or counted to
    this.score = h("dd", { class: "tally-score", "data-points": true });
    this.rows = h("dd", { "data-rows": true });
    this.open = h("dd", { "data-open": true });
    this.openBox = h("div", { class: "tally-open" }, h("dt", {}, say("Open")), this.open);
    this.best = h("dd", { "data-best": true });
    this.bestBox = h("div", { class: "tally-best" }, h("dt", {}, say("Best")), this.best);
    this.root = h(
      "dl",
      { class: "tally" },
      h("div", {}, h("dt", {}, say("Score")), this.score),
      h("div", {}, h("dt", {}, say("Rows")), this.rows),
      this.openBox,
      this.bestBox,
    );
  }

  /**
   * @param {{score: number, rows: number, grid?: any[]|null}} position  without a grid it isn't told how
   *   many cells are open
   * @param {number|null} best  the best score before this game, null before the first
   */
  render({ score, rows, grid }, best) {
    if (this.shown === null) write(this.score, number(score));
    else if (this.shown !== score) countUp(this.score, this.shown, score);
    this.shown = score;
    write(this.rows, number(rows));
    const open = grid?.filter((tile) => !tile).length ?? null;
    this.openBox.hidden = open === null;
    if (open !== null) write(this.open, number(open));
    set(this.root, { "data-few": open !== null && open <= FEW });
    this.bestBox.classList.toggle("is-beaten", best !== null && score > best);
    this.bestBox.style.setProperty("--reached", best ? Math.min(1, score / best) : 0);
    this.bestBox.hidden = best === null;
    if (best !== null) write(this.best, number(Math.max(best, score)));
  }
}
