/**
 * A study: a match on its own board, with all that was tried instead. Its owner plays for whoever is to
 * move; a turn that is new becomes part of the tree. The address holds the place that is shown (`#12`).
 */

import { listenByRows } from "../board/keys.js";
import { addPanel, announcer, mountBoard } from "../board/page.js";
import { count, number, say } from "../common/catalog.js";
import { post } from "../common/command.js";
import { ask } from "../common/confirm.js";
import { h, write } from "../common/dom.js";
import { stillClock } from "../panels/clock.js";
import { lastMove, switchNotation } from "../panels/log.js";
import { Seats } from "../panels/seats.js";
import { Drafts } from "./drafts.js";
import { List, START, Tree } from "./tree.js";

const AHEAD = 4; // views that are fetched before they are asked for
const SETTLE = 250; // milliseconds until the address follows
const LONG = 1800; // characters of a comment from which on we say how many are left

const page = document.querySelector("[data-study]");
const part = (name) => document.querySelector(`[data-part="${name}"]`);
const button = (name) => page.querySelector(`[data-go="${name}"]`);
const { base, boardModule } = page.dataset;
const study = JSON.parse(document.getElementById("study").textContent);

const tree = new Tree(study.nodes);
const comments = new Map(study.comments.map((one) => [one.node, one]));
const drafts = new Drafts(`${base}comment`, keepComment);
const chosen = new Map(); // by node: the turn that was gone on with last
const views = new Map(); // by node
const seats = new Seats(part("seats"));
const clock = stillClock();
const announce = announcer(part("announcer"));
const list = new List(part("list"), tree, { go: (n) => go(n), says: (n) => Boolean(comments.get(n)), alone: study.names.length === 1 });

let wanted = -1;
let at = -1; // the node that is shown
let view = null;
let board = null;

function complain(text) {
  write(part("problem"), text);
  part("problem").hidden = text === "";
}

// --- Going through ------------------------------------------------------------------------------

/** Returns the node that comes after another: the one that was gone on with last, or the match's. */
function next(n) {
  const turns = tree.children(n);
  return turns.includes(chosen.get(n)) ? chosen.get(n) : turns[0];
}

function end(n) {
  let last = n;
  while (next(last) !== undefined) last = next(last);
  return last;
}

/** Fetches the view of a node, with those that are likely to be asked for next. */
async function fetchViews(n) {
  const wish = [n, tree.parent(n)];
  for (let ahead = next(n); ahead !== undefined && wish.length < AHEAD + 2; ahead = next(ahead)) wish.push(ahead);
  const nodes = [...new Set(wish)].filter((one) => !views.has(one));
  const answer = await fetch(`${base}views?nodes=${nodes}`, { credentials: "same-origin" })
    .then((response) => response.json())
    .catch(() => ({ ok: false, text: say("Sorry, we couldn't load the moves. Try again.") }));
  if (!answer.ok) throw new Error(answer.text);
  for (const one of answer.views) views.set(one.node, one);
}

/** Shows a node, unless a later wish comes first. */
async function go(n, { quiet = false } = {}) {
  wanted = tree.has(n) ? n : START;
  const mine = wanted;
  try {
    if (!views.has(mine)) await fetchViews(mine);
    if (mine !== wanted) return;
    if (!views.has(mine)) throw new Error(say("That move is no longer in this study."));
    complain("");
  } catch (error) {
    complain(error.message);
    return;
  }
  show(mine);
  if (!quiet) announce(mine === START ? say("The start.") : say("Move {n}: {move}", { n: view.ply, move: lastMove(view) }));
}

function show(n) {
  if (n !== at) board?.forgetPly();
  for (let one = n; one !== START; one = tree.parent(one)) chosen.set(tree.parent(one), one);
  at = n;
  view = { ...views.get(n), log: tree.log(n) };
  render();
}

function render() {
  page.dataset.ply = view.ply;
  clock.update(view);
  const watched = { ...view, status: "replay", player: null };
  seats.render(watched, (player) => board?.extra(watched, player) ?? null);
  part("turn").replaceChildren(...turnLine());
  write(part("description"), view.description);
  board?.render(view);
  list.mark(at);
  renderBar();
  renderComment();
  keepAddress();
}

function turnLine() {
  const move = view.ply ? say("Move {n}", { n: view.ply }) : say("The start");
  const { to_move, seats: players } = view;
  if (players.length === 1) return [move];
  const who = to_move === null ? say(", the end") : say(", {name}'s turn", { name: players[to_move].name });
  return [move, h("span", { class: "turn-who" }, who)];
}

