/**
 * The board of Upwords: a play put together from the rack by mouse, touch or keyboard, all of which
 * change the same draft and draw it again. The server tells what a play is worth.
 */

import { count, number, say } from "../../shell/common/catalog.js";
import { ask } from "../../shell/board/confirm.js";
import { h, set } from "../../shell/common/dom.js";
import { draggable } from "../../shell/board/drag.js";
import { Meaning, wordButton } from "../../shell/board/meaning.js";
import { Preview } from "../../shell/board/preview.js";
import { Rack } from "../../shell/board/rack.js";
import { nodes } from "../../shell/board/told.js";
import { Bar } from "./bar.js";
import { Draft } from "./draft.js";
import { face, Field } from "./field.js";
import { Keys } from "./keys.js";
import { Peek } from "./peek.js";
import { ACROSS, DOWN, key, spot, squareName, squaresOf, tileName } from "./squares.js";
import { advice, lastTurn, squareFacts } from "./strip.js";
import { drawn, Unseen } from "./unseen.js";
import { BoardWindow } from "./window.js";

export class Board {
  constructor(root, api) {
    this.root = root;
    this.api = api;
    this.view = null;
    this.draft = new Draft();
    this.step = ACROSS;
    this.cursor = [0, 0];
    this.looked = null; // the square looked at, as a key
    this.sending = false;
    this.frame = h("div", { class: "field-frame-box" });
    this.preview = new Preview({
      ask: api.preview,
      open: (word) => this.explain(word),
      announce: api.announce,
      changed: () => this.update(),
    });
    this.rack = new Rack({
      face: (tile) => face(tile.letter),
      name: (tile) => tileName(tile.letter),
      choose: (tile) => this.choose(tile),
      announce: api.announce,
    });
    this.bar = new Bar(this.rack.root, {
      shuffle: () => this.rack.shuffle(),
      recall: () => this.recall(),
      exchange: () => this.exchange(),
      pass: () => this.pass(),
      play: () => this.play(),
      zoom: () => this.zoom(),
    });
    root.append(this.frame, this.bar.root);
    this.unseen = new Unseen(api.panel(say("Unseen tiles")));
    this.keys = new Keys(this);
  }

  /** Makes the squares once their number is known. */
  build(view) {
    this.meaning = new Meaning(view.id);
    this.field = new Field(view.state.board.length);
    this.window = new BoardWindow(this.field.svg, this.field.side, () => this.windowMoved());
    this.peek = new Peek(this.frame);
    this.frame.append(this.field.svg, this.peek.root);
    const centre = this.field.size / 2 - 1;
    this.cursor = [centre, centre];
    this.listen();
  }

