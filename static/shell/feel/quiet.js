/** When somebody sleeps or is away: the site is asked once the sound is on, and then for a week at a time. */

import { get } from "../common/command.js";
import { choices, whenChosen } from "./choices.js";

const KNOWN_FOR = 6 * 3_600_000; // milliseconds

let stretches = null; // pairs of instants; null while we don't know
let askedAt = -Infinity;

/** Tells whether it is quiet now for whoever is signed in; till we know, it is. */
export function isQuiet(now = Date.now()) {
  if (!address()) return false;
  keepKnown();
  return stretches === null || stretches.some(([from, to]) => from <= now && now < to);
}

function address() {
  return document.body.dataset.quiet ?? "";
}

/** Asks the site for the coming week, if that is due. */
export async function keepKnown() {
  if (!address() || !(choices.sound || choices.ticks)) return;
  if (performance.now() - askedAt < KNOWN_FOR) return;
  askedAt = performance.now();
  const answer = await get(address());
  if (answer?.quiet) stretches = answer.quiet.map((pair) => pair.map(Date.parse));
  else askedAt = -Infinity; // out of reach: it is asked again with the next sound
}

whenChosen(keepKnown);
