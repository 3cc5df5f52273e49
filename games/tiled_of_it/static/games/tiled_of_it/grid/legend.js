/** The line below the grid: which colour is the reader's, and how colours run. */

import { say } from "../../../shell/common/catalog.js";
import { h } from "../../../shell/common/dom.js";
import { mark } from "../../../shell/common/marks.js";

const YOURS = [
  say("You're blue."),
  say("You're orange."),
  say("You're green."),
  say("You're pink."),
];

/** Returns the nodes of the line. */
export function legend({ player, by_name: byName }) {
  const yours = player === null || byName ? null : h("b", { class: `legend-yours player-${player}` }, mark(player), YOURS[player]);
  return [yours, h("span", {}, say("Colours run along the arrows."))];
}
