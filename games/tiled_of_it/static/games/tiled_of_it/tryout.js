/** A card tried out: the words it would make, and what they would bring everyone. */

import { count, number, say } from "../../shell/common/catalog.js";
import { h } from "../../shell/common/dom.js";
import { mark } from "../../shell/common/marks.js";
import { Preview } from "../../shell/board/words/preview.js";

/** Says how many cards change colour. */
export function changes(cards) {
  return cards ? count("{n} card changes colour", "{n} cards change colour", cards) : "";
}

/** Returns the points of everyone who gets some, each with their mark. */
export function gainMarks(gains, names, more = "") {
  const items = gains
    .map((points, player) => ({ points, player }))
    .filter(({ points }) => points)
    .map(({ points, player }) =>
      h(
        "li",
        {},
        mark(player),
        h("span", { class: "visually-hidden" }, getting(points, names[player])),
        h("b", { "aria-hidden": "true" }, `+${number(points)}`),
      ),
    );
  if (more) items.push(h("li", { class: "muted" }, more));
  return items.length ? h("ul", { class: "gain-marks", "aria-label": say("Points") }, items) : null;
}

function getting(points, name) {
  return count("{name} gets {n} point.", "{name} gets {n} points.", points, { name });
}

export class TryOut extends Preview {
  /**
   * @param {object} options  as for a preview, and
   * @param {() => {names: string[], player: number|null, first: boolean, changing: number}}
   *   options.about  the players' names, who tries, whether it would be their first turn, and how
   *   many cards would change colour
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
    if (first) return [h("p", {}, say("On your first turn any empty cell will do. You don't score yet."))];
    return [...super.nodes(), gainMarks(result.gains, names, changes(changing))].filter(Boolean);
  }

  /** A pair that is no word does no harm next to one that is. */
  chip(word) {
    const chip = super.chip(word);
    if (!word.valid && !this.result.problem) chip.classList.add("is-idle");
    return chip;
  }

  inWords() {
    const { result } = this;
    const { names, player, first, changing } = this.about();
    if (first && !result.problem) return say("A first turn doesn't score.");
    const others = (result.gains ?? [])
      .map((points, seat) => (points && seat !== player ? getting(points, names[seat]) : ""))
      .filter(Boolean);
    const change = changing && count("{n} card changes colour.", "{n} cards change colour.", changing);
    return [super.inWords(), ...others, change].filter(Boolean).join(" ");
  }
}
