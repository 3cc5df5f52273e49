/**
 * The match page: keeps the view true, sends the player's actions, and hands the view to the game's
 * own board, which draws a board and nothing else.
 *
 * A game's `board.js` exports `mount(root, api)` and returns `{render(view), extra?(view, player),
 * point?(ply), gain?(event)}`: draw a view, a node beside a player's score, show the move of a ply,
 * a node for what an event tells instead of its bare text.
 */

import { Clock } from "./clock.js";
import { get, newId, post } from "./command.js";
import { h, write } from "./dom.js";
import { lastMove, Log } from "./log.js";
import { resultPanel, verdict } from "./result.js";
import { Seats } from "./seats.js";
import { connect } from "./socket.js";

const PATIENCE = 700; // milliseconds the socket has to bring what an answer promised
const TOAST = 6_000;

const page = document.querySelector("[data-match]");
const part = (name) => page.querySelector(`[data-${name}]`);
const base = page.dataset.base;
const title = document.title;

let view = JSON.parse(document.getElementById("view").textContent);
let board = null;
let fetching = null;
let pending = { key: "", id: "" };

const seats = new Seats(part("seats"));
const log = new Log(part("moves"), {
  point: (ply) => board?.point?.(ply),
  gain: (event) => board?.gain?.(event) ?? event.text,
});
const clock = new Clock({
  show: (player, reading) => seats.showClock(player, reading),
  announce,
});

// --- Telling the player -------------------------------------------------------------------------

/** Has a screen reader say something, even if it is the same as before. */
function announce(text) {
  const line = h("p", {}, text);
  part("announcer").append(line);
  setTimeout(() => line.remove(), 10_000);
}

let toastTimer = 0;

function toast(text, tone = "error") {
  const box = part("toast");
  clearTimeout(toastTimer);
  box.replaceChildren(h("p", { class: `notice notice-${tone}` }, text));
  toastTimer = setTimeout(() => box.replaceChildren(), TOAST);
}

/** Says whose turn it is, for the line above the board and for the tab. */
function turnLine() {
  if (view.paused) return "This match is paused because of a fault of ours.";
  if (view.status === "finished") return "The match is over.";
  const mover = view.seats[view.to_move];
  if (view.player === view.to_move) {
    return mover.substituted ? "Your turn, but the computer plays for you." : "Your turn.";
  }
  return `${mover.name} is to move.`;
}

/** Keeps a mark in the tab's title while it is this player's turn; others may write it too. */
function markTitle() {
  const mine = view.status === "running" && view.player !== null && view.player === view.to_move;
  const lead = mine ? "● Your turn – " : "";
  const wanted = lead + (document.title.replace(/^● Your turn – /, "") || title);
  if (document.title !== wanted) document.title = wanted;
}

new MutationObserver(markTitle).observe(document.querySelector("title"), { childList: true });

// --- Views --------------------------------------------------------------------------------------

/** Takes a view unless it is older than the one shown. */
function accept(next) {
  if (next.version < view.version) return;
  const before = view;
  view = next;
  log.merge(next);
  render();
  if (next.ply > before.ply) tellChange(before);
  if (next.status === "finished" && before.status !== "finished") tellEnd();
}

function tellChange() {
  const turn = view.status === "running" ? turnLine() : "";
  announce(`${lastMove(view)} ${turn}`.trim());
}

function tellEnd() {
  announce(`${turnLine()} ${verdict(view)}.`);
  part("result").scrollIntoView({ block: "nearest" });
}

/** Fetches the whole view; calls that come meanwhile share one answer. */
function refresh() {
  fetching ??= get(`${base}view`).then((next) => {
    fetching = null;
    if (next) accept(next);
  });
  return fetching;
}

