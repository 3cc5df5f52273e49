/**
 * What players do at a table besides moving: offers and answers, pauses, playing on live. What is asked
 * lies over the head of the page or beside the board, the buttons to ask in a panel, which tells what lasts.
 */

import { count, listing, say } from "../common/catalog.js";
import { h, write } from "../common/dom.js";
import { fullTime, shortTime } from "../common/times.js";

const ASK = {
  live: say("Play on live"),
  takeback: say("Take back my move"),
  pause: say("Ask for a pause"),
  draw: say("Offer a draw"),
  end: say("Suggest ending here"),
};
const ANSWER = { agree: say("Agree"), decline: say("No, thanks"), withdraw: say("Withdraw") };
const QUIET = new Set(["decline", "withdraw"]);

export class Table {
  /**
   * @param {{notices: Element, panel: Element, now: () => number, announce: (text: string) => void,
   *          send: (name: string, body: object) => Promise<unknown>}} parts
   */
  constructor({ notices, panel, now, announce, send }) {
    Object.assign(this, { notices, panel, now, announce, send });
    this.shown = "";
    this.told = null; // keys of what was announced; on the first look everything is old
    this.ply = 0;
  }

  render(view) {
    this.ply = view.ply;
    this.announceNew(view);
    const asked = Object.keys(ASK).filter((kind) => this.mayAsk(view, kind));
    const until = this.deadline(view);
    const key = JSON.stringify([view.offers, view.can, view.clock.paused_at, view.clock.sitting, asked, until]);
    if (key === this.shown) return;
    this.shown = key;
    this.keepFocus(() => {
      const notices = this.noticesOf(view);
      const lasting = [
        view.can.includes("back_to_slow") ? this.button(say("Back to turn-based play"), "back_to_slow", {}, true) : null,
        view.can.includes("give_day") ? this.giving(view) : null,
      ].filter(Boolean);
      this.notices.replaceChildren(...notices);
      this.notices.hidden = notices.length === 0;
      write(this.panel.querySelector("[data-until]"), until);
      this.panel.querySelector("[data-until]").hidden = until === "";
      this.panel.querySelector("[data-ask]").replaceChildren(...asked.map((kind) => this.ask(kind)), ...lasting);
      this.panel.hidden = asked.length + lasting.length === 0 && until === "";
    });
  }

  /** Tells whether the player can propose something; to play live everyone must be here. */
  mayAsk(view, kind) {
    if (!view.can.includes(kind)) return false;
    if (kind !== "live") return true;
    const people = view.seats.filter((seat) => seat.owner === "user" && seat.controller === "human");
    return people.every((seat) => seat.here || seat.player === view.player);
  }

  /** Says how long the player to move has at a turn-based table, or that all of them play live. */
  deadline({ clock, seats, to_move: mover, player, status }) {
    if (clock.sitting) return say("Everyone is here, so you're playing live, and your clocks and banks are stopped.");
    const by_days = clock.pace === "correspondence" && !clock.sitting && seats.length > 1;
    if (status !== "running" || !by_days || !clock.deadline_at) return "";
    const time = fullTime(clock.deadline_at);
    if (mover === player) return say("You have until {time}.", { time });
    return say("{name} has until {time}.", { name: seats[mover].name, time });
  }

  noticesOf(view) {
    const { clock, can, offers } = view;
    const found = [];
    const go_on = can.includes("go_on") ? this.button(say("Go on"), "go_on", {}) : null;
    if (clock.deserted) {
      found.push(this.notice("deserted", this.desertedWords(view), [go_on]));
    } else if (clock.paused_at) {
      const time = shortTime(clock.paused_at, this.now());
      const words = say("Everyone agreed to a pause, and the clock has been stopped since {time}.", { time });
      found.push(this.notice("paused", words, [go_on]));
    }
    for (const { kind, text, answers } of offers) {
      const buttons = answers.map((answer) =>
        this.button(ANSWER[answer], "offer", { kind, answer }, QUIET.has(answer)),
      );
      found.push(this.notice(`offer-${kind}`, text, buttons));
    }
    return found;
  }

  /** Says that everyone has left, whose seats the computer holds, and how long the match waits. */
  desertedWords({ clock, seats, player }) {
    const gone = seats.filter((seat) => seat.substituted);
    const mine = gone.some((seat) => seat.player === player) ? [say("you")] : [];
    const names = [...mine, ...gone.filter((seat) => seat.player !== player).map((seat) => seat.name)];
    const time = (at) => shortTime(at, this.now());
    const since = { time: time(clock.paused_at) };
    const lines = names.length
      ? [
          say("Everyone has left, so the match has been waiting since {time}.", since),
          count("The computer is holding a seat for {names}.", "The computer is holding seats for {names}.", names.length, {
            names: listing(names),
          }),
          say("The match will continue as soon as someone takes their seat back."),
        ]
      : [
          say("Nobody has moved for a while, so the match has been waiting since {time}.", since),
          say("The match will continue as soon as one of the players resumes it or makes a move."),
        ];
    const end = clock.ends_at
      ? say("If nobody comes back by {time}, the match will end and won't count.", { time: time(clock.ends_at) })
      : say("If nobody comes back, the match will end when the league's round does.");
    return [...lines, end].join(" ");
  }

  notice(name, text, buttons) {
    return h(
      "div",
      { class: "notice notice-info asked", "data-notice": name },
      h("p", {}, text),
      h("div", { class: "asked-buttons" }, buttons),
    );
  }

  ask(kind) {
    return this.button(ASK[kind], "offer", { kind, answer: "offer" }, true);
  }

  /** Returns the button that stands in the seat of the player to move where there's room. */
  giving({ seats, to_move: mover, clock }) {
    const button = this.button(say("Give an extra day"), "give_day", { until: clock.deadline_at }, true);
    button.classList.add("on-phone");
    button.setAttribute("aria-label", say("Give an extra day to {name}", { name: seats[mover].name }));
    return button;
  }

  button(label, name, body, quiet = false) {
    const look = quiet ? "button button-quiet button-small" : "button button-small";
    const act = async (event) => {
      const pressed = event.currentTarget;
      pressed.disabled = true;
      await this.send(name, name === "offer" ? { ...body, ply: this.ply } : body);
      pressed.disabled = false;
    };
    const key = [name, body.kind, body.answer].filter(Boolean).join(" ");
    return h("button", { type: "button", class: look, "data-key": key, click: act }, label);
  }

  /** Draws, and keeps the focus where it was, or puts it on the notices if that is gone. */
  keepFocus(draw) {
    const focused = document.activeElement?.closest?.("[data-key]");
    const own = focused && (this.notices.contains(focused) || this.panel.contains(focused));
    draw();
    if (!own) return;
    const again = [...this.notices.querySelectorAll("[data-key]"), ...this.panel.querySelectorAll("[data-key]")];
    const next = again.find((button) => button.dataset.key === focused.dataset.key) ?? again[0];
    next?.focus({ preventScroll: true });
  }

  /** Has a screen reader say what is asked, and what others did to seats and clock. */
  announceNew(view) {
    const asked = view.offers.map(({ kind, ply, text }) => [`${kind} ${ply} ${text}`, text]);
    const happened = view.changes.map(({ key, text }) => [key, text]);
    const all = [...asked, ...happened];
    const known = this.told;
    this.told = new Set([...(known ?? []), ...all.map(([key]) => key)]);
    if (known === null) return;
    if (asked.some(([key]) => !known.has(key))) this.notices.closest("details").open = true;
    for (const [key, text] of all) if (!known.has(key)) this.announce(text);
  }
}
