/**
 * The match page: keeps the view true, sends the player's actions, and hands the view to the game's
 * own board, which draws a board and nothing else.
 *
 * A game's `board.js` exports `mount(root, api)`, which returns `{render(view), extra?(view, player),
 * point?(ply), gain?(event), time?(), news?(view, before), details?(view)}`: draw a view, return a node
 * beside a player's score, show the move of a ply, return a node that tells an event (null: its sentence
 * will do), draw what depends on the clock (each second), say what is new in a view, return a node for
 * the result.
 */

import { count, listing, say } from "../common/catalog.js";
import { Chat } from "../talk/chat.js";
import { Clock } from "../panels/clock.js";
import { get, newId, post } from "../common/command.js";
import { h, write } from "../common/dom.js";
import { lastMove, Log } from "../panels/log.js";
import { Orders } from "../panels/orders.js";
import { othersOf, resultPanel, verdict } from "../panels/result.js";
import { Seats } from "../panels/seats.js";
import { following } from "./news.js";
import { connect } from "./socket.js";
import { keepNotes } from "../talk/notes.js";
import { Table } from "../talk/table.js";
import { nodes } from "../board/told.js";
import { dropKey, isFromMail, keepPlayed, takeKey, takePlayed, withKey } from "./turnkey.js";

const PATIENCE = 700; // milliseconds the socket has to bring what an answer promised
const TOAST = 6_000;
const FALLEN = 1_200; // milliseconds after which we should have heard what a countdown brought

const page = document.querySelector("[data-match]");
const part = (name) => page.querySelector(`[data-${name}]`);
const base = page.dataset.base;
const title = document.title;
const MARK = `● ${say("Your turn")} – `; // before the title

let view = JSON.parse(document.getElementById("view").textContent);
const fromMail = isFromMail();
const key = takeKey(); // opens your seat for this turn if you come from a mail and aren't signed in
const carried = withKey(key);
const brought = key && (await get(`${base}view`, carried));
if (brought) view = brought;
if (brought && !brought.for_turn) dropKey(); // that turn is over
let board = null;
let fetching = null;
let pending = { key: "", id: "" };

const seats = new Seats(part("seats"), { give: () => command("give_day", {}) });
const log = new Log(part("moves"), {
  point: (ply) => board?.point?.(ply),
  gain: (event) => board?.gain?.(event) ?? nodes(event),
});
const clock = new Clock({
  show: (player, reading) => seats.showClock(player, reading),
  announce,
  ticked,
  due: () => setTimeout(() => clock.isOver && !view.paused && refresh(), FALLEN),
});
const table = new Table({
  notices: part("asked"),
  panel: part("table"),
  now: () => clock.now,
  announce,
  send: (name, body) => command(name, body),
});
const orders = new Orders(part("orders"), {
  base,
  view: () => view,
  refresh,
  announce,
  toast,
  changed(next) {
    view.orders = next;
    render();
  },
});
const chat = part("talk") && new Chat(part("talk"), {
  base,
  mark: part("talk-mark"),
  now: () => clock.now,
  announce,
  toast,
});
let best = view.best ?? null; // only a whole view tells the player's best score

// --- Telling the player -------------------------------------------------------------------------

/** Has a screen reader say something, even if it said the same before; returns the line. */
function announce(text) {
  const line = h("p", {}, text);
  part("announcer").append(line);
  setTimeout(() => line.remove(), 10_000);
  return line;
}

let toastTimer = 0;

function toast(text, tone = "error") {
  const box = part("toast");
  clearTimeout(toastTimer);
  if (!text) return;
  box.replaceChildren(h("p", { class: `notice notice-${tone}` }, text));
  toastTimer = setTimeout(() => box.replaceChildren(), TOAST);
}

/** Says whose turn it is, for the line above the board and for the tab. */
function turnLine() {
  if (view.paused) return say("Sorry, something went wrong on our side. This match is paused.");
  if (view.status === "finished") return isAlone() ? say("The game is over.") : say("The match is over.");
  if (isAlone()) return aloneLine();
  if (view.clock.deserted) return say("The match is waiting for someone to come back.");
  if (view.clock.paused_at) return say("Paused.");
  const mover = view.seats[view.to_move];
  if (view.player === view.to_move) {
    return mover.substituted ? say("Your turn, but the computer is playing for you.") : say("Your turn.");
  }
  return say("It's {name}'s turn.", { name: mover.name });
}

/** Tells whether the match has one player, alone at a table or in a duel. */
function isAlone() {
  return view.seats.length === 1;
}

/** Says how a game for one stands; its player knows whose turn it is. */
function aloneLine() {
  const mine = view.player !== null;
  if (view.clock.waits) return mine ? say("Ready when you are.") : say("Not started yet.");
  if (clock.stands) return say("The clock is stopped.");
  if (mine && view.clock.pace !== "live") return clock.words && timeLine();
  return mine ? "" : say("{name} is playing.", { name: view.seats[0].name });
}

