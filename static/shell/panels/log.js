/**
 * The list of moves, the latest on top: who made each, in notation, and what came of it; between them
 * what happened to seats and clock.
 */

import { say } from "../common/catalog.js";
import { h } from "../common/dom.js";
import { mark } from "../common/marks.js";
import { shortTime } from "../common/times.js";
import { plain } from "../board/told.js";

/** Says who made a move; a computer seat's own moves need no comment, nor those of someone who plays alone. */
function author({ actor, player }, view) {
  const seat = view.seats[player];
  if (!seat) return "";
  if (view.seats.length === 1) return actor === "clock" ? say("By the clock") : "";
  const { name } = seat;
  if (actor === "clock") return say("{name} (the clock's move)", { name });
  if (actor === "prepared") return say("{name} (prepared)", { name });
  return actor === "computer" && seat.owner !== "computer" ? say("{name} (the computer's move)", { name }) : name;
}

export class Log {
  /**
   * @param {Element} root
   * @param {object} on
   * @param {(ply: number) => void} on.point  shows the move of a ply on the board
   * @param {(event: any) => Node|(Node|string)[]} on.gain  tells what came of the move, event by event
   */
  constructor(root, { point, gain }) {
    this.root = root;
    this.point = point;
    this.gain = gain;
    this.entries = [];
    this.changes = new Map(); // by key
    this.names = null; // those the rows tell; others make all rows anew
    this.shown = []; // the keys of the rows, the oldest first
  }

  /** Takes in the entries of a view, which may be the last few only. */
  merge(view) {
    const known = new Map(this.entries.map((entry) => [entry.ply, entry]));
    for (const entry of view.log) known.set(entry.ply, entry);
    this.entries = [...known.values()].sort((a, b) => a.ply - b.ply);
    for (const change of view.changes) this.changes.set(change.key, change);
  }

  /** Returns moves and changes with a key each, in their order. */
  all() {
    const moves = this.entries.map((entry) => ({ key: `m${entry.ply}`, ply: entry.ply, at: "", entry }));
    const changes = [...this.changes.values()].map((change) => ({ ...change, change }));
    return [...moves, ...changes].sort((a, b) => a.ply - b.ply || a.at.localeCompare(b.at));
  }

  /** Tells whether every move up to the view's ply is known. */
  complete(view) {
    return this.entries.length >= view.ply;
  }

  /** Has all rows made anew next time: a board can tell the same in another way. */
  forget() {
    this.names = null;
  }

  /** Adds rows for what is new; a long match is not drawn again for each move. */
  render(view) {
    const names = String(view.seats.map((seat) => seat.name));
    const all = this.all();
    const goesOn = this.shown.every((key, at) => all[at]?.key === key);
    if (names !== this.names || !goesOn) {
      this.root.replaceChildren();
      this.shown = [];
    }
    this.names = names;
    const fresh = all.slice(this.shown.length);
    const rows = fresh.map(({ entry, change }) => (entry ? this.row(entry, view) : this.note(change)));
    this.root.prepend(...rows.reverse());
    this.shown = all.map(({ key }) => key);
  }

  note({ kind, text, at }) {
    const when = h("time", { datetime: at }, shortTime(at, Date.now()));
    return h("li", { class: "change", "data-change": kind }, h("span", {}, text), when);
  }

  row(entry, view) {
    const alone = view.seats.length === 1;
    const gains = entry.events.map((event) => h("li", {}, this.gain(event)));
    const show = () => this.point(entry.ply);
    return h(
      "li",
      { class: `move player-${entry.player}`, "data-move": entry.ply },
      h("span", { class: "move-ply" }, String(entry.ply)),
      alone ? null : mark(entry.player),
      h(
        "div",
        { class: "move-what" },
        h("button", { type: "button", class: "move-text", translate: "no", click: show }, entry.text),
        h("span", { class: "move-who" }, author(entry, view)),
        gains.length ? h("ul", { class: "gains" }, gains) : null,
      ),
    );
  }
}

/** Says the last move for the announcer: what it brought, else that it was made. */
export function lastMove(view) {
  const entry = view.log.at(-1);
  if (!entry) return "";
  const gains = entry.events.filter((event) => event.points).map(plain);
  return gains.length ? gains.join(" ") : played(entry, view);
}

function played({ actor, player, text: move }, view) {
  const name = view.seats[player]?.name ?? "";
  if (view.seats.length === 1) return say("Played: {move}.", { move });
  if (actor === "clock") return say("The clock played {move} for {name}.", { name, move });
  if (actor === "computer" && view.seats[player]?.owner !== "computer") {
    return say("The computer played {move} for {name}.", { name, move });
  }
  return say("{name} played {move}.", { name, move });
}
