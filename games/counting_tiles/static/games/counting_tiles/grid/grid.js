/**
 * The rows with their tiles, and at the end of each what it still needs. Draws what it is told, and
 * only what has changed; what moves shows how a tile came to its cell.
 */

import { say } from "../../../shell/common/catalog.js";
import { h, set, write } from "../../../shell/common/dom.js";
import { earn, fly, settle } from "../../../shell/feel/motion.js";
import { clearRow, fall, pop, ring, rise, slide } from "./motion.js";
import { cellName, CELLS, cellsOf, COLUMNS, rowFacts, rowOf, ROWS, UNKNOWN } from "../position.js";
import { drawTile, lookOf, tileWords } from "./tile.js";
import { rowWords } from "../told.js";

const HELP = say(
  "Board. Use the arrow keys to go from cell to cell. Press Enter to put the tile in hand on an open cell, or to pick up a tile and put it on another cell. Press 1 to 4 to use a bonus, and Escape to let go.",
);
const POINTED = 2_500; // milliseconds
const ALL = [...Array(CELLS).keys()];

export class Grid {
  /** @param {{hand: Element, score: Element}} beside  where tiles come from and points go to */
  constructor({ hand, score }) {
    Object.assign(this, { hand, score });
    this.carried = false; // what is drawn next was let go at its place
    this.looks = Array(CELLS).fill("");
    this.signs = Array(CELLS).fill("");
    this.cells = ALL.map((cell) =>
      h("div", { class: "cell", role: "gridcell", tabindex: -1, "data-cell": cell }));
    this.ends = [...Array(ROWS).keys()].map(() => this.end());
    this.root = h(
      "div",
      { class: "grid", role: "grid", "aria-label": HELP },
      h(
        "div",
        { class: "grid-names", "aria-hidden": "true", translate: "no" },
        [..."ABCDEF"].map((letter) => h("span", {}, letter)),
      ),
      this.ends.map((end, row) => this.row(end, row)),
    );
    this.position = null;
    this.cursor = null;
  }

  row(end, row) {
    return h(
      "div",
      { class: "grid-row", role: "row" },
      h("span", { class: "row-name", "aria-hidden": "true" }, String(row + 1)),
      cellsOf(row).map((cell) => this.cells[cell]),
      end.root,
    );
  }

  end() {
    const number = h("span", { class: "end-missing", "aria-hidden": "true" });
    const note = h("span", { class: "end-note", "aria-hidden": "true" });
    const words = h("span", { class: "visually-hidden" });
    return { number, note, words, root: h("div", { class: "end", role: "rowheader" }, number, note, words) };
  }

  // --- Tiles ------------------------------------------------------------------------------------

  /**
   * Draws a position.
   * @param {any} position
   * @param {[number, any][]} landed  what came where since the one before, last in a row it completed
   */
  draw(position, landed = []) {
    const before = this.position;
    this.position = position;
    const completed = before ? this.completed(before) : [];
    const leaving = new Map(completed.map((row) => [row, this.leaving(row, landed)]));
    const fresh = ALL.filter((cell) => this.put(cell, position.grid[cell]));
    if (!before) return;
    for (const cell of fresh) this.move(cell, before.grid, position.grid);
    let points = position.score - before.score - (position.saved - before.saved);
    for (const [row, tiles] of leaving) {
      this.celebrate(row, tiles, points);
      points = 0; // they are told once
    }
  }

  /** Returns the rows that were completed: they are empty and have another target, if by chance the same. */
  completed({ grid, targets, rows }) {
    const { position } = this;
    if (position.rows <= rows) return [];
    const emptied = (row) =>
      cellsOf(row).some((cell) => grid[cell]) && cellsOf(row).every((cell) => !position.grid[cell]);
    return [...Array(ROWS).keys()].filter((row) => emptied(row) || targets[row] !== position.targets[row]);
  }

  leaving(row, landed) {
    const tiles = cellsOf(row).map((cell) => this.tileAt(cell)?.cloneNode(true) ?? null);
    for (const [cell, tile] of landed) if (rowOf(cell) === row) tiles[cell % COLUMNS] = drawTile(tile);
    return tiles;
  }

  /** Puts a tile on a cell, or none; tells whether another one lies there now. */
  put(cell, tile) {
    const look = tile ? lookOf(tile) : "";
    if (this.looks[cell] === look) return false;
    this.looks[cell] = look;
    this.tileAt(cell)?.remove();
    if (tile) this.cells[cell].prepend(drawTile(tile));
    return tile !== null;
  }

  tileAt(cell) {
    return this.cells[cell].querySelector(".tile:not(.is-leaving)");
  }

  /** Shows how a tile came to its cell. */
  move(cell, before, now) {
    const [old, tile] = [before[cell], now[cell]];
    const node = this.tileAt(cell);
    if (old && tile.value < old.value) {
      pop(node);
      if (tile.combined > old.combined) earn(old.value - tile.value, this.cells[cell], this.score);
    } else if (tile.origin === "random") fall(node, this.cells[cell]);
    else if (tile.origin === "moved") slide(node, cameFrom(cell, before, now), cell);
    else this.lay(node);
  }

  /** Lets a tile come from the hand. */
  lay(node) {
    const flight = this.carried ? null : fly(node, this.hand, { duration: 160 });
    if (flight) flight.finished.then(() => settle(node), () => {});
    else pop(node);
  }

  celebrate(row, tiles, points) {
    clearRow(this.cells, row, tiles);
    if (points > 0) earn(points, this.ends[row].root, this.score);
    else rise(this.ends[row].root, "✓", "risen-row");
    ring(this.ends[row].root, "ring-row");
  }