  listen() {
    const { svg } = this.field;
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("pointerover", (event) => this.hover(event));
    svg.addEventListener("pointerleave", () => this.peek.hide());
    svg.addEventListener("focus", () => this.update());
    svg.addEventListener("blur", () => this.update());
    const carry = {
      begin: (tile) => this.lift(tile),
      over: (_, x, y) => this.field.mark(this.target(x, y)),
      drop: (tile, x, y) => this.drop(tile, x, y),
      cancel: () => this.settle(),
    };
    const held = (tile) =>
      tile && this.canLay && { thing: tile, picture: () => this.rack.picture(tile) };
    draggable(this.rack.root, { ...carry, pick: (event) => held(notLaid(this.rack.tileOf(event))) });
    draggable(svg, { ...carry, pick: (event) => held(this.laidUnder(event)) });
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

  /** Tells whether this viewer has tiles to lay, in their turn or while they wait for it. */
  get canLay() {
    return this.view.player !== null && this.view.to_move !== null && !this.sending;
  }

  get rows() {
    return this.view.state.board;
  }

  /** Draws a view. Tiles laid out stay through other turns, unless their squares have changed. */
  render(view) {
    const before = this.view;
    this.view = view;
    if (!before) this.build(view);
    if (!before || before.ply !== view.ply) this.turn(before);
    this.unseen.render(view);
    this.update();
  }

  turn(before) {
    const { view } = this;
    const since = before ? view.log.filter((entry) => entry.ply > before.ply) : [];
    const own = since.some((entry) => entry.player === view.player);
    const spent = own ? [...this.draft.laid.values()] : [];
    if (own || view.to_move === null) this.draft.clear();
    else if (before && this.draft.revise(before.state.board, view.state.board)) {
      this.api.announce(say("The board under your tiles has changed, so they're back on your rack."));
    }
    this.sending = false;
    this.fresh = new Set(before ? view.state.last.map(([row, column]) => key(row, column)) : []);
    this.looked = null;
    const letters = view.player === null ? null : view.state.racks[view.player];
    this.rack.deal(view.to_move === null ? "" : (letters ?? ""), spent);
    for (const tile of this.draft.laid.values()) {
      if (!this.rack.tiles.includes(tile)) this.draft.take(tile);
    }
  }

  update() {
    const { view, draft, field } = this;
    this.preview.look(draft.action(), view.ply);
    const last = new Set(view.state.last.map(([row, column]) => key(row, column)));
    const bad = Boolean(this.preview.result?.problem);
    field.draw(this.rows, (row, column) => {
      const name = key(row, column);
      const mine = draft.at(row, column)?.letter ?? null;
      return { mine, bad, last: last.has(name), arriving: this.fresh.has(name) };
    });
    field.svg.style.setProperty("--mover", `var(--p${view.log.at(-1)?.player ?? 0})`);
    field.drawCursor(...this.cursor, this.step);
    const showCursor = this.canLay && (document.activeElement === field.svg || !draft.empty);
    set(field.svg, {
      "data-cursor": showCursor ? key(...this.cursor) : null,
      "data-way": this.step === ACROSS ? "across" : "down",
    });
    this.rack.render();
    this.bar.render(this);
    this.bar.tell(this.told());
    this.root.classList.toggle("sending", this.sending);
    this.root.classList.toggle("has-chosen", this.rack.chosen !== null);
  }

  /** Returns what to tell between board and rack. */
  told() {
    const { view } = this;
    if (!this.draft.empty) return [...this.preview.nodes(), this.untold()].filter(Boolean);
    const open = (word) => this.explain(word);
    if (this.looked) return squareFacts(this.rows, ...spot(this.looked), open);
    const now = { mine: this.mine, chosen: this.rack.chosen };
    const hint = view.to_move === null ? "" : advice(view, now);
    const happened = lastTurn(view, open);
    if (view.ply === 0) happened.push(h("p", {}, drawn(view)));
    return [...happened, hint ? h("p", { class: "muted" }, hint) : null].filter(Boolean);
  }

  /** Says that a word is judged when it is played, if the table doesn't tell before. */
  untold() {
    if (this.view.options.word_check !== false || this.preview.result?.problem) return null;
    return h("p", { class: "muted" }, say("You'll find out whether it counts when you play it."));
  }

  // --- Changing the draft -----------------------------------------------------------------------

  /** A click on the rack: takes a laid tile back, chooses a tile, or lets go of the one chosen. */
  choose(tile) {
    if (this.sending) return;
    if (tile.laid) return this.takeBack(tile);
    const again = this.rack.chosen === tile;
    this.rack.select(again ? null : tile);
    this.update();
    if (!again) this.api.announce(say("{tile} chosen.", { tile: tileName(tile.letter) }));
  }

  /** Lays a tile and goes on to the next square. */
  lay(tile, row, column) {
    if (!this.canLay) return;
    this.draft.lay(tile, row, column);
    this.rack.select(null);
    this.cursor = [row, column];
    this.looked = null;
    this.peek.hide();
    this.turnAlong();
    this.update();
    const facts = { tile: tileName(tile.letter), square: squareName(row, column) };
    this.api.announce(say("{tile} on {square}.", facts));
  }

  /** Turns the cursor the way the laid tiles run. */
  turnAlong() {
    const squares = [...this.draft.laid.keys()].map(spot);
    if (squares.length < 2) return;
    const rows = new Set(squares.map(([row]) => row));
    const columns = new Set(squares.map(([, column]) => column));
    if (rows.size === 1) this.step = ACROSS;
    else if (columns.size === 1) this.step = DOWN;
  }

  takeBack(tile) {
    if (this.sending) return;
    this.draft.take(tile);
    this.update();
    this.api.announce(say("{tile} is back on your rack.", { tile: tileName(tile.letter) }));
  }

  recall() {
    if (this.sending) return;
    const had = !this.draft.empty;
    this.draft.clear();
    this.rack.select(null);
    this.looked = null;
    this.peek.hide();
    this.update();
    if (had) this.api.announce(say("All your tiles are back on your rack."));
  }

  lift(tile) {
    this.peek.hide();
    this.root.classList.add("carrying");
    const from = tile.laid ? this.field.squares.get(this.draft.squareOf(tile)) : this.rack.nodes.get(tile);
    from?.classList.add("is-lifted");
  }

  settle() {
    this.root.classList.remove("carrying");
    this.root.querySelector(".is-lifted")?.classList.remove("is-lifted");
    this.field.mark(null);
    this.update();
  }

  /** Returns the square where a tile carried to a point of the screen would land, or null. */
  target(x, y) {
    return this.rack.placeAt(x, y) < 0 ? this.field.squareAt(x, y) : null;
  }

  /** Drops a carried tile: on a square, on the rack, or back where it came from. */
  drop(tile, x, y) {
    const place = this.rack.placeAt(x, y);
    const square = this.target(x, y);
    if (square) this.lay(tile, ...square);
    else if (tile.laid) this.takeBack(tile);
    if (place >= 0) this.rack.move(tile, place);
    this.settle();
  }

  laidUnder(event) {
    const square = this.field.squareOf(event);
    return square && this.draft.at(...square);
  }

  // --- Turns ------------------------------------------------------------------------------------

  async play() {
    const action = this.draft.action();
    if (!action || this.sending) return;
    if (!this.mine && !this.prepares) return this.api.announce(say("It isn't your turn."));
    await this.preview.settled;
    if (!this.preview.allows) return this.api.announce(this.preview.result.problem);
    await this.send(action);
  }

  async exchange() {
    const tile = this.rack.chosen;
    if (!tile || this.sending || !(this.mine || this.prepares)) return;
    if (this.mine) this.draft.clear();
    await this.send({ type: "Exchange", letter: tile.letter });
  }

  async pass() {
    if (this.sending) return;
    if (this.prepares) return this.send({ type: "Pass" });
    if (!this.mine || !(await this.mayPass())) return;
    this.draft.clear();
    await this.send({ type: "Pass" });
  }

  /** Asks before a pass that a player might not mean. */
  mayPass() {
    const { pile, passes, held } = this.view.state;
    const ends = passes + 1 >= held.filter((count) => count > 0).length;
    if (!pile && !ends && this.draft.empty) return true;
    const text = ends
      ? say("Everyone else has passed. If you pass too, the game may end.")
      : pile
        ? say("You won't lay any tiles this turn. You could swap one instead.")
        : say("The tiles you've laid will go back to your rack.");
    return ask({ title: say("Pass this turn?"), text, yes: say("Pass"), no: say("Keep playing") });
  }

  async send(action) {
    // What has the focus may go away; the next turn starts on the board.
    const held = this.bar.root.contains(document.activeElement);
    if (held) this.field.svg.focus({ preventScroll: true });
    const { ply } = this.view;
    this.sending = true;
    this.update();
    const answer = await this.api.submit(action);
    // The tiles laid stay until the server's own view shows them.
    if (!answer.ok && this.view.ply === ply) {
      this.sending = false;
      if (answer.error === "illegal") this.preview.refuse(answer.text);
      this.update();
    }
  }

  // --- Looking ----------------------------------------------------------------------------------

  click(event) {
    const square = this.field.squareOf(event);
    if (!square) return;
    const mine = this.draft.at(...square);
    const { chosen } = this.rack;
    if (chosen && this.canLay) return this.lay(chosen, ...square);
    if (mine) return this.takeBack(mine);
    this.lookAt(...square);
  }

  /** Puts the cursor on a square, or turns it if it was there, and tells what lies there. */
  lookAt(row, column) {
    const name = key(row, column);
    const again = key(...this.cursor) === name && this.looked === name;
    if (again) this.turnStep();
    this.cursor = [row, column];
    const stack = this.rows[row][column];
    this.looked = stack ? name : null;
    if (stack.length > 1) this.peek.show(stack, this.field, row, column);
    else this.peek.hide();
    this.update();
  }

  turnStep() {
    this.step = this.step === ACROSS ? DOWN : ACROSS;
    this.update();
    this.api.announce(this.step === ACROSS ? say("Across.") : say("Down."));
  }

  hover(event) {
    if (event.pointerType !== "mouse" || this.root.classList.contains("carrying")) return;
    const square = this.field.squareOf(event);
    const stack = square ? this.rows[square[0]][square[1]] : "";
    const isCovered = stack && this.draft.at(...square);
    if (stack.length > 1 || isCovered) this.peek.show(stack, this.field, ...square);
    else this.peek.hide();
  }

  zoom() {
    const { x, y, width, height } = this.field.box(...this.cursor);
    this.window.toggle(x + width / 2, y + height / 2);
  }

  windowMoved() {
    this.peek?.place();
    this.bar.showZoom(this.window?.isNear ?? false);
  }

  explain(word) {
    this.meaning.open(word);
  }

  /** Shows the squares of a move. */
  point(ply) {
    const entry = this.view?.log.find((known) => known.ply === ply);
    const squares = squaresOf(entry?.text ?? "");
    if (!squares.length) return;
    this.field.flash(squares);
    this.api.announce(entry.text);
  }

  /** Returns an event of the move list with its word to be looked up, null if there is none. */
  gain(event) {
    if (event.kind !== "word") return null;
    const open = (word) => this.meaning?.open(word);
    return h("span", {}, nodes(event, { word: (word) => wordButton(word, open) }));
  }
}

function notLaid(tile) {
  return tile?.laid ? null : tile;
}

/** Returns how many tiles a player has on their rack, and which if they are known and shown nowhere else. */
function rackOf(view, player) {
  const held = view.state.held[player];
  const apart = view.player === null || view.to_move === null;
  const rack = apart ? view.state.racks[player] : null;
  const letters = rack ? `: ${[...rack].map(tileName).join(" ")}` : "";
  return h(
    "span",
    { class: "held-tiles" },
    h(
      "span",
      {},
      h("span", { "aria-hidden": "true" }, `×${number(held)}`),
      h("span", { class: "visually-hidden" }, " ", count("{n} tile", "{n} tiles", held)),
      h("span", { translate: "no" }, letters),
    ),
  );
}

/** Puts a board into an element; see the shell's match.js for the contract. */
export function mount(root, api) {
  const board = new Board(root, api);
  return {
    render: (view) => board.render(view),
    point: (ply) => board.point(ply),
    gain: (event) => board.gain(event),
    extra: rackOf,
  };
}
