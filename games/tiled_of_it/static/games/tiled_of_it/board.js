/**
 * The board of Tiled Of It: a card of the hand or the pile and a cell of the grid, chosen by mouse,
 * touch or keyboard. What the card would bring there the server tells before it is played.
 */

import { ask } from "../shell/confirm.js";
import { h, set } from "../shell/dom.js";
import { Meaning, wordButton } from "../shell/meaning.js";
import { points } from "../shell/preview.js";
import { Rack } from "../shell/rack.js";
import { Bar } from "./bar.js";
import { face } from "./card.js";
import { carryCards } from "./carry.js";
import { pairOf, partners, shown, turnOf, wordOf } from "./cells.js";
import { Field } from "./field.js";
import { Flow } from "./flow.js";
import { Keys } from "./keys.js";
import { DeckPanel, WordsPanel } from "./panels.js";
import { Pile } from "./pile.js";
import { cellsSeen, wordsSeen } from "./sight.js";
import { advice, cellFacts, ending, lastWords } from "./told.js";
import { TryOut } from "./tryout.js";
import { isFirstTurn, lastTurn, openCards } from "./turns.js";

export class Board {
  constructor(root, api) {
    this.root = root;
    this.api = api;
    this.view = null;
    this.card = null; // the card chosen, of the hand or the pile
    this.cell = null; // where it lies for now
    this.cursor = 0;
    this.looked = null; // the cell looked at
    this.sending = false;
    this.lines = new Map(); // every turn in notation, by ply; a view may tell the last few only
    const open = (word) => this.explain(word);
    this.tryOut = new TryOut({
      ask: api.preview,
      open,
      announce: api.announce,
      changed: () => this.update(),
      about: () => this.about(),
    });
    this.rack = new Rack({
      things: "cards",
      face: (tile) => face(tile.letter, this.view.player),
      name: (tile) => shown(tile.letter),
      choose: (tile) => this.choose(tile),
      announce: api.announce,
    });
    this.pile = new Pile({
      choose: (card) => this.choose(card),
      owner: (player) => (player === this.view.player ? "yours" : `${this.view.seats[player].name}’s`),
    });
    this.bar = new Bar({
      shuffle: () => this.rack.shuffle(),
      recall: () => this.release(),
      discard: () => this.discard(),
      play: () => this.play(),
    });
    this.frame = h("div", { class: "field-frame-box" });
    const { strip, buttons } = this.bar;
    this.table = h("div", { class: "cloth" }, this.frame, strip, this.rack.root, this.pile.root, buttons);
    root.append(this.table);
    this.deck = new DeckPanel(api.panel("Deck"));
    this.words = new WordsPanel(api.panel("Words on the grid"), open);
    this.keys = new Keys(this);
  }

  /** Makes the cells once their number is known. */
  build(view) {
    this.meaning = new Meaning(view.id);
    this.field = new Field(view.options.size);
    this.flow = new Flow(this.field);
    this.frame.append(this.field.svg);
    const middle = Math.floor(view.options.size / 2);
    this.cursor = middle * view.options.size + middle;
    this.listen();
  }

  listen() {
    const { svg } = this.field;
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("focus", () => this.update());
    svg.addEventListener("blur", () => this.update());
    carryCards(this);
  }

  // --- What is so -------------------------------------------------------------------------------

  get mine() {
    const { view } = this;
    return view.player !== null && view.player === view.to_move;
  }

  /** Tells whether a turn made now is prepared for later. */
  get prepares() {
    return !this.mine && Boolean(this.view.orders?.open);
  }

  /** Tells whether this viewer has cards to lay, in their turn or while they wait for it. */
  get canLay() {
    return this.view.player !== null && this.view.to_move !== null && !this.sending;
  }

  get isFirst() {
    return this.view.player !== null && isFirstTurn(this.view.state, this.view.player);
  }

  get canDiscard() {
    return this.canDrop(this.card);
  }

  /** Tells whether a card may be discarded now. */
  canDrop(card) {
    const free = this.mine || this.prepares;
    return free && !this.sending && !this.isFirst && this.isOwn(card);
  }

  isOwn(card) {
    return card !== null && !card.source;
  }

  /** Returns the cards that can be laid, those of the hand first. */
  cards() {
    const open = new Set(openCards(this.view).map(({ text }) => text));
    return [...this.rack.tiles, ...this.pile.cards.filter(({ letter }) => open.has(letter))];
  }

  /** Returns the card tried out as it would lie on the grid, or null. */
  get laid() {
    if (this.cell === null) return null;
    return { text: this.card.letter, player: this.card.player ?? this.view.player };
  }

  action() {
    if (this.cell === null) return null;
    const { size } = this.field;
    const [row, col] = [Math.floor(this.cell / size), this.cell % size];
    return { type: "Place", card: this.card.letter, row, col, source: this.card.source ?? "hand" };
  }

  /** Returns the cells that would change colour. */
  changing() {
    const { laid } = this;
    const takes = (laid && this.tryOut.result?.takes) || [];
    const cells = takes.map(([row, column]) => row * this.field.size + column);
    return cells.filter((cell) => this.view.state.grid[cell].player !== laid.player);
  }

