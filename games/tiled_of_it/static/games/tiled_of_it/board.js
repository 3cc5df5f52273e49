/**
 * The board of Tiled Of It: a card of the hand or the pile and a cell of the grid, chosen by mouse,
 * touch or keyboard. Before it is played, the server tells what the card would score there.
 */

import { say } from "../../shell/common/catalog.js";
import { h, refill, set } from "../../shell/common/dom.js";
import { isReader } from "../../shell/board/told.js";
import { WordBoard } from "../../shell/board/words/board.js";
import { Rack } from "../../shell/board/words/rack.js";
import { seatOf } from "../../shell/feel/motion.js";
import { mayDiscard } from "./cards/asking.js";
import { Bar } from "./bar.js";
import { face } from "./cards/card.js";
import { carryCards, nodeOf } from "./cards/carry.js";
import { Deck } from "./cards/deck.js";
import { Pile } from "./cards/pile.js";
import { shown, turnOf } from "./cells.js";
import { Field } from "./grid/field.js";
import { Flow } from "./grid/flow.js";
import { legend } from "./grid/legend.js";
import { cellsSeen, joinsSeen } from "./grid/sight.js";
import { Keys } from "./keys.js";
import { DeckPanel, holdings, WordsPanel } from "./panels.js";
import { pileNote, told } from "./told.js";
import { TryOut } from "./tryout.js";
import { isFirstTurn, lastTurn, openCards } from "./turns.js";

const CARRY = 180; // milliseconds for a card from the hand to the grid

class TiledBoard extends WordBoard {
  constructor(root, api) {
    super(root, api, (on) => new TryOut({ ...on, about: () => this.about() }));
    this.card = null; // the card chosen, of the hand or the pile
    this.cell = null; // where it lies for now
    this.cursor = 0;
    this.looked = null; // the cell looked at
    this.rack = new Rack({
      things: "cards",
      face: (tile) => face(tile.letter, this.view.player),
      name: (tile) => shown(tile.letter),
      choose: (tile) => this.choose(tile),
      announce: api.announce,
    });
    this.pile = new Pile({
      choose: (card) => this.choose(card),
      owner: (player) => (isReader(this.view, player) ? null : this.view.seats[player].name),
    });
    this.bar = new Bar({
      shuffle: () => this.rack.shuffle(),
      recall: () => this.release(),
      discard: () => this.discard(),
      play: () => this.play(),
    });
    this.frame = h("div", { class: "field-frame-box" });
    const { strip, buttons } = this.bar;
    this.stock = new Deck();
    this.legend = h("p", { class: "legend" });
    const beside = [this.stock.root, this.frame, this.legend];
    this.table = h("div", { class: "cloth" }, beside, strip, this.rack.root, this.pile.root, buttons);
    root.append(this.table);
    this.deck = new DeckPanel(api.panel(say("Deck")));
    this.words = new WordsPanel(api.panel(say("Words")), this.explain);
    this.keys = new Keys(this);
  }

  /** Makes the cells once their number is known. */
  build(view) {
    super.build(view);
    this.field = new Field(view.options.size);
    this.flow = new Flow(this.field);
    this.frame.append(this.field.svg);
    const middle = Math.floor(view.options.size / 2);
    this.cursor = middle * view.options.size + middle;
    const { svg } = this.field;
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("focus", () => this.update());
    svg.addEventListener("blur", () => this.update());
    carryCards(this);
  }

  // --- What is so -------------------------------------------------------------------------------

  get home() {
    return this.field.svg;
  }

  get isFirst() {
    return this.view.player !== null && isFirstTurn(this.view.state, this.view.player);
  }

  get canDiscard() {
    return this.canDrop(this.card);
  }

  /** Tells whether a card may be discarded now. */
  canDrop(card) {
    return this.hasTurn && !this.sending && !this.isFirst && this.isOwn(card);
  }

  isOwn(card) {
    return card !== null && !card.source;
  }

  /** Returns the texts of the cards of the pile that can be taken. */
  get open() {
    return new Set(openCards(this.view).map(({ text }) => text));
  }

  /** Returns the cards that can be laid, those of the hand first. */
  cards() {
    const { open } = this;
    return [...this.rack.tiles, ...this.pile.cards.filter(({ letter }) => open.has(letter))];
  }

  /** Returns the card tried out as it would lie on the grid, or null. */
  get laid() {
    if (this.cell === null) return null;
    return { text: this.card.letter, player: this.card.player ?? this.view.player };
  }

  action() {
    if (this.cell === null) return null;
    const [row, col] = this.field.spotOf(this.cell);
    return { type: "Place", card: this.card.letter, row, col, source: this.card.source ?? "hand" };
  }

  /** Returns the cells that would change colour. */
  changing() {
    const { laid } = this;
    const takes = (laid && this.preview.result?.takes) || [];
    const cells = takes.map((spot) => this.field.cellOn(spot));
    return cells.filter((cell) => this.view.state.grid[cell].player !== laid.player);
  }

  about() {
    const { view } = this;
    const names = view.seats.map((seat) => seat.name);
    return { names, player: view.player, first: this.isFirst, changing: this.changing().length };
  }

  // --- Drawing ----------------------------------------------------------------------------------

