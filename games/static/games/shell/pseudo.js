/**
 * The language that nobody speaks, "en-xa": English with accents and 40 % longer. What stays plain was
 * not marked as a message, and what breaks has no room for other languages. As `config/pseudo.py`.
 */

import { fill } from "./catalog.js";

const PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ACCENTED = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž";
const PLACE = /(\{\w*\}|%\(\w+\)[sd]|<[^>]*>|&#?\w+;)/;
const LONGER = 0.4;

/** Returns a message with an accent on each letter and some more at its end; places stay. */
export function accented(message) {
  const pieces = message.split(PLACE);
  const words = pieces.filter((_, place) => place % 2 === 0).join("");
  if (!/[A-Za-z]/.test(words)) return message;
  const changed = pieces.map((piece, place) => (place % 2 ? piece : piece.replace(/[A-Za-z]/g, accent)));
  return `${changed.join("")} ${"~".repeat(Math.ceil(words.replace(/\s/g, "").length * LONGER))}`;
}

function accent(letter) {
  return ACCENTED[PLAIN.indexOf(letter)];
}

fill({ alter: accented });