function renderBar() {
  const dead = { first: at === START, back: at === START, forward: next(at) === undefined, last: next(at) === undefined };
  // Buttons that lead nowhere stay within reach of the keyboard.
  for (const [name, leads] of Object.entries(dead)) button(name).setAttribute("aria-disabled", String(leads));
  if (!study.is_owner) return;
  button("clock").hidden = !view.clock_moves;
  button("cut").hidden = at === START || tree.nodes.get(at).main;
}

// --- The address --------------------------------------------------------------------------------

let addressTimer = 0;

function keepAddress() {
  clearTimeout(addressTimer);
  const address = () => (at === study.opens_at ? location.pathname : `#${at}`);
  addressTimer = setTimeout(() => history.replaceState(null, "", address()), SETTLE);
}

const named = () => (location.hash ? Math.trunc(Number(location.hash.slice(1))) || START : study.opens_at);

// --- Turns --------------------------------------------------------------------------------------

/** Takes what came of a turn into the tree, and goes there. */
function take({ node, view: fresh }) {
  tree.add(node);
  views.set(node.n, fresh);
  wanted = node.n;
  list.render(node.n);
  renderCount();
  complain("");
  show(node.n);
}

async function submit(action) {
  const from = at;
  const answer = await post(`${base}play`, { node: from, action });
  if (!answer.ok) {
    if (answer.error !== "illegal") complain(answer.text);
    return answer;
  }
  if (from !== at) return { ok: false, error: "stale", text: say("You've gone to another move.") };
  take(answer);
  announce(lastMove(view));
  return { ok: true, ply: view.ply, version: view.version };
}

async function letClockMove() {
  const from = at;
  const answer = await post(`${base}clock`, { node: from });
  if (!answer.ok) return complain(answer.text);
  if (from === at) take(answer);
  return undefined;
}

async function cut() {
  const gone = at;
  const sure = await ask({
    title: say("Delete this move?"),
    text: say("All that follows on it will be deleted, too, with the comments."),
    yes: say("Delete"),
    no: say("Keep it"),
  });
  if (!sure || gone !== at) return;
  const answer = await post(`${base}cut`, { node: gone });
  if (!answer.ok) {
    complain(answer.text);
    return;
  }
  tree.fill(answer.study.nodes);
  comments.clear();
  for (const one of answer.study.comments) comments.set(one.node, one);
  list.render(answer.node);
  renderCount();
  go(answer.node);
  button("back").focus();
}

function renderCount() {
  const { nodes: most } = study.most;
  write(part("count"), count("{n} of {most} move", "{n} of {most} moves", tree.nodes.size, { most: number(most) }));
}

// --- Comments -----------------------------------------------------------------------------------

function renderComment() {
  const comment = comments.get(at);
  if (study.is_owner) {
    part("comment").value = drafts.get(at) ?? comment?.text ?? "";
    part("said").replaceChildren(...(comment?.hidden ? [h("p", { class: "notice notice-warning small" }, say("A moderator has hidden this comment, so only you can see it."))] : []));
    write(part("told"), "");
    renderDraft();
    return;
  }
  part("said").replaceChildren(...told(comment));
}

function told(comment) {
  if (!comment) return [h("p", { class: "muted" }, say("There's no comment on this move."))];
  if (comment.hidden) return [h("p", { class: "muted" }, say("A moderator has hidden this comment."))];
  const report = part("report") && h("button", { type: "button", class: "button button-quiet button-small", click: () => openReport(comment) }, say("Report"));
  return [
    h("p", { class: "study-words", translate: "no" }, comment.text),
    h("p", { class: "study-author" }, h("span", { class: "muted small" }, say("Written by {name}", { name: study.owner })), report || null),
  ];
}

function renderDraft() {
  const text = part("comment").value;
  part("save-row").hidden = text === "";
  const left = study.most.comment - text.length;
  write(part("room"), text.length > LONG ? count("{n} character left", "{n} characters left", left) : "");
}

/** Keeps what is being written, which is saved at the next pause. */
function keepDraft() {
  drafts.write(at, part("comment").value);
  write(part("told"), "");
  renderDraft();
}

function keepComment(node, answer) {
  if (!answer.ok) {
    if (node === at) write(part("told"), answer.text);
    else complain(answer.text);
    return;
  }
  if (answer.comment) comments.set(node, answer.comment);
  else comments.delete(node);
  list.sign(node);
  // What stands in the field is left alone: somebody may be writing there.
  if (node === at && drafts.get(node) === undefined) write(part("told"), answer.comment ? say("Saved.") : say("Deleted."));
}

function unsay() {
  part("comment").value = "";
  keepDraft();
  drafts.save();
  part("comment").focus();
}

// --- Sharing, naming, reporting -----------------------------------------------------------------

