/** What is known of both hands, in a panel beside the board. */

import { h } from "../shell/dom.js";
import { points } from "../shell/preview.js";
import { tiles, who } from "./telling.js";
import { small, worthOf } from "./tiles.js";

export class Hands {
  /** @param {Element} root */
  constructor(root) {
    this.root = root;
    this.shown = "";
  }

  render(view) {
    const { hands, known, sizes } = view.state;
    const key = JSON.stringify([hands, known, sizes, view.seats.map((seat) => seat.name)]);
    if (key === this.shown) return;
    this.shown = key;
    const order = view.player === 1 ? [1, 0] : [0, 1];
    this.root.replaceChildren(...order.flatMap((player) => told(view, player)));
  }
}

function told(view, player) {
  const { hands, known, sizes } = view.state;
  const name = who(view, player);
  if (view.to_move === null && hands[player] !== null) {
    const cost = points(worthOf(hands[player]));
    return [h("p", { class: "hands-of" }, `${name} had ${tiles(sizes[player])} left: −${cost}.`)];
  }
  const has = `${name} ${name === "You" ? "have" : "has"} ${tiles(sizes[player])} in hand.`;
  const hand = hands[player];
  const costs = hand && view.to_move !== null;
  const cost = costs ? ` Left over at the end, they cost ${points(worthOf(hand))}.` : "";
  const rival = who(view, 1 - player);
  const seer = rival === "You" ? "You have" : `${rival} has`;
  return [
    h("p", { class: "hands-of" }, has + cost),
    h("p", { class: "small muted" }, seenLine(view, seer, player), seen(known[player])),
  ];
}

function seenLine(view, seer, player) {
  const { known, sizes } = view.state;
  if (!known[player]) return `${seer} seen none of them.`;
  const all = known[player].length === sizes[player] ? "all of them" : tiles(known[player].length);
  return `${seer} seen ${all}: `;
}

function seen(known) {
  return known ? small(known) : null;
}
