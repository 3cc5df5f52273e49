/** How many tiles to take after a word: four ways, each with what it does to the hand. */

import { count, number, say, tell } from "../../../shell/common/catalog.js";
import { h, set, write } from "../../../shell/common/dom.js";
import { countOf } from "./choice.js";
import { lastRound } from "../strip.js";
import { tiles } from "../telling.js";
import { small, together, worthOf } from "../tiles.js";

const KINDS = ["none", "extra", "same", "more"];

export class Takes {
  /**
   * @param {object} on
   * @param {(kind: string) => void} on.choose
   * @param {(kind: string|null) => void} on.peek  looks at a way without choosing it
   */
  constructor({ choose, peek }) {
    this.ways = KINDS.map((kind) => this.way(kind, choose, peek));
    const title = say("How many tiles to take if the word counts");
    this.root = h(
      "div",
      { class: "takes", role: "radiogroup", "aria-label": title },
      this.ways.map((way) => way.root),
    );
  }

  way(kind, choose, peek) {
    const input = h("input", {
      type: "radio",
      class: "visually-hidden",
      name: "take",
      value: kind,
      change: () => choose(kind),
    });
    const amount = h("span", { class: "take-count" });
    const what = h("span", { class: "take-what" });
    const hand = h("span", { class: "take-hand" });
    const brings = h("span", { class: "take-brings", "aria-hidden": "true" });
    const root = h("label", { class: "take", "data-take": kind }, input, amount, what, hand, brings);
    root.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && peek(kind));
    root.addEventListener("pointerleave", () => peek(null));
    return { kind, input, amount, what, hand, brings, root };
  }

  /** Chooses the next way up or down the row; returns it. */
  next(kind, step) {
    const ways = this.ways.filter((way) => !way.root.hidden).map((way) => way.kind);
    return ways[(ways.indexOf(kind) + step + ways.length) % ways.length];
  }

  /**
   * Shows the ways for a word of so many tiles.
   * @param {{view: any, length: number, chosen: string, mine: boolean, sending: boolean}} facts
   */
  render(facts) {
    const { view, length, chosen, sending } = facts;
    const { extra, hand_limit: limit } = view.options;
    const size = view.state.sizes[view.player] - length;
    const last = lastRound(view) !== "";
    for (const { kind, input, amount, what, hand, brings, root } of this.ways) {
      const taken = countOf(kind, length, extra);
      const after = size + (taken ?? 0);
      const ends = after >= limit && !last;
      root.hidden = extra === 0 && (kind === "extra" || kind === "more");
      root.classList.toggle("is-chosen", kind === chosen);
      root.classList.toggle("is-end", ends);
      input.checked = kind === chosen;
      input.disabled = sending;
      root.classList.toggle("is-open", taken === null);
      amount.hidden = taken === null;
      write(amount, taken === null ? "" : number(taken));
      write(what, taken === null ? before(kind, extra) : label(kind, extra));
      set(hand, { "data-size": number(after) });
      hand.replaceChildren(...handLabel(after, ends));
      hand.hidden = taken === null;
      bring(brings, [...view.state.queue].slice(0, taken ?? 0));
      const seen = facts.mine ? [...view.state.queue].slice(0, taken ?? 0) : [];
      const told = [inWords(kind, taken, extra)];
      if (seen.length) told.push(say("You'd take {tiles}.", { tiles: together(seen) }));
      if (taken !== null) told.push(leaves(after, ends));
      set(input, { "aria-label": told.join(" ") });
    }
  }
}

/** Says how many tiles it will be while there is no word to count. */
function before(kind, extra) {
  return kind === "same" ? say("as many as you use") : count("{n} more than you use", "{n} more than you use", extra);
}

function label(kind, extra) {
  if (kind === "none") return say("none");
  if (kind === "same") return say("as many");
  return kind === "extra" ? tiles(extra) : count("{n} more", "{n} more", extra);
}

/** Shows the tiles that a way of taking brings, and what they would cost if they were left. */
function bring(node, taken) {
  const key = taken.join("");
  if (node.dataset.tiles === key) return;
  node.dataset.tiles = key;
  const left = taken.length ? h("span", { class: "take-cost" }, say("−{points} if left", { points: worthOf(taken) })) : null;
  node.replaceChildren(...(taken.length ? [small(taken), left] : []));
}

/** Says briefly how many tiles are in hand then; where room is short, only the number shows. */
function handLabel(after, ends) {
  if (ends) return [say("end")];
  const told = tell("hand {n}", { n: h("span", {}, number(after)) });
  return told.map((part) =>
    typeof part === "string" ? h("span", { class: "take-word" }, part) : part,
  );
}

/** Says which way of taking it is. */
function inWords(kind, taken, extra) {
  if (kind === "none") return say("Take no tiles.");
  if (kind === "extra") return count("Take {n} tile.", "Take {n} tiles.", extra);
  if (kind === "same") {
    return taken === null
      ? say("Take as many tiles as you use.")
      : say("Take as many as you use: {tiles}.", { tiles: tiles(taken) });
  }
  return taken === null
    ? count("Take {n} more than you use.", "Take {n} more than you use.", extra)
    : say("Take {extra} more than you use: {tiles}.", { extra, tiles: tiles(taken) });
}

/** Says how many tiles are in hand then. */
function leaves(after, ends) {
  return ends
    ? count(
        "You'd then have {n} tile in hand, which would end the game.",
        "You'd then have {n} tiles in hand, which would end the game.",
        after,
      )
    : count("You'd then have {n} tile in hand.", "You'd then have {n} tiles in hand.", after);
}
