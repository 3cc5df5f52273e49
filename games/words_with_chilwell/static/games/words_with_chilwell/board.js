/**
 * The board of WordsWithChilwell: both players, the queue, a word spelled from the hand by mouse,
 * touch or keyboard, and how many tiles to take after it, which the queue shows before it is done.
 */

import { say } from "../../shell/common/catalog.js";
import { h, refill } from "../../shell/common/dom.js";
import { WordBoard } from "../../shell/board/words/board.js";
import { bring, fly, hurry, seatOf } from "../../shell/feel/motion.js";
import { Bar } from "./bar.js";
import { Keys } from "./keys.js";
import { Hands } from "./players/hands.js";
import { PlayerLine } from "./players/players.js";
import { choiceOf, countOf, planOf } from "./queue/choice.js";
import { Queue } from "./queue/queue.js";
import { Takes } from "./queue/takes.js";
import { told, tooShort } from "./strip.js";
import * as telling from "./telling.js";
import { pointsFor, SHORTEST } from "./tiles.js";
import { endedBy, sure, TURNS } from "./turns.js";
import { readOut, showStage } from "./word/showing.js";
import { Spelling } from "./word/spelling.js";
import { Stage } from "./word/stage.js";

const PAUSE = 900; // milliseconds without a key until a word is read out
const WIDE = 704; // pixels from which on all of a hand goes in a row
const SMALLEST = 44; // pixels for a tile of it

class ChilwellBoard extends WordBoard {
  constructor(root, api) {
    super(root, api);
    this.chosen = "same"; // the way of taking tiles
    this.peeked = null; // a way of taking looked at: its kind, "skip" or "stop"
    this.looked = null; // the turn looked at in the list of moves
    this.queue = new Queue();
    this.stage = new Stage();
    this.takes = new Takes({
      choose: (kind) => this.choose(kind),
      peek: (kind) => this.peek(kind),
    });
    this.spelling = new Spelling(this.stage, {
      root,
      may: () => this.canLay,
      changed: () => this.changed(),
      update: () => this.update(),
      explain: () => this.explainStage(),
      announce: api.announce,
    });
    this.draft = this.spelling.draft;
    this.hurries = hurry();
    this.rack = this.spelling.rack;
    this.bar = new Bar({
      shuffle: () => this.rack.shuffle(),
      sort: () => this.spelling.sort(),
      recall: () => this.spelling.recall(),
      stop: () => this.turnTo("stop"),
      skip: () => this.turnTo("skip"),
      play: () => this.play(),
      peekSkip: (on) => this.peek(on ? "skip" : null),
      peekStop: (on) => this.peek(on ? "stop" : null),
    });
    this.hands = new Hands(api.panel(say("Hands")));
    this.keys = new Keys(this);
  }

  /** Puts the parts in their places once it is known who looks. */
  build(view) {
    super.build(view);
    const own = view.player ?? 0;
    this.other = new PlayerLine(1 - own, this.explain);
    this.own = new PlayerLine(own, this.explain);
    this.effect = h("p", { class: "effect" });
    this.strip = h("div", { class: "strip" });
    this.hand = h("div", { class: "own-hand" }, this.rack.root, this.bar.root);
    const queue = h("div", { class: "queue-box" }, this.queue.svg);
    this.shared = h("div", { class: "shared" }, this.other.root, queue, this.effect, this.takes.root);
    const parts = [this.stage.root, this.strip, this.own.root, this.hand];
    this.mineParts = h("div", { class: "mine-parts" }, parts);
    this.root.append(this.shared, this.mineParts);
    const sizes = new ResizeObserver(() => this.layout());
    for (const part of [this.root, this.stage.svg.parentNode]) sizes.observe(part);
  }

  // --- Drawing ----------------------------------------------------------------------------------

  get home() {
    return this.stage.svg;
  }

  get options() {
    return this.view.options;
  }

  render(view) {
    const first = !this.view;
    this.comes = null;
    super.render(view);
    if (first) this.layout();
    if (this.comes) this.move(this.comes);
  }

  /** Lets what a turn brought come from where it was: a word from its player, tiles from the queue. */
  move({ player, taken, from }) {
    const isOwn = player === this.view.player;
    if (!isOwn && this.stage.kind !== "draft") bring(this.stage.faces, seatOf(player));
    if (!isOwn) return;
    taken.forEach((tile, number) => {
      const at = from.findIndex((one) => one?.tile === tile.letter);
      const lay = at < 0 ? null : from.splice(at, 1)[0].box;
      fly(this.rack.nodes.get(tile), lay, { duration: 320, delay: 60 * number });
    });
  }

  renderPanels(view) {
    this.hands.render(view);
  }

  /** Takes in the turns since the last view. */
  turn(before, fresh) {
    const { view, rack, draft } = this;
    const turns = fresh.map(telling.turnOf);
    const own = fresh.find((entry) => entry.player === view.player);
    const byOwner = ["human", "prepared"].includes(own?.actor);
    const spells = byOwner && telling.turnOf(own).counts;
    const spent = spells ? draft.entries.map((entry) => entry.tile) : [];
    // What the clock or a computer did for a player leaves them the word they were at.
    if (byOwner || view.to_move === null) draft.clear();
    this.looked = null;
    const from = this.queue.boxes();
    const taken = turns.reduce((sum, turn) => sum + turn.taken.length, 0);
    this.queue.set(view.state.queue, taken, turns.at(-1)?.player !== (view.player ?? 0));
    const known = new Set(rack.tiles);
    rack.deal(this.plays ? view.state.hands[view.player] : "", spent);
    const gone = draft.entries.filter(({ tile }) => !rack.tiles.includes(tile));
    gone.forEach(({ tile }) => draft.take(tile));
    if (!fresh.length || this.hurries() || fresh.length > 1) return;
    this.comes = { player: fresh[0].player, taken: rack.tiles.filter((tile) => !known.has(tile)), from };
  }

