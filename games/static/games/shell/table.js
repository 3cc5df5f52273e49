/**
 * What players do at a table beside their moves: offers and answers, pauses, playing on live. Says
 * what is asked above the board, and has the buttons to ask in a panel beside it.
 */

import { h, write } from "./dom.js";
import { list } from "./result.js";
import { fullTime, shortTime } from "./times.js";

const ASK = {
  live: "Play on live",
  takeback: "Take my move back",
  pause: "Ask for a pause",
  draw: "Offer a draw",
  end: "Propose to end it here",
};
const ANSWER = { agree: "Agree", decline: "No, thank you", withdraw: "Withdraw" };
const QUIET = new Set(["decline", "withdraw"]);

export class Table {
  /**
   * @param {{notices: Element, panel: Element, now: () => number, announce: (text: string) => void,
   *          send: (name: string, body: object) => Promise<unknown>}} parts
   */
  constructor({ notices, panel, now, announce, send }) {
    Object.assign(this, { notices, panel, now, announce, send });
    this.shown = "";
    this.told = null; // keys of what was said already; all is old on the first look
    this.ply = 0;
  }

  render(view) {
    this.ply = view.ply;
    this.tell(view);
    const asked = Object.keys(ASK).filter((kind) => this.mayAsk(view, kind));
    const until = this.deadline(view);
    const key = JSON.stringify([view.offers, view.can, view.clock.paused_at, view.clock.sitting, asked, until]);
    if (key === this.shown) return;
    this.shown = key;
    this.keepFocus(() => {
      const notices = this.noticesOf(view);
      this.notices.replaceChildren(...notices);
      this.notices.hidden = notices.length === 0;
      write(this.panel.querySelector("[data-until]"), until);
      this.panel.querySelector("[data-until]").hidden = until === "";
      this.panel.querySelector("[data-ask]").replaceChildren(...asked.map((kind) => this.ask(kind)));
      this.panel.hidden = asked.length === 0 && until === "";
    });
  }

  /** Tells whether something can be proposed; to play live all must be here just now. */
  mayAsk(view, kind) {
    if (!view.can.includes(kind)) return false;
    if (kind !== "live") return true;
    const people = view.seats.filter((seat) => seat.owner === "user" && seat.controller === "human");
    return people.every((seat) => seat.here || seat.player === view.player);
  }

  /** Says until when the player to move has time, at a table played by days. */
  deadline({ clock, seats, to_move: mover, player, status }) {
    const by_days = clock.pace === "correspondence" && !clock.sitting && seats.length > 1;
    if (status !== "running" || !by_days || !clock.deadline_at) return "";
    const who = mover === player ? "You have" : `${seats[mover].name} has`;
    return `${who} until ${fullTime(clock.deadline_at)}.`;
  }

  noticesOf(view) {
    const { clock, can, offers } = view;
    const found = [];
    if (clock.sitting) {
      found.push(
        this.notice("sitting", "You are all here: played live. Your clocks and banks stand still meanwhile.", [
          can.includes("back_to_slow") ? this.button("Back to slow", "back_to_slow", {}, true) : null,
        ]),
      );
    }
    const go_on = can.includes("go_on") ? this.button("Go on", "go_on", {}) : null;
    if (clock.deserted) {
      found.push(this.notice("deserted", this.desertedWords(view), [go_on]));
    } else if (clock.paused_at) {
      const since = shortTime(clock.paused_at, this.now());
      found.push(
        this.notice("paused", `Paused since ${since}, as all agreed. The clock stands for everybody.`, [go_on]),
      );
    }
    for (const { kind, text, answers } of offers) {
      const buttons = answers.map((answer) =>
        this.button(ANSWER[answer], "offer", { kind, answer }, QUIET.has(answer)),
      );
      found.push(this.notice(`offer-${kind}`, text, buttons));
    }
    return found;
  }

  /** Says that nobody has stayed, for whom the computer holds seats, and for how long the match waits. */
  desertedWords({ clock, seats, player }) {
    const gone = seats.filter((seat) => seat.substituted);
    const mine = gone.some((seat) => seat.player === player) ? ["you"] : [];
    const names = [...mine, ...gone.filter((seat) => seat.player !== player).map((seat) => seat.name)];
    const time = (at) => shortTime(at, this.now());
    const since = `so the match has been waiting since ${time(clock.paused_at)}. `;
    return (
      (names.length
        ? `Everyone has left, ${since}` +
          `The computer holds ${names.length > 1 ? "seats" : "a seat"} for ${list(names)}. ` +
          "The match goes on as soon as somebody takes their seat back; "
        : `Nobody has moved for a while, ${since}It goes on as soon as one of the players says so or moves; `) +
      (clock.ends_at
        ? `if nobody does by ${time(clock.ends_at)}, it ends and does not count.`
        : "otherwise it waits until the league's dates end it.")
    );
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

  /** Draws, and leaves the focus where it was if that is still there, else at the notices. */
  keepFocus(draw) {
    const focused = document.activeElement?.closest?.("[data-key]");
    const own = focused && (this.notices.contains(focused) || this.panel.contains(focused));
    draw();
    if (!own) return;
    const again = [...this.notices.querySelectorAll("[data-key]"), ...this.panel.querySelectorAll("[data-key]")];
    const next = again.find((button) => button.dataset.key === focused.dataset.key) ?? again[0];
    next?.focus({ preventScroll: true });
  }

  /** Has a screen reader told what is asked, and what others did to seats and clock. */
  tell(view) {
    const asked = view.offers.map(({ kind, ply, text }) => [`${kind} ${ply} ${text}`, text]);
    const happened = view.changes.map(({ key, text }) => [key, `${text}.`]);
    const all = [...asked, ...happened];
    const known = this.told;
    this.told = new Set([...(known ?? []), ...all.map(([key]) => key)]);
    if (known === null) return;
    for (const [key, text] of all) if (!known.has(key)) this.announce(text);
  }
}
