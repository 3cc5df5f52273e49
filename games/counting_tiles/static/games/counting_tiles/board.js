/**
 * The board of Counting Tiles. What a player does shows at once and is sent in the background, one
 * action after the other; what the server refuses is taken back, with the reason.
 */

import { say } from "../../shell/common/catalog.js";
import { h, set, write } from "../../shell/common/dom.js";
import { Board } from "../../shell/board/board.js";
import { BagPanel } from "./bag.js";
import { carryTiles } from "./carry.js";
import { Countdown } from "./clock/countdown.js";
import { Gate } from "./clock/gate.js";
import { Grid } from "./grid/grid.js";
import { KEYS } from "./keys.js";
import { shake } from "./grid/motion.js";
import { actionOn, BONUSES, foretell, landing, problem, targetsOf } from "./position.js";
import { Queue } from "./queue.js";
import { FEW, Tally } from "./clock/tally.js";
import { actionWords, advice, cellsIn, fallen, newsWords, statistics } from "./told.js";
import { Tray } from "./tray/tray.js";

const FIRST_CELL = 14; // where the cursor begins
const HAND = { kind: "hand" };
const TOLD = 4_000; // milliseconds that a reason stays

class CountingBoard extends Board {
  constructor(root, api) {
    super(root, api);
    this.held = null; // a tile, a bonus, or the hand under way; by itself a tap means the hand
    this.targets = [];
    this.aimed = null; // the cell pointed at
    this.queue = new Queue({
      send: (action, ply) => api.submit(action, { ply, quiet: true }),
      refuse: (action, answer) => this.takeBack(action, answer),
      settle: () => this.tellPending(),
    });
    this.tray = new Tray({ hand: () => this.letGo(), bonus: (bonus) => this.useBonus(bonus) });
    this.tally = new Tally();
    this.grid = new Grid({ hand: this.tray.slot, score: this.tally.score });
    this.countdown = new Countdown();
    this.gate = new Gate(() => api.begin());
    this.strip = h("p", { class: "strip" });
    this.table = h(
      "div",
      { class: "table drawn" },
      this.tally.root,
      this.countdown.root,
      h("div", { class: "field" }, this.grid.root),
      this.gate.root,
      this.strip,
      h("div", { class: "tray" }, this.tray.hand, this.tray.bonuses),
    );
    root.append(this.table);
    this.bag = new BagPanel(api.panel(say("Bag")));
    this.grid.setCursor(FIRST_CELL);
    this.listen();
  }

