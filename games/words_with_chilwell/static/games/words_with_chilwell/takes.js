/** How many tiles to take after a word: four ways, each with what it does to the hand. */

import { h, set, write } from "../shell/dom.js";
import { lastRound } from "./strip.js";
import { number } from "./telling.js";
import { inWords } from "./tiles.js";

const KINDS = ["none", "extra", "same", "more"];

/** Returns how many tiles a way of taking means for a word of some length; null before a word. */
export function countOf(kind, length, extra) {
  if (kind === "none") return 0;
  if (kind === "extra") return extra;
  if (!length) return null;
  return kind === "same" ? length : length + extra;
}

export class Takes {
  /**
   * @param {object} on
   * @param {(kind: string) => void} on.choose
   * @param {(kind: string|null) => void} on.peek  looks at a way without choosing it
   */
  constructor({ choose, peek }) {
    this.ways = KINDS.map((kind) => this.way(kind, choose, peek));
    this.root = h(
      "div",
      { class: "takes", role: "radiogroup", "aria-label": "New tiles to take if the word counts" },
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
    const count = h("span", { class: "take-count" });
    const what = h("span", { class: "take-what" });
    const hand = h("span", { class: "take-hand" }, h("span", { class: "take-word" }), h("span"));
    const root = h("label", { class: "take", "data-take": kind }, input, count, what, hand);
    root.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && peek(kind));
    root.addEventListener("pointerleave", () => peek(null));
    return { kind, input, count, what, hand, root };
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
    const words = {
      none: "none",
      extra: number(extra),
      same: "as many",
      more: `${extra} more`,
    };
    for (const { kind, input, count, what, hand, root } of this.ways) {
      const taken = countOf(kind, length, extra);
      const after = size + (taken ?? 0);
      const ends = after >= limit && !last;
      root.hidden = extra === 0 && (kind === "extra" || kind === "more");
      root.classList.toggle("is-chosen", kind === chosen);
      root.classList.toggle("is-end", ends);
      input.checked = kind === chosen;
      input.disabled = sending;
      write(count, taken === null ? (kind === "same" ? "=" : `+${extra}`) : String(taken));
      write(what, words[kind]);
      set(hand, { "data-size": after });
      write(hand.firstChild, ends ? "the " : "hand ");
      write(hand.lastChild, ends ? "end" : String(after));
      hand.hidden = taken === null;
      set(input, { "aria-label": this.name(facts, kind, taken, after, ends) });
    }
  }

  /** Says a way of taking with what it brings: "3 new tiles: A, N, E; 15 in hand after it". */
  name({ view, mine }, kind, taken, after, ends) {
    const { extra } = view.options;
    const names = {
      none: "No new tile",
      extra: `${extra} new tiles`,
      same: "As many as you use",
      more: `${extra} more than you use`,
    };
    if (taken === null) return names[kind];
    const count = kind === "same" || kind === "more" ? `, ${taken}` : "";
    const seen = taken && mine ? `: ${inWords([...view.state.queue].slice(0, taken))}` : "";
    const end = ends ? ", which ends the game" : "";
    return `${names[kind]}${count}${seen}; ${after} in hand after it${end}`;
  }
}
