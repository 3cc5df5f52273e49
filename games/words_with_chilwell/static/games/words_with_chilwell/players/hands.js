/** What is known of both hands, in a panel beside the board. */

import { say, tell } from "../../../shell/common/catalog.js";
import { h } from "../../../shell/common/dom.js";
import { Panel } from "../../../shell/board/panel.js";
import { isReader } from "../../../shell/board/told.js";
import { nameOf, points, tiles } from "../telling.js";
import { small, worthOf } from "../tiles.js";

export class Hands extends Panel {
  render(view) {
    const { hands, known, sizes } = view.state;
    const names = view.seats.map((seat) => seat.name);
    const order = view.player === 1 ? [1, 0] : [0, 1];
    this.show([hands, known, sizes, names], () => order.flatMap((player) => told(view, player)));
  }
}

function told(view, player) {
  const { hands, known, sizes } = view.state;
  if (view.to_move === null && hands[player] !== null) {
    return [h("p", { class: "hands-of" }, left(view, player))];
  }
  const has = [holds(view, player)];
  if (hands[player] && view.to_move !== null) has.push(cost(hands[player]));
  const mine = isReader(view, 1 - player);
  const shown = mine ? youSaw(known[player], sizes[player]) : theySaw(view, player);
  return [
    h("p", { class: "hands-of" }, has.join(" ")),
    h("p", { class: "small muted" }, shown),
  ];
}

/** Says at the end what a player had left, and what that cost. */
function left(view, player) {
  const size = view.state.sizes[player];
  const lost = points(worthOf(view.state.hands[player]));
  const facts = { name: nameOf(view, player), tiles: tiles(size), points: lost };
  if (isReader(view, player)) {
    return size
      ? say("You had {tiles} left, which cost you {points}.", facts)
      : say("You had no tiles left.");
  }
  return size
    ? say("{name} had {tiles} left, which cost them {points}.", facts)
    : say("{name} had no tiles left.", facts);
}

function holds(view, player) {
  const facts = { name: nameOf(view, player), tiles: tiles(view.state.sizes[player]) };
  return isReader(view, player)
    ? say("You have {tiles} in hand.", facts)
    : say("{name} has {tiles} in hand.", facts);
}

function cost(hand) {
  return say("If they're left at the end, they cost {points}.", { points: points(worthOf(hand)) });
}

/** Tells which tiles of the other hand the reader saw taken. */
function youSaw(known, size) {
  if (!known) return [say("You haven't seen any of them.")];
  const facts = { tiles: small(known) };
  if (known.length === size) return tell("You've seen all of them: {tiles}", facts);
  return tell("You've seen {n} of them: {tiles}", { ...facts, n: known.length });
}

/** Tells which tiles of a player's hand the other player saw taken. */
function theySaw(view, player) {
  const known = view.state.known[player];
  const facts = { name: nameOf(view, 1 - player), tiles: small(known), n: known.length };
  if (!known) return [say("{name} hasn't seen any of them.", facts)];
  return known.length === view.state.sizes[player]
    ? tell("{name} has seen all of them: {tiles}", facts)
    : tell("{name} has seen {n} of them: {tiles}", facts);
}
