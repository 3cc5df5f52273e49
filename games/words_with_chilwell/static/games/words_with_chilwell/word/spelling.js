/**
 * Spelling a word from the hand: presses, letters typed, tiles dragged, all of which change the
 * same draft. Knows hand and stage and nothing of turns.
 */

import { count, say } from "../../../shell/common/catalog.js";
import { carry } from "../../../shell/board/drag.js";
import { Rack } from "../../../shell/board/words/rack.js";
import { chooseLetter } from "./blanks.js";
import { Draft } from "./draft.js";
import { BLANK, face, inWords, LONGEST, tileName, valueOf } from "../tiles.js";

function lacks(letter) {
  return say("You have no {letter} left, and no blank.", { letter: tileName(letter) });
}

function tooLong() {
  return count("A word can have up to {n} letter.", "A word can have up to {n} letters.", LONGEST);
}

export class Spelling {
  /**
   * @param {import("./stage.js").Stage} stage
   * @param {object} on
   * @param {Element} on.root  the board
   * @param {() => boolean} on.may  whether there is a hand to spell from just now
   * @param {() => void} on.changed  the word is another one
   * @param {() => void} on.explain  somebody pressed the word of a turn
   * @param {() => void} on.update  it looks different, though it is the same
   * @param {(text: string) => void} on.announce
   */
  constructor(stage, on) {
    this.stage = stage;
    this.on = on;
    this.draft = new Draft();
    this.sortedBy = "";
    this.rack = new Rack({
      face: (tile) => face(tile.letter),
      name: (tile) => tileName(tile.letter),
      choose: (tile) => this.press(tile),
      announce: on.announce,
    });
    stage.svg.addEventListener("click", (event) => this.click(event));
    this.listen();
  }

  listen() {
    const inHand = (event) => {
      const tile = this.rack.tileOf(event);
      return this.on.may() && !tile?.laid && tile;
    };
    const inWord = (event) => this.on.may() && this.tileUnder(event);
    carry(this.on.root, [[this.rack.root, inHand], [this.stage.svg, inWord]], {
      picture: (tile) => this.rack.picture(tile),
      lift: (tile) => this.stage.nodes.get(tile)?.node ?? this.rack.nodes.get(tile),
      over: (_, x, y) => this.hover(x, y),
      drop: (tile, x, y) => this.drop(tile, x, y),
      settle: () => this.settle(),
    });
  }

  /** Returns the tile of the word that a pointer event is on. */
  tileUnder(event) {
    if (this.stage.kind !== "draft") return null;
    return this.draft.entries[this.stage.placeOf(event)]?.tile;
  }

  /** A press on a tile of the hand: lays it, or takes it back. */
  press(tile) {
    if (!this.on.may()) return;
    if (tile.laid) this.takeBack(tile);
    else this.lay(tile, this.draft.caret);
  }

  /** A press on the stage: takes a letter back, or asks for the word of a turn. */
  click(event) {
    const tile = this.tileUnder(event);
    if (tile && this.on.may()) this.takeBack(tile);
    else if (this.stage.kind !== "draft" && this.stage.placeOf(event) >= 0) this.on.explain();
  }

  /** Lays a tile before a letter of the word; asks first what a blank stands for. */
  async lay(tile, place) {
    if (tile.letter !== BLANK) return this.spell(tile, tile.letter, place);
    const letter = await chooseLetter((name) => this.rack.find(name) !== null);
    if (letter && !tile.laid && this.on.may()) this.spell(tile, letter, place);
    else this.on.update();
  }

  /** Lays the tile of a letter typed, or a blank for it; says so if there is neither. */
  type(letter) {
    const tile = this.rack.find(letter) ?? this.rack.find(BLANK);
    if (tile) this.spell(tile, letter);
    else this.on.announce(lacks(letter));
  }

  spell(tile, letter, place = this.draft.caret) {
    const { draft } = this;
    if (draft.length >= LONGEST) {
      this.on.announce(tooLong());
      return;
    }
    draft.add(tile, letter, place);
    this.changed();
    const name = tileName(letter);
    this.on.announce(tile.letter === BLANK ? say("A blank for {letter}.", { letter: name }) : name);
  }

  takeBack(tile) {
    this.draft.take(tile);
    this.changed();
    this.on.announce(say("Took back {tile}.", { tile: tileName(tile.letter) }));
  }

  /** Takes the letter at a place of the word back; tells whether there was one. */
  erase(place) {
    const entry = this.draft.entries[place];
    if (!entry || !this.on.may()) return false;
    this.takeBack(entry.tile);
    return true;
  }

  recall() {
    if (this.draft.empty || !this.on.may()) return false;
    this.draft.clear();
    this.changed();
    this.on.announce(say("Took all the tiles back."));
    return true;
  }

  changed() {
    this.draft.settle((letter) => this.rack.find(letter));
    this.on.changed();
  }

  moveCaret(place) {
    const { draft } = this;
    draft.caret = Math.max(0, Math.min(draft.length, place));
    this.on.update();
    const next = draft.entries[draft.caret];
    const letter = next && tileName(next.letter);
    this.on.announce(next ? say("Before {letter}.", { letter }) : say("At the end."));
    return true;
  }

  /** Sorts the hand by letter, and the next time by what the tiles are worth. */
  sort() {
    const { rack } = this;
    const byLetter = (a, b) =>
      (a.letter === BLANK) - (b.letter === BLANK) || a.letter.localeCompare(b.letter);
    const byWorth = (a, b) => valueOf(b.letter) - valueOf(a.letter) || byLetter(a, b);
    this.sortedBy = this.sortedBy === "letter" ? "worth" : "letter";
    rack.tiles.sort(this.sortedBy === "letter" ? byLetter : byWorth);
    rack.render();
    const tiles = inWords(rack.tiles.map((tile) => tile.letter));
    this.on.announce(say("Your tiles: {tiles}.", { tiles }));
  }

  // --- Dragging ---------------------------------------------------------------------------------

  /** Returns before which letter a tile let go at a point of the screen falls, -1 for none. */
  gapAt(x, y) {
    const inHand = this.rack.placeAt(x, y) >= 0 && this.stage.gapAt(x, y, 0) < 0;
    return inHand ? -1 : this.stage.gapAt(x, y);
  }

  hover(x, y) {
    const gap = this.gapAt(x, y);
    this.stage.root.classList.toggle("is-target", gap >= 0);
    if (gap < 0 || gap === this.draft.caret) return;
    this.draft.caret = gap;
    this.on.update();
  }

  /** Lets a carried tile fall: into the word, into the hand, or back to where it came from. */
  drop(tile, x, y) {
    const gap = this.gapAt(x, y);
    if (gap >= 0 && tile.laid) {
      this.draft.move(tile, gap);
      this.changed();
    } else if (gap >= 0) {
      this.lay(tile, gap);
    } else {
      const place = this.rack.placeAt(x, y);
      if (place >= 0) this.rack.move(tile, place);
      if (tile.laid) this.takeBack(tile);
    }
  }

  settle() {
    this.stage.root.classList.remove("is-target");
    this.on.update();
  }
}
