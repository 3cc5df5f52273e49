/** The score table: who plays, who is here, whose turn it is, points, clocks. */

import { count, number, say } from "../common/catalog.js";
import { h, write } from "../common/dom.js";
import { countUp } from "../feel/motion.js";
import { mark } from "../common/marks.js";
import { hasWon } from "./outcome.js";

const LEVELS = { easy: say("Easy computer"), medium: say("Medium computer"), hard: say("Hard computer") };

/** Says what else there is to know about a seat: computer, away, resigned, a substitute. */
function standing(seat, view) {
  if (seat.resigned) return { text: say("Resigned"), tone: "warn" };
  if (seat.lost) return { text: say("Seat lost"), tone: "warn" };
  if (seat.substituted && view.clock.deserted) return { text: say("Away"), tone: "away" };
  if (seat.substituted) return { text: say("Computer playing for now"), tone: "warn" };
  if (seat.owner === "computer") {
    const level = LEVELS[seat.controller] ?? say("Computer");
    return { text: level === seat.name ? "" : level, tone: "" }; // its name has said it
  }
  const self = view.seats.length === 1 && seat.player === view.player;
  if (view.status !== "running" || self) return { text: "", tone: "" };
  if (seat.here) return { text: seat.covers ? say("Substitute, here") : say("Here"), tone: "good" };
  return { text: seat.covers ? say("Substitute, away") : say("Away"), tone: "away" };
}

export class Seats {
  /**
   * @param {Element} root
   * @param {{give?: () => void}} act  gives the player to move a day
   */
  constructor(root, { give = null } = {}) {
    this.root = root;
    this.give = give;
    this.rows = [];
  }

  build(view) {
    const faces = this.faces();
    this.rows = view.seats.map((seat) => {
      const row = {
        face: faces.get(`${seat.player} ${seat.name}`),
        name: h("span", { class: "seat-name", translate: "no" }),
        own: h("span", { class: "badge", hidden: true }, say("you")),
        state: h("span", { class: "seat-state" }),
        extra: h("span", { class: "seat-extra" }),
        clock: h("span", { class: "seat-clock", "data-clock": seat.player }),
        bank: h("span", { class: "seat-bank" }),
        score: h("span", { class: "seat-score", "data-score": seat.player }),
        points: h("span", { class: "visually-hidden" }),
        turn: h("span", { class: "visually-hidden" }),
        give: this.giving(),
      };
      row.item = h(
        "li",
        { class: `seat player-${seat.player}`, "data-seat": seat.player },
        row.face?.stamp,
        h(
          "p",
          { class: "seat-line" },
          mark(seat.player),
          row.name,
          row.own,
          row.turn,
          h("span", { class: "seat-points" }, row.score, " ", row.points),
        ),
        h(
          "p",
          { class: "seat-line" },
          row.extra,
          row.state,
          h("span", { class: "seat-time" }, row.clock, row.bank),
          row.give,
        ),
      );
      return row;
    });
    this.root.replaceChildren(...this.rows.map((row) => row.item));
  }

  /** Returns the stamps of the people that the page came with, by seat and name. */
  faces() {
    const items = [...this.root.querySelectorAll(".seat:has(> .face)")];
    return new Map(items.map((item) => {
      const name = item.querySelector(".seat-name").textContent;
      return [`${item.dataset.seat} ${name}`, { name, stamp: item.querySelector(".face") }];
    }));
  }

  giving() {
    if (!this.give) return null;
    return h("button", { type: "button", class: "seat-give", hidden: true, click: this.give }, say("Give an extra day"));
  }

  /**
   * @param {any} view
   * @param {(player: number) => Node|null} extra  what the game adds to a seat
   */
  render(view, extra) {
    if (this.rows.length !== view.seats.length) this.build(view);
    for (const seat of view.seats) {
      const row = this.rows[seat.player];
      const moving = seat.player === view.to_move;
      const own = seat.player === view.player;
      const { text, tone } = standing(seat, view);
      write(row.name, seat.name);
      // Whoever has taken a seat since then has another stamp.
      if (row.face && row.face.name !== seat.name) row.face.stamp.remove();
      row.own.hidden = !own;
      row.item.classList.toggle("seat-own", own);
      write(row.state, text);
      write(row.turn, moving ? say(", to move") : "");
      this.renderScore(row, view.scores[seat.player]);
      write(row.points, count("point", "points", view.scores[seat.player]));
      row.state.dataset.tone = tone;
      row.item.classList.toggle("seat-moving", moving);
      row.item.classList.toggle("seat-won", hasWon(view, seat.player));
      if (row.give) {
        row.give.hidden = !(moving && view.can.includes("give_day"));
        row.give.setAttribute("aria-label", say("Give an extra day to {name}", { name: seat.name }));
      }
      const node = extra(seat.player);
      row.extra.replaceChildren(...(node ? [node] : []));
    }
  }

  /** Writes a score; one that changed counts on to what it is now, and draws the eye for a moment. */
  renderScore(row, score) {
    if (row.shown === score) return;
    const before = row.shown;
    row.shown = score;
    row.score.classList.remove("grew");
    if (before === undefined) return write(row.score, number(score));
    countUp(row.score, before, score);
    row.score.getBoundingClientRect(); // so that the animation starts anew
    row.score.classList.toggle("is-lost", score < before);
    row.score.classList.add("grew");
  }

  showClock(player, { text, bank, low }) {
    const row = this.rows[player];
    if (!row) return;
    write(row.clock, text);
    write(row.bank, bank);
    row.item.classList.toggle("seat-low", low);
  }
}
