/**
 * What a match page does when its player has been signed out: it stays as it is and says so. The turn
 * they were putting together is kept for this tab, and laid out again once they are back; so is what they
 * were writing.
 */

import { get } from "../common/command.js";
import { put, take } from "../common/tab.js";

const PLACE = `turn-draft ${location.pathname}`;
const WORDS = `words-draft ${location.pathname}`;

const fields = () => [...document.querySelectorAll("main textarea, [data-chat-text]")];

export class Session {
  /**
   * @param {HTMLElement} notice  says that the session is over, and links to the page to sign in by
   * @param {string} url  the address of the view
   * @param {() => object} shown  returns the view that is shown, and as its `action` the turn that is
   *   being put together
   */
  constructor(notice, url, shown) {
    Object.assign(this, { notice, url, shown, isOver: false });
    notice.addEventListener("click", () => this.keep());
    document.addEventListener("visibilitychange", () => this.look());
  }

  /** Takes a refusal; tells whether the session has to do with it. */
  refused(error) {
    if (error === "stale_page") this.reload();
    if (error === "signed_out" && "signedIn" in document.body.dataset) this.end();
    return this.isOver || error === "stale_page";
  }

  /** Tells whether a seat isn't there any more because its player was signed out. */
  async hasTaken(seat) {
    if (seat.player !== null || !("signedIn" in document.body.dataset)) return false;
    const seen = "signed_in" in seat ? seat : await get(this.url);
    if (seen?.signed_in === false) this.end();
    return this.isOver;
  }

  end() {
    this.isOver = true;
    this.notice.hidden = false;
  }

  /** Looks whether they have signed in meanwhile, in another tab. */
  async look() {
    if (!this.isOver || document.hidden) return;
    if ((await get(this.url))?.signed_in) this.reload();
  }

  reload() {
    this.keep();
    location.reload();
  }

  keep() {
    const { player, ply, action } = this.shown();
    put(PLACE, { player, ply, action });
    put(WORDS, fields().map((field) => field.value));
  }

  /** Returns the turn that was kept for a view, once, null if there is none; puts words where they were. */
  take({ player, ply }) {
    if (player === null) return null;
    const words = take(WORDS) ?? [];
    for (const [place, field] of fields().entries()) {
      if (!words[place] || field.value === words[place]) continue;
      field.value = words[place];
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const kept = take(PLACE);
    return kept?.player === player && kept.ply === ply ? kept.action : null;
  }
}
