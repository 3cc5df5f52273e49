/** How a match sounds, feels and moves: the match page tells it of every new view, second and line of talk. */

import { cuesOf, freshOf, isOwn } from "./cues.js";
import { beckon, earn, hurry, stamp } from "./motion.js";
import { isQuiet, keepKnown } from "./quiet.js";
import { play, tick } from "./sound.js";
import "./switches.js";
import { isTurn } from "../match/turnline.js";

const LOW = 10; // seconds left at a live table
const SHORT = 2 * LOW; // a turn with less from the start is low all the time
const APART = 0.22; // seconds between two cues, and until a stamp has come down
const FEW = 3; // turns at once whose points are shown as they come
const ENDS = ["won", "over"]; // they begin with a thud
const TICKS = { place: [12], turn: [18, 60, 18] };

export class Feel {
  /** @param {Element} page  the match */
  constructor(page) {
    this.page = page;
    this.hurries = hurry();
    this.warned = ""; // the turn whose end has been heard
    keepKnown();
  }

  /**
   * Lets a new view be heard, felt and seen.
   * @param {any} view
   * @param {any} before
   * @param {object|null} board  may tell by `whence(player)` where on it a player's points were earned
   */
  follow(view, before, board) {
    const own = isOwn(view, before);
    const how = { own, live: view.clock.pace === "live" };
    cuesOf(view, before).forEach((cue, place) => this.cue(cue, how, ENDS.includes(cue) ? APART : place * APART));
    this.moveTo(view, before, board);
  }

  /** Sounds a cue, unless its reader looks elsewhere, sleeps or is away; their own live moves they hear. */
  cue(name, { own = false, live = false } = {}, after = 0) {
    if (document.hidden && name !== "turn") return;
    const played = name === "place" && own;
    if (!(played && live) && isQuiet()) return;
    play(name, after);
    if (TICKS[name] && (played || name === "turn")) tick(...TICKS[name]);
  }

  moveTo(view, before, board) {
    const fresh = freshOf(view, before).length;
    if (fresh && !this.hurries() && fresh <= FEW) {
      view.scores.forEach((score, player) => {
        const seat = this.page.querySelector(`[data-score="${player}"]`);
        if (score !== before.scores[player]) earn(score - before.scores[player], board?.whence(player) ?? null, seat);
      });
    }
    if (isTurn(view) && !isTurn(before)) beckon(this.page.querySelector("[data-turn]"));
    if (view.status === "finished" && before.status !== "finished") stamp(this.page.querySelector("[data-result]"));
  }

  /** Warns once when little is left of the reader's own turn at a live table. */
  time(view, clock) {
    if (!isTurn(view) || view.clock.pace !== "live" || view.clock.tempo || view.clock.budget < SHORT) return;
    const left = clock.timeless ? null : clock.left();
    const turn = `${view.ply} ${view.clock.started_at}`;
    if (left === null || left.all > LOW || left.all <= 0 || this.warned === turn) return;
    this.warned = turn;
    this.cue("low");
  }

  /** Tells that somebody else has said something. */
  talk() {
    this.cue("talk");
  }
}
