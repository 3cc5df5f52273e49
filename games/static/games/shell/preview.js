/**
 * What a move would bring, told before it is played: the words with their points and whether they
 * count, and what keeps the move from being played. The server knows; this asks it and shows it.
 */

import { h } from "./dom.js";
import { proposeLink, wordButton } from "./meaning.js";

const PAUSE = 90; // milliseconds, so that a word typed quickly is asked for once

/** Says points: "1 point", "2 points". */
export function points(count) {
  return `${count} ${Math.abs(count) === 1 ? "point" : "points"}`;
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

  /** Tells whether a move may be played for all that is known: nothing speaks against it. */
  get allows() {
    return this.key !== "" && !this.result?.problem;
  }

  /**
   * Looks at an action, or with null at none; the same again is not asked again.
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
    // Without an answer the move can still be played: it is judged then.
    this.result = answer.ok ? answer.preview : null;
    if (this.result) this.announce(this.inWords());
    this.changed();
  }

  /** Takes down why the server refused the move, so that it is changed before it is sent again. */
  refuse(problem) {
    if (this.result) this.result.problem = problem;
  }

  inWords() {
    const { words, problem } = this.result;
    const told = words.map(({ word, points: count, valid }) =>
      valid === false ? `${word}, not in the list` : `${word}, ${points(count)}`,
    );
    const end = problem || (words.length > 1 || this.result.bonus ? this.total() : "");
    return [told.length ? `${told.join("; ")}.` : "", end].filter(Boolean).join(" ");
  }

  total() {
    const { bonus, points: count } = this.result;
    return `${bonus ? `With ${points(bonus)} for the whole rack, ` : "In all "}${points(count)}.`;
  }

  /** Returns the words as buttons, the bonus, and the problem if there is one. */
  nodes() {
    const { result } = this;
    if (!result) return [h("p", { class: "muted" }, "…")];
    const chips = result.words.map((word) => h("li", {}, this.chip(word)));
    if (result.bonus) chips.push(h("li", { class: "chip-bonus" }, `Whole rack +${result.bonus}`));
    return [
      chips.length ? h("ul", { class: "chips", "aria-label": "Words you would make" }, chips) : null,
      result.problem ? h("p", { class: "preview-problem" }, result.problem, ...this.proposals()) : null,
    ].filter(Boolean);
  }

  /** Returns links to propose the words that the problem is about. */
  proposals() {
    const { words, problem } = this.result;
    const match = document.querySelector("[data-match]")?.dataset.base.split("/")[2];
    return words
      .filter(({ word, valid }) => match && valid !== true && problem.includes(word))
      .flatMap(({ word }) => [" ", proposeLink(word, match, `Propose ${word}`)]);
  }

  chip({ word, points: count, valid }) {
    const amount = h("span", { class: "chip-points" }, String(count));
    // Where a table does not tell whether a word counts, its meaning would.
    if (valid === null) return h("span", { class: "chip" }, h("b", {}, word), amount);
    const sign = { true: "✓", false: "✗" }[valid] ?? "";
    const verdict = { true: "in the list, ", false: "not in the list, " }[valid] ?? "";
    return wordButton(
      word,
      this.open,
      {
        class: `chip${valid === false ? " is-bad" : ""}`,
        "aria-label": `${word}: ${verdict}${points(count)}. What does it mean?`,
      },
      amount,
      sign ? h("span", { class: "chip-sign" }, sign) : null,
    );
  }
}
