/** The question before a turn that a player might not mean. */

import { say } from "../../../shell/common/catalog.js";
import { ask } from "../../../shell/common/confirm.js";
import { shown } from "../cells.js";

/** Resolves to whether a player wants to discard a card; `builds` if it makes words where it lies. */
export function mayDiscard({ letter }, builds) {
  return ask({
    title: say("Discard {card}?", { card: shown(letter) }),
    text: builds
      ? say("It makes words where you've put it. If you discard it, it scores nothing and your turn ends.")
      : say("It goes on the pile and keeps your colour. It scores nothing, and your turn ends."),
    yes: say("Discard"),
    no: say("Keep it"),
  });
}
