/** Keeps the screen on while a live match needs its player, where a browser can and its reader wants it. */

import { choices, whenChosen } from "./choices.js";

/** Tells whether a screen that goes dark would cost a view's reader their seat, or their time. */
export function matters({ status, player, paused, for_turn: visiting, seats, clock }) {
  if (status !== "running" || player === null || paused || visiting) return false;
  const live = clock.pace === "live" || clock.sitting;
  return live && !clock.waits && !clock.paused_at && seats[player].controller === "human";
}

export class Awake {
  constructor() {
    this.wanted = false;
    this.lock = null; // of the browser; it drops it whenever the page is hidden
    this.asking = false;
    document.addEventListener("visibilitychange", () => this.keep());
    whenChosen(() => this.keep());
  }

  /** @param {any} view */
  follow(view) {
    this.wanted = matters(view);
    this.keep();
  }

  async keep() {
    const wanted = this.wanted && choices.awake && !document.hidden;
    if (this.asking || wanted === (this.lock?.released === false)) return;
    if (!wanted) return void this.lock.release();
    if (!navigator.wakeLock) return; // nor is there one on plain http
    this.asking = true;
    const lock = await navigator.wakeLock.request("screen").catch(() => null); // say the battery is low
    this.asking = false;
    this.lock = lock;
    if (lock) this.keep(); // they may have thought better of it
  }
}
