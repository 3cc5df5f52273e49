/**
 * Makes every draw of a match again from its secret and compares, as check_game.py does: the same
 * formula, the same questions. All it works on is the match's JSON.
 */

import { listing, say } from "../common/catalog.js";

const WORD = 2n ** 64n;
const text = new TextEncoder();

function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hex(buffer) {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns a function that makes the next number of a stream one below n. */
function chance(key, stream, index) {
  let block = 0;
  let words = [];
  async function word() {
    if (!words.length) {
      const message = text.encode(`tilepost/${stream}/${index}/${block++}`);
      const data = new DataView(await crypto.subtle.sign("HMAC", key, message));
      words = [0, 8, 16, 24].map((at) => data.getBigUint64(at));
    }
    return words.shift();
  }
  return async (n) => {
    const size = BigInt(n);
    let found = await word();
    while (found >= WORD - (WORD % size)) found = await word();
    return Number(found % size);
  };
}

const weightsOf = (draw) => draw.weights ?? draw.of.map(() => 1);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Returns what a ticket of a draw is for: [thing, number of the copy]. */
function ticket(draw, number) {
  let copy = number;
  for (const [place, weight] of weightsOf(draw).entries()) {
    if (copy < weight) return [draw.of[place], copy];
    copy -= weight;
  }
  return [undefined, copy];
}

/** Returns the numbers that a draw takes and what comes of them, null if that cannot be. */
async function drawAgain(below, draw) {
  if (draw.kind === "number") {
    const number = await below(draw.below);
    return [[number], number];
  }
  const taken = [];
  if (draw.kind === "order") {
    const order = [...draw.of];
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = await below(last + 1);
      taken.push(other);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return [taken, order];
  }
  const all = sum(weightsOf(draw));
  const there = draw.there ?? [all];
  for (let count = 0; count < there.length; count += 1) taken.push(await below(all));
  const tickets = taken.map((number) => ticket(draw, number));
  const first = tickets.findIndex(([, copy], place) => copy < there[place]);
  return [taken, first === there.length - 1 ? tickets[first][0] : null];
}

/** Writes a value in one way only: fields in the order of their names, no spaces. */
function written(value) {
  if (Array.isArray(value)) return `[${value.map(written)}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  const fields = names.map((name) => `${JSON.stringify(name)}:${written(value[name])}`);
  return `{${fields}}`;
}

const named = (drawn) => [drawn].flat().join(", ");
const same = (one, other) => written(one) === written(other);

/** Counts things; what was never counted counts 0. */
class Counts extends Map {
  constructor(things = []) {
    super();
    for (const thing of things) this.add(thing);
  }

  add(thing, count = 1) {
    return this.set(String(thing), this.of(thing) + count);
  }

  of(thing) {
    return this.get(String(thing)) ?? 0;
  }
}

/** Returns the counts of a bag, which is told as {thing: count}, or of a deck, a list. */
function bagOf(value) {
  if (Array.isArray(value)) return new Counts(value);
  const counts = new Counts();
  for (const [thing, count] of Object.entries(value)) counts.add(thing, count);
  return counts;
}

/** Lists all that lies in a part of a position; texts letter by letter as well. */
function things(value) {
  if (value !== null && typeof value === "object") return Object.values(value).flatMap(things);
  const letters = typeof value === "string" ? [...value] : [];
  return [String(value), ...(letters.length > 1 ? letters : [])];
}

/** Says what is wrong between what was there, what was drawn and what is left. */
function checkBag(draws, before, after) {
  const problems = [];
  const [was, now, left] = [bagOf(before), bagOf(after), bagOf(before)];
  const drawn = new Counts(draws.map((draw) => draw.drawn));
  for (const draw of draws) {
    if (!draw.there) {
      const of = draw.of.map((thing, place) => [String(thing), weightsOf(draw)[place]]);
      const names = new Set(of.map(([thing]) => thing));
      const grouped = [...of.reduce((counts, [thing, weight]) => counts.add(thing, weight), new Counts())];
      if (!same(grouped, [...left].filter(([thing]) => names.has(thing)))) {
        problems.push(say("{thing} couldn't have been drawn: it wasn't in the bag.", { thing: named(draw.drawn) }));
      }
    }
    for (const [place, count] of (draw.there ?? []).entries()) {
      const [thing] = ticket(draw, draw.numbers[place] % sum(weightsOf(draw)));
      const least = Math.min(was.of(thing), now.of(thing));
      const most = Math.max(was.of(thing), now.of(thing) + drawn.of(thing));
      if (count < least || count > most) {
        problems.push(say("{count} is the wrong number of {thing}.", { thing: named(thing), count }));
      }
    }
    left.add(draw.drawn, -1);
  }
  if ([...was].some(([thing, count]) => now.of(thing) < count - drawn.of(thing))) {
    problems.push(say("Something is missing, though it was never drawn."));
  }
  return problems;
}

/** Says what was drawn and isn't where it should be. */
function checkSeen(rule, draws, events, before, position) {
  const problems = [];
  const after = { ...position, events: events.map(({ facts }) => facts) };
  const single = draws.filter((draw) => draw.kind !== "order").map((draw) => String(draw.drawn));
  const places = (rule.into ?? []).map((name) => after[name]);
  if (places.length && !places.includes(null)) {
    const held = new Counts(things(places));
    const missing = [...new Counts(single)].filter(([thing, count]) => held.of(thing) < count);
    const names = listing(missing.map(([thing]) => thing));
    if (missing.length) problems.push(say("These aren't where they should be: {things}.", { things: names }));
  }
  if (rule.tail) {
    const tail = [...after[rule.tail]];
    const was = before ? [...before[rule.tail]] : [];
    const due = [...was, ...single].slice(-tail.length || Infinity);
    if (!same(tail, due)) {
      problems.push(say("The last items in {field} don't match what was drawn.", { field: rule.tail }));
    }
  }
  for (const { drawn } of draws.filter((draw) => draw.kind === "order")) {
    let at = 0;
    const dealt = (rule.dealt ?? []).map((name) => after[name]);
    const parts = dealt.flatMap((part) => ([...part].some(Array.isArray) ? part : [part]));
    for (const part of parts) {
      const cards = drawn.slice(at, (at += part.length));
      if (!same([...part].sort(), cards.sort())) problems.push(say("The dealing order was different."));
    }
  }
  return problems;
}

/** Says what is wrong with a move taken back, with all positions before. */
function checkTakeback(game, { to }, earlier, after) {
  const isLast = to >= 0 && to === earlier.length - 2;
  const drew = isLast && game.log[to].streams.some(({ stream }) => stream !== "timeout");
  if (isLast && !drew && same(after, earlier[to])) return [];
  return [say("This took back more than one move, or a move that had drawn something.")];
}

/** Says what is wrong with going back in practice, with all positions before it. */
function checkUndo(game, { to }, earlier, after) {
  const people = game.players.filter(({ owner }) => owner === "user");
  if (people.length < 2 && to >= 0 && to < earlier.length - 1 && same(after, earlier[to])) return [];
  return [say("Only somebody who plays with computer players alone can go back like this.")];
}

/** Says what is wrong with a ply, with all positions before it, the last one last. */
async function checkPly(game, key, entry, earlier, after) {
  const undone = entry.action?.type === "Undo";
  const before = undone ? after : (earlier.at(-1) ?? null);
  const problems = [];
  const made = new Map();
  for (const { stream, index, draws } of entry.streams) {
    const below = chance(key, stream, index);
    made.set(stream, [...(made.get(stream) ?? []), ...draws]);
    for (const draw of draws) {
      if (same(await drawAgain(below, draw), [draw.numbers, draw.drawn])) continue;
      problems.push(say("{thing} doesn't follow from the secret.", { thing: named(draw.drawn) }));
    }
  }
  const bags = new Map();
  for (const [name, rule] of Object.entries(game.chance)) {
    const draws = made.get(name) ?? [];
    problems.push(...checkSeen(rule, draws, entry.events, before, after));
    const single = draws.filter((draw) => draw.kind !== "order");
    if (rule.out_of) bags.set(rule.out_of, [...(bags.get(rule.out_of) ?? []), ...single]);
  }
  if (!before) return problems;
  for (const [bag, draws] of bags) problems.push(...checkBag(draws, before[bag], after[bag]));
  const check = BACK[entry.action.type];
  const tookBack = check !== undefined;
  if (tookBack) problems.push(...check(game, entry.action, earlier, after));
  if (entry.player !== (tookBack ? after : before).to_move) problems.push(say("It was someone else's turn."));
  if (entry.actor === "clock") {
    const drawn = made.get("timeout")?.at(-1).drawn ?? entry.text;
    const { due } = entry;
    const agrees = due?.text === entry.text && same(due?.action, entry.action);
    if (!agrees || drawn !== entry.text) problems.push(say("The clock should have made a different move."));
  }
  return problems;
}

const BACK = { TakeBack: checkTakeback, Undo: checkUndo };

const AGREED = ["match", "game", "rules_version", "options", "players"];
const TOLD = ["ply", "player", "actor", "said", "events", "played_at", "proof"];
const RESULT = ["ended", "scores", "places", "finished_at"];

/** Returns the hash of some facts after the one before. */
async function hashed(before, facts, names) {
  const named = Object.fromEntries(names.map((name) => [name, facts[name]]));
  return hex(await crypto.subtle.digest("SHA-256", text.encode(written([before, named]))));
}

/** Returns what is wrong with an entry of the log, as what was played and as what was told. */
async function checkEntry(game, key, entry, ply, last) {
  const problems = entry.ply === ply ? [] : [say("This isn't the next move.")];
  if ("text" in entry) {
    const message = `tilepost/proof/${ply}\n${written([entry.action, entry.text])}`;
    const proof = hex(await crypto.subtle.sign("HMAC", key, text.encode(message)));
    if (entry.proof !== proof) problems.push(say("A different move was played."));
  }
  // The first hash is made of the match's name.
  const isKnown = game.match || ply > 1;
  const agrees = !isKnown || entry.hash === (await hashed(last, entry, TOLD));
  if (!agrees) problems.push(say("The players were told something different."));
  return problems;
}

/** Says what is wrong with the scores of a position; `points` are those told before it. */
function checkPoints(points, entry, position) {
  for (const { player, points: some } of entry.events) {
    if (player !== null) points[player] += some;
  }
  return same(points, scoresOf(position)) ? [] : [say("The points add up to {points}.", { points: points.join(", ") })];
}

/** Returns the scores as a position has them; a game for one has a single one. */
function scoresOf(position) {
  return position.scores ?? [position.score];
}

/** Returns what is wrong with the result, with the last hash and the last position, if there is one. */
async function checkResult(game, last, position) {
  const problems = [];
  const isKnown = game.match || game.log.length;
  const agrees = !isKnown || game.seal === (await hashed(last, game, RESULT));
  if (!agrees) problems.push(say("The seal belongs to a different result."));
  const left = game.changes.some(({ kind }) => kind === "resigned" || kind === "lost");
  if (game.ended === "over" && game.players.length > 1 && !left) {
    const places = game.scores.map((score) => 1 + game.scores.filter((other) => other > score).length);
    if (!same(places, game.places)) problems.push(say("The places don't match the scores."));
  }
  if (position && !same(scoresOf(position), game.scores)) {
    problems.push(say("The scores don't match the last position."));
  }
  return problems;
}

/** Returns what can be noted of a match: fingerprint, hashes, and the seal when it is over. */
export function valuesOf(game) {
  return [game.commitment, ...game.log.map(({ hash }) => hash), game.seal].filter(Boolean);
}

/** Returns what is wrong with the secret, and what was noted and is not in the match. */
async function checkSecret(game, noted) {
  const known = hex(await crypto.subtle.digest("SHA-256", bytes(game.secret)));
  const there = [...valuesOf(game), game.signature && game.key];
  const others = noted.filter((value) => !there.includes(value));
  return [
    known === game.commitment ? "" : say("The secret and its fingerprint don't match."),
    ...others.map((value) => say("The file doesn't contain what you noted: {value}", { value })),
    game.problem ?? "",
  ].filter(Boolean);
}

/** Returns what is wrong with the signature, null if this browser cannot tell. */
async function checkSignature({ signature, ...facts }) {
  const changed = [say("The file was changed after it was signed.")];
  try {
    const key = await crypto.subtle.importKey("raw", bytes(facts.key), { name: "Ed25519" }, false, ["verify"]);
    const message = text.encode(`tilepost/file\n${written(facts)}`);
    const agrees = await crypto.subtle.verify({ name: "Ed25519" }, key, bytes(signature), message);
    return agrees ? [] : changed;
  } catch (error) {
    return error.name === "NotSupportedError" ? null : changed;
  }
}

/**
 * Yields one step after the other, each with what is wrong with it: first the secret, then the signature
 * if there is one that this browser can check, then every ply ({entry}) from the start, last the result.
 * @param {any} game  a match as its JSON tells it
 * @param {string[]} noted  what the reader noted of the match, or the key of the site
 */
export async function* check(game, noted = []) {
  yield { part: "secret", problems: await checkSecret(game, noted) };
  const signature = game.signature ? await checkSignature(game) : null;
  if (signature) yield { part: "signature", problems: signature };
  const use = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(game.secret), use, false, ["sign"]);
  const positions = [];
  const points = game.players.map(() => 0);
  let last = await hashed(game.commitment, { ...game, players: game.players.length }, AGREED);
  const started = game.start ? [{ ...game.start, actor: "", events: game.start.position.events }] : [];
  for (const [place, entry] of [...started, ...game.log].entries()) {
    const ply = place + 1 - started.length;
    const problems = ply ? await checkEntry(game, key, entry, ply, last) : [];
    if (game.start) {
      const after = { ...positions.at(-1), ...entry.position, events: null };
      problems.push(...(await checkPly(game, key, entry, positions, after)));
      problems.push(...checkPoints(points, entry, after));
      positions.push(after);
    }
    yield { part: ply ? "move" : "start", entry: { ...entry, ply }, problems };
    last = ply ? entry.hash : last;
  }
  yield { part: "result", problems: await checkResult(game, last, positions.at(-1)) };
}

/** Tells whether this browser lets pages compute what is needed: over https, or on this machine. */
export const canCheck = Boolean(globalThis.crypto?.subtle);
