/**
 * The board of WordsWithChilwell: both players, the queue, a word spelled from the hand by mouse,
 * touch or keyboard, and how many tiles to take after it, which the queue shows before it is done.
 */

import { count, number, say } from "../../shell/common/catalog.js";
import { calm, h, set } from "../../shell/common/dom.js";
import { Meaning, wordButton } from "../../shell/board/meaning.js";
import { Preview } from "../../shell/board/preview.js";
import { verdict } from "../../shell/panels/result.js";
import { nodes } from "../../shell/board/told.js";
import { Bar } from "./bar.js";
import { Hands } from "./players/hands.js";
import { Keys } from "./keys.js";
import { PlayerLine } from "./players/players.js";
import { Queue } from "./queue/queue.js";
import { Spelling } from "./word/spelling.js";
import { Stage } from "./word/stage.js";
import { lastRound, told } from "./strip.js";
import { countOf, Takes } from "./queue/takes.js";
import * as telling from "./telling.js";
import { pointsFor, SHORTEST, together } from "./tiles.js";
import { Turns } from "./turns.js";

const PAUSE = 900; // milliseconds without a key until a word is read out
const WIDE = 704; // pixels from which on all of a hand goes in a row
const SMALLEST = 44; // pixels for a tile of it

export class Board {
  constructor(root, api) {
    this.root = root;
    this.api = api;
    this.view = null;
    this.take = "same";
    this.peeked = null; // a way of taking looked at: its kind, "skip" or "stop"
    this.entries = new Map(); // of the log, by ply: a view has only the latest
    this.looked = null; // the turn looked at in the list of moves
    this.sending = false;
    this.queue = new Queue();
    this.stage = new Stage();
    this.takes = new Takes({
      choose: (kind) => this.choose(kind),
      peek: (kind) => this.peek(kind),
    });
    this.spelling = new Spelling(this.stage, {
      may: () => this.canSpell,
      changed: () => this.changed(),
      update: () => this.update(),
      explain: () => this.explain(),
      carry: (on) => this.root.classList.toggle("carrying", on),
      announce: api.announce,
    });
    this.draft = this.spelling.draft;
    this.rack = this.spelling.rack;
    this.preview = new Preview({
      ask: api.preview,
      open: (word) => this.meaning.open(word),
      announce: api.announce,
      changed: () => this.update(),
    });
    this.bar = new Bar({
      shuffle: () => this.rack.shuffle(),
      sort: () => this.spelling.sort(),
      recall: () => this.spelling.recall(),
      stop: () => this.turns.stop(),
      skip: () => this.turns.skip(),
      play: () => this.turns.play(),
      peekSkip: (on) => this.peek(on ? "skip" : null),
      peekStop: (on) => this.peek(on ? "stop" : null),
    });
    this.hands = new Hands(api.panel(say("Hands")));
    this.turns = new Turns(this);
    this.keys = new Keys(this);
  }

  /** Puts the parts in their places once it is known who looks. */
  build(view) {
    this.meaning = new Meaning(view.id);
    const own = view.player ?? 0;
    const open = (word) => this.meaning.open(word);
    this.other = new PlayerLine(1 - own, open);
    this.own = new PlayerLine(own, open);
    this.effect = h("p", { class: "effect" });
    this.strip = h("div", { class: "strip" });
    this.hand = h("div", { class: "own-hand" }, this.rack.root, this.bar.root);
    const queue = h("div", { class: "queue-box" }, this.queue.svg);
    this.shared = h("div", { class: "shared" });
    this.shared.append(this.other.root, queue, this.effect, this.takes.root);
    this.mineParts = h("div", { class: "mine-parts" });
    this.mineParts.append(this.stage.root, this.strip, this.own.root, this.hand);
    this.root.append(this.shared, this.mineParts);
    const sizes = new ResizeObserver(() => this.layout());
    for (const part of [this.root, this.stage.svg.parentNode]) sizes.observe(part);
  }

