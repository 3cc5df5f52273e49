/** The question before a turn that a player might not mean. */

import { say } from "../../shell/common/catalog.js";
import { ask } from "../../shell/common/confirm.js";

/** Resolves to whether a player wants to pass; not asked where nothing else can be done. */
export async function mayPass({ state, options }, draft) {
  const { pile, passes, held } = state;
  const counts = !pile || options.passes_end === "always";
  const ends = counts && passes + 1 >= held.filter((count) => count > 0).length;
  if (!pile && !ends && draft.empty) return true;
  const text = ends
    ? say("Everyone else has passed. If you pass too, the game may end.")
    : pile
      ? say("You won't lay any tiles this turn. You could swap one instead.")
      : say("The tiles you've laid will go back to your rack.");
  return ask({ title: say("Pass this turn?"), text, yes: say("Pass"), no: say("Keep playing") });
}
