/**
 * Actions on their way: shown at once, sent one after the other, each with the ply it was made for.
 * Random tiles that fall meanwhile do no harm unless they make an action impossible; then that is taken
 * back, with everything done after it.
 */

import { foretell, problem } from "./position.js";

export class Queue {
  /**
   * @param {object} on
   * @param {(action: object, ply: number) => Promise<any>} on.send
   * @param {(action: object, answer: any) => void} on.refuse  tells that an action was taken back
   * @param {() => void} on.settle  less is on its way than before
   */
  constructor({ send, refuse, settle }) {
    Object.assign(this, { send, refuse, settle });
    this.waiting = []; // {action, ply it was made for, done: ply it led to, sent}
    this.view = null;
    this.busy = false;
  }

  /** Takes a view; actions that it shows already wait no longer. */
  take(view) {
    this.view = view;
    this.waiting = this.waiting.filter((item) => !shows(view, item));
  }

  /** Returns the position with everything that is on its way and still fits. */
  get position() {
    const { state, options } = this.view;
    return this.waiting.reduce(
      (position, { action }) =>
        problem(position, action, options) ? position : foretell(position, action, options),
      state,
    );
  }

  add(action) {
    this.waiting.push({ action, ply: this.view.ply, done: null, sent: false });
    this.run();
  }

  async run() {
    if (this.busy) return;
    this.busy = true;
    let known = 0; // the ply that the last answer told
    for (let item = this.next(); item; item = this.next()) {
      item.ply = Math.max(item.ply, known);
      item.sent = true;
      const answer = await this.send(item.action, item.ply);
      if (!answer.ok) {
        this.waiting = [];
        this.refuse(item.action, answer);
        break;
      }
      item.done = known = answer.ply;
      this.take(this.view);
      this.settle();
    }
    this.busy = false;
  }

  next() {
    return this.waiting.find(({ done }) => done === null);
  }
}

/** Tells whether a view shows what an action has led to. */
function shows(view, { ply, done, sent }) {
  if (done !== null) return view.ply >= done;
  return sent && view.log.some((entry) => entry.ply > ply && entry.actor === "human");
}