function timeLine() {
  return clock.isOver ? say("Time is up.") : say("{time} left.", { time: clock.words });
}

/** Tells whether somebody else plays here, or in this duel: practice has no mark and no number. */
function isAwaited() {
  const { duel, seats, player } = view;
  const others = duel ? duel.entrants.filter((one) => !one.mine) : seats.filter((seat) => seat.player !== player);
  return others.some((other) => other.owner === "user");
}

/** Keeps a mark in the tab's title while others wait for this player; others may write it too. */
function markTitle() {
  const turn = view.player !== null && view.player === view.to_move && isAwaited();
  const mine = view.status === "running" && turn;
  const plain = document.title.startsWith(MARK) ? document.title.slice(MARK.length) : document.title;
  const wanted = (mine ? MARK : "") + (plain || title);
  if (document.title !== wanted) document.title = wanted;
}

/** Draws what changes with the clock alone. */
function ticked() {
  if (isAlone()) write(part("turn"), turnLine());
  board?.time?.();
}

new MutationObserver(markTitle).observe(document.querySelector("title"), { childList: true });

// --- Views --------------------------------------------------------------------------------------

/** Takes a view unless it is older than the one shown. */
function accept(next) {
  if (next.version < view.version) return;
  if (next.player !== view.player) {
    leaving = true;
    if (!next.for_turn) dropKey();
    if (view.for_turn && hasPlayed(next)) keepPlayed();
    location.reload(); // they left their seat, or have one now: the board is another
    return;
  }
  const before = view;
  view = next;
  best = next.best ?? best;
  log.merge(next);
  render();
  if (next.ply > before.ply) tellChange(before);
  if (next.status === "finished" && before.status !== "finished") tellEnd();
}

/** Tells whether a newer view has a turn that the player of this one has made. */
function hasPlayed(next) {
  const last = view.log.at(-1)?.ply ?? -1;
  return next.log.some(
    ({ ply, player, actor }) => ply > last && player === view.player && actor === "human",
  );
}

function tellChange(before) {
  const turn = view.status === "running" ? turnLine() : "";
  const news = board?.news?.(view, before) ?? `${lastMove(view)} ${turn}`.trim();
  if (news) announce(news);
}

function tellEnd() {
  announce(`${turnLine()} ${verdict(view)}`);
  part("result").scrollIntoView({ block: "nearest" });
}

