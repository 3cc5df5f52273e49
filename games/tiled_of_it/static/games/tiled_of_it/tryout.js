/** A card tried out: the words it would make, and what they would bring everyone. */

import { h } from "../shell/dom.js";
import { mark } from "../shell/marks.js";
import { points, Preview } from "../shell/preview.js";

/** Says how many cards change colour. */
function changes(count) {
  if (!count) return "";
  return count === 1 ? "1 card changes colour" : `${count} cards change colour`;
}

/** Returns the points of all who get some, each with his mark. */
export function gainMarks(gains, names, more = "") {
  const items = gains
    .map((count, player) => ({ count, player }))
    .filter(({ count }) => count)
    .map(({ count, player }) =>
      h(
        "li",
        {},
        mark(player),
        h("span", { class: "visually-hidden" }, `${names[player]}: `),
        h("b", {}, `+${count}`),
      ),
    );
  if (more) items.push(h("li", { class: "muted" }, more));
  return items.length ? h("ul", { class: "gain-marks", "aria-label": "Points" }, items) : null;
}

export class TryOut extends Preview {
  /**
   * @param {object} options  as for a preview, and
   * @param {() => {names: string[], player: number|null, first: boolean, changing: number}}
   *   options.about  the players' names, who tries, whether it would be his first turn, and how many
   *   cards would change colour
   */
  constructor({ about, ...options }) {
    super(options);
    this.about = about;
  }

  /** Tells whether it makes at least one word. */
  get builds() {
    return Boolean(this.result?.words.some(({ valid }) => valid));
  }

  nodes() {
    const { result } = this;
    const { names, first, changing } = this.about();
    if (!result || result.problem) return super.nodes();
    if (first) return [h("p", {}, "In your first turn any empty cell will do. It brings no points yet.")];
    return [...super.nodes(), gainMarks(result.gains, names, changes(changing))].filter(Boolean);
  }

  /** A pair that is no word does no harm beside one that is. */
  chip(word) {
    const chip = super.chip(word);
    if (!word.valid && !this.result.problem) chip.classList.add("is-idle");
    return chip;
  }

  inWords() {
    const { result } = this;
    const { names, player, first, changing } = this.about();
    if (first && !result.problem) return "It brings no points in a first turn.";
    const others = (result.gains ?? [])
      .map((count, seat) => (count && seat !== player ? `${names[seat]} gets ${points(count)}.` : ""))
      .filter(Boolean);
    const change = changes(changing);
    return [super.inWords(), ...others, change && `${change}.`].filter(Boolean).join(" ");
  }
}
