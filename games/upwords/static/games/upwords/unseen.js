/** The tiles a player does not see: those left to draw and those of the others, by letter. */

import { h } from "../shell/dom.js";
import { tileName } from "./squares.js";

const ALPHABET = [..."abcdefghijklmnopqrstuvwxyz"];

function tiles(count) {
  return count === 1 ? "1 tile" : `${count} tiles`;
}

/** Says where the unseen tiles are. */
function summary(view) {
  const { pile, held, racks, unseen } = view.state;
  if (!unseen) return pile ? `${tiles(pile)} were left to draw.` : "All tiles had been drawn.";
  const others = held.reduce((sum, count, player) => sum + (racks[player] === null ? count : 0), 0);
  const where = racks.every((rack) => rack === null) ? "on the racks" : "on other racks";
  const left = pile ? `${tiles(pile)} left to draw` : "None left to draw";
  return `${left}, ${others} ${where}.`;
}

/** Says who drew what for the first turn, and so who began. */
export function drawn(view) {
  const { draws } = view.state;
  const most = Math.max(...draws.map((letters) => letters.length));
  const first = draws
    .map((letters, player) => ({ letters, player }))
    .filter(({ letters }) => letters.length === most)
    .sort((a, b) => a.letters.at(-1).localeCompare(b.letters.at(-1)) || a.player - b.player)[0];
  const who = (player) => (player === view.player ? "You" : view.seats[player].name);
  const told = draws.map(
    (letters, player) => `${who(player)} drew ${[...letters].map(tileName).join(", then ")}`,
  );
  const verb = first.player === view.player ? "begin" : "begins";
  const all = told.join("; ").replace(/; You /g, "; you ");
  return `${all}. ${who(first.player)} ${verb}, nearest to A.`;
}

export class Unseen {
  /** @param {Element} root */
  constructor(root) {
    this.root = root;
    this.shown = "";
  }

  render(view) {
    const { unseen, bag, pile, held } = view.state;
    const counts = unseen ?? bag ?? {};
    const names = view.seats.map((seat) => seat.name);
    const key = JSON.stringify([counts, pile, held, names]);
    if (key === this.shown) return;
    this.shown = key;
    this.root.replaceChildren(
      h("p", { class: "small" }, summary(view)),
      Object.keys(counts).length ? list(counts) : "",
      h("p", { class: "muted small" }, drawn(view)),
    );
  }
}

function list(counts) {
  const items = ALPHABET.map((letter) => item(letter, counts[letter] ?? 0));
  return h("ul", { class: "unseen", "aria-label": "Tiles by letter" }, items);
}

function item(letter, count) {
  return h(
    "li",
    { class: count ? "" : "is-none" },
    h("span", { class: "unseen-tile" }, tileName(letter)),
    h("span", { class: "unseen-count", "aria-hidden": "true" }, String(count)),
    h("span", { class: "visually-hidden" }, `: ${count}`),
  );
}
