/** The word a player is spelling: which tiles of their hand, in which order, standing for what. */

import { BLANK } from "../tiles.js";

/**
 * A letter of the word: a tile of the hand and what it stands for, which is chosen for a blank.
 * @typedef {{tile: {letter: string, laid: boolean}, letter: string}} Entry
 */

export class Draft {
  constructor() {
    /** @type {Entry[]} */
    this.entries = [];
    this.caret = 0; // before which letter the next one goes
  }

  get empty() {
    return this.entries.length === 0;
  }

  get length() {
    return this.entries.length;
  }

  /** Returns the word in small letters. */
  get word() {
    return this.entries.map((entry) => entry.letter).join("");
  }

  /** Returns the tiles that spell it. */
  get tiles() {
    return this.entries.map((entry) => entry.tile.letter);
  }

  placeOf(tile) {
    return this.entries.findIndex((entry) => entry.tile === tile);
  }

  /** Lays a tile before the caret, or before a letter of the word. */
  add(tile, letter, place = this.caret) {
    const at = Math.max(0, Math.min(this.length, place));
    this.entries.splice(at, 0, { tile, letter });
    tile.laid = true;
    this.caret = at + 1;
  }

  /** Takes a tile back to the hand. */
  take(tile) {
    const at = this.placeOf(tile);
    tile.laid = false;
    if (at < 0) return;
    this.entries.splice(at, 1);
    if (this.caret > at) this.caret -= 1;
  }

  /** Moves a letter of the word before another one. */
  move(tile, place) {
    const at = this.placeOf(tile);
    const [entry] = this.entries.splice(at, 1);
    const to = place > at ? place - 1 : place;
    this.entries.splice(to, 0, entry);
    this.caret = to + 1;
  }

  clear() {
    for (const { tile } of this.entries) tile.laid = false;
    this.entries = [];
    this.caret = 0;
  }

  /**
   * Uses letters of the hand first and blanks for the rest, the first of equal letters before the
   * others, as the rules do.
   * @param {(letter: string) => object|null} find  a tile of a letter that is in the hand
   */
  settle(find) {
    for (const entry of this.entries) {
      const real = entry.tile.letter === BLANK ? find(entry.letter) : null;
      if (!real) continue;
      entry.tile.laid = false;
      real.laid = true;
      entry.tile = real;
    }
    for (const letter of new Set(this.word)) {
      const same = this.entries.filter((entry) => entry.letter === letter);
      const tiles = same.map((entry) => entry.tile);
      tiles.sort((a, b) => (a.letter === BLANK) - (b.letter === BLANK));
      same.forEach((entry, place) => (entry.tile = tiles[place]));
    }
  }
}
