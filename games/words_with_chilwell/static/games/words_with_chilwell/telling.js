/** What turns were, read from the log, and what is to be said of a turn in the making. */

import { h } from "../shell/dom.js";
import { wordButton } from "../shell/meaning.js";
import { points } from "../shell/preview.js";
import { BLANK, small } from "./tiles.js";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** Says a number as a word where that is short: "three", "12". */
export function number(count) {
  return NUMBERS[count] ?? String(count);
}

/** Says a number of tiles: "one tile", "three tiles". */
export function tiles(count) {
  return `${number(count)} ${count === 1 ? "tile" : "tiles"}`;
}

/**
 * Returns what a turn was: the word and whether it counted, for which letters blanks stood, points,
 * the tiles taken, and whether the player filled the hand to stop the game.
 */
export function turnOf({ player, text, events }) {
  const own = events.filter((event) => event.player === player);
  const word = own.find((event) => event.topic === "word");
  const failed = own.map((event) => /^([A-Z]+) does not count$/.exec(event.text)).find(Boolean);
  const takes = own.find((event) => event.text.startsWith("takes "));
  return {
    player,
    word: word ? word.text.split(",")[0] : (failed?.[1] ?? ""),
    counts: Boolean(word),
    blanks: word ? [...word.text.matchAll(/a blank for ([A-Z])/g)].map((found) => found[1]) : [],
    letters: word?.points ?? 0,
    bonus: own.find((event) => event.topic === "bonus")?.points ?? 0,
    taken: takes ? takes.text.slice("takes ".length).split(", ").map(tileOf) : [],
    stopped: text === "stop",
  };
}

function tileOf(name) {
  return name === "blank" ? BLANK : name.toLowerCase();
}

/** Returns the tiles of a turn's word, each with its letter; of equal letters the last are blanks. */
export function spelled({ word, blanks }) {
  const left = [...blanks];
  const entries = [...word].reverse().map((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    const letter = name.toLowerCase();
    return { tile: at >= 0 ? BLANK : letter, letter };
  });
  return entries.reverse();
}

/** Returns a player's last turn, or null before their first. */
export function lastTurnOf(view, player) {
  const entry = view.log.findLast((known) => known.player === player);
  return entry ? turnOf(entry) : null;
}

/** Returns a player's name as a sentence of this viewer's begins. */
export function who(view, player) {
  return player === view.player ? "You" : view.seats[player].name;
}

/** Tells in a line what a turn was. */
export function turnLine(view, turn, open) {
  const name = who(view, turn.player);
  if (turn.stopped) return [`${name} filled the hand to stop the game.`];
  if (!turn.word) return [`${name} spelled no word.`];
  const word = wordButton(turn.word, open);
  if (turn.counts) return [`${name} spelled`, word];
  return [name === "You" ? "Your" : `${name}’s`, word, "does not count"];
}

/** Tells what a choice of tiles to take means for both, or what there is to know without one. */
export function effect(view, { count, mine, tone }) {
  const { queue } = view.state;
  const other = view.seats[1 - (view.player ?? 0)]?.name;
  if (view.to_move === null) return [];
  if (!mine) return [`${view.seats[view.to_move].name} takes from the front next.`];
  if (count === null) return ["Tiles are taken from the front, number 1 first."];
  const taken = [...queue].slice(0, count);
  const left = [...queue].slice(count, count + 8);
  const unseen = count - taken.length;
  const own = h(
    "span",
    { class: tone === "bad" ? "effect-own effect-bad" : "effect-own" },
    taken.length ? "You take " : "You take nothing",
    taken.length ? small(taken) : null,
    unseen ? ` and ${unseen} not seen yet` : null,
  );
  if (!left.length) return [own];
  return [own, h("span", { class: "effect-other" }, `then ${other}: `, small(left))];
}

/** Says an event's points with their sign, "" for none. */
export function signed(count) {
  return count ? `: ${count > 0 ? points(count) : `−${points(-count)}`}` : "";
}
