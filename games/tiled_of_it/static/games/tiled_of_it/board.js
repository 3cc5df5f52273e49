/**
 * The board of Tiled Of It: a card of the hand or the pile and a cell of the grid, chosen by mouse,
 * touch or keyboard. Before it is played, the server tells what the card would score there.
 */

import { count, listing, number, say } from "../../shell/common/catalog.js";
import { ask } from "../../shell/board/confirm.js";
import { h, set } from "../../shell/common/dom.js";
import { Meaning, wordButton } from "../../shell/board/meaning.js";
import { Rack } from "../../shell/board/rack.js";
import { nodes } from "../../shell/board/told.js";
import { Bar } from "./bar.js";
import { face } from "./cards/card.js";
import { carryCards } from "./cards/carry.js";
import { pairOf, partners, shown, turnOf, wordOf } from "./cells.js";
import { Field } from "./grid/field.js";
import { Flow } from "./grid/flow.js";
import { Keys } from "./keys.js";
import { DeckPanel, WordsPanel } from "./panels.js";
import { Pile } from "./cards/pile.js";
import { cellsSeen, wordsSeen } from "./grid/sight.js";
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
      owner: (player) => (player === this.view.player ? null : this.view.seats[player].name),
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
    this.deck = new DeckPanel(api.panel(say("Deck")));
    this.words = new WordsPanel(api.panel(say("Words on the grid")), open);
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

  /** Tells whether this viewer has cards to lay, on their turn or while they wait for it. */
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

  /** Draws a view. A card laid out stays through the turns of others while the viewer still has it. */
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
    const card = shown(this.card.letter);
    const taken = this.isFirst && this.cell !== null && this.view.state.grid[this.cell];
    if (!this.cards().includes(this.card)) {
      this.put(null, null);
      this.api.announce(say("You can no longer take {card} from the pile.", { card }));
    } else if (taken) {
      this.put(this.card, null);
      this.api.announce(say("Someone has taken that cell, so {card} is back in your hand.", { card }));
    }
  }

  /** Shows the turn just played as it happened; of several at once, only the result is shown. */
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
    if (!view.state.pile.length) return say("The pile is empty.");
    if (view.player === null || view.to_move === null) return "";
    if (this.isFirst) return say("On your first turn you can only play a card from your hand.");
    return view.options.top_only ? say("You can play the top card.") : say("You can play any card.");
  }

  /** Returns what is shown between grid and hand. */
  told() {
    const { view } = this;
    const open = (word) => this.explain(word);
    if (this.cell !== null) return this.tryOut.nodes();
    if (this.looked !== null) return cellFacts(view, this.looked, open);
    const hints = [advice(view, this), ending(view)].filter(Boolean);
    const begins = view.ply === 0 && view.to_move !== view.player;
    return [
      ...(begins ? [h("p", {}, say("{name} goes first.", { name: view.seats[view.to_move].name }))] : []),
      ...lastWords(view, open),
      ...hints.map((hint) => h("p", { class: "muted" }, hint)),
    ];
  }

  /** Says what lies on a cell: "C2: LE, yours, in PILE and LEND." */
  inWords(cell) {
    const { view } = this;
    const place = this.field.name(cell);
    if (cell === this.cell) return say("{cell}: {card}, just laid.", { cell: place, card: shown(this.card.letter) });
    const card = view.state.grid[cell];
    if (!card) return say("{cell}: empty.", { cell: place });
    const others = partners(cell, view.state, this.field.size);
    const words = listing(others.map((other) => wordOf(view.state.grid, pairOf(cell, other))));
    const facts = { cell: place, card: shown(card.text), words, name: view.seats[card.player].name };
    if (card.player === view.player) {
      return words ? say("{cell}: {card}, yours, in {words}.", facts) : say("{cell}: {card}, yours.", facts);
    }
    return words ? say("{cell}: {card}, {name}'s, in {words}.", facts) : say("{cell}: {card}, {name}'s.", facts);
  }

  // --- Choosing a card and a cell ---------------------------------------------------------------

  /** A click on a card: the same one again takes it back, another takes the place of the laid one. */
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
    const facts = { card: shown(card.letter), cell: cell === null ? "" : this.field.name(cell) };
    this.api.announce(cell === null ? say("{card} chosen.", facts) : say("{card} on {cell}.", facts));
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
    if (card) this.api.announce(say("You took {card} back.", { card: shown(card.letter) }));
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
    if (!this.mine && !this.prepares) return this.api.announce(say("It isn't your turn."));
    await this.tryOut.settled;
    if (!this.tryOut.allows) return this.api.announce(this.tryOut.result.problem);
    await this.send(action);
  }

  /** Discards the chosen card; asks first if it was dropped there, or makes words where it lies. */
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

  /** Returns an event of the move list with its word to look up, or null if it has none. */
  gain(event) {
    if (!event.facts.word) return null;
    return h("span", {}, nodes(event, { word: (word) => wordButton(word, (one) => this.explain(one)) }));
  }
}

function mayDiscard({ letter }, builds) {
  return ask({
    title: say("Discard {card}?", { card: shown(letter) }),
    text: builds
      ? say("It makes words where you've put it. If you discard it, it scores nothing and your turn ends.")
      : say("It goes on the pile and keeps your colour. It scores nothing, and your turn ends."),
    yes: say("Discard"),
    no: say("Keep it"),
  });
}

/**
 * Returns how many cards a player has in hand (and which, if that is known and shown nowhere else),
 * and how many are theirs on the grid.
 */
function holdings({ state, player: viewer }, player) {
  const hand = state.sizes[player];
  const cards = viewer === null && state.to_move !== null ? state.hands[player] : null;
  const held = state.grid.filter((card) => card?.player === player).length;
  const inHand = count("{n} card in hand,", "{n} cards in hand,", hand);
  const onGrid = count("{n} card on the grid", "{n} cards on the grid", held);
  return h(
    "span",
    { class: "holdings" },
    state.to_move === null ? null : h("span", { class: "in-hand" }, ...figure(hand, inHand)),
    h("span", { class: "on-grid" }, ...figure(held, onGrid)),
    cards && h("span", { class: "shown-hand", translate: "no" }, cards.map(shown).join(" ")),
  );
}

/** Returns a number for the eye, and what it counts for the ear. */
function figure(n, words) {
  return [
    h("span", { "aria-hidden": "true" }, number(n)),
    h("span", { class: "visually-hidden" }, words),
  ];
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
