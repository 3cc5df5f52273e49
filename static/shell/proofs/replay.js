/**
 * A match move by move, drawn by the game's own board. The positions come from the server in chunks,
 * just as the board got them in the match; nobody can play here. The address holds the move that is
 * shown (`#12`).
 */

import { listenByRows } from "../board/keys.js";
import { addPanel, announcer, mountBoard, toaster } from "../board/page.js";
import { say } from "../common/catalog.js";
import { stillClock } from "../panels/clock.js";
import { h, write } from "../common/dom.js";
import { lastMove, Log, switchNotation } from "../panels/log.js";
import { resultPanel } from "../panels/result.js";
import { Seats } from "../panels/seats.js";
import { nodes, saying } from "../board/told.js";

const CHUNK = 50; // positions fetched at once
const PACE = 1_600; // milliseconds for a move at speed 1
const SETTLE = 250; // milliseconds until the address follows: browsers refuse to change it too often
const NOTHING = { ok: false, error: "replay", text: say("This is a replay, so you can't play here.") };

const page = document.querySelector("[data-replay]");
const part = (name) => page.querySelector(`[data-part="${name}"]`);
const button = (name) => page.querySelector(`[data-go="${name}"]`);
const base = JSON.parse(document.getElementById("view").textContent);
const last = base.ply;

let seat = base.seat ?? "none";
let chunks = new Map(); // by number: the promise of its positions
let wanted = -1; // the ply to be shown
let view = null; // what is shown
let board = null;
let playing = 0; // the timer of the next move, 0 while paused
const studyAt = page.querySelector("#make-study [name=ply]"); // where a study is to open
const watchers = []; // what is told of each view that is shown

const seats = new Seats(part("seats"));
const log = new Log(part("moves"), { point, gain: (event) => board?.gain(event) ?? nodes(event) });
const clock = stillClock();
const announce = announcer(part("announcer"));
const toast = toaster(part("toast"));

// --- Telling ------------------------------------------------------------------------------------

function complain(text) {
  write(part("problem"), text);
  part("problem").hidden = text === "";
}

// --- Positions ----------------------------------------------------------------------------------

/** Returns the position of a ply; raises an Error with a sentence if it can't be loaded. */
async function position(ply) {
  const number = Math.floor(ply / CHUNK);
  if (!chunks.has(number)) chunks.set(number, fetchChunk(number));
  const known = chunks;
  try {
    return (await chunks.get(number))[ply % CHUNK];
  } catch (error) {
    known.delete(number); // so that it is tried again
    throw error;
  }
}

async function fetchChunk(number) {
  const query = new URLSearchParams({ from: number * CHUNK, count: CHUNK, seat });
  const answer = await fetch(`${page.dataset.positions}?${query}`, { credentials: "same-origin" })
    .then((response) => response.json())
    .catch(() => ({ ok: false, text: say("Sorry, we couldn't load the moves. Try again.") }));
  if (!answer.ok) throw new Error(answer.text);
  return answer.positions;
}

/** Returns a view as the match page would have had it then, for someone who only watches. */
function viewAt(ply, { to_move, state, scores, description }) {
  const result = ply === last ? base.result : null;
  const log = base.log.slice(0, ply);
  const clock = { ...base.clock, deadline_at: null, stands_at: null, stands: [], waits: false };
  const told = { ply, to_move, state, scores, description, result, log, clock };
  return { ...base, ...told, status: "replay", player: null, hints: {} };
}

// --- Showing ------------------------------------------------------------------------------------

/** Shows a ply, unless a later wish comes first. Tells whether it was shown. */
async function go(ply, { quiet = false } = {}) {
  wanted = Math.min(Math.max(ply, 0), last);
  const mine = wanted;
  renderBar();
  try {
    const found = await position(mine);
    if (mine !== wanted) return false;
    view = viewAt(mine, found);
    complain("");
  } catch (error) {
    pause();
    complain(error.message);
    return false;
  }
  render();
  if (!quiet) announce(mine ? say("Move {n}: {move}", { n: mine, move: lastMove(view) }) : say("The start."));
  return true;
}

/** Tells something of each view that is shown from now on, and of the one that is shown now. */
export function watch(tell) {
  watchers.push(tell);
  if (view) tell(view);
}

/** Shows another position in the place of a ply's own, with the entry of the log that led to it. */
export function showInstead(position, entry) {
  pause();
  const log = [...base.log.slice(0, position.ply - 1), entry];
  view = { ...viewAt(position.ply, position), log, result: null, instead: true };
  render();
}

/** Returns from which seat the positions are seen, or "none". */
export function seatShown() {
  return seat;
}

function render() {
  page.dataset.ply = view.ply;
  clock.update(view);
  seats.render(view, (player) => board?.extra(view, player) ?? null);
  part("turn").replaceChildren(...turnLine());
  write(part("description"), view.description);
  if (studyAt) studyAt.value = view.ply;
  part("result").hidden = !view.result;
  if (view.result) part("verdict").replaceChildren(...resultPanel(view, board?.details(view) ?? null));
  board?.render(view);
  markMove();
  keepAddress();
  for (const tell of watchers) tell(view);
}

/** Says which move is shown and whose turn is next, or who played alone. */
function turnLine() {
  const move = say("Move {n} of {last}", { n: view.ply, last });
  const who = (text) => h("span", { class: "turn-who" }, text);
  if (view.seats.length === 1) return [who(say("{name}: ", { name: view.seats[0].name })), move];
  return view.to_move === null ? [move] : [move, who(say(", {name}'s turn", { name: view.seats[view.to_move].name }))];
}