  // --- Ends of rows, labels, what is possible -----------------------------------------------------

  /** Writes what each row needs; `aimed` is the position after what is about to be done, if any. */
  drawEnds(aimed) {
    this.ends.forEach((end, row) => {
      const now = rowFacts(this.position, row);
      const next = aimed ? rowFacts(aimed, row) : now;
      const completes = aimed !== null && aimed.targets[row] === UNKNOWN && now.target !== UNKNOWN;
      const { missing, open } = completes ? { missing: 0, open: 0 } : next;
      const { target } = completes ? now : next;
      end.root.style.setProperty("--filled", missing === null ? 0 : Math.min(1, (target - missing) / target));
      const changes = completes || next.missing !== now.missing;
      write(end.number, missing === null ? "…" : completes ? "✓" : signed(missing));
      write(end.note, missing === null || completes ? "" : missing < 0 ? say("too high") : say("to go"));
      write(end.words, missing === null ? "" : endWords(this.position, row));
      const { classList } = end.root;
      classList.toggle("is-aimed", changes);
      classList.toggle("is-right", completes);
      classList.toggle("is-over", !completes && missing !== null && missing < open); // even with 1s
      classList.toggle("is-stuck", !completes && open === 0);
    });
  }

  /** Marks what is held and where it can go. */
  drawTargets(held, targets) {
    this.root.classList.toggle("is-choosing", held !== null);
    const possible = new Set(targets);
    const needs = this.ends.map((_, row) => needWords(rowFacts(this.position, row)));
    this.cells.forEach((node, cell) => {
      const isTarget = possible.has(cell);
      const isHeld = held?.kind === "tile" && held.cell === cell;
      const becomes = isTarget ? this.becomes(held, cell) : null;
      const label = this.label(cell, isTarget, needs[rowOf(cell)]);
      const sign = `${label}|${isTarget}|${isHeld}|${becomes}`;
      if (this.signs[cell] === sign) return;
      this.signs[cell] = sign;
      node.classList.toggle("is-target", isTarget);
      node.classList.toggle("is-held", isHeld);
      set(node, { "aria-label": label, "data-becomes": becomes });
    });
  }

  /** Returns what the tile held would become on another tile, null where it does not change. */
  becomes(held, cell) {
    const { grid } = this.position;
    return held.kind === "tile" && grid[cell] ? grid[held.cell].value / grid[cell].value : null;
  }

  /** Says what a cell is, and what its row needs. */
  label(cell, possible, needs) {
    const tile = this.position.grid[cell];
    const what = tile ? tileWords(tile) : say("open");
    return [cellName(cell), what, possible ? say("possible") : "", needs].filter(Boolean).join(say(", "));
  }

  /** Marks the cell pointed at. */
  aim(cell) {
    this.root.querySelector(".is-aim")?.classList.remove("is-aim");
    if (cell !== null) this.cells[cell].classList.add("is-aim");
  }

  /** Marks the tiles that have just fallen, so nobody overlooks them. */
  markNew(cells) {
    this.cells.forEach((node, cell) => node.classList.toggle("is-new", cells.includes(cell)));
  }

  /** Shows some cells for a moment. */
  point(cells) {
    clearTimeout(this.pointing);
    this.cells.forEach((node, cell) => node.classList.toggle("is-pointed", cells.includes(cell)));
    this.pointing = cells.length ? setTimeout(() => this.point([]), POINTED) : 0;
  }

  /** Makes a cell the one that the Tab key comes to. */
  setCursor(cell, { focus = false } = {}) {
    if (this.cursor !== cell) {
      if (this.cursor !== null) this.cells[this.cursor].tabIndex = -1;
      this.cells[cell].tabIndex = 0;
      this.cursor = cell;
    }
    if (focus) this.cells[cell].focus({ preventScroll: true });
  }

  // --- Where the pointer is -----------------------------------------------------------------------

  /** Returns the cell an event is on, or null. */
  cellOf(event) {
    const node = event.target.closest?.("[data-cell]");
    return node ? Number(node.dataset.cell) : null;
  }

  /** Takes the measures once, so nothing is measured while a tile is carried. */
  measure() {
    const [first, last] = [0, CELLS - 1].map((cell) => this.cells[cell].getBoundingClientRect());
    this.box = {
      ...{ left: first.left, top: first.top, size: first.width },
      right: (last.left - first.left) / (COLUMNS - 1),
      down: (last.top - first.top) / (ROWS - 1),
    };
  }

  /** Returns the cell at a point of the screen, or null beside the board. */
  cellAt(x, y) {
    const { left, top, size, right, down } = this.box;
    const gap = (right - size) / 2;
    const [column, row] = [Math.floor((x - left + gap) / right), Math.floor((y - top + gap) / down)];
    return column >= 0 && column < COLUMNS && row >= 0 && row < ROWS ? row * COLUMNS + column : null;
  }
}

/** Returns where a moved tile was before: the cell of its line that it has left. */
function cameFrom(cell, before, now) {
  const { value } = now[cell];
  const inLine = (other) => rowOf(other) === rowOf(cell) || other % COLUMNS === cell % COLUMNS;
  return ALL.find((other) => inLine(other) && before[other]?.value === value && !now[other]) ?? cell;
}

function endWords(position, row) {
  const target = say("Target {target}.", { target: position.targets[row] });
  return `${rowWords(position, row)} ${target}`;
}

function needWords({ missing }) {
  if (missing === null) return "";
  return missing < 0 ? say("row is {sum} too high", { sum: -missing }) : say("row needs {sum}", { sum: missing });
}

function signed(number) {
  return number < 0 ? `−${-number}` : String(number);
}
