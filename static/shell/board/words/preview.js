/**
 * What a move would bring, before it is played: the words with their points and whether they count, and
 * what stands in its way. The server knows; this asks it and shows it.
 */

import { count, number, say } from "../../common/catalog.js";
import { h } from "../../common/dom.js";
import { proposeLink, wordButton } from "./meaning.js";

const PAUSE = 90; // milliseconds, so that a word typed quickly is asked for once

/** Says points: "1 point", "2 points". */
export function points(n) {
  return count("{n} point", "{n} points", n);
}

export class Preview {
  /**
   * @param {object} options
   * @param {(action: object) => Promise<any>} options.ask  the server's answer to an action
   * @param {(word: string) => void} options.open  shows what a word means
   * @param {(text: string) => void} options.announce
   * @param {() => void} options.changed  there is something new to draw
   */
  constructor({ ask, open, announce, changed }) {
    this.ask = ask;
    this.open = open;
    this.announce = announce;
    this.changed = changed;
    this.key = "";
    this.result = null; // {words, bonus, points, problem}, null while it is not known
    this.settled = Promise.resolve();
  }

  /** Tells whether nothing we know of stands in the way of the move. */
  get allows() {
    return this.key !== "" && !this.result?.problem;
  }

  /**
   * Looks at an action, or with null at none; the same one isn't asked about twice.
   * @param {object|null} action
   * @param {string|number} position  changes with the position the action is for
   */
  look(action, position) {
    const key = action ? JSON.stringify([action, position]) : "";
    if (key === this.key) return;
    this.key = key;
    this.result = null;
    this.settled = action ? this.fetch(action, key) : Promise.resolve();
  }

  async fetch(action, key) {
    await new Promise((done) => setTimeout(done, PAUSE));
    if (key !== this.key) return this.settled;
    const answer = await this.ask(action);
    if (key !== this.key) return this.settled;
    // Without an answer the move can still be played, and is judged then.
    this.result = answer.ok ? answer.preview : null;
    if (this.result) this.announce(this.inWords());
    this.changed();
  }

  /** Notes why the server refused the move, so that it is changed before it is sent again. */
  refuse(problem) {
    if (this.result) this.result.problem = problem;
  }

  inWords() {
    const { words, problem } = this.result;
    const told = words.map(({ word, points: some, valid }) =>
      valid === false ? say("{word} isn't in the word list.", { word }) : say("{word}: {points}.", { word, points: points(some) }),
    );
    const end = problem || (words.length > 1 || this.result.bonus ? this.total() : "");
    return [...told, end].filter(Boolean).join(" ");
  }

  total() {
    const { bonus } = this.result;
    const all = points(this.result.points);
    if (!bonus) return say("{points} in all.", { points: all });
    return say("{points} in all, including {bonus} for the whole rack.", { points: all, bonus: points(bonus) });
  }

  /** Returns the words as buttons, the bonus, and the problem if there is one. */
  nodes() {
    const { result } = this;
    if (!result) return [h("p", { class: "muted" }, "…")];
    const chips = result.words.map((word) => h("li", {}, this.chip(word)));
    if (result.bonus) chips.push(h("li", { class: "chip-bonus" }, say("Whole rack +{n}", { n: result.bonus })));
    return [
      chips.length ? h("ul", { class: "chips", "aria-label": say("Words you'd make") }, chips) : null,
      result.problem ? h("p", { class: "preview-problem" }, result.problem, ...this.proposals()) : null,
    ].filter(Boolean);
  }

  /** Returns links to propose the words that the problem is about. */
  proposals() {
    const { words, problem } = this.result;
    const match = document.querySelector("[data-match]")?.dataset.base.split("/")[2];
    return words
      .filter(({ word, valid }) => match && valid !== true && problem.includes(word))
      .flatMap(({ word }) => [" ", proposeLink(word, match, say("Propose {word}", { word }))]);
  }

  chip({ word, points: some, valid }) {
    const amount = h("span", { class: "chip-points" }, number(some));
    // If a table doesn't tell whether a word counts, its meaning would give it away.
    if (valid === null) return h("span", { class: "chip" }, h("b", { translate: "no" }, word), amount);
    const sign = { true: "✓", false: "✗" }[valid] ?? "";
    return wordButton(
      word,
      this.open,
      {
        class: `chip${valid === false ? " is-bad" : ""}`,
        "aria-label": labelOf({ word, points: points(some), valid }),
      },
      amount,
      sign ? h("span", { class: "chip-sign" }, sign) : null,
    );
  }
}

function labelOf({ valid, ...facts }) {
  if (valid === true) return say("{word}: in the list, {points}. What does it mean?", facts);
  if (valid === false) return say("{word}: not in the list, {points}. What does it mean?", facts);
  return say("{word}: {points}. What does it mean?", facts);
}