async function share() {
  const answer = await post(`${base}share`, { on: part("share").checked });
  if (answer.ok) study.is_shared = answer.is_shared;
  part("share").checked = study.is_shared;
  part("link-row").hidden = !study.is_shared;
  const done = study.is_shared ? say("Everyone with the link can look at this study now.") : say("Only you can see this study now.");
  write(part("share-told"), answer.ok ? done : answer.text);
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(part("link").value);
    write(part("share-told"), say("Link copied."));
  } catch {
    // No clipboard on pages without https: select it, so that one key copies it.
    part("link").select();
    write(part("share-told"), say("Press Ctrl+C to copy the link."));
  }
}

async function rename() {
  const answer = await post(`${base}rename`, { title: part("new-title").value });
  if (answer.ok) {
    write(part("title"), answer.title);
    part("new-title").value = answer.title;
  }
  write(part("share-told"), answer.ok ? say("Saved.") : answer.text);
}

async function remove(event) {
  event.preventDefault();
  const words = { title: say("Delete this study?"), text: say("Its moves and comments can't be brought back. The match itself stays."), yes: say("Delete"), no: say("Keep it") };
  if (await ask(words)) event.target.submit();
}

let reported = null; // the comment that is to be reported, null for the whole study

function openReport(comment) {
  reported = comment;
  write(part("quote"), comment ? comment.text : study.title);
  part("report").showModal();
}

async function sendReport() {
  const dialog = part("report");
  const said = new FormData(dialog.querySelector("form"));
  const wanted = dialog.returnValue === "report";
  dialog.returnValue = "";
  dialog.querySelector("form").reset();
  if (!wanted) return;
  const answer = await post(`${base}report`, { comment: reported?.id ?? null, reason: said.get("reason"), words: said.get("words") });
  write(part("told"), answer.ok ? say("Thank you. The moderators will look at it.") : answer.text);
}

function listenToOwner() {
  button("clock").addEventListener("click", letClockMove);
  button("cut").addEventListener("click", cut);
  part("comment").addEventListener("input", keepDraft);
  part("comment").addEventListener("change", drafts.save);
  part("unsay").addEventListener("click", unsay);
  document.addEventListener("leaving", drafts.keep);
  drafts.takeUp();
  // What is sent as late as "pagehide" doesn't always leave the browser; where there's no "beforeunload", it has to.
  for (const leaving of ["beforeunload", "pagehide"]) addEventListener(leaving, drafts.saveLast);
  addEventListener("beforeunload", (event) => drafts.isRefused && event.preventDefault());
  part("link").value = new URL(base, location.href).href;
  part("link").addEventListener("focus", () => part("link").select());
  part("copy").addEventListener("click", copyLink);
  part("share").addEventListener("change", share);
  part("new-title").addEventListener("change", rename);
  part("rename").addEventListener("submit", (event) => event.preventDefault()); // it's saved by itself
  part("delete").addEventListener("submit", remove);
}

// --- Keys ---------------------------------------------------------------------------------------

const ACTIONS = {
  first: () => go(START),
  back: () => at !== START && go(tree.parent(at)),
  forward: () => next(at) !== undefined && go(next(at)),
  last: () => go(end(at)),
};

const KEYS = [
  { keys: ["ArrowLeft"], does: say("Go back one move"), act: () => doing(ACTIONS.back) },
  { keys: ["ArrowRight"], does: say("Go forward one move"), act: () => doing(ACTIONS.forward) },
  { keys: ["Home"], does: say("Go to the start"), act: () => doing(ACTIONS.first) },
  { keys: ["End"], does: say("Go to the end of the line"), act: () => doing(ACTIONS.last) },
];

function doing(act) {
  act();
  return true;
}

/** Keys work wherever they mean nothing else: not in fields. */
const heed = (event) => !event.target.closest?.("input, textarea, select, dialog *");

// --- The board ----------------------------------------------------------------------------------

const api = {
  submit,
  begin: async () => ({ ok: true }),
  preview: (action) => post(`${base}preview`, { node: at, action }),
  clock,
  announce,
  panel: (heading) => addPanel(part("panels"), heading, { open: false }),
  best: null,
  get player() {
    return view?.player ?? null;
  },
  get hints() {
    return view?.hints ?? {};
  },
};

async function begin() {
  const first = tree.has(named()) ? named() : START;
  await fetchViews(first).catch(() => {}); // `go` asks again, and complains
  view = views.get(first) ?? null;
  board = await mountBoard(boardModule, part("board"), api, complain);
  list.render(first);
  switchNotation(part("notation"), part("list"));
  renderCount();
  await go(first, { quiet: true });
}

for (const [action, act] of Object.entries(ACTIONS)) button(action).addEventListener("click", act);
if (study.is_owner) listenToOwner();
page.querySelector("[data-report]")?.addEventListener("click", () => openReport(null));
part("report")?.addEventListener("close", sendReport);
listenByRows(document, null, KEYS, { heed });
addEventListener("hashchange", () => go(named()));
begin();
