/**
 * What an event of a game tells, in the server's own sentence. It comes in pieces, words and the places
 * that were filled (`{name: "word", text: "CAT"}`), so that nobody has to read a sentence to find a word.
 */

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
