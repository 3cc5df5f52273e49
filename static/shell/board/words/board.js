/**
 * What the boards of word games do besides: ask what the turn laid out would bring, tell what words
 * mean, and play. Such a board has a preview, and mostly a rack.
 */

import { say } from "../../common/catalog.js";
import { h } from "../../common/dom.js";
import { Board } from "../board.js";
import { nodes } from "../told.js";
import { Meaning, wordButton } from "./meaning.js";
import { Preview } from "./preview.js";

export class WordBoard extends Board {
  /**
   * @param {Element} root
   * @param {object} api
   * @param {(on: object) => Preview} preview  makes the preview, where the game has one of its own
   */
  constructor(root, api, preview = (on) => new Preview(on)) {
    super(root, api);
    this.meaning = null;
    this.explain = (word) => this.meaning?.open(word);
    this.preview = preview({
      ask: api.preview,
      open: this.explain,
      announce: api.announce,
      changed: () => this.update(),
    });
  }

  build(view) {
    this.meaning = new Meaning(view.id);
  }

  // --- Playing ----------------------------------------------------------------------------------

  /** Returns the turn laid out as the server takes it, null while there is none. */
  action() {
    return null;
  }

  async play() {
    if (this.sending || !this.action()) return;
    if (!this.hasTurn) return this.announce(say("It isn't your turn."));
    const problem = await this.problem();
    if (problem) return this.announce(problem);
    if (await this.agrees(this.action())) await this.send(this.action());
  }

  /** Says why the turn laid out can't be played, or "" if nothing is known to stand in its way. */
  async problem() {
    await this.preview.settled;
    return this.preview.allows ? "" : this.preview.result.problem;
  }

  /** Asks where a turn might be a slip; true if the player wants it. */
  async agrees() {
    return true;
  }

  refuse(text) {
    this.preview.refuse(text);
  }

  // --- What pages ask for -----------------------------------------------------------------------

  /** Tells an event with its words as buttons that open what they mean. */
  gain(event) {
    const word = (text) => (text.length > 1 ? wordButton(text, this.explain) : text);
    return h("span", {}, nodes(event, { word }));
  }
}