/** Marks the move shown in the list and brings it into sight there, without moving the page. */
function markMove() {
  for (const row of part("moves").querySelectorAll("[aria-current]")) row.removeAttribute("aria-current");
  const row = part("moves").querySelector(`[data-move="${view.ply}"]`);
  const list = part("list");
  row?.setAttribute("aria-current", "step");
  const top = row ? row.offsetTop - list.offsetTop : 0;
  const height = row?.offsetHeight ?? 0;
  if (top < list.scrollTop || top + height > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - Math.max(0, list.clientHeight - height) / 2;
  }
}

function renderBar() {
  const slider = part("slider");
  slider.value = wanted;
  const entry = base.log[wanted - 1];
  const facts = { n: wanted, last, move: entry && saying(entry) };
  slider.setAttribute("aria-valuetext", entry ? say("{n} of {last}: {move}", facts) : say("the start"));
  // Buttons that lead nowhere stay within reach of the keyboard.
  button("first").setAttribute("aria-disabled", String(wanted === 0));
  button("back").setAttribute("aria-disabled", String(wanted === 0));
  button("forward").setAttribute("aria-disabled", String(wanted === last));
  button("last").setAttribute("aria-disabled", String(wanted === last));
  page.dataset.playing = playing !== 0;
  button("play").setAttribute("aria-label", playing ? say("Pause") : say("Play"));
}

// --- The address --------------------------------------------------------------------------------

let addressTimer = 0;

/** Returns the address of what is shown. */
function address() {
  const url = new URL(location.href);
  url.searchParams.delete("ply");
  url.hash = String(wanted);
  return url;
}

function keepAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => history.replaceState(null, "", address()), SETTLE);
}

/** Returns the ply that the address names: `#12` or `?ply=12`. */
function named() {
  const text = location.hash.slice(1) || new URLSearchParams(location.search).get("ply") || "0";
  return Math.trunc(Number(text)) || 0;
}

async function copyLink() {
  const link = address().href;
  try {
    await navigator.clipboard.writeText(link);
    toast(say("Link to this move copied."), "info");
  } catch {
    // No clipboard on pages without https: show it, so that one key copies it.
    const field = h("input", { readonly: true, value: link, "aria-label": say("Link to this move") });
    toast([say("Press Ctrl+C to copy the link."), field], "info");
    field.select();
  }
}

// --- Playing ------------------------------------------------------------------------------------

function play() {
  clearTimeout(playing);
  playing = setTimeout(next, PACE / Number(part("speed").value));
  renderBar();
}

async function next() {
  const shown = await go(wanted + 1, { quiet: true });
  if (!shown || !playing) return;
  if (wanted === last) pause();
  else play();
}

function pause() {
  clearTimeout(playing);
  playing = 0;
  renderBar();
}

async function toggle() {
  if (playing) return pause();
  if (wanted === last) await go(0, { quiet: true });
  return play();
}

/** Goes to a ply because the reader asked, which stops the playing. */
export function step(ply) {
  pause();
  if (ply >= 0 && ply <= last) go(ply);
}

/** Shows a move of the list and where it happened. */
async function point(ply) {
  pause();
  if (await go(ply, { quiet: true })) board?.point(ply);
}

const ACTIONS = {
  first: () => step(0),
  back: () => step(wanted - 1),
  play: toggle,
  forward: () => step(wanted + 1),
  last: () => step(last),
  copy: copyLink,
};
for (const [action, act] of Object.entries(ACTIONS)) button(action).addEventListener("click", act);

part("slider").addEventListener("input", () => step(Number(part("slider").value)));
part("seat")?.addEventListener("change", () => {
  seat = part("seat").value;
  chunks = new Map();
  const url = address();
  url.searchParams.set("seat", seat);
  history.replaceState(null, "", url);
  go(wanted);
});
addEventListener("hashchange", () => step(Math.min(named(), last)));

const KEYS = [
  { keys: ["ArrowLeft"], does: say("Go back one move"), act: () => doing(ACTIONS.back) },
  { keys: ["ArrowRight"], does: say("Go forward one move"), act: () => doing(ACTIONS.forward) },
  { keys: ["Home"], does: say("Go to the start"), act: () => doing(ACTIONS.first) },
  { keys: ["End"], does: say("Go to the end"), act: () => doing(ACTIONS.last) },
  { keys: [" "], does: say("Play or pause the replay"), act: () => doing(toggle) },
];

function doing(act) {
  act();
  return true;
}

/** Keys work wherever they mean nothing else: not in fields, and the space bar not on a button. */
function heed(event) {
  const taken = event.key === " " ? "button, a, summary, select, dialog *" : "input, select, dialog *";
  return !event.target.closest?.(taken);
}

listenByRows(document, null, KEYS, { heed });

// --- The board ----------------------------------------------------------------------------------

const api = {
  submit: async () => NOTHING,
  begin: async () => NOTHING,
  preview: async () => ({ ok: true, preview: null }),
  clock,
  announce,
  panel: (heading) => addPanel(part("panels"), heading, { open: false }),
  player: null,
  hints: {},
  best: null,
};

/** Shows the board once what it shows is there, so nothing in it jumps. */
async function begin() {
  await position(Math.min(named(), last)).catch(() => {}); // `go` asks again, and complains
  board = await mountBoard(page.dataset.boardModule, part("board"), api, complain);
  switchNotation(part("notation"), part("moves"));
  log.merge(base);
  log.render(base);
  // A match is read from its beginning.
  part("moves").append(...[...part("moves").children].reverse());
  await go(named(), { quiet: true });
}

begin();
