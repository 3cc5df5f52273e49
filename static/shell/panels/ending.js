/**
 * The end of a match: what came of it lies on the board until it's closed, and can be called back. It holds
 * what one does next: play again, look back, share, go where somebody waits.
 */

import { number, say, tell } from "../common/catalog.js";
import { get } from "../common/command.js";
import { h, write } from "../common/dom.js";
import { mark } from "../common/marks.js";
import { refresh } from "../site/live.js";
import { resultPanel, shared } from "./result.js";

const RATED_AFTER = [0, 1_500, 3_000, 6_000]; // milliseconds: a match is rated soon after its end

const GAP = 8; // pixels around the result
const LEAST_ROOM = 260; // pixels: what it says, an offer and its buttons can be read in that

/** Returns what a match did to somebody's rating, as a line. */
function ratingLine({ player, name, before, after }) {
  const change = after < before ? `\u2212${number(before - after)}` : `+${number(after - before)}`;
  const facts = { name: h("b", { translate: "no" }, name), rating: number(after), change };
  return h("li", { class: `player-${player}` }, mark(player), h("span", {}, tell("{name}: rating {rating} ({change})", facts)));
}

export class Ending {
  /**
   * @param {HTMLElement} page
   * @param {{toast: (content: any, tone?: string) => void, home: () => HTMLElement}} on  where the focus
   *   goes when the result is closed
   */
  constructor(page, { toast, home }) {
    Object.assign(this, { page, toast, home });
    this.root = page.querySelector("[data-result]");
    this.again = page.querySelector('[data-action="show-result"]');
    this.rematch = page.querySelector("[data-rematch]");
    this.shown = "";
    this.closed = false;
    this.view = null;
    page.querySelector('[data-action="close-result"]').addEventListener("click", () => this.close());
    this.root.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    this.again.addEventListener("click", () => this.open());
    addEventListener("resize", () => this.root.removeAttribute("style"));
    page.querySelector('[data-action="share"]').addEventListener("click", () => this.share());
  }

  /**
   * Draws the result of a match that is over.
   * @param {any} view
   * @param {() => Node|null} details  what the game adds
   */
  render(view, details) {
    const key = JSON.stringify([view.duel, view.result, this.page.dataset.drawn !== undefined]);
    if (this.shown === key) return;
    this.shown = key;
    this.view = view;
    this.page.querySelector("[data-verdict]").replaceChildren(...resultPanel(view, details()));
    if (view.player !== null && view.duel?.over !== false && !view.duel?.open) this.watchRematch();
    this.root.hidden = this.closed;
    this.again.hidden = !this.closed;
    this.rated ??= this.showRatings();
  }

  /** Shows what the match did to ratings, as soon as that is known; most matches have none to wait for. */
  async showRatings() {
    if (this.view.seats.filter(({ owner }) => owner === "user").length < 2) return;
    for (const wait of RATED_AFTER) {
      await new Promise((done) => setTimeout(done, wait));
      const found = await get(this.page.dataset.ratings);
      if (!found?.ratings.length && !found?.not_rated) continue;
      const lines = found.not_rated ? [h("li", {}, found.not_rated)] : found.ratings.map(ratingLine);
      this.page.querySelector("[data-rating]").replaceChildren(...lines);
      return;
    }
  }

  /** Keeps the offer to play again as it stands. */
  watchRematch() {
    if (!this.rematch.hidden) return;
    this.rematch.hidden = false;
    this.rematch.addEventListener("live:replaced", () => {
      const said = this.rematch.querySelector("p");
      if (said && this.closed) this.toast(said.textContent.trim(), "info");
    });
    this.rematch.dataset.live = this.rematch.dataset.rematch;
    refresh(this.rematch);
  }

  /** Brings the result up and moves the focus there. */
  open() {
    this.closed = false;
    this.root.hidden = false;
    this.again.hidden = true;
    this.root.focus({ preventScroll: true });
    this.root.scrollIntoView({ block: "center" }); // it may yet grow both ways
  }

  /**
   * Has the result lie above or below what the last move left on the board, where there's more room.
   * @param {() => (Element|null|undefined)[]} latest  asked when the board has taken the room it has now
   */
  keepClear(latest) {
    requestAnimationFrame(() => requestAnimationFrame(() => this.moveFrom(latest())));
  }

  moveFrom(latest) {
    const boxes = latest.map((node) => node?.getBoundingClientRect()).filter((box) => box?.width);
    if (!boxes.length || this.root.hidden || this.root.style.top) return;
    const [frame, own] = [this.root.offsetParent, this.root].map((node) => node.getBoundingClientRect());
    const beside = (box) => box.right < own.left || box.left > own.right || box.bottom < own.top || box.top > own.bottom;
    if (boxes.every(beside)) return;
    const above = Math.min(...boxes.map(({ top }) => top)) - frame.top;
    const bottom = Math.max(...boxes.map((box) => box.bottom)) - frame.top;
    const room = Math.max(above, frame.height - bottom) - 2 * GAP;
    if (room < LEAST_ROOM) return;
    const top = above > frame.height - bottom ? GAP : bottom + GAP;
    Object.assign(this.root.style, { top: `${top}px`, maxHeight: `${room}px` });
  }

  close() {
    this.closed = true;
    this.root.hidden = true;
    this.again.hidden = false;
    this.home().focus({ preventScroll: true });
  }

  /** Offers the next table that waits for this player. */
  offer(waiting) {
    const link = this.page.querySelector("[data-next-game]");
    if (!link) return;
    link.hidden = waiting === 0;
    write(link, say("Next table ({n})", { n: waiting }));
  }

  /** Hands the match on, as the device does that, or copies its address. */
  async share() {
    const data = { title: document.title, text: shared(this.view), url: location.origin + location.pathname };
    if (navigator.share) return navigator.share(data).catch(() => {}); // they thought better of it
    try {
      await navigator.clipboard.writeText(data.url);
      this.toast(say("Link copied."), "success");
    } catch {
      this.toast(data.url, "info"); // no clipboard on pages without https
    }
  }
}
