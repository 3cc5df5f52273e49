/** Making turns: a word, no word, or a full hand, each asked about where one might not mean it. */

import { ask } from "../shell/confirm.js";
import { lastRound, problem } from "./strip.js";
import { countOf } from "./takes.js";
import { tiles } from "./telling.js";
import { inWords } from "./tiles.js";

export class Turns {
  /** @param {object} board  the board they are made on */
  constructor(board) {
    this.board = board;
  }

  /** Returns the word and the tiles to take as the server takes them. */
  action() {
    const { draft, take, options } = this.board;
    const draw = countOf(take, draft.length, options.extra) ?? 0;
    return { type: "Spell", word: draft.word, draw };
  }

  async play() {
    const { board } = this;
    const { draft, preview, options, api } = board;
    if (board.sending) return;
    if (!board.mine && !board.prepares) return api.announce("It is not your turn.");
    const wrong = problem(draft.word);
    if (wrong) return api.announce(wrong);
    if (options.word_check) {
      await preview.settled;
      if (!preview.allows) return api.announce(preview.result.problem);
    }
    const action = this.action();
    const end = board.mine ? this.endedBy(action) : null;
    if (!end || (await this.sure(end))) await this.send(action);
  }

  /** Returns what to ask before taking so many tiles that the game ends, or null. */
  endedBy({ word, draw }) {
    const { view, options } = this.board;
    const { hand_limit: limit } = options;
    const size = view.state.sizes[view.player] - word.length + draw;
    if (size < limit || lastRound(view)) return null;
    const text = `You would have ${size} tiles in your hand. With ${limit} or more the game ends`
      + " after this round, and what is left in your hand is taken off your points.";
    return { title: "End the game?", text, yes: "Play it", no: "Go on" };
  }

  async skip() {
    if (this.board.prepares) return this.send({ type: "Spell", word: "", draw: this.board.options.extra });
    const { view, options } = this.board;
    const taken = [...view.state.queue].slice(0, options.penalty);
    const text = `Your turn is over without points, and you take ${tiles(options.penalty)}:`
      + ` ${inWords(taken)}.`;
    const words = { title: "Spell no word?", text, yes: "No word", no: "Go on" };
    if (await this.sure(words)) await this.send({ type: "Spell", word: "", draw: options.extra });
  }

  async stop() {
    if (this.board.prepares) return this.send({ type: "Stop" });
    const count = this.board.options.hand_limit + 1;
    const text = `Instead of spelling a word you fill your hand to ${count} tiles. The game ends`
      + " after this round, and what is left in your hand is taken off your points.";
    const words = { title: "Stop the game?", text, yes: "Stop the game", no: "Go on" };
    if (await this.sure(words)) await this.send({ type: "Stop" });
  }

  /** Asks; true if they want it and it still is this player's same turn. */
  async sure(words) {
    const { board } = this;
    const { ply } = board.view;
    return board.mine && !board.sending && (await ask(words)) && ply === board.view.ply;
  }

  async send(action) {
    const { board } = this;
    // What has the focus may go away; the word is where the next turn begins.
    if (board.root.contains(document.activeElement)) board.stage.svg.focus({ preventScroll: true });
    const { ply } = board.view;
    board.sending = true;
    board.peeked = null;
    board.update();
    const answer = await board.api.submit(action);
    // What was spelled stays until the server's own view shows it.
    if (!answer.ok && board.view.ply === ply) {
      board.sending = false;
      board.update();
    }
  }
}