  // --- Drawing ----------------------------------------------------------------------------------

  get mine() {
    const { view } = this;
    return view.player !== null && view.player === view.to_move;
  }

  /** Tells whether a turn made now is prepared for later. */
  get prepares() {
    return !this.mine && Boolean(this.view.orders?.open);
  }

  /** Tells whether this viewer has a hand that is played from, in their turn or another's. */
  get plays() {
    return this.view.player !== null && this.view.to_move !== null;
  }

  get canSpell() {
    return this.plays && !this.sending;
  }

  get options() {
    return this.view.options;
  }

  render(view) {
    const before = this.view;
    this.view = view;
    for (const entry of view.log) this.entries.set(entry.ply, entry);
    if (!before) this.build(view);
    if (!before || before.ply !== view.ply) this.turn(before);
    this.hands.render(view);
    this.update();
    if (!before) this.layout();
  }

  /** Takes in the turns since the last view. */
  turn(before) {
    const { view, rack, draft } = this;
    const since = before ? view.log.filter((entry) => entry.ply > before.ply) : [];
    const turns = since.map(telling.turnOf);
    const own = since.find((entry) => entry.player === view.player);
    const byOwner = ["human", "order"].includes(own?.actor);
    const spells = byOwner && telling.turnOf(own).counts;
    const spent = spells ? draft.entries.map((entry) => entry.tile) : [];
    // What the clock or a computer did for a player leaves them the word they were at.
    if (byOwner || view.to_move === null) draft.clear();
    this.sending = false;
    this.looked = null;
    const taken = turns.reduce((sum, turn) => sum + turn.taken.length, 0);
    this.queue.set(view.state.queue, taken, turns.at(-1)?.player !== (view.player ?? 0));
    const known = new Set(rack.tiles);
    rack.deal(this.plays ? view.state.hands[view.player] : "", spent);
    const gone = draft.entries.filter(({ tile }) => !rack.tiles.includes(tile));
    gone.forEach(({ tile }) => draft.take(tile));
    if (own) this.welcome(rack.tiles.filter((tile) => !known.has(tile)));
  }

  /** Lets the tiles just taken fall into the hand. */
  welcome(tiles) {
    if (calm.matches) return;
    tiles.forEach((tile, place) => {
      this.rack.nodes.get(tile).animate(
        [{ translate: "0 -40px", opacity: 0 }, { translate: "0 0", opacity: 1 }],
        { duration: 320, delay: 60 * place, easing: "ease-out", fill: "backwards" },
      );
    });
  }

  update() {
    const { view, draft, mine } = this;
    if (!view) return;
    const { plays } = this;
    const choice = this.choice();
    const tried = this.options.word_check && !draft.empty ? this.turns.action() : null;
    this.preview.look(tried, view.ply);
    this.queue.light({ ...choice, player: view.player ?? 0 });
    replace(this.effect, telling.effect(view, { ...choice, mine }));
    this.effect.hidden = view.to_move === null;
    this.takes.root.hidden = !plays;
    if (plays) {
      const facts = { view, length: draft.length, chosen: this.take, mine, sending: this.sending };
      this.takes.render(facts);
    }
    this.other.render(view, null, true);
    this.own.render(view, plays ? this.plan(choice) : null, !plays);
    this.hand.hidden = !plays;
    this.rack.render();
    this.rack.root.style.setProperty("--in-a-row", Math.max(1, this.inARow));
    this.renderStage();
    this.renderBar();
    this.root.classList.toggle("is-mine", mine);
    this.root.classList.toggle("sending", this.sending);
  }

