/**
 * The board of Upwords: a play put together from the rack by mouse, touch or keyboard, all of which
 * change the same draft and draw it again. The server tells what a play is worth.
 */

import { say } from "../../shell/common/catalog.js";
import { h } from "../../shell/common/dom.js";
import { carry } from "../../shell/board/drag.js";
import { bring, hurry, seatOf } from "../../shell/feel/motion.js";
import { WordBoard } from "../../shell/board/words/board.js";
import { Rack } from "../../shell/board/words/rack.js";
import { mayPass } from "./asking.js";
import { Bar } from "./bar.js";
import { Cursor } from "./cursor/cursor.js";
import { Draft } from "./draft.js";
import { face, Field } from "./field.js";
import { Keys } from "./cursor/keys.js";
import { key, squareName, squaresOf, tileName } from "./squares.js";
import { told } from "./strip.js";
import { rackOf, Unseen } from "./unseen.js";
import { BoardWindow } from "./cursor/window.js";

class UpwordsBoard extends WordBoard {
  constructor(root, api) {
    super(root, api);
    this.draft = new Draft();
    this.hurries = hurry();
    this.frame = h("div", { class: "field-frame-box" });
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
    super.build(view);
    this.field = new Field(view.state.board.length);
    this.window = new BoardWindow(this.field.svg, this.field.side, () => this.windowMoved());
    this.cursor = new Cursor(this);
    this.frame.append(this.field.svg, this.cursor.peek.root);
    this.listen();
  }

  listen() {
    const { svg } = this.field;
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("pointerover", (event) => this.cursor.hover(event));
    svg.addEventListener("pointerleave", () => this.cursor.peek.hide());
    svg.addEventListener("focus", () => this.update());
    svg.addEventListener("blur", () => this.update());
    const onRack = (event) => this.canLay && notLaid(this.rack.tileOf(event));
    const laid = (event) => this.canLay && this.laidUnder(event);
    carry(this.root, [[this.rack.root, onRack], [svg, laid]], {
      picture: (tile) => this.rack.picture(tile),
      lift: (tile) => this.lift(tile),
      over: (_, x, y) => this.field.mark(this.target(x, y)),
      drop: (tile, x, y) => this.drop(tile, x, y),
      settle: () => this.settle(),
    });
  }

  // --- Drawing ----------------------------------------------------------------------------------

  get home() {
    return this.field.svg;
  }

  get rows() {
    return this.view.state.board;
  }

  renderPanels(view) {
    this.unseen.render(view);
  }