  about() {
    const { view } = this;
    const names = view.seats.map((seat) => seat.name);
    return { names, player: view.player, first: this.isFirst, changing: this.changing().length };
  }

  // --- Drawing ----------------------------------------------------------------------------------

  /** Draws a view. The card laid out outlives the turns of others as long as one still has it. */
  render(view) {
    const before = this.view;
    this.view = view;
    for (const { ply, text } of view.log) this.lines.set(ply, text);
    if (!before) this.build(view);
    const fresh = !before || before.ply !== view.ply;
    if (fresh) this.turn(before);
    this.deck.render(view);
    this.words.render(view);
    this.update();
    if (before && fresh) this.animate(before);
  }

  turn(before) {
    const { view } = this;
    const since = before ? view.log.filter((entry) => entry.ply > before.ply) : [];
    const own = since.some((entry) => entry.player === view.player);
    const spent = own && this.isOwn(this.card) ? [this.card] : [];
    this.sending = false;
    this.looked = null;
    this.last = lastTurn(view);
    const hand = view.player === null ? [] : (view.state.hands[view.player] ?? []);
    this.rack.deal(view.to_move === null ? [] : hand, spent);
    this.pile.deal(view.state.pile);
    if (!this.card) return;
    if (own || view.to_move === null) this.put(null, null);
    else this.revise();
  }

  /** Takes the card back if it is gone, or if its cell is taken in a first turn. */
  revise() {
    const text = shown(this.card.letter);
    const taken = this.isFirst && this.cell !== null && this.view.state.grid[this.cell];
    if (!this.cards().includes(this.card)) {
      this.put(null, null);
      this.api.announce(`${text} can no longer be taken from the pile.`);
    } else if (taken) {
      this.put(this.card, null);
      this.api.announce(`The cell under ${text} is taken now; it is back in your hand.`);
    }
  }

  /** Shows the turn that has just been played as it happened; several at once are only shown done. */
  animate(before) {
    const { view, last } = this;
    const bonus = view.to_move === null && before.to_move !== null ? view.options.bonus : 0;
    if (!last || view.ply !== before.ply + 1) return this.flow.stop();
    const arrives = last.entry.player !== view.player || !["human", "order"].includes(last.entry.actor);
    this.flow.show(last, before.state.grid, view.state.grid, { arrives, bonus });
  }

  update() {
    const { view, field, bar, tryOut, pile } = this;
    tryOut.look(this.action(), view.ply);
    field.draw(cellsSeen(this));
    field.drawJoins(wordsSeen(this));
    field.drawCursor(this.cursor);
    const plays = view.player !== null && view.to_move !== null;
    set(field.svg, { "data-cursor": field.svg.matches(":focus-visible") ? this.cursor : null });
    this.rack.render();
    this.rack.root.hidden = bar.buttons.hidden = !plays;
    pile.render(new Set(openCards(view).map(({ text }) => text)), this.card, this.pileNote());
    bar.render(this);
    bar.tell(this.told());
    set(this.table, { "data-plays": plays, "data-mine": this.mine, "data-chosen": this.card !== null });
    this.root.classList.toggle("sending", this.sending);
  }

  pileNote() {
    const { view } = this;
    if (!view.state.pile.length) return "Empty.";
    if (view.player === null || view.to_move === null) return "";
    if (this.isFirst) return "In your first turn you play from your hand.";
    return view.options.top_only ? "The top card can be played." : "Any card can be played.";
  }

  /** Returns what stands between grid and hand. */
  told() {
    const { view } = this;
    const open = (word) => this.explain(word);
    if (this.cell !== null) return this.tryOut.nodes();
    if (this.looked !== null) return cellFacts(view, this.looked, open);
    const hints = [advice(view, this), ending(view)].filter(Boolean);
    const begins = view.ply === 0 && view.to_move !== view.player ? `${view.seats[view.to_move].name} begins.` : "";
    return [
      ...(begins ? [h("p", {}, begins)] : []),
      ...lastWords(view, open),
      ...hints.map((hint) => h("p", { class: "muted" }, hint)),
    ];
  }

  /** Says what lies on a cell: "C2, LE, yours, in PILE and LEND". */
  inWords(cell) {
    const { view } = this;
    const name = this.field.name(cell);
    if (cell === this.cell) return `${name}, ${shown(this.card.letter)}, just laid.`;
    const card = view.state.grid[cell];
    if (!card) return `${name}, empty.`;
    const whose = card.player === view.player ? "yours" : `${view.seats[card.player].name}’s`;
    const others = partners(cell, view.state, this.field.size);
    const words = others.map((other) => wordOf(view.state.grid, pairOf(cell, other)));
    return `${name}, ${shown(card.text)}, ${whose}${words.length ? `, in ${words.join(", ")}` : ""}.`;
  }

  // --- Choosing a card and a cell ---------------------------------------------------------------

