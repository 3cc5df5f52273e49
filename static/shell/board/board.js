/**
 * What the boards of all games do: take in views, know whose turn it is, send a turn or prepare it, and
 * show a move of the list. A game's own board extends this; it draws the position and lets turns be put
 * together. A game's `board.js` exports `mount(root, api)`, which returns its board; pages call
 *
 *   render(view)         draws a view
 *   extra(view, player)  returns a node to put beside a player's score, or null
 *   point(ply)           shows the move of a ply
 *   gain(event)          returns a node that tells an event, or null: its sentence will do
 *   time()               draws what depends on the clock, each second
 *   news(view, before)   says what is new in a view, or returns null: the page says it
 *   action()             returns the turn that is being put together, or null
 *   layOut(action)       lays an action out as if the player had, for them to look at; tells whether it could
 *   details(view)        returns a node for the result, or null
 *   whence(player)       returns where a player's points were earned: an element, a box, or null
 *   latest()             returns the elements that the last move left, which a result is not to lie on
 */

import { listenByRows } from "./keys.js";
import { saying } from "./told.js";

export class Board {
  /**
   * @param {Element} root
   * @param {object} api  what the page does for its board (`match.js`, `replay.js` and `lesson.js`)
   */
  constructor(root, api) {
    this.root = root;
    this.api = api;
    this.view = null; // what is shown
    this.entries = new Map(); // the log by ply: a view may have the last few entries only
    this.sending = false; // a turn is on its way
  }

  // --- Whose turn it is -------------------------------------------------------------------------

  get mine() {
    const { view } = this;
    return view !== null && view.player !== null && view.player === view.to_move;
  }

  /** Tells whether a turn made now is prepared for later. */
  get prepares() {
    return !this.mine && Boolean(this.view.prepared?.open);
  }

  /** Tells whether a turn can be made now, to be played or to be prepared. */
  get hasTurn() {
    return this.mine || this.prepares;
  }

  /** Tells whether this viewer plays in a game that isn't over, whoever is to move. */
  get plays() {
    return this.view.player !== null && this.view.to_move !== null;
  }

  /** Tells whether this viewer can lay something, on their turn or while they wait for it. */
  get canLay() {
    return this.plays && !this.sending;
  }

  // --- Views ------------------------------------------------------------------------------------

  /** Takes a view in; returns the one before, and what the log has new since then. */
  take(view) {
    const before = this.view;
    this.view = view;
    for (const entry of view.log) this.entries.set(entry.ply, entry);
    return { before, fresh: before ? view.log.filter(({ ply }) => ply > before.ply) : [] };
  }

  /** Draws a view. What is laid out stays through the turns of others as long as the game lets it. */
  render(view) {
    const { before, fresh } = this.take(view);
    if (!before) this.build(view);
    if (!before || this.differs(before, view)) {
      this.sending = false;
      this.turn(before, fresh);
    }
    this.renderPanels(view);
    this.update();
  }

  /** Tells whether two views show different positions. */
  differs(before, view) {
    return before.ply !== view.ply;
  }

  /** Has the next view drawn anew, though its ply may be that of this one: it stands in another line. */
  forgetPly() {
    if (this.view) this.view = { ...this.view, ply: this.view.ply - 1 };
  }

  /** Makes what needs to know the game's settings, once. */
  build() {}

  /** Goes on to another position; `fresh` is what the log has new. */
  turn() {}

  /** Draws what is told beside the board. */
  renderPanels() {}

  /** Draws the board as it is now, with the turn that is being put together. */
  update() {}

  // --- Turns ------------------------------------------------------------------------------------

  /** Returns the part of the board where the next turn begins: the focus goes there. */
  get home() {
    return this.root;
  }

  /** Sends a turn, or prepares it. What was laid out stays until the server's own view shows it. */
  async send(action) {
    // What has the focus may go away.
    if (this.root.contains(document.activeElement)) this.home.focus({ preventScroll: true });
    const { ply } = this.view;
    this.sending = true;
    this.update();
    const answer = await this.api.submit(action);
    if (!answer.ok && this.view.ply === ply) {
      this.sending = false;
      if (answer.error === "illegal") this.refuse(answer.text);
      this.update();
    }
    return answer;
  }

  /** Notes why the server refused a turn. */
  refuse() {}

  /** Has a screen reader say something. */
  announce(text) {
    this.api.announce(text);
  }

  /** Lets keys steer the board, or a part of it that knows the board. */
  listenToKeys(rows, steered = this) {
    listenByRows(this.root, steered, rows, { plays: () => this.api.player !== null });
  }

  // --- What pages ask for -----------------------------------------------------------------------

  point(ply) {
    const entry = this.entries.get(ply);
    if (entry && this.show(entry)) this.announce(saying(entry));
  }

  /** Shows where on the board an entry of the log happened; tells whether there is such a place. */
  show() {
    return false;
  }

  extra() {
    return null;
  }

  gain() {
    return null;
  }

  time() {}

  news() {
    return null;
  }

  action() {
    return null;
  }

  layOut() {
    return false;
  }

  details() {
    return null;
  }

  whence() {
    return null;
  }

  latest() {
    return [];
  }
}
