/**
 * The grid as drawn: cells, cards, the words between them, the card that is being tried out, and the
 * cells it would take. Draws what it is told, and only what has changed.
 */

import { number, say } from "../../../shell/common/catalog.js";
import { s } from "../../../shell/common/dom.js";
import { CELL, SquareGrid } from "../../../shell/board/grid.js";
import { MARKS } from "../../../shell/common/marks.js";
import { drawCard, drawTurned, HEIGHT, WIDTH } from "../cards/card.js";
import { cellName } from "../cells.js";

const MARGIN = 22;

function help() {
  return say(
    "Grid. Arrow keys move from cell to cell. Type a card's letters to lay it here. Enter lays the chosen card, or plays the one laid here. Escape takes it back.",
  );
}

/**
 * What a cell shows.
 * @typedef {object} Fact
 * @property {{text: string, player: number}|null} card
 * @property {boolean} mine  the card is only tried out
 * @property {boolean} bad  and can't be played there
 * @property {boolean} last  it came in the last turn
 * @property {boolean} flowed  control flowed here in the last turn
 * @property {number|null} takes  who would take it
 * @property {number|null} round  how many words from the card tried out its colour comes here
 * @property {{points: number, player: number}|null} gain  what it would bring, and whom
 * @property {boolean} place  the chosen card makes a word here
 */

export class Field extends SquareGrid {
  /** @param {number} size  rows and columns */
  constructor(size) {
    super(size, MARGIN);
    this.looks = [];
    this.joinsShown = "";
    this.cells = [...Array(size * size).keys()].map((cell) => this.cell(cell));
    this.joins = s("g", { class: "joins" });
    this.cursor = s("rect", { class: "cursor", width: CELL - 2, height: CELL - 2, rx: 9 });
    this.layer = s("g", { class: "layer" });
    const facts = { "aria-roledescription": say("grid"), "aria-label": help() };
    this.svg = this.picture(facts, 12, [...this.cells, this.joins, this.cursor, this.layer]);
  }

  /** Returns a cell's group: a ground that catches the pointer, below what will lie there. */
  cell(cell) {
    const { x, y } = this.corner(cell);
    const ground = s("rect", { class: "ground", x: x + 2, y: y + 2, width: CELL - 4, height: CELL - 4, rx: 9 });
    const catcher = s("rect", { class: "catcher", x, y, width: CELL, height: CELL });
    return s("g", { class: "cell", "data-cell": cell }, s("g", {}, catcher, ground));
  }

  /** Returns a cell's upper left corner in the units of the drawing. */
  corner(cell) {
    const [row, column] = this.spotOf(cell);
    return { x: this.at(column), y: this.at(row) };
  }

  /** Returns a cell's middle. */
  middle(cell) {
    const { x, y } = this.corner(cell);
    return { x: x + CELL / 2, y: y + CELL / 2 };
  }

  /** Returns the cell a pointer event is on, or null. */
  cellOf(event) {
    const node = event.target.closest?.("[data-cell]");
    return node ? Number(node.dataset.cell) : null;
  }

  /** Returns row and column of a cell. */
  spotOf(cell) {
    return [Math.floor(cell / this.size), cell % this.size];
  }

  /** Returns the cell in a row and column. */
  cellOn([row, column]) {
    return row * this.size + column;
  }

  /** Returns the cell at a point of the screen, or null beside the grid. */
  cellAt(x, y) {
    const spot = this.spotAt(x, y);
    return spot && this.cellOn(spot);
  }

  /** @param {Fact[]} facts  one for each cell */
  draw(facts) {
    facts.forEach((fact, cell) => {
      const look = JSON.stringify(fact);
      if (this.looks[cell] === look) return;
      this.looks[cell] = look;
      const group = this.cells[cell];
      group.classList.toggle("is-place", fact.place);
      group.replaceChildren(group.firstChild, ...this.content(fact, cell));
    });
  }

