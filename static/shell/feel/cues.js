/** What a new view of a match gives cause to hear and feel; it changes nothing. */

import { hasWon } from "../panels/outcome.js";
import { isAlone, isTurn } from "../match/turnline.js";

/**
 * Returns the cues in their order: "place" when something was played, then "turn", "won" or "over".
 * @param {any} view
 * @param {any} before  the view before
 */
export function cuesOf(view, before) {
  const fresh = freshOf(view, before);
  const cues = fresh.length ? ["place"] : [];
  if (view.status === "finished") return before.status === "finished" ? [] : [...cues, hasWon(view, view.player) ? "won" : "over"];
  const others = fresh.some(({ player }) => player !== view.player);
  const comes = isTurn(view) && !isAlone(view) && (!isTurn(before) || others);
  return comes && !view.seats[view.player].substituted ? [...cues, "turn"] : cues;
}

/** Returns what the log has new since a view. */
export function freshOf(view, before) {
  return view.log.filter(({ ply }) => ply > before.ply);
}

/** Tells whether all that is new was played by the viewer's own hand. */
export function isOwn(view, before) {
  const fresh = freshOf(view, before);
  return fresh.length > 0 && fresh.every(({ player, actor }) => player === view.player && actor === "human");
}
