/** What is written at the moves of a study, and saved by itself: at the next pause, one after the other. */

import { post, postLast } from "../common/command.js";
import { put, take } from "../common/tab.js";

const KEPT = `study-drafts ${location.pathname}`;
const PAUSE = 800; // milliseconds without a key

export class Drafts {
  #texts = new Map(); // by node: what isn't saved yet
  #saving = Promise.resolve();
  #timer = 0;
  /** Whether something couldn't be saved. */
  isRefused = false;

  /**
   * @param {string} path  where comments are saved
   * @param {(node: number, answer: object) => void} answered
   */
  constructor(path, answered) {
    Object.assign(this, { path, answered });
  }

  get = (node) => this.#texts.get(node);

  write(node, text) {
    this.#texts.set(node, text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.save, PAUSE);
  }

  /** Saves all that was written: the last that was written is the last that is saved. */
  save = () => {
    clearTimeout(this.#timer);
    this.#saving = this.#saving.then(async () => {
      for (const [node, text] of [...this.#texts]) await this.#saveOne(node, text);
    });
  };

  async #saveOne(node, text) {
    const answer = await post(this.path, { node, text });
    this.isRefused = !answer.ok;
    if (answer.ok && this.#texts.get(node) === text) this.#texts.delete(node);
    this.answered(node, answer);
  }

  /** Keeps what isn't saved yet for this tab, whose session is over. */
  keep = () => {
    put(KEPT, [...this.#texts]);
    this.isRefused = false;
  };

  /** Takes up what was kept, and saves it. */
  takeUp() {
    for (const [node, text] of take(KEPT) ?? []) this.write(node, text);
  }

  /** Sends what isn't saved yet as the page is left. */
  saveLast = () => {
    for (const [node, text] of this.#texts) postLast(this.path, { node, text });
  };
}
