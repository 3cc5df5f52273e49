/**
 * The match page: keeps the view true, sends the player's actions, and hands the view to the game's
 * own board (`board/board.js`), which draws a board and nothing else.
 */

import { listing, say } from "../common/catalog.js";
import { Chat } from "../talk/chat.js";
import { Clock } from "../panels/clock.js";
import { ask, get, newId, post } from "../common/command.js";
import { write } from "../common/dom.js";
import { lastMove, Log, switchNotation } from "../panels/log.js";
import { PreparedTurns } from "../panels/prepared.js";
import { Ending } from "../panels/ending.js";
import { othersOf, verdict } from "../panels/result.js";
import { Seats } from "../panels/seats.js";
import { Session } from "../panels/session.js";
import { following } from "./news.js";
import { Practice } from "./practice.js";
import { Side } from "./side.js";
import { connect } from "./socket.js";
import { Awake } from "../feel/awake.js";
import { Feel } from "../feel/feel.js";
import { keepNotes } from "../talk/notes.js";
import { Table } from "../talk/table.js";
import { addPanel, announcer, mountBoard, toaster } from "../board/page.js";
import { nodes } from "../board/told.js";
import { markTitle } from "./title.js";
import { dropKey, hasPlayed, heedLinks, isFromMail, keepPlayed, takeKey, takePlayed, withKey } from "./turnkey.js";
import { heldWords, isAlone, isAwaited, isTurn, turnLine } from "./turnline.js";

const PATIENCE = 700; // milliseconds the socket has to bring what an answer promised
const FALLEN = 1_200; // milliseconds after which we should have heard what a countdown brought

const page = document.querySelector("[data-match]");
const part = (name) => page.querySelector(`[data-${name}]`);
const base = page.dataset.base;
const announce = announcer(part("announcer"));
const toast = toaster(part("toast"));

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

