/**
 * The board as drawn: squares, the stacks on them, the tiles of a play in the making, the cursor.
 * Draws what it is told, and only what has changed.
 */

import { listing, say } from "../../shell/common/catalog.js";
import { h, s } from "../../shell/common/dom.js";
import { CELL, SquareGrid } from "../../shell/board/grid.js";
import { key, spot, squareName, tileName } from "./squares.js";
import { stackOn } from "./tray/stack.js";
import { frame, pressed, star } from "./tray/tray.js";

const MARGIN = 29;
const RIM = 14;

/** Returns a tile's face as the rack shows it. */
export function face(letter) {
  const name = tileName(letter);
  return h("span", { class: name.length > 1 ? "face face-long" : "face", translate: "no" }, name);
}

function middle(size) {
  return [size / 2 - 1, size / 2];
}

export class Field extends SquareGrid {
  /** @param {number} size  rows and columns */
  constructor(size) {
    super(size, MARGIN, RIM);
    this.looks = new Map();
    this.squares = new Map();
    this.cursor = s("g", { class: "cursor" });
    this.flashes = s("g", { class: "flashes" });
    const all = this.places.flatMap((row) => this.places.map((column) => [row, column]));
    const facts = {
      "aria-roledescription": say("board"),
      "aria-label": say(
        "Board. Move around with the arrow keys. Type letters to lay tiles. Space switches between across and down, Backspace takes a tile back, Escape takes all of them back, and Enter plays.",
      ),
    };
    const parts = [
      ...all.map((square) => this.ground(...square)),
      pressed(size, (place) => this.at(place)),
      star(this.at(size / 2)),
      ...all.map((square) => this.square(...square)),
      this.cursor,
      this.flashes,
    ];
    this.svg = this.picture(facts, 12, parts, frame(this.side, MARGIN, RIM));
  }

  ground(row, column) {
    const centre = middle(this.size);
    const isCentre = centre.includes(row) && centre.includes(column);
    const [x, y] = [this.at(column), this.at(row)];
    const kind = isCentre ? "ground ground-centre" : "ground";
    return s("rect", { class: kind, x: x + 1.5, y: y + 1.5, width: CELL - 3, height: CELL - 3, rx: 5 });
  }

  /** Returns a square's group: a sheet that catches the pointer, below whatever lies there. */
  square(row, column) {
    const sheet = s("rect", { class: "sheet", x: this.at(column), y: this.at(row), width: CELL, height: CELL });
    const group = s("g", { "data-square": key(row, column) }, sheet);
    this.squares.set(key(row, column), group);
    return group;
  }

  /** Returns the square a pointer event is on, as [row, column], or null. */
  squareOf(event) {
    const node = event.target.closest?.("[data-square]");
    return node ? spot(node.dataset.square) : null;
  }

  /** Returns a square's place in the units of the drawing. */
  box(row, column) {
    return { x: this.at(column), y: this.at(row), width: CELL, height: CELL };
  }

  /**
   * Draws all squares.
   * @param {string[][]} rows  stacks from the bottom up
   * @param {(row: number, column: number) => {mine: string|null, last: boolean, arriving: boolean,
   *          bad: boolean, full: boolean}} facts  `full`: no more fits on it
   */
  draw(rows, facts) {
    rows.forEach((stacks, row) =>
      stacks.forEach((stack, column) => {
        const fact = facts(row, column);
        const { mine, last, bad } = fact;
        const look = `${stack}/${mine ?? ""}/${last}/${mine && bad}`;
        const square = this.squares.get(key(row, column));
        if (this.looks.get(square) === look) return;
        this.looks.set(square, look);
        // The sheet stays: a press on it may have begun, and would end nowhere.
        while (square.lastChild !== square.firstChild) square.lastChild.remove();
        square.append(...this.pile(stack, row, column, fact));
      }),
    );
  }

  pile(stack, row, column, facts) {
    const all = facts.mine ? stack + facts.mine : stack;
    return all ? stackOn(all, this.at(column), this.at(row), facts) : [];
  }

  /** Shows where the next letter goes, and with an arrow which way the word runs. */
  drawCursor(row, column, [down]) {
    const [x, y] = [this.at(column), this.at(row)];
    const arrow = down
      ? `M${x + CELL / 2 - 7} ${y + CELL - 8}h14l-7 9z`
      : `M${x + CELL - 8} ${y + CELL / 2 - 7}v14l9 -7z`;
    const box = { x: x + 2, y: y + 2, width: CELL - 4, height: CELL - 4, rx: 6 };
    this.cursor.replaceChildren(
      s("rect", { class: "casing", ...box }),
      s("rect", box),
      s("path", { d: arrow }),
    );
  }

  /** Marks the square where a carried tile would land; null marks none. */
  mark(square) {
    this.markNode(square && this.squares.get(key(...square)));
  }

  /** Lets squares draw the eye for a moment. */
  flash(squares) {
    const boxes = squares.map(([row, column]) =>
      s("rect", { x: this.at(column), y: this.at(row), width: CELL, height: CELL, rx: 6 }),
    );
    this.flashes.replaceChildren(...boxes);
    clearTimeout(this.flashing);
    this.flashing = setTimeout(() => this.flashes.replaceChildren(), 1600);
  }

  /** Says what lies on a square: "D4: E, 3 high. From the bottom up: C, A and E." */
  inWords(rows, draft, row, column) {
    const mine = draft.at(row, column)?.letter ?? "";
    const stack = rows[row][column] + mine;
    const square = squareName(row, column);
    if (!stack) return say("{square} is empty.", { square });
    const facts = { square, tile: tileName(stack.at(-1)), height: stack.length };
    const pile = listing([...stack].map(tileName));
    const below = stack.length > 1 ? [say("From the bottom up: {tiles}.", { tiles: pile })] : [];
    return [topInWords(facts, mine), ...below].join(" ");
  }
}

function topInWords(facts, mine) {
  if (mine) return say("{square}: {tile}, just laid.", facts);
  return facts.height > 1 ? say("{square}: {tile}, {height} high.", facts) : say("{square}: {tile}.", facts);
}
