/**
 * The clocks of a match, in the server's time. The turn's own budget runs first, then the bank; while
 * the server still takes a late move the clock shows 0:00. At a table for one it stops while its player
 * is away, and until they begin; at a slow one in its player's rests. Without a clock, in a pause, and
 * while everyone is here and plays on live, it shows a word instead.
 */

import { count, say } from "../common/catalog.js";
import { timeLeft } from "../site/deadline.js";
import { shortTime } from "../common/times.js";

const STEP = 1_500; // milliseconds that a device's clock only moves if somebody sets it, or after sleep
const WARN_AT = [30, 10]; // seconds

/** Says seconds as m:ss, rounded up: 0:00 means that nothing is left. */
export function minutes(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export class Clock {
  /**
   * @param {{show: (player: number, reading: {text: string, bank: string, low: boolean}) => void,
   *          announce: (text: string) => void, ticked: () => void, due: () => void}} options
   *   `ticked` is called when another second has passed, `due` when a game's countdown is over
   */
  constructor({ show, announce, ticked, due }) {
    Object.assign(this, { show, announce, ticked, due });
    this.offset = null;
    this.device = 0; // when this page was opened, by the clock of the device
    this.timer = 0;
    this.view = null;
    this.warned = new Set();
    this.heardAt = 0; // the player's last heartbeat from this page, in the server's time
    document.addEventListener("visibilitychange", () => document.hidden || this.tick());
  }

  /**
   * Takes a view. Its `clock.now` tells the server's time as it was when the view was made, so it is
   * heard once: a view that is drawn again is as old as it is.
   */
  update(view) {
    if (view.clock !== this.view?.clock) this.hear(view.clock.now);
    if (this.view?.ply !== view.ply) this.warned.clear();
    this.view = view;
    this.tick();
  }

  /** Sets the clock by an instant that the server has just told. */
  hear(instant) {
    const offset = Date.parse(instant) - Date.now();
    const device = Date.now() - performance.now();
    // A frame loses time on its way through the network, so the largest offset is the truest, while
    // nobody changes the clock of this device.
    const known = this.offset !== null && Math.abs(device - this.device) < STEP;
    this.offset = known ? Math.max(this.offset, offset) : offset;
    this.device = device;
  }

  /** The server's time, in milliseconds. */
  get now() {
    return Date.now() + this.offset;
  }

  /** Notes that this page has told the server of its player. */
  heard() {
    if (this.offset !== null) this.heardAt = this.now;
  }

  /** The instant from which the clock stands unless its player is heard again; Infinity: it never does. */
  get standsAt() {
    const { clock, seats } = this.view;
    if (!clock.stands_at || !clock.deadline_at) return Infinity;
    const at = Date.parse(clock.stands_at);
    if (at <= Date.parse(clock.now)) return at;
    if (this.view.player === null) return seats[0].here ? Infinity : at; // someone else keeps it going
    return Math.max(at, this.heardAt + 1000 * clock.stands_after);
  }

  /** Whether the clock stands still. */
  get stands() {
    return this.view !== null && this.standsAt <= this.now;
  }

  /** Whether the time is up and nothing has come of it yet. */
  get isOver() {
    return this.left()?.all === 0;
  }

  /** What the clock of whoever is to move shows, in words. */
  get words() {
    const left = this.left();
    return left === null ? "" : this.reading(left, this.view.clock.pace === "live").text;
  }

  /** Returns the seconds of the running turn: of its budget and of the bank. */
  left() {
    const { clock, to_move: mover } = this.view;
    if (mover === null || !clock.deadline_at) return null;
    const now = Math.min(this.now, this.standsAt);
    const all = (Date.parse(clock.deadline_at) - now - this.rest(now)) / 1000;
    const bank = clock.tempo ? 0 : Math.max(0, Math.min(clock.banks[mover] ?? 0, all));
    return { all: Math.max(0, all), turn: Math.max(0, all - bank), bank };
  }

  /** Returns for how many milliseconds the clock will stand in rests between an instant and its end. */
  rest(now) {
    const stands = this.view.clock.stands.map(([from, to]) => Date.parse(to) - Math.max(now, Date.parse(from)));
    return stands.reduce((sum, stand) => sum + Math.max(0, stand), 0);
  }

  /** Returns until when the clock stands in a rest, "" if it runs. */
  get restsUntil() {
    const { now } = this;
    const stand = this.view.clock.stands.find(([from, to]) => Date.parse(from) <= now && now < Date.parse(to));
    return stand ? shortTime(stand[1], now) : "";
  }

  /** Returns what stands in place of a time: there is none, or it does not run. */
  get timeless() {
    const { clock, status } = this.view;
    if (status !== "running") return "";
    if (clock.paused_at) return say("paused");
    if (clock.sitting) return say("live");
    return clock.form === "no_clock" ? say("no clock") : "";
  }

  tick() {
    clearTimeout(this.timer);
    const { view } = this;
    if (!view) return;
    const live = view.clock.pace === "live";
    const { timeless } = this;
    const left = timeless ? null : this.left();
    for (const { player } of view.seats) {
      const moving = player === view.to_move;
      if (moving && timeless) this.show(player, { text: timeless, bank: "", low: false });
      else this.show(player, moving && left ? this.reading(left, live) : this.resting(player, live));
    }
    this.ticked();
    if (left === null) return;
    if (live && view.player === view.to_move && !view.clock.tempo) this.warn(left.all);
    const next = live || left.all < 120 ? ((left.all * 1000) % 1000 || 1000) + 15 : 20_000;
    if (left.all > 0) this.timer = setTimeout(() => this.tick(), next);
    else if (view.clock.tempo) this.due();
  }

  reading({ all, turn, bank }, live) {
    const low = all <= (live ? 10 : 3600);
    const until = this.restsUntil;
    if (!live) return { text: timeLeft(all), bank: until && say("resting until {time}", { time: until }), low: low && !until };
    if (turn > 0) return { text: minutes(turn), bank: bank > 0 ? `+${minutes(bank)}` : "", low };
    return { text: minutes(bank), bank: say("bank"), low };
  }

  resting(player, live) {
    const bank = this.view.clock.banks[player] ?? 0;
    const text = bank > 0 && this.view.status === "running";
    if (!text) return { text: "", bank: "", low: false };
    return { text: "", bank: `+${live ? minutes(bank) : timeLeft(bank)}`, low: false };
  }

  warn(seconds) {
    const limit = this.view.clock.budget;
    for (const mark of WARN_AT) {
      if (seconds > mark || seconds < mark - 2 || this.warned.has(mark) || limit < 2 * mark) continue;
      this.warned.add(mark);
      this.announce(count("{n} second left.", "{n} seconds left.", mark));
    }
  }
}

/** Returns a clock that shows and says nothing, for replays and lessons: boards ask it all the same. */
export function stillClock() {
  return new Clock({ show() {}, announce() {}, ticked() {}, due() {} });
}