function render() {
  const { status, player, to_move: mover } = view;
  page.dataset.ply = view.ply;
  page.dataset.toMove = mover ?? "";
  page.dataset.viewer = player ?? "";
  page.dataset.state = status;
  page.classList.toggle("my-turn", status === "running" && player !== null && player === mover);
  seats.render(view, (seat) => board?.extra?.(view, seat) ?? null);
  clock.update(view);
  log.render(view);
  write(part("turn"), turnLine());
  write(part("description"), view.description);
  part("no-moves").hidden = log.entries.length > 0;
  renderActions();
  renderFairness();
  if (view.result) showResult();
  markTitle();
  board?.render(view);
}

function renderActions() {
  const own = view.player === null ? null : view.seats[view.player];
  const running = view.status === "running";
  part("spectator").hidden = view.player !== null;
  part("held").hidden = !(running && own?.substituted && !own.resigned);
  page.querySelector('[data-action="resign"]').hidden = !running || own === null || own.resigned;
}

function renderFairness() {
  write(part("commitment"), view.commitment);
  part("secret-line").hidden = !view.result?.secret;
  write(part("secret"), view.result?.secret ?? "");
}

let resultShown = false;

function showResult() {
  if (resultShown) return;
  resultShown = true;
  part("verdict").replaceChildren(...resultPanel(view));
  part("rematch").hidden = view.player === null;
  part("result").hidden = false;
}

function receive(frame) {
  if (frame.t === "view") {
    accept(frame);
    if (!log.complete(view)) refresh();
  }
  if (frame.t === "here") {
    frame.here.forEach((here, player) => (view.seats[player].here = here));
    render();
  }
}

// --- Commands -----------------------------------------------------------------------------------

/** Waits a moment for the socket to bring a version; fetches it if that takes too long. */
async function catchUp(version) {
  await new Promise((done) => setTimeout(done, PATIENCE));
  if (view.version < version) await refresh();
}

async function command(name, body) {
  const answer = await post(base + name, body);
  if (answer.ok) {
    if (view.version < answer.version) catchUp(answer.version);
    return answer;
  }
  toast(answer.text);
  if (answer.error !== "illegal" && answer.error !== "network") await refresh();
  return answer;
}

/** Plays an action; the same action tried again keeps its id, so it cannot be played twice. */
async function submit(action) {
  const { ply } = view;
  const key = JSON.stringify([ply, action]);
  if (pending.key !== key) pending = { key, id: newId() };
  const answer = await command("moves", { action, ply, cmd_id: pending.id });
  if (answer.ok || answer.error !== "network") pending = { key: "", id: "" };
  return answer;
}

async function press(button, name) {
  button.disabled = true;
  const answer = await command(name, {});
  button.disabled = false;
  return answer;
}

for (const button of page.querySelectorAll('[data-action="reclaim"]')) {
  button.addEventListener("click", () => press(button, "reclaim"));
}

const dialog = page.querySelector("dialog");
const resign = page.querySelector('[data-action="resign"]');
resign.addEventListener("click", () => dialog.showModal());
dialog.addEventListener("close", () => {
  if (dialog.returnValue === "resign") press(resign, "resign");
  dialog.returnValue = "";
});

// --- The board ----------------------------------------------------------------------------------

/** Adds a foldable panel of the game's own beside the board; returns where its content goes. */
function panel(heading) {
  const body = h("div", { class: "panel-body" });
  const fold = h("details", { class: "panel", open: true }, h("summary", {}, h("h2", {}, heading)), body);
  part("panels").append(fold);
  return body;
}

const api = {
  submit,
  announce,
  panel,
  /** Asks what an action would bring, where a game tells that; nothing is played. */
  preview: (action) => post(`${base}preview`, { action }),
  get player() {
    return view.player;
  },
  get hints() {
    return view.hints;
  },
};

async function mountBoard() {
  try {
    const { mount } = await import(page.dataset.boardModule);
    board = await mount(part("board"), api);
    log.shown = ""; // a board may tell the same in another way
    render();
  } catch (error) {
    toast("The board could not be loaded. Please reload the page.");
    throw error;
  }
}

log.merge(view);
render();
connect({
  path: page.dataset.socket,
  receive,
  poll: refresh,
  show: (state) => (part("offline").hidden = state === "open"),
});
mountBoard();