  render(view) {
    const before = this.view;
    super.render(view);
    if (before && before.ply !== view.ply) this.animate(before);
  }

  renderPanels(view) {
    this.stock.render(view);
    refill(this.legend, legend(view));
    this.deck.render(view);
    this.words.render(view);
  }

  /** A card laid out stays through the turns of others while the viewer still has it. */
  turn(before, fresh) {
    const { view } = this;
    const own = fresh.some((entry) => entry.player === view.player);
    const spent = own && this.isOwn(this.card) ? [this.card] : [];
    this.looked = null;
    this.last = lastTurn(view);
    this.rack.deal(this.plays ? (view.state.hands[view.player] ?? []) : [], spent);
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
      this.announce(say("You can no longer take {card} from the pile.", { card }));
    } else if (taken) {
      this.put(this.card, null);
      this.announce(say("Someone has taken that cell, so {card} is back in your hand.", { card }));
    }
  }

  /** Shows the turn just played as it happened; of several at once, only the result is shown. */
  animate(before) {
    const { view, last } = this;
    const bonus = view.to_move === null && before.to_move !== null ? view.options.bonus : 0;
    if (!last || view.ply !== before.ply + 1) return this.flow.stop();
    const lay = last.entry.player === view.player && ["human", "prepared"].includes(last.entry.actor);
    const from = lay ? null : seatOf(last.entry.player);
    const how = { arrives: !lay, from, bonus, scores: !this.api.earns };
    this.flow.show(last, before.state.grid, view.state.grid, how);
  }

  update() {
    const { view, field, bar, plays } = this;
    this.preview.look(this.action(), view.ply);
    field.draw(cellsSeen(this));
    field.drawJoins(joinsSeen(this));
    field.drawCursor(this.cursor);
    set(field.svg, { "data-cursor": field.svg.matches(":focus-visible") ? this.cursor : null });
    this.rack.render();
    this.rack.root.hidden = bar.buttons.hidden = !plays;
    this.pile.render(this.open, this.card, pileNote(this));
    bar.render(this);
    bar.tell(told(this));
    set(this.table, { "data-plays": plays, "data-mine": this.mine, "data-chosen": this.card !== null });
    this.root.classList.toggle("sending", this.sending);
  }

  // --- Choosing a card and a cell ---------------------------------------------------------------

  /** A click on a card: the same one again takes it back, another takes the place of the laid one. */
  choose(card) {
    if (!this.canLay) return;
    this.pile.open(false);
    if (card === this.card) this.release();
    else this.lay(card, this.cell);
  }

  /** Chooses a card, and lays it if there is a cell for it. */
  lay(card, cell) {
    if (!this.canLay) return;
    const carried = this.root.classList.contains("carrying");
    const from = carried ? null : nodeOf(this, card)?.getBoundingClientRect();
    this.put(card, cell);
    if (cell !== null) this.cursor = cell;
    this.update();
    if (cell !== null && from) this.flow.come(cell, from, CARRY);
    const facts = { card: shown(card.letter), cell: cell === null ? "" : this.field.name(cell) };
    this.announce(cell === null ? say("{card} chosen.", facts) : say("{card} on {cell}.", facts));
  }

  layOut({ type, card: text, row, col, source }) {
    const card = this.cards().find((one) => one.letter === text && (one.source ?? "hand") === source);
    if (type !== "Place" || !card || !this.canLay) return false;
    this.lay(card, this.field.cellOn([row, col]));
    return true;
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
    if (card) this.announce(say("You took {card} back.", { card: shown(card.letter) }));
  }

  click(event) {
    const cell = this.field.cellOf(event);
    if (cell === null) return;
    this.pile.open(false);
    this.cursor = cell;
    if (this.card && this.canLay) {
      if (cell === this.cell) this.release();
      else this.lay(this.card, cell);
      return;
    }
    const nothing = this.looked === cell || !this.view.state.grid[cell];
    this.looked = nothing ? null : cell;
    this.update();
  }

  /** Discards the chosen card; asks first if it was dropped there, or makes words where it lies. */
  async discard({ sure = true } = {}) {
    const { card } = this;
    if (!this.canDiscard) return;
    const builds = this.cell !== null && this.preview.builds;
    if ((!sure || builds) && !(await mayDiscard(card, builds))) return;
    if (this.card === card && this.canDiscard) await this.send({ type: "Discard", card: card.letter });
  }

  // --- What pages ask for -----------------------------------------------------------------------

  show({ text }) {
    const turn = turnOf(text, this.field.size);
    if (turn && turn.cell !== null) this.flow.flash([turn.cell]);
    return turn !== null;
  }

  whence(player) {
    const { last, field } = this;
    if (!last || last.cell === null) return null;
    const word = last.entry.player === player ? last : last.words.find(({ owner }) => owner === player);
    return word ? field.cells[word.cell] : null;
  }

  latest() {
    const { cell, words } = this.last ?? { cell: null, words: [] };
    return [cell, ...words.map((word) => word.cell)].map((one) => this.field.cells[one]);
  }

  extra(view, player) {
    return holdings(view, player);
  }
}

/** Puts a board into an element. */
export function mount(root, api) {
  return new TiledBoard(root, api);
}
