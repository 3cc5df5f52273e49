/**
 * The language that nobody speaks, "en-xa": English with accents and 40 % longer. What stays plain was
 * not marked as a message, and what breaks has no room for other languages. Pages have the same from
 * `config/language/pseudo.py`.
 */

import { fill } from "./catalog.js";

const PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ACCENTED = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž";
// Tags, entities, places and addresses.
const KEPT = /(<[^<>]*>|&(?:#\d+|#x[\da-f]+|\w+);|\{[^{}]*\}|\bhttps?:\/\/[^\s<>"']+)/i;
const LONGER = 0.4;

/** Returns a message with accents on its letters, in brackets, and 40 % longer. */
export function accented(message) {
  const pieces = message.split(KEPT);
  const said = pieces.map((piece, place) => (place % 2 ? piece : piece.replace(/[A-Za-z]/g, accent))).join("");
  if (said === message) return message; // no letters to put accents on: a comma, or a place alone
  const letters = pieces.reduce((sum, piece, place) => sum + (place % 2 ? 0 : piece.trim().length), 0);
  const more = "·".repeat(Math.max(1, Math.round(letters * LONGER) - 3));
  return message.replace(message.trim(), () => `⟦${said.trim()} ${more}⟧`);
}

function accent(letter) {
  return ACCENTED[PLAIN.indexOf(letter)];
}

fill({ alter: accented });
