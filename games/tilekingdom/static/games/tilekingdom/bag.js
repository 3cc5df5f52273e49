/** What is still to come: the bag's tiles by kind, or in chess mode their order. */

import { h } from "../shell/dom.js";
import { tileName, tilePicture } from "./tiles.js";

function tileItem(kind, sign, words) {
  return h(
    "li",
    { class: "bag-tile", title: words },
    tilePicture(kind),
    h("span", { class: "bag-count", "aria-hidden": "true" }, sign),
    h("span", { class: "visually-hidden" }, words),
  );
}

function inOrder(order) {
  return order.map((kind, place) => tileItem(kind, String(place + 1), `${place + 1}: ${tileName(kind)}`));
}

function byKind(bag) {
  return Object.entries(bag)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([kind, count]) => tileItem(kind, `×${count}`, `${count} of ${tileName(kind)}`));
}

function summary(left, known) {
  if (left === 0) return "None: all have been drawn.";
  return known ? `${tiles(left)} to come, in this order.` : `${tiles(left)} left to draw.`;
}

function tiles(count) {
  return count === 1 ? "1 tile" : `${count} tiles`;
}

export class Bag {
  /** @param {Element} root */
  constructor(root) {
    this.root = root;
    this.shown = "";
  }

  render({ bag, order, removed }) {
    const key = JSON.stringify([bag, order, removed]);
    if (key === this.shown) return;
    this.shown = key;
    const known = order.length > 0;
    const left = known ? order.length : Object.values(bag).reduce((sum, count) => sum + count, 0);
    const gone = removed.length ? ` ${tiles(removed.length)} fitted nowhere and went out.` : "";
    this.root.replaceChildren(
      h("p", { class: "muted small" }, summary(left, known) + gone),
      h(
        "div",
        { class: "bag-scroll", tabindex: 0, role: "region", "aria-label": "Tiles left" },
        h(known ? "ol" : "ul", { class: "bag" }, known ? inOrder(order) : byKind(bag)),
      ),
    );
  }
}