  /** Returns how many tiles the way looked at or chosen would take, and how that is shown. */
  choice() {
    const { view, peeked } = this;
    const none = { count: null, tone: "mine" };
    if (!this.mine) return none;
    const { penalty, hand_limit: limit, extra } = this.options;
    if (peeked === "skip") return { count: penalty, tone: "bad" };
    if (peeked === "stop") return { count: limit + 1 - view.state.sizes[view.player], tone: "bad" };
    if (this.draft.empty && !peeked) return none;
    return { count: countOf(peeked ?? this.take, this.draft.length, extra), tone: "mine" };
  }

  /** Returns what the own hand and the tiles used come to by this turn. */
  plan({ count }) {
    const { view, draft } = this;
    if (count === null) return null;
    const length = this.peeked === "skip" || this.peeked === "stop" ? 0 : draft.length;
    return {
      used: view.state.used[view.player] + length,
      hand: view.state.sizes[view.player] - length + count,
    };
  }

  renderStage() {
    const { view, draft, stage } = this;
    const entry = this.looked ?? view.log.at(-1);
    const turn = entry && telling.turnOf(entry);
    const drafting = !turn || (!draft.empty && !this.looked);
    stage.root.classList.remove("player-0", "player-1");
    stage.root.classList.add(`player-${drafting ? (view.player ?? 0) : turn.player}`);
    set(stage.svg, {
      "aria-label": this.wordInWords(),
      tabindex: this.canSpell ? 0 : null,
      role: this.canSpell ? "application" : "img",
    });
    if (drafting) this.stageDraft();
    else this.stageTurn(turn, entry.ply);
  }

  wordInWords() {
    const { draft } = this;
    if (!this.canSpell) return this.stage.line.textContent || say("No word yet");
    const letters = [...draft.word.toUpperCase()].join(" ");
    const word = draft.empty ? say("You haven't spelled a word yet.") : say("Your word: {letters}.", { letters });
    const how = say(
      "Type letters to spell a word. Backspace takes the last one back, Left and Right move between letters, Up and Down choose how many tiles to take, Enter plays, and Escape takes everything back.",
    );
    return [word, how].join(" ");
  }

  stageDraft() {
    const { draft, stage, view } = this;
    const entries = draft.entries.map(({ tile, letter }) => ({
      tile: tile.letter,
      letter,
      key: tile,
    }));
    const caret = this.canSpell && !draft.empty ? draft.caret : null;
    const kind = view.result ? "none" : "draft";
    stage.draw({ entries, kind, caret, options: this.options });
    replace(stage.line, [h("p", view.result ? { class: "stage-verdict" } : {}, this.title())]);
    replace(stage.sum, this.sum(pointsFor(draft.tiles, this.options), draft.length));
  }

  /** Says above the word being spelled whose word it is. */
  title() {
    const { view } = this;
    if (view.result) return verdict(view);
    if (view.player === null) return say("Nobody has spelled a word yet");
    return lastRound(view) ? say("Your last word") : say("Your word");
  }

  stageTurn(turn, ply) {
    const { stage, view } = this;
    const entries = telling
      .spelled(turn)
      .map((entry, place) => ({ ...entry, key: `${ply}/${place}` }));
    stage.draw({ entries, kind: turn.counts ? "good" : "bad", caret: null, options: this.options });
    const open = (word) => this.meaning.open(word);
    const line = h(
      "p",
      { class: "stage-turn" },
      joined(telling.turnLine(view, turn, open)).map((part) => h("span", {}, part)),
    );
    const back = { type: "button", class: "button-link", click: () => this.changed() };
    replace(stage.line, [
      view.result && !this.looked ? h("p", { class: "stage-verdict" }, verdict(view)) : null,
      line,
      this.draft.empty ? null : h("button", back, say("Back to your word")),
    ]);
    const { letters, bonus } = turn;
    replace(stage.sum, turn.counts ? this.sum({ letters, bonus, total: letters + bonus }, 1) : []);
  }

  sum({ letters, bonus, total }, length) {
    if (!length) return [];
    const sum = `${number(letters)} + ${number(bonus)} = `;
    const parts = bonus ? h("span", { class: "sum-parts" }, sum) : null;
    return [parts, h("b", { class: "sum-total" }, telling.points(total))];
  }

