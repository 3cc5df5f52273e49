/**
 * What an event of a game tells, in the server's own sentence. It comes in pieces, words and the places
 * that were filled (`{name: "word", text: "CAT"}`), so that nobody has to read a sentence to find a word.
 */

import { say } from "../common/catalog.js";

/** Returns the sentence as text. */
export function plain({ told }) {
  return told.map((piece) => piece.text ?? piece).join("");
}

/** Returns what a move of the log was and what came of it, as text. */
export function saying({ deed, events }) {
  return [deed, ...events].map(plain).filter(Boolean).join(" ");
}

/** Tells whether there is a sentence. */
export const isTold = ({ told }) => told.length > 0;

/**
 * Returns the sentence for `h`.
 * @param {{told: (string | {name: string, text: string})[]}} event
 * @param {Record<string, (text: string) => Node|string>} places  what stands in a place instead of its text
 */
export function nodes({ told }, places = {}) {
  return told.map((piece) => (typeof piece === "string" ? piece : (places[piece.name]?.(piece.text) ?? piece.text)));
}

/**
 * Tells whether a player is whoever reads, and so is "you". In a study nobody is: its owner plays for all, and
 * everyone goes by name.
 */
export const isReader = (view, player) => player === view.player && !view.by_name;

/** Tells whether the viewer made a turn themselves, rather than the clock or the computer for them. */
export const isOwn = ({ actor, player }, view) => isReader(view, player) && !["clock", "computer"].includes(actor);

/** Says for whom the clock or the computer made a turn; nothing if its player did, or plays alone. */
export function forWhom({ actor, player }, view) {
  const { name = "", owner } = view.seats[player] ?? {};
  if (view.seats.length === 1) return "";
  if (actor === "clock") return say("The clock moved for {name}.", { name });
  return actor === "computer" && owner !== "computer" ? say("The computer moved for {name}.", { name }) : "";
}