/** Fetches the whole view; calls that come meanwhile share one answer. */
function refresh() {
  fetching ??= get(`${base}view`, carried).then((next) => {
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
  if (chat) chat.root.hidden = player === null;
  if (chat && player === null) chat.mark.hidden = true;
  page.dataset.state = status;
  page.dataset.seats = view.seats.length;
  page.classList.toggle("my-turn", status === "running" && player !== null && player === mover);
  seats.render(view, (seat) => board?.extra?.(view, seat) ?? null);
  clock.update(view);
  log.render(view);
  table.render(view);
  write(part("turn"), turnLine());
  write(part("description"), view.description);
  part("no-moves").hidden = log.entries.length > 0;
  orders.render(view);
  renderActions();
  renderFairness();
  renderDuel();
  if (view.result) showResult();
  markTitle();
  showNext();
  board?.render(view);
}

/** Offers the next table that waits for this player, unless this one does too. */
function showNext() {
  const link = part("next-table");
  if (!link) return;
  const { status, player, to_move: mover } = view;
  const busy = isAwaited() || isAlone(); // from practice you may well go where somebody waits
  const mine = busy && status === "running" && player !== null && player === mover;
  const held = mine && view.seats[player].controller !== "human";
  const waiting = Number(document.querySelector("[data-my-turns-count]")?.textContent) || 0;
  link.hidden = waiting === 0 || (mine && !held);
  write(link, say("Next table ({n})", { n: waiting }));
}

document.addEventListener("turns", showNext);

function renderActions() {
  const own = view.player === null ? null : view.seats[view.player];
  const running = view.status === "running";
  part("spectator").hidden = view.player !== null;
  part("visiting").hidden = !view.for_turn;
  part("held").hidden = !(running && own?.substituted);
  write(part("held-words"), heldWords(own));
  page.querySelector('[data-action="resign"]').hidden = !running || own === null || Boolean(view.for_turn);
}

/** Tells a player that the computer holds their seat, and how often it can still step in. */
function heldWords(own) {
  if (view.clock.deserted) return say("The match will continue as soon as you take your seat back.");
  const left = view.spells - (own?.spells ?? 0);
  const words = say("The computer is playing for you until you take your seat back.");
  if (!view.spells || !own) return words;
  if (left <= 0) return `${words} ${say("If it has to step in again, you'll lose your seat.")}`;
  return `${words} ${count("It can step in {n} more time.", "It can step in {n} more times.", left)}`;
}

function renderFairness() {
  write(part("commitment"), view.commitment);
  part("secret-line").hidden = !view.result?.secret;
  write(part("secret"), view.result?.secret ?? "");
  part("seal-line").hidden = !view.result?.seal;
  write(part("seal"), view.result?.seal ?? "");
}

/** Says who else plays in this duel. */
function renderDuel() {
  const { duel } = view;
  part("duel").hidden = !duel || view.status === "finished";
  if (duel) write(part("duel-words"), say("A duel with {names}.", { names: listing(othersOf(duel)) }));
}

let resultShown = "";

function showResult() {
  const key = JSON.stringify([view.duel, board !== null]);
  if (resultShown === key) return;
  resultShown = key;
  part("verdict").replaceChildren(...resultPanel(view, board?.details?.(view) ?? null));
  part("rematch").hidden = view.player === null || view.duel?.over === false;
  part("result").hidden = false;
}

/** The talk, for those who play: whoever has left the table no longer hears it. */
function talk() {
  return view.player === null || leaving ? null : chat;
}

let lookAtTalk = true; // what was said while nobody listened
let leaving = false; // the page is about to be reloaded and asks for nothing more

function receive(frame) {
  if (frame.t === "chat") talk()?.hint(frame.line);
  const next = frame.t === "news" && frame.follows === view.version ? following(view, frame) : frame;
  if (next.t === "news" || (next.t === "view" && view.for_turn)) {
    // Something is missing, or the socket knows nobody's key.
    if (next.version > view.version) refresh();
  } else if (next.t === "view") {
    accept(next);
    if (lookAtTalk) talk()?.refresh();
    lookAtTalk = false;
    if (!log.complete(view)) refresh();
  }
  if (frame.t === "here") {
    frame.here.forEach((here, player) => (view.seats[player].here = here));
    render();
    if (view.clock.stands_at) refresh(); // it tells since when the player has been away
  }
}

// --- Commands -----------------------------------------------------------------------------------

/** Waits a moment for the socket to bring a version; fetches it if that takes too long. */
async function catchUp(version) {
  await new Promise((done) => setTimeout(done, PATIENCE));
  if (view.version < version) await refresh();
}

async function command(name, body, { quiet = false } = {}) {
  const answer = await post(base + name, body, "POST", carried);
  if (answer.ok) {
    if (view.version < answer.version) catchUp(answer.version);
    return answer;
  }
  if (!quiet) toast(answer.text);
  if (answer.error !== "illegal" && answer.error !== "network") await refresh();
  return answer;
}

/**
 * Plays an action; the same action tried again keeps its id, so it can't be played twice.
 * @param {object} action
 * @param {{ply?: number, quiet?: boolean}} how  the ply it is made for if the board is ahead of the
 *   view, and whether the board itself says why it was refused
 * If it isn't the player's turn it is prepared instead, and the answer is a refusal called "prepared",
 * or "kept" if the player thought better of it.
 */
async function submit(action, { ply = view.ply, quiet = false } = {}) {
  if (orders.open) return orders.prepare(action);
  const key = JSON.stringify([ply, action]);
  if (pending.key !== key) pending = { key, id: newId() };
  const answer = await command("moves", { action, ply, cmd_id: pending.id }, { quiet });
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

const dialog = part("resigning");
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
  /** Starts the clock of a match that waits for its player. */
  begin: () => command("begin", {}),
  clock,
  announce,
  panel,
  /** Asks what an action would bring, in games that tell; nothing is played. */
  preview: (action) => post(`${base}preview`, { action }, "POST", carried),
  /** Returns state and hints of the player's next turn if nothing changes, null if nobody knows. */
  ahead: () => orders.ahead(),
  get player() {
    return view.player;
  },
  get hints() {
    return view.hints;
  },
  /** The player's best score before this game if they play alone; else null. */
  get best() {
    return best;
  },
};

async function mountBoard() {
  try {
    const { mount } = await import(page.dataset.boardModule);
    board = await mount(part("board"), api);
    log.forget();
    render();
    part("first-look")?.remove();
  } catch (error) {
    toast(say("Sorry, we couldn't load the board. Reload the page."));
    throw error;
  } finally {
    page.dataset.drawn = "";
  }
}

log.merge(view);
render();
// The mail was meant for someone other than whoever is signed in here.
if (fromMail && view.player === null && part("stranger")) part("stranger").hidden = false;
if (takePlayed()) part("spectator").prepend(`${say("You've played your turn.")} `);
const socket = connect({
  path: page.dataset.socket,
  receive,
  poll() {
    refresh().then(() => talk()?.refresh());
  },
  show(state) {
    part("offline").hidden = state === "open";
    lookAtTalk = true;
  },
  isHere,
  hear(instant) {
    clock.hear(instant);
    clock.tick();
  },
});

/** Tells whether someone is here when the server asks; alone at a table you can look away to rest. */
function isHere() {
  const here = !(isAlone() && document.hidden);
  if (here && view.player !== null && !view.for_turn) clock.heard();
  return here;
}

document.addEventListener("visibilitychange", () => document.hidden || socket.sign());
if (part("note")) keepNotes(part("note"));
mountBoard();
