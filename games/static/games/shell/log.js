/** The list of moves, the latest on top: who made each, in notation, and what it brought. */

import { h } from "./dom.js";
import { mark } from "./marks.js";

const ACTORS = { computer: "by the computer", clock: "by the clock", order: "by standing order" };

/** Says who made a move; a computer seat's own moves need no word, nor those of who plays alone. */
function author(entry, view) {
  const seat = view.seats[entry.player];
  if (!seat) return "";
  if (view.seats.length === 1) return entry.actor === "clock" ? ACTORS.clock : "";
  const plain = entry.actor === "human" || (entry.actor === "computer" && seat.owner === "computer");
  return plain ? seat.name : `${seat.name}, ${ACTORS[entry.actor] ?? entry.actor}`;
}

export class Log {
  /**
   * @param {Element} root
   * @param {object} on
   * @param {(ply: number) => void} on.point  shows the move of a ply on the board
   * @param {(event: any) => Node|string} on.gain  tells what an event brought
   */
  constructor(root, { point, gain }) {
    this.root = root;
    this.point = point;
    this.gain = gain;
    this.entries = [];
    this.names = null; // those the rows tell; others make all rows anew
    this.shown = 0; // the ply of the latest row
    this.gap = false; // some moves before it are not known
  }

  /** Takes in the entries of a view, which may be the last few only. */
  merge(view) {
    const known = new Map(this.entries.map((entry) => [entry.ply, entry]));
    for (const entry of view.log) known.set(entry.ply, entry);
    this.entries = [...known.values()].sort((a, b) => a.ply - b.ply);
  }

  /** Tells whether every move up to the view's ply is known. */
  complete(view) {
    return this.entries.length >= view.ply;
  }

  /** Has all rows made anew at the next time: a board may tell the same in another way. */
  forget() {
    this.names = null;
  }

  /** Adds rows for what is new; a long match is not drawn again for each move. */
  render(view) {
    const names = String(view.seats.map((seat) => seat.name));
    const gap = this.entries.length !== (this.entries.at(-1)?.ply ?? 0);
    if (names !== this.names || gap || this.gap) {
      this.root.replaceChildren();
      this.shown = 0;
    }
    Object.assign(this, { names, gap });
    const fresh = this.entries.filter((entry) => entry.ply > this.shown);
    this.root.prepend(...fresh.map((entry) => this.row(entry, view)).reverse());
    this.shown = this.entries.at(-1)?.ply ?? 0;
  }

  row(entry, view) {
    const alone = view.seats.length === 1;
    const gains = entry.events.map((event) => {
      const name = alone ? "" : view.seats[event.player]?.name;
      return h("li", {}, name ? h("b", {}, `${name}: `) : null, this.gain(event));
    });
    const show = () => this.point(entry.ply);
    return h(
      "li",
      { class: `move player-${entry.player}`, "data-move": entry.ply },
      h("span", { class: "move-ply" }, String(entry.ply)),
      alone ? null : mark(entry.player),
      h(
        "div",
        { class: "move-what" },
        h("button", { type: "button", class: "move-text", click: show }, entry.text),
        h("span", { class: "move-who" }, author(entry, view)),
        gains.length ? h("ul", { class: "gains" }, gains) : null,
      ),
    );
  }
}

/** Says the last move in a sentence, for the announcer. */
export function lastMove(view) {
  const entry = view.log.at(-1);
  if (!entry) return "";
  const gains = entry.events
    .filter((event) => event.points)
    .map((event) => `${view.seats[event.player]?.name} ${event.points} points`);
  const tail = gains.length ? ` ${gains.join(", ")}.` : "";
  return `${author(entry, view)} played ${entry.text}.${tail}`;
}