  content({ card, mine, bad, last, flowed, takes, round, gain, place }, cell) {
    const parts = [];
    const kind = [mine ? "is-mine" : "", mine && bad ? "is-bad" : ""].filter(Boolean).join(" ");
    if (card) parts.push(this.card(card, cell, kind));
    if (last && !mine) parts.push(this.ring(cell, "ring-last"));
    if (flowed && !mine && takes === null) parts.push(this.ring(cell, "ring-flowed"));
    if (takes !== null) parts.push(...this.taking(card, takes, round, cell));
    else if (round !== null) parts.push(this.ring(cell, "ring-passed"));
    if (gain) parts.push(this.gain(cell, gain));
    if (place && !mine) parts.push(this.dot(cell));
    return parts;
  }

  /** Returns the sign that the chosen card makes a word here. */
  dot(cell) {
    const { x, y } = this.corner(cell);
    return s("circle", { class: "place-dot", cx: x + 11, cy: y + 11, r: 6 });
  }

  card(card, cell, kind = "") {
    const { x, y } = this.corner(cell);
    return drawCard(card, x + (CELL - WIDTH) / 2, y + (CELL - HEIGHT - 3) / 2, kind);
  }

  /** Shows a card that would be taken: in its new colour, ringed by the one it would lose. */
  taking(card, player, round, cell) {
    const { x, y } = this.corner(cell);
    const spot = [x + (CELL - WIDTH) / 2, y + (CELL - HEIGHT - 3) / 2];
    return [
      drawTurned(card, player, round ?? 1, ...spot),
      this.ring(cell, `ring-takes player-${card.player}`),
      this.claim(cell, player),
    ];
  }

  /** Returns the points a cell would bring, in the colour of whoever gets them. */
  gain(cell, { points, player }) {
    const { x, y } = this.corner(cell);
    return s(
      "g",
      { class: `gain player-${player}` },
      s("rect", { x: x + 1, y: y + CELL - 20, width: 26, height: 19, rx: 9.5 }),
      s("text", { x: x + 14, y: y + CELL - 10 }, `+${number(points)}`),
    );
  }

  ring(cell, kind) {
    const { x, y } = this.corner(cell);
    return s("rect", { class: `ring ${kind}`, x: x + 3, y: y + 3, width: CELL - 6, height: CELL - 6, rx: 9 });
  }

  /** Returns the mark of the player who would take a cell. */
  claim(cell, player) {
    const { x, y } = this.corner(cell);
    return s(
      "g",
      { class: `claim player-${player}`, transform: `translate(${x + CELL - 10} ${y + 10}) scale(1.6)` },
      s("circle", { r: 6 }),
      s("path", { d: MARKS[player] }),
    );
  }

  /**
   * Draws the words: an arrow from the card that begins one to the card that ends it.
   * @param {{pair: [number, number], mine: boolean, flows: number|null}[]} words  `flows`: whose
   *   colour would run along it
   */
  drawJoins(words) {
    const shown = JSON.stringify(words);
    if (this.joinsShown === shown) return;
    this.joinsShown = shown;
    this.joins.replaceChildren(...words.map((word) => this.join(word)));
  }

  join({ pair: [first, second], mine, flows }) {
    const [from, to] = [this.middle(first), this.middle(second)];
    const turn = to.y > from.y ? 90 : 0;
    const kind = ["join", mine ? "is-mine" : "", flows === null ? "" : `is-flowing player-${flows}`].filter(Boolean).join(" ");
    const place = `translate(${(from.x + to.x) / 2} ${(from.y + to.y) / 2}) rotate(${turn})`;
    return s(
      "g",
      { class: kind, transform: place, "data-join": `${first},${second}` },
      s("circle", { r: flows === null ? 7 : 10.5 }),
      s("path", { d: flows === null ? "M-2 -3.6L2.2 0L-2 3.6" : "M-5 -4.5L-0.5 0L-5 4.5M0 -4.5L4.5 0L0 4.5" }),
    );
  }

  drawCursor(cell) {
    const { x, y } = this.corner(cell);
    this.cursor.setAttribute("x", x + 1);
    this.cursor.setAttribute("y", y + 1);
  }

  /** Marks the cell a carried card would fall on; null marks none. */
  mark(cell) {
    this.markNode(this.cells[cell]);
  }

  /** Says what a cell is called. */
  name(cell) {
    return cellName(cell, this.size);
  }
}