  /** A click on a card: the same again takes it back, another one takes the place of the laid one. */
  choose(card) {
    if (!this.canLay) return;
    this.pile.open(false);
    if (card === this.card) this.release();
    else this.take(card, this.cell);
  }

  /** Chooses a card, and lays it if there is a cell for it. */
  take(card, cell) {
    if (!this.canLay) return;
    this.put(card, cell);
    if (cell !== null) this.cursor = cell;
    this.update();
    const name = shown(card.letter);
    this.api.announce(cell === null ? `${name} chosen.` : `${name} on ${this.field.name(cell)}.`);
  }

  put(card, cell) {
    if (this.card) this.card.laid = false;
    this.card = card;
    this.cell = cell;
    this.looked = null;
    if (card) card.laid = cell !== null;
    this.rack.select(this.isOwn(card) && !card.laid ? card : null);
  }

  /** Takes the card back and lets go of it. */
  release() {
    if (this.sending) return;
    const { card } = this;
    this.put(null, null);
    this.pile.open(false);
    this.update();
    if (card) this.api.announce(`${shown(card.letter)} taken back.`);
  }

  click(event) {
    const cell = this.field.cellOf(event);
    if (cell === null) return;
    this.pile.open(false);
    this.cursor = cell;
    if (this.card && this.canLay) {
      if (cell === this.cell) this.release();
      else this.take(this.card, cell);
      return;
    }
    const nothing = this.looked === cell || !this.view.state.grid[cell];
    this.looked = nothing ? null : cell;
    this.update();
  }

  // --- Turns ------------------------------------------------------------------------------------

  async play() {
    const action = this.action();
    if (!action || this.sending) return;
    if (!this.mine && !this.prepares) return this.api.announce("It is not your turn.");
    await this.tryOut.settled;
    if (!this.tryOut.allows) return this.api.announce(this.tryOut.result.problem);
    await this.send(action);
  }

  /** Discards the chosen card; asks first if it was only dropped there, or makes words where it lies. */
  async discard({ sure = true } = {}) {
    const { card } = this;
    if (!this.canDiscard) return;
    const builds = this.cell !== null && this.tryOut.builds;
    if ((!sure || builds) && !(await mayDiscard(card, builds))) return;
    if (this.card === card && this.canDiscard) await this.send({ type: "Discard", card: card.letter });
  }

  async send(action) {
    // What has the focus may go away; the grid is where the next turn begins.
    if (this.table.contains(document.activeElement)) this.field.svg.focus({ preventScroll: true });
    const { ply } = this.view;
    this.sending = true;
    this.update();
    const answer = await this.api.submit(action);
    // What was laid stays until the server's own view shows it.
    if (!answer.ok && this.view.ply === ply) {
      this.sending = false;
      if (answer.error === "illegal") this.tryOut.refuse(answer.text);
      this.update();
    }
  }

  // --- Looking ----------------------------------------------------------------------------------

  explain(word) {
    this.meaning?.open(word);
  }

  /** Shows the cells of a turn. */
  point(ply) {
    const line = this.lines.get(ply);
    const turn = line && turnOf(line, this.field.size);
    if (!turn) return;
    if (turn.cell !== null) this.flow.flash([turn.cell]);
    this.api.announce(line);
  }

  /** Returns an event of the move list with its points, and its word to be looked up. */
  gain({ text, points: count, topic }) {
    const found = /^(.*?)([A-Z]+)$/.exec(text);
    if (topic !== "word" && topic !== "neighbour") return count ? `${text}: ${points(count)}` : null;
    const open = (word) => this.explain(word);
    return h("span", {}, found[1], wordButton(found[2], open), `: ${points(count)}`);
  }
}

function mayDiscard({ letter }, builds) {
  const loss = builds ? "It makes words where it lies. " : "";
  return ask({
    title: `Discard ${shown(letter)}?`,
    text: `${loss}It goes on the pile in your colour and brings no points. Your turn is over then.`,
    yes: "Discard",
    no: "Keep it",
  });
}

/**
 * Returns how many cards a player has in hand (and which, if that is known and shown nowhere
 * else), and how many are theirs on the grid.
 */
function holdings({ state, player: viewer }, player) {
  const hand = state.sizes[player];
  const cards = viewer === null && state.to_move !== null ? state.hands[player] : null;
  const held = state.grid.filter((card) => card?.player === player).length;
  const unit = (words) => h("span", { class: "visually-hidden" }, words);
  return h(
    "span",
    { class: "holdings" },
    state.to_move === null ? null : h("span", { class: "in-hand" }, String(hand), unit(" in hand,")),
    h("span", { class: "on-grid" }, String(held), unit(" on the grid")),
    cards && h("span", { class: "shown-hand" }, cards.map(shown).join(" ")),
  );
}

/** Puts a board into an element; see the shell's match.js for the contract. */
export function mount(root, api) {
  const board = new Board(root, api);
  return {
    render: (view) => board.render(view),
    point: (ply) => board.point(ply),
    gain: (event) => board.gain(event),
    extra: holdings,
  };
}
