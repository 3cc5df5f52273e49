/** The play a player is putting together: which tiles of their rack lie on which squares. */

import { ACROSS, DOWN, key, spot } from "./squares.js";

export class Draft {
  constructor() {
    /** @type {Map<string, object>} the tiles of the rack, by square */
    this.laid = new Map();
  }

  get empty() {
    return this.laid.size === 0;
  }

  /** Returns the way the laid tiles run, null while that isn't settled. */
  get way() {
    const squares = [...this.laid.keys()].map(spot);
    if (squares.length < 2) return null;
    if (new Set(squares.map(([row]) => row)).size === 1) return ACROSS;
    return new Set(squares.map(([, column]) => column)).size === 1 ? DOWN : null;
  }

  /** Returns the player's own tile on a square, or null. */
  at(row, column) {
    return this.laid.get(key(row, column)) ?? null;
  }

  /** Lays a tile; one that lay there before goes back, and a tile laid elsewhere moves here. */
  lay(tile, row, column) {
    this.take(tile);
    const before = this.at(row, column);
    if (before) before.laid = false;
    tile.laid = true;
    this.laid.set(key(row, column), tile);
  }

  /** Returns the square a tile lies on, as a key, or null. */
  squareOf(tile) {
    return [...this.laid].find(([, other]) => other === tile)?.[0] ?? null;
  }

  /** Takes a tile back to the rack. */
  take(tile) {
    this.laid.delete(this.squareOf(tile));
    tile.laid = false;
  }

  clear() {
    for (const tile of this.laid.values()) tile.laid = false;
    this.laid.clear();
  }

  /** Takes back the tiles on squares that are no longer what they were; returns how many. */
  revise(before, now) {
    const changed = [...this.laid].filter(([square]) => {
      const [row, column] = spot(square);
      return before[row]?.[column] !== now[row]?.[column];
    });
    for (const [, tile] of changed) this.take(tile);
    return changed.length;
  }

  /** Returns the play as the server takes it, null while nothing is laid. */
  action() {
    if (this.empty) return null;
    const tiles = [...this.laid].map(([square, { letter }]) => [...spot(square), letter]);
    return { type: "Play", tiles: tiles.sort((a, b) => a[0] - b[0] || a[1] - b[1]) };
  }
}
