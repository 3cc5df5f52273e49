/** What is still to come: the bag's tiles by kind, or in chess mode their order. */

import { count, number, say } from "../../shell/common/catalog.js";
import { h } from "../../shell/common/dom.js";
import { Panel } from "../../shell/board/panel.js";
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
  return order.map((kind, before) => {
    const place = before + 1;
    return tileItem(kind, number(place), say("{place}: {tile}", { place, tile: tileName(kind) }));
  });
}

function byKind(bag) {
  return Object.entries(bag)
    .filter(([, left]) => left > 0)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([kind, left]) => {
      const words = count("{tile}: {n} left", "{tile}: {n} left", left, { tile: tileName(kind) });
      return tileItem(kind, `×${number(left)}`, words);
    });
}

function summary(left, known) {
  if (left === 0) return say("No tiles left: they've all been drawn.");
  if (known) return count("{n} tile to come, in this order.", "{n} tiles to come, in this order.", left);
  return count("{n} tile left to draw.", "{n} tiles left to draw.", left);
}

function lost(gone) {
  if (gone === 0) return "";
  return count(
    "{n} tile didn't fit anywhere and was removed.",
    "{n} tiles didn't fit anywhere and were removed.",
    gone,
  );
}

export class Bag extends Panel {
  constructor(root) {
    super(root);
    this.fold = root.closest("details");
    this.state = null;
    this.fold.addEventListener("toggle", () => this.state && this.render(this.state));
  }

  /** Draws what is still to come where it can be seen: pictures of all kinds take their time. */
  render(state) {
    this.state = state;
    if (!this.fold.open) return;
    const { bag, order, removed } = state;
    const known = order.length > 0;
    const left = known ? order.length : Object.values(bag).reduce((sum, each) => sum + each, 0);
    const scroll = { class: "bag-scroll", tabindex: 0, role: "region", "aria-label": say("Tiles left") };
    this.show([bag, order, removed], () => [
      h("p", { class: "muted small" }, summary(left, known), " ", lost(removed.length)),
      h("div", scroll, h(known ? "ol" : "ul", { class: "bag" }, known ? inOrder(order) : byKind(bag))),
    ]);
  }
}