const awake = new Awake();
const feel = new Feel(page);
const seats = new Seats(part("seats"), { give: () => command("give_day", { until: view.clock.deadline_at }) });
const log = new Log(part("moves"), {
  point: (ply) => board?.point(ply),
  gain: (event) => board?.gain(event) ?? nodes(event),
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
const prepared = new PreparedTurns(part("prepared"), {
  base,
  side: part("side"),
  more: part("more-parts"),
  view: () => view,
  refresh,
  announce,
  toast,
  changed(next) {
    view.prepared = next;
    render();
  },
});
const side = new Side(page);
const practice = new Practice(page, {
  command: (name, body) => command(name, body),
  ask: (name, thinking) => ask(base + name, {}, thinking),
  board: () => board,
  submit: (action) => submit(action),
  toast,
  announce,
});
const ending = new Ending(page, { toast, home: () => board?.home ?? part("board") });
const chat = part("talk") && new Chat(part("talk"), {
  base,
  mark: part("talk-mark"),
  counts: [part("talk-count")],
  now: () => clock.now,
  announce,
  toast,
  heard: () => feel.talk(),
});
const laidOut = () => ({ ...view, action: board?.action() ?? null });
const session = new Session(part("signed-out"), `${base}view`, laidOut);
let best = view.best ?? null; // only a whole view tells the player's best score

// --- Telling the player -------------------------------------------------------------------------

/** Draws what changes with the clock alone. */
function ticked() {
  if (isAlone(view)) write(part("turn"), turnLine(view, clock));
  board?.time();
  feel.time(view, clock);
}

/** Says what is new since a view. */
function tellChange(before) {
  const turn = view.status === "running" ? turnLine(view, clock) : "";
  const news = board?.news(view, before) ?? `${lastMove(view)} ${turn}`.trim();
  if (news) announce(news);
}

function tellEnd() {
  announce(`${turnLine(view, clock)} ${verdict(view)}`);
  ending.open();
}

const lookAtTitle = markTitle(() => isTurn(view) && isAwaited(view));

// --- Views --------------------------------------------------------------------------------------

/** Takes a view unless it is older than the one shown. */
function accept(next) {
  if (next.version < view.version) return;
  if (next.player !== view.player) {
    changeSeat(next);
    return;
  }
  const before = view;
  view = next;
  best = next.best ?? best;
  log.merge(next);
  render();
  feel.follow(view, before, board);
  if (next.ply > before.ply) tellChange(before);
  if (next.status === "finished" && before.status !== "finished") tellEnd();
}

/** Shows another board to who has left their seat, or has one now; who was signed out stays here. */
async function changeSeat(next) {
  if (await session.hasTaken(next)) return;
  leaving = true;
  if (!next.for_turn) dropKey();
  if (view.for_turn && hasPlayed(view, next)) keepPlayed();
  location.reload();
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
  const { status, player } = view;
  page.dataset.ply = view.ply;
  page.dataset.toMove = view.to_move ?? "";
  page.dataset.viewer = player ?? "";
  if (chat) chat.root.hidden = player === null;
  if (chat && player === null) chat.mark.hidden = true;
  if (player === null) side.hideTalk();
  page.dataset.state = status;
  page.dataset.seats = view.seats.length;
  page.classList.toggle("my-turn", isTurn(view));
  seats.render(view, (seat) => board?.extra(view, seat) ?? null);
  clock.update(view);
  awake.follow(view);
  log.render(view);
  table.render(view);
  practice.render(view);
  write(part("turn"), turnLine(view, clock));
  write(part("description"), view.description);
  part("no-moves").hidden = log.entries.length > 0;
  prepared.render(view);
  renderActions();
  renderFairness();
  renderDuel();
  if (view.result) ending.render(view, () => board?.details(view) ?? null);
  lookAtTitle();
  showNext();
  board?.render(view);
  if (view.result) ending.keepClear(() => board?.latest() ?? []);
}

/** Offers the next table that waits for this player, unless this one does too. */
function showNext() {
  const link = part("next-table");
  if (!link) return;
  const busy = isAwaited(view) || isAlone(view); // from practice you may well go where somebody waits
  const mine = busy && isTurn(view);
  const held = mine && view.seats[view.player].controller !== "human";
  const waiting = Number(document.querySelector("[data-my-turns-count]")?.textContent) || 0;
  link.hidden = waiting === 0 || (mine && !held);
  write(link, say("Next table ({n})", { n: waiting }));
  ending.offer(waiting);
}

document.addEventListener("turns", showNext);

function renderActions() {
  const own = view.player === null ? null : view.seats[view.player];
  const running = view.status === "running";
  part("spectator").hidden = view.player !== null;
  part("visiting").hidden = !view.for_turn;
  const held = running && own?.substituted;
  if (held && part("held").hidden) part("asked-fold").open = true;
  part("held").hidden = !held;
  write(part("held-words"), heldWords(view, own));
  page.querySelector('[data-action="resign"]').hidden = !running || own === null || Boolean(view.for_turn);
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
  if (!duel) return;
  const others = () => say("A duel with {names}.", { names: listing(othersOf(duel)) });
  write(part("duel-words"), duel.open ? say("Everyone who plays this challenge gets the same tiles.") : others());
}

/** The talk, for those who play: whoever has left the table no longer hears it. */
function talk() {
  return view.player === null || leaving || session.isOver ? null : chat;
}

let lookAtTalk = true; // what was said while nobody listened
let leaving = false; // the page is about to be reloaded and asks for nothing more

function receive(frame) {
  if (session.isOver) return; // it's what spectators are sent
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
  if (session.refused(answer.error)) return answer;
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
  if (prepared.open) return prepared.prepare(action);
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

const api = {
  submit,
  earns: true, // this page shows points on their way to a seat: see `whence`
  /** Starts the clock of a match that waits for its player. */
  begin: () => command("begin", {}),
  clock,
  announce,
  panel: (heading) => addPanel(part("panels"), heading, { open: !chat && !prepared.open }),
  /** Asks what an action would bring, in games that tell; nothing is played. */
  preview: (action) => post(`${base}preview`, { action }, "POST", carried),
  /** Returns state and hints of the player's next turn if nothing changes, null if nobody knows. */
  ahead: () => prepared.ahead(),
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

async function showBoard() {
  try {
    board = await mountBoard(page.dataset.boardModule, part("board"), api, toast);
    log.forget();
    render();
    const kept = session.take(view);
    if (kept) board.layOut(kept);
    part("first-look")?.remove();
  } finally {
    page.dataset.drawn = "";
  }
}

switchNotation(part("notation"), part("moves"));
log.merge(view);
render();
// The mail was meant for someone other than whoever is signed in here.
if (fromMail && view.player === null && part("stranger")) part("stranger").hidden = false;
heedLinks(key, () => view.player !== null);
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

/** Tells whether to answer the server; alone at a live table you can look away to rest. */
function isHere() {
  const here = !(isAlone(view) && view.clock.pace === "live" && document.hidden);
  if (here && view.player !== null && !view.for_turn) clock.heard();
  return here;
}

document.addEventListener("visibilitychange", socket.sign);
if (part("note")) keepNotes(part("note"));
showBoard();