  renderBar() {
    const { draft, preview, mine, prepares, sending } = this;
    const check = this.options.word_check;
    const playable = draft.length >= SHORTEST && !(check && preview.result?.problem);
    this.bar.render({
      free: mine || prepares,
      prepares,
      sending,
      playable,
      empty: draft.empty,
      stopping: this.options.stopping,
      points: playable ? pointsFor(draft.tiles, this.options).total : null,
    });
    replace(this.strip, told(this));
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

  /** Returns how many tiles of the hand go in a row. */
  get inARow() {
    const count = this.rack.tiles.length;
    const room = Math.floor(this.mineParts.clientWidth / SMALLEST);
    if (this.mineParts.clientWidth >= WIDE) return count <= room ? count : Math.ceil(count / 2);
    return count <= 14 ? 7 : 8;
  }

  // --- Spelling ---------------------------------------------------------------------------------

  /** The word has changed. */
  changed() {
    this.looked = null;
    this.update();
    clearTimeout(this.reading);
    this.reading = setTimeout(() => this.readOut(), PAUSE);
  }

  /** Reads the word out, with its points and the tiles to take. */
  readOut() {
    const { draft, view } = this;
    if (draft.length < SHORTEST || this.options.word_check) return;
    const word = draft.word.toUpperCase();
    const { total } = pointsFor(draft.tiles, this.options);
    const worth = count(
      "{word}: {n} point if it counts.",
      "{word}: {n} points if it counts.",
      total,
      { word },
    );
    const tiles = together([...view.state.queue].slice(0, this.choice().count ?? 0));
    const taken = tiles ? say("You'd take {tiles}.", { tiles }) : "";
    this.api.announce([worth, taken].filter(Boolean).join(" "));
  }

  // --- Taking -----------------------------------------------------------------------------------

  choose(kind) {
    this.take = kind;
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
    this.choose(this.takes.next(this.take, step));
    const way = this.takes.ways.find(({ kind }) => kind === this.take);
    this.api.announce(way.input.getAttribute("aria-label"));
    return true;
  }

  // --- Looking ----------------------------------------------------------------------------------

  /** Shows what the word on the stage means, if it's a turn's. */
  explain() {
    const entry = this.looked ?? this.view.log.at(-1);
    const word = entry && telling.turnOf(entry).word;
    if (word) this.meaning.open(word);
  }

  /** Shows the word of a turn. */
  point(ply) {
    const entry = this.entries.get(ply);
    if (!entry) return;
    this.looked = entry;
    this.update();
    this.api.announce(entry.text);
  }

  /** Returns an event of the move list, its word as a button that opens what it means. */
  gain(event) {
    const open = (word) => this.meaning?.open(word);
    const word = (text) => (text.length < SHORTEST ? text : wordButton(text, open));
    return h("span", {}, nodes(event, { word }));
  }
}

/** Returns the pieces of a sentence with strings that follow each other made one. */
function joined(pieces) {
  return pieces.reduce((made, piece) => {
    const goesOn = typeof piece === "string" && typeof made.at(-1) === "string";
    return goesOn ? [...made.slice(0, -1), made.at(-1) + piece] : [...made, piece];
  }, []);
}

/** Gives an element other children; if they are the same, it keeps its own, and the focus. */
function replace(element, children) {
  const fresh = element.cloneNode(false);
  fresh.append(...children.filter((child) => child !== null));
  if (!fresh.isEqualNode(element)) element.replaceChildren(...fresh.childNodes);
}

/** Puts a board into an element; see the shell's match.js for the contract. */
export function mount(root, api) {
  const board = new Board(root, api);
  return {
    render: (view) => board.render(view),
    point: (ply) => board.point(ply),
    gain: (event) => board.gain(event),
  };
}
