/**
 * The list of moves, the latest on top: what each was in a sentence, what came of it, and the points at
 * the right; between them what happened to seats and clock. Notation stands below if it's asked for.
 */

import { count, number, say } from "../common/catalog.js";
import { h } from "../common/dom.js";
import { mark } from "../common/marks.js";
import { shortTime } from "../common/times.js";
import { forWhom, isTold, saying } from "../board/told.js";

const MOST_GAINS = 5; // sentences below a move; of more, the first ones stay and the rest is folded
const FIRST_GAINS = 3;
const NOTATION = "log-notation"; // under which this device keeps whether it's shown

/** Says who made a move if its player didn't; a computer seat's own moves need no comment. */
function author({ actor, player }, view) {
  if (actor === "clock") return say("The clock's move");
  if (actor === "prepared") return say("A prepared turn");
  return actor === "computer" && view.seats[player]?.owner !== "computer" ? say("The computer's move") : "";
}

/** Returns what a move brought, by player, whoever made it first. */
function pointsOf({ player, events }) {
  const sums = new Map([[player, 0]]);
  for (const { player: one, points } of events) {
    if (one !== null && points) sums.set(one, (sums.get(one) ?? 0) + points);
  }
  return [...sums].filter(([, points]) => points);
}

const signed = (points) => (points > 0 ? `+${number(points)}` : `\u2212${number(-points)}`);

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
    const [first, ...rest] = [entry.deed, ...entry.events].filter(isTold);
    const show = () => this.point(entry.ply);
    const label = say("Show move {n} on the board", { n: entry.ply });
    const by = author(entry, view);
    return h(
      "li",
      { class: `move player-${entry.player}`, "data-move": entry.ply },
      h("button", { type: "button", class: "move-ply", "aria-label": label, title: label, click: show }, String(entry.ply)),
      alone ? null : mark(entry.player),
      h(
        "div",
        { class: "move-what" },
        h("p", { class: "move-said" }, first ? this.gain(first) : entry.text),
        ...this.gains(rest),
        by ? h("span", { class: "move-who" }, by) : null,
        h("code", { class: "move-text", translate: "no" }, entry.text),
      ),
      h("p", { class: "move-points", "aria-hidden": "true" }, this.points(entry)),
    );
  }

  /** Returns what else came of a move: a last one can bring twenty sentences, so later ones are folded. */
  gains(events) {
    if (!events.length) return [];
    const list = (some) => h("ul", { class: "gains" }, some.map((event) => h("li", {}, this.gain(event))));
    if (events.length <= MOST_GAINS) return [list(events)];
    const later = events.slice(FIRST_GAINS);
    const more = count("and {n} more", "and {n} more", later.length);
    return [
      list(events.slice(0, FIRST_GAINS)),
      h("details", { class: "gains-more" }, h("summary", {}, more), list(later)),
    ];
  }

  /** Returns the points of a move for its right edge; the sentences say them too. */
  points(entry) {
    return pointsOf(entry).map(([player, points]) =>
      h("span", { class: `player-${player}${points < 0 ? " is-lost" : ""}` }, player === entry.player ? null : mark(player), signed(points)),
    );
  }
}

/**
 * Lets a switch show the notation in a list of moves, and remembers it on this device.
 * @param {HTMLInputElement} box
 * @param {Element} list
 */
export function switchNotation(box, list) {
  const show = () => list.classList.toggle("with-notation", box.checked);
  box.checked = remembered() === "1";
  show();
  box.addEventListener("change", () => {
    show();
    try {
      localStorage.setItem(NOTATION, box.checked ? "1" : "");
    } catch {
      // This browser keeps nothing: the switch holds for this page.
    }
  });
}

function remembered() {
  try {
    return localStorage.getItem(NOTATION);
  } catch {
    return null;
  }
}

/** Says the last move for the announcer, and who made it if its player didn't. */
export function lastMove(view) {
  const entry = view.log.at(-1);
  return entry ? [forWhom(entry, view), saying(entry)].filter(Boolean).join(" ") : "";
}
