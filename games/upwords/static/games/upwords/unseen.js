/** The tiles a player doesn't see: those left to draw and those of the others. */

import { count, number, say } from "../../shell/common/catalog.js";
import { h } from "../../shell/common/dom.js";
import { Panel } from "../../shell/board/panel.js";
import { isReader } from "../../shell/board/told.js";
import { tileName } from "./squares.js";

const ALPHABET = [..."abcdefghijklmnopqrstuvwxyz"];

/** Says where the unseen tiles are. */
function summary(view) {
  const { pile, held, racks, unseen } = view.state;
  if (!unseen) {
    if (!pile) return say("There were no tiles left to draw.");
    return count("There was {n} tile left to draw.", "There were {n} tiles left to draw.", pile);
  }
  const others = held.reduce((sum, tiles, player) => sum + (racks[player] === null ? tiles : 0), 0);
  const left = pile
    ? count("There's {n} tile left to draw.", "There are {n} tiles left to draw.", pile)
    : say("There are no tiles left to draw.");
  const where = racks.every((rack) => rack === null)
    ? count("{n} tile is on the racks.", "{n} tiles are on the racks.", others)
    : count("{n} tile is on the other players' racks.", "{n} tiles are on the other players' racks.", others);
  return [left, where].join(" ");
}

/** Says who drew what for the first turn, and so who had it. */
export function drawn(view) {
  const { draws } = view.state;
  const most = Math.max(...draws.map((letters) => letters.length));
  const [first] = draws
    .map((letters, player) => ({ letters, player }))
    .filter(({ letters }) => letters.length === most)
    .sort((a, b) => a.letters.at(-1).localeCompare(b.letters.at(-1)) || a.player - b.player);
  const sentences = draws.map((letters, player) => {
    const facts = { name: view.seats[player].name, tiles: inTurn([...letters].map(tileName)) };
    return isReader(view, player)
      ? say("You drew {tiles}.", facts)
      : say("{name} drew {tiles}.", facts);
  });
  return [...sentences, beginning(view, first.player)].join(" ");
}

/** Says tiles drawn one after the other: "C", or "C, then A" after a tie. */
function inTurn(names) {
  return names.reduce((before, after) => say("{before}, then {after}", { before, after }));
}

function beginning(view, player) {
  if (isReader(view, player)) return say("You drew the letter nearest to A and got the first turn.");
  return say("{name} drew the letter nearest to A and got the first turn.", { name: view.seats[player].name });
}

export class Unseen extends Panel {
  render(view) {
    const { unseen, bag, pile, held } = view.state;
    const counts = unseen ?? bag ?? {};
    const names = view.seats.map((seat) => seat.name);
    this.show([counts, pile, held, names], () => [
      h("p", { class: "small" }, summary(view)),
      Object.keys(counts).length ? list(counts) : null,
      h("p", { class: "muted small" }, drawn(view)),
    ]);
  }
}

function list(counts) {
  const items = ALPHABET.map((letter) => item(letter, counts[letter] ?? 0));
  return h("ul", { class: "unseen", "aria-label": say("Tiles by letter") }, items);
}

function item(letter, held) {
  return h(
    "li",
    { class: held ? "" : "is-none" },
    h("span", { class: "unseen-tile wooden", translate: "no" }, tileName(letter)),
    h("span", { class: "unseen-count", "aria-hidden": "true" }, number(held)),
    h("span", { class: "visually-hidden" }, " ", count("{n} tile", "{n} tiles", held)),
  );
}

/** Returns how many tiles a player has on their rack, and which if they are known and shown nowhere else. */
export function rackOf(view, player) {
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