  listen() {
    const { root } = this.grid;
    root.addEventListener("click", (event) => {
      const cell = this.grid.cellOf(event);
      if (cell !== null) this.touch(cell);
    });
    root.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.aim(this.grid.cellOf(event));
    });
    root.addEventListener("pointerleave", () => this.aim(null));
    root.addEventListener("focusin", (event) => {
      const cell = this.grid.cellOf(event);
      this.grid.setCursor(cell);
      if (event.target.matches(":focus-visible")) this.aim(cell);
    });
    root.addEventListener("focusout", () => this.aim(null));
    carryTiles(this);
    this.listenToKeys(KEYS);
  }

  /** Tells whether this viewer can do something now. */
  get plays() {
    return this.mine && !this.view.clock.waits && !this.view.paused;
  }

  // --- Drawing ----------------------------------------------------------------------------------

  render(view) {
    const { fresh } = this.take(view);
    this.queue.take(view);
    const landed = fresh.flatMap((entry) => entry.events.map(fallen).filter(Boolean));
    const { waits } = view.clock; // nobody sees what lies on the board until it begins
    const byKey = this.gate.render(view, waits && view.player !== null);
    set(this.table, { "data-shut": waits, "data-over": view.to_move === null });
    if (waits) {
      this.tally.render({ score: 0, rows: 0 }, this.api.best);
      this.time();
      return;
    }
    this.draw(landed);
    if (landed.length) this.grid.markNew(landed.map(([cell]) => cell));
    this.bag.render(view.state);
    if (byKey) this.grid.setCursor(this.grid.cursor, { focus: true });
  }

  /** Draws the position with everything that is on its way. */
  draw(landed) {
    this.position = this.queue.position;
    if (this.held && !this.holds(this.held)) this.held = null;
    this.grid.draw(this.position, landed);
    const { score, rows, grid } = this.position;
    const goesOn = this.view.to_move !== null;
    this.tally.render({ score, rows, grid: goesOn ? grid : null }, this.api.best);
    set(this.table, { "data-danger": goesOn && grid.filter((tile) => !tile).length <= FEW });
    this.time();
    this.update();
    this.tellPending();
    set(this.grid.root, { "aria-readonly": this.plays ? null : "true" });
  }

  /** Tells how many actions are on their way. */
  tellPending() {
    set(this.root, { "data-pending": this.queue.waiting.length || null });
  }

  /** Draws what depends on the clock. */
  time() {
    if (this.view) this.countdown.render(this.view, this.api.clock);
  }

  /** Draws what is held, where it can go and what it would bring where the pointer is. */
  update() {
    const { position, view, held } = this;
    this.targets = held ? targetsOf(position, held, view.options) : [];
    this.grid.drawTargets(held, this.targets);
    this.tray.render(position, held?.kind === "bonus" ? held.bonus : null, this.plays);
    set(this.tray.hand, { "data-lifted": held?.kind === "hand" });
    this.drawAim();
    if (!this.told) write(this.strip, advice(this));
  }

  drawAim() {
    const { position, view, aimed, plays } = this;
    const action = plays && aimed !== null ? actionOn(position, this.held ?? HAND, aimed) : null;
    const can = action !== null && !problem(position, action, view.options);
    this.grid.drawEnds(can ? foretell(position, action, view.options) : null);
    this.grid.aim(can ? aimed : null);
  }

  aim(cell) {
    if (this.aimed === cell) return;
    this.aimed = cell;
    if (this.view) this.drawAim();
  }

  /** Says something between board and hand for a moment, and to a screen reader. */
  tell(words) {
    clearTimeout(this.told);
    this.told = setTimeout(() => {
      this.told = 0;
      this.strip.classList.remove("is-reason");
      write(this.strip, advice(this));
    }, TOLD);
    this.strip.classList.add("is-reason");
    write(this.strip, words);
    this.announce(words);
  }

  // --- Holding and letting go -------------------------------------------------------------------

  /** Tells whether what is held is still there. */
  holds(held) {
    if (!this.plays) return false;
    if (held.kind === "tile") return this.position.grid[held.cell] !== null;
    return held.kind === "hand" || this.position.bonuses[held.bonus] === "unlocked";
  }

  hold(held) {
    this.held = held;
    this.hush();
    this.update();
    const words = advice(this);
    if (words) this.announce(words);
  }

  /** Lets go of what is held; tells whether there was something. */
  letGo() {
    const held = this.held !== null;
    this.held = null;
    if (held && this.view) this.update();
    return held;
  }

  /** Forgets the last reason. */
  hush() {
    clearTimeout(this.told);
    this.told = 0;
    this.strip.classList.remove("is-reason");
  }

  /** A tap, a click or the Enter key on a cell. */
  touch(cell) {
    if (!this.plays) return;
    const { held } = this;
    const tile = this.position.grid[cell];
    if (held?.kind === "tile" && held.cell === cell) this.letGo();
    else if (held?.kind === "tile" && tile && !this.targets.includes(cell)) this.hold({ kind: "tile", cell });
    else if (held || !tile) this.put(held ?? HAND, cell);
    else this.hold({ kind: "tile", cell });
  }

  useBonus(bonus) {
    if (!this.plays) return;
    const { type } = BONUSES[bonus];
    const armed = this.held?.kind === "bonus" && this.held.bonus === bonus;
    if (armed) this.letGo();
    else if (this.position.bonuses[bonus] !== "unlocked") this.tell(problem(this.position, { type }, this.view.options));
    else if (type === "Discard") this.act({ type });
    else this.hold({ kind: "bonus", bonus });
  }

  // --- Acting -----------------------------------------------------------------------------------

  /** Puts what is held on a cell, or says why it can't go there. */
  put(held, cell, { carried = false } = {}) {
    const action = actionOn(this.position, held, cell);
    const why = problem(this.position, action, this.view.options);
    if (!why) return this.act(action, carried);
    if (held.kind !== "bonus") this.letGo();
    shake(this.grid.tileAt(held.kind === "tile" ? held.cell : cell));
    return this.tell(why);
  }

  /** Does what can be done: shows it, and sends it. A tile that was carried is at its place already. */
  act(action, carried = false) {
    const before = this.position;
    const landed = landing(before, action);
    this.held = null;
    this.hush();
    this.grid.markNew([]);
    this.queue.add(action);
    this.grid.carried = carried;
    this.draw(landed ? [landed] : []);
    this.grid.carried = false;
    this.announce(actionWords(before, action, this.position));
  }

  takeBack(action, { text }) {
    this.draw([]);
    this.tell(say("Taken back: {reason}", { reason: text }));
    if (action.cell !== undefined) shake(this.grid.tileAt(action.cell));
  }

  // --- What pages ask for -----------------------------------------------------------------------

  /** Shows the cells of a move in the list. */
  show(entry) {
    this.grid.point(cellsIn(entry));
    return true;
  }

  news(view, before) {
    return newsWords(view, before);
  }

  details(view) {
    return statistics(view, this.api.best);
  }
}

/** Puts a board into an element. */
export function mount(root, api) {
  return new CountingBoard(root, api);
}
