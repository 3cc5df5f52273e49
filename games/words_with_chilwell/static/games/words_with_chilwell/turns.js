/** Making turns: a word, no word, or a full hand, each after a question where it may be a slip. */

import { count, say } from "../../shell/common/catalog.js";
import { ask } from "../../shell/board/confirm.js";
import { lastRound, problem } from "./strip.js";
import { countOf } from "./queue/takes.js";
import { tiles } from "./telling.js";
import { together } from "./tiles.js";

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
    if (!board.mine && !board.prepares) return api.announce(say("It isn't your turn."));
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
    const text = say(
      "You'd have {tiles} in hand. With {limit} or more, the game ends after this round, and you lose points for what's left in your hand.",
      { tiles: tiles(size), limit: tiles(limit) },
    );
    return { title: say("End the game?"), text, yes: say("Play it"), no: say("Keep playing") };
  }

  async skip() {
    const { view, options, prepares } = this.board;
    const noWord = { type: "Spell", word: "", draw: options.extra };
    if (prepares) return this.send(noWord);
    const text = count(
      "Your turn ends without points, and you take {n} tile: {tiles}.",
      "Your turn ends without points, and you take {n} tiles: {tiles}.",
      options.penalty,
      { tiles: together([...view.state.queue].slice(0, options.penalty)) },
    );
    const words = {
      title: say("Play without spelling a word?"),
      text,
      yes: say("No word"),
      no: say("Keep playing"),
    };
    if (await this.sure(words)) await this.send(noWord);
  }

  async stop() {
    if (this.board.prepares) return this.send({ type: "Stop" });
    const text = count(
      "Instead of spelling a word, you fill your hand to {n} tile. The game ends after this round, and you lose points for what's left in your hand.",
      "Instead of spelling a word, you fill your hand to {n} tiles. The game ends after this round, and you lose points for what's left in your hand.",
      this.board.options.hand_limit + 1,
    );
    const words = {
      title: say("End the game?"),
      text,
      yes: say("End the game"),
      no: say("Keep playing"),
    };
    if (await this.sure(words)) await this.send({ type: "Stop" });
  }

  /** Asks; true if they want it and it's still the same turn. */
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
