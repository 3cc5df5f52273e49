/** The score and the rows so far, and the best score. */

import { number, say } from "../../../shell/common/catalog.js";
import { h, write } from "../../../shell/common/dom.js";

export class Tally {
  constructor() {
    this.score = h("dd", { class: "tally-score", "data-points": true });
    this.rows = h("dd", { "data-rows": true });
    this.best = h("dd", { "data-best": true });
    this.bestBox = h("div", {}, h("dt", {}, say("Best")), this.best);
    this.root = h(
      "dl",
      { class: "tally" },
      h("div", {}, h("dt", {}, say("Score")), this.score),
      h("div", {}, h("dt", {}, say("Rows")), this.rows),
      this.bestBox,
    );
  }

  /** @param {number|null} best  the best score before this game, null before the first */
  render({ score, rows }, best) {
    write(this.score, number(score));
    write(this.rows, number(rows));
    this.bestBox.hidden = best === null;
    if (best !== null) write(this.best, number(Math.max(best, score)));
  }
}