  update() {
    const { view, draft, rack, mine, plays } = this;
    if (!view) return;
    const choice = choiceOf(this);
    this.preview.look(this.options.word_check && !draft.empty ? this.action() : null, view.ply);
    this.queue.light({ ...choice, player: view.player ?? 0 });
    refill(this.effect, telling.effect(view, { ...choice, mine }));
    this.effect.hidden = view.to_move === null;
    this.takes.root.hidden = !plays;
    if (plays) this.takes.render({ view, length: draft.length, chosen: this.chosen, mine, sending: this.sending });
    this.other.render(view, null, true);
    this.own.render(view, plays ? planOf(this, choice) : null, !plays);
    this.hand.hidden = !plays;
    rack.render();
    rack.root.style.setProperty("--in-a-row", Math.max(1, this.inARow));
    showStage(this);
    if (!this.root.classList.contains("carrying")) this.stage.fresh.forEach(([tile, face]) => fly(face, rack.nodes.get(tile)));
    this.renderBar();
    this.root.classList.toggle("is-mine", mine);
    this.root.classList.toggle("sending", this.sending);
  }

  renderBar() {
    const { draft, preview } = this;
    const { word_check: check, stopping } = this.options;
    const playable = draft.length >= SHORTEST && !(check && preview.result?.problem);
    const points = playable ? pointsFor(draft.tiles, this.options).total : null;
    this.bar.render(this, { empty: draft.empty, allows: playable, points }, stopping);
    refill(this.strip, told(this));
  }

  /** Fits all that is drawn into the room there is. */
  layout() {
    if (!this.view || !this.shared.clientWidth) return;
    const wide = this.shared.clientWidth >= WIDE;
    const largest = wide ? 34 : 25;
    this.queue.layout(this.queue.svg.parentNode.clientWidth);
    for (const line of [this.other, this.own]) line.layout(largest);
    const box = this.stage.svg.parentNode;
    this.stage.layout(box.clientWidth, box.clientHeight);
    this.update();
  }

  /** Returns how many tiles of the hand go in a row; on a phone up to 20 need no more than two. */
  get inARow() {
    const count = this.rack.tiles.length;
    const room = Math.floor(this.mineParts.clientWidth / SMALLEST);
    if (this.mineParts.clientWidth >= WIDE) return count <= room ? count : Math.ceil(count / 2);
    return count <= 14 ? 7 : Math.max(8, Math.min(10, Math.ceil(count / 2)));
  }

  // --- Spelling and taking ----------------------------------------------------------------------

  /** The word has changed. */
  changed() {
    this.looked = null;
    this.update();
    clearTimeout(this.reading);
    this.reading = setTimeout(() => readOut(this), PAUSE);
  }

  choose(kind) {
    this.chosen = kind;
    this.update();
    clearTimeout(this.reading);
  }

  peek(kind) {
    if (this.peeked === kind) return;
    this.peeked = kind;
    this.update();
  }

  /** Chooses the next way of taking, by key; tells what it means. */
  turnTake(step) {
    this.choose(this.takes.next(this.chosen, step));
    const way = this.takes.ways.find(({ kind }) => kind === this.chosen);
    this.announce(way.input.getAttribute("aria-label"));
    return true;
  }

  // --- Turns ------------------------------------------------------------------------------------

  action() {
    const { draft, chosen, options } = this;
    const draw = countOf(chosen, draft.length, options.extra) ?? 0;
    return { type: "Spell", word: draft.word, draw };
  }

  async problem() {
    const wrong = tooShort(this.draft.word);
    return wrong || !this.options.word_check ? wrong : super.problem();
  }

  async agrees(action) {
    const end = this.mine ? endedBy(this.view, action) : null;
    return !end || sure(this, end);
  }

  /** Ends the turn without a word, or the game by a full hand, after a question. */
  async turnTo(kind) {
    const { action, words } = TURNS[kind](this.view);
    if (this.prepares || (await sure(this, words))) await this.send(action);
  }

  send(action) {
    this.peeked = null;
    return super.send(action);
  }

  // --- Looking ----------------------------------------------------------------------------------

  /** Shows what the word on the stage means, if it's a turn's. */
  layOut({ type, word }) {
    if (type !== "Spell" || !word || !this.canLay) return false;
    this.spelling.recall();
    for (const letter of word) this.spelling.type(letter);
    return true;
  }

  explainStage() {
    const entry = this.looked ?? this.view.log.at(-1);
    const word = entry && telling.turnOf(entry).word;
    if (word) this.explain(word);
  }

  whence(player) {
    const isOnStage = this.stage.kind === "good" && this.view.log.at(-1)?.player === player;
    return isOnStage ? this.stage.letters : [this.own, this.other].find((line) => line.player === player).last;
  }

  latest() {
    return [this.stage.letters];
  }

  show(entry) {
    this.looked = entry;
    this.update();
    return true;
  }
}

/** Puts a board into an element. */
export function mount(root, api) {
  return new ChilwellBoard(root, api);
}