  /** Tiles laid out stay through other turns, unless their squares have changed. */
  turn(before, entries) {
    const { view, draft } = this;
    const own = entries.some((entry) => entry.player === view.player);
    const spent = own ? [...draft.laid.values()] : [];
    if (own || view.to_move === null) draft.clear();
    else if (before && draft.revise(before.state.board, view.state.board)) {
      this.announce(say("The board under your tiles has changed, so they're back on your rack."));
    }
    this.fresh = new Set(before ? view.state.last.map(([row, column]) => key(row, column)) : []);
    const hurries = entries.length > 0 && this.hurries();
    this.comes = before && entries.length === 1 && !own && !hurries ? entries[0].player : null;
    this.cursor.leave();
    this.rack.deal(this.plays ? (view.state.racks[view.player] ?? "") : "", spent);
    for (const tile of draft.laid.values()) {
      if (!this.rack.tiles.includes(tile)) draft.take(tile);
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
      const height = this.rows[row][column].length + (mine ? 1 : 0);
      const full = height >= view.options.height;
      return { mine, bad, full, last: last.has(name), arriving: this.fresh.has(name) };
    });
    if (this.comes !== null) bring(field.svg.querySelectorAll(".arriving"), seatOf(this.comes));
    this.comes = null;
    field.svg.style.setProperty("--mover", `var(--p${view.log.at(-1)?.player ?? 0})`);
    this.cursor.draw();
    this.rack.render();
    this.bar.render(this);
    this.bar.tell(told(this));
    this.root.classList.toggle("sending", this.sending);
    this.root.classList.toggle("has-chosen", this.rack.chosen !== null);
  }

  // --- Changing the draft -----------------------------------------------------------------------

  /** A click on the rack: takes a laid tile back, chooses a tile, or lets go of the one chosen. */
  choose(tile) {
    if (this.sending) return;
    if (tile.laid) return this.takeBack(tile);
    if (this.cursor.waits && this.canLay) return this.keys.put(tile);
    const again = this.rack.chosen === tile;
    this.rack.select(again ? null : tile);
    this.update();
    if (!again) this.announce(say("{tile} chosen.", { tile: tileName(tile.letter) }));
  }

  /** Lays a tile and goes on to the next square. */
  lay(tile, row, column) {
    if (!this.canLay) return;
    this.draft.lay(tile, row, column);
    this.rack.select(null);
    this.cursor.follow([row, column]);
    this.update();
    const facts = { tile: tileName(tile.letter), square: squareName(row, column) };
    this.announce(say("{tile} on {square}.", facts));
  }

  layOut({ type, tiles }) {
    if (type !== "Play" || !this.canLay) return false;
    this.recall();
    for (const [row, column, letter] of tiles) {
      const tile = this.rack.tiles.find((one) => one.letter === letter && !one.laid);
      if (tile) this.lay(tile, row, column);
    }
    return true;
  }

  takeBack(tile) {
    if (this.sending) return;
    this.draft.take(tile);
    this.cursor.waits = false;
    this.update();
    this.announce(say("{tile} is back on your rack.", { tile: tileName(tile.letter) }));
  }

  recall() {
    if (this.sending) return;
    const had = !this.draft.empty;
    this.draft.clear();
    this.rack.select(null);
    this.cursor.leave();
    this.update();
    if (had) this.announce(say("All your tiles are back on your rack."));
  }

  /** Returns where a tile lies that is being carried. */
  lift(tile) {
    this.cursor.peek.hide();
    return tile.laid ? this.field.squares.get(this.draft.squareOf(tile)) : this.rack.nodes.get(tile);
  }

  settle() {
    this.field.mark(null);
    this.update();
  }

  /** Returns the square where a tile carried to a point of the screen would land, or null. */
  target(x, y) {
    return this.rack.placeAt(x, y) < 0 ? this.field.spotAt(x, y) : null;
  }

  /** Drops a carried tile: on a square, on the rack, or back where it came from. */
  drop(tile, x, y) {
    const place = this.rack.placeAt(x, y);
    const square = this.target(x, y);
    if (square) this.lay(tile, ...square);
    else if (tile.laid) this.takeBack(tile);
    if (place >= 0) this.rack.move(tile, place);
  }

  laidUnder(event) {
    const square = this.field.squareOf(event);
    return square && this.draft.at(...square);
  }

  // --- Turns ------------------------------------------------------------------------------------

  action() {
    return this.draft.action();
  }

  async exchange() {
    const tile = this.rack.chosen;
    if (!tile || this.sending || !this.hasTurn) return;
    if (this.mine) this.draft.clear();
    await this.send({ type: "Exchange", letter: tile.letter });
  }

  async pass() {
    if (this.sending || !this.hasTurn) return;
    if (this.mine && !(await mayPass(this.view, this.draft))) return;
    if (this.mine) this.draft.clear();
    await this.send({ type: "Pass" });
  }

  // --- Looking ----------------------------------------------------------------------------------

  click(event) {
    const square = this.field.squareOf(event);
    if (!square) return;
    const mine = this.draft.at(...square);
    const { chosen } = this.rack;
    if (chosen && this.canLay) return this.lay(chosen, ...square);
    if (mine) return this.takeBack(mine);
    this.cursor.press(square);
  }

  zoom() {
    const { x, y, width, height } = this.field.box(...this.cursor.spot);
    this.window.toggle(x + width / 2, y + height / 2);
  }

  windowMoved() {
    this.cursor?.peek.place();
    this.bar.showZoom(this.window?.isNear ?? false);
  }

  // --- What pages ask for -----------------------------------------------------------------------

  show({ text }) {
    const squares = squaresOf(text);
    if (squares.length) this.field.flash(squares);
    return squares.length > 0;
  }

  whence() {
    const last = this.view.state.last.at(-1);
    return last ? this.field.squares.get(key(...last)) : null;
  }

  latest() {
    const { log, state } = this.view;
    const word = squaresOf(log.at(-1)?.text ?? "");
    return (word.length ? word : state.last).map((square) => this.field.squares.get(key(...square)));
  }

  extra(view, player) {
    return rackOf(view, player);
  }
}

function notLaid(tile) {
  return tile?.laid ? null : tile;
}

/** Puts a board into an element. */
export function mount(root, api) {
  return new UpwordsBoard(root, api);
}
