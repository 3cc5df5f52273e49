/** What turns were, read from the log, and what there is to say of a turn in the making. */

import { count, say, tell, tellCount } from "../../shell/common/catalog.js";
import { h } from "../../shell/common/dom.js";
import { wordButton } from "../../shell/board/words/meaning.js";
import { forWhom, isOwn, nodes } from "../../shell/board/told.js";
import { BLANK, small } from "./tiles.js";

/** Says points: "1 point", "12 points". */
export function points(number) {
  return count("{n} point", "{n} points", number);
}

/** Says a number of tiles: "1 tile", "3 tiles". */
export function tiles(number) {
  return count("{n} tile", "{n} tiles", number);
}

/**
 * Returns what a turn was: the word and whether it counted, for which letters blanks stood, points,
 * the tiles taken, whether the player stopped the game or had no word, and the event that tells it.
 */
export function turnOf({ actor, player, events }) {
  const found = (...kinds) =>
    events.find((event) => event.player === player && kinds.includes(event.kind));
  const word = found("word", "word_with_blanks");
  const tried = word ?? found("word_failed");
  return {
    actor,
    player,
    word: tried?.facts.word ?? "",
    counts: Boolean(word),
    blanks: word?.facts.blanks ?? [],
    letters: word?.points ?? 0,
    bonus: found("bonus")?.points ?? 0,
    taken: found("took")?.facts.tiles ?? [],
    stopped: Boolean(found("filled_hand")),
    passed: Boolean(found("no_word")),
    event: events[0],
  };
}

/** Returns a turn's word as tiles with their letters; of equal letters the last are blanks. */
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

/** Returns a player's name. */
export function nameOf(view, player) {
  return view.seats[player].name;
}

/** Tells in a line what a turn was: strings, and the word as a button. */
export function turnLine(view, turn, open) {
  const whom = forWhom(turn, view);
  return whom ? [`${whom} `, ...done(view, turn, open)] : done(view, turn, open);
}

function done(view, turn, open) {
  const mine = isOwn(turn, view);
  const name = nameOf(view, turn.player);
  const word = turn.word ? wordButton(turn.word, open) : null;
  if (turn.counts) {
    return mine
      ? tell("You spelled {word}", { word })
      : tell("{name} spelled {word}", { name, word });
  }
  if (word) {
    return mine
      ? tell("Your {word} doesn't count", { word })
      : tell("{name}'s {word} doesn't count", { name, word });
  }
  if (mine && turn.stopped) return [say("You filled your hand to end the game.")];
  if (turn.stopped) return [say("{name} filled their hand to end the game.", { name })];
  if (mine && turn.passed) return [say("You didn't spell a word.")];
  return turn.event ? nodes(turn.event) : [];
}

/** Tells what a choice of tiles to take means for both, or what there is to know without one. */
export function effect(view, { count: number, mine, tone }) {
  if (view.to_move === null) return [];
  const next = nameOf(view, view.to_move);
  if (!mine) return [say("{name} takes the next tiles from the front.", { name: next })];
  if (number === null) return [say("You take tiles from the front of the queue.")];
  const queue = [...view.state.queue];
  const own = h(
    "span",
    { class: tone === "bad" ? "effect-own effect-bad" : "effect-own" },
    taking(queue.slice(0, number), number - queue.length),
  );
  const left = queue.slice(number, number + 8);
  if (!left.length) return [own];
  const facts = { name: nameOf(view, 1 - view.player), tiles: small(left) };
  return [own, h("span", { class: "effect-other" }, tell("then {name}: {tiles}", facts))];
}

/** Tells which tiles the reader would take, and how many that the queue doesn't show yet. */
function taking(taken, unseen) {
  if (!taken.length) return [say("You take nothing")];
  const facts = { tiles: small(taken) };
  if (unseen <= 0) return tell("You take {tiles}", facts);
  return tellCount(
    "You take {tiles} and {n} more tile you can't see yet",
    "You take {tiles} and {n} more tiles you can't see yet",
    unseen,
    facts,
  );
}
