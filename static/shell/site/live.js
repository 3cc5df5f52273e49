/**
 * Keeps pages true while they are open. Sockets only say that something changed; the words
 * themselves are fetched again, so a lost message costs a moment and never shows anything wrong.
 *
 * `<body data-signed-in>`              opens /ws/me/: turn counts and changes of one's own games
 * `data-live-socket="/ws/table/x/"`    opens one more socket, which tells when the element has to be filled,
 *                                      or that a game has started; `data-calls` is where the reader is called
 * `data-live="/url/"`                  is filled anew with the fragment at that address; in it, `data-waits` says that the
 *                                      reader waits for a game, and `data-began`, of which game, links to where it began
 * `data-board="id" data-version="7"`   stands out for a moment when it comes with another version
 */

import { say } from "../common/catalog.js";
import { UNREACHABLE } from "../common/command.js";
import { h } from "../common/dom.js";
import { showBadge } from "./app.js";

const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 20_000;
const LONGEST_LOAD = 1_000; // for pictures, before the words are shown without them
const pageTitle = document.title;

/** Opens a socket and keeps it open, waiting a little longer (and never in step) after each failure. */
function keepOpen(path, receive) {
  const address = new URL(path, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  let failures = 0;
  let socket = null;
  let timer = 0;

  function open() {
    clearTimeout(timer);
    socket = new WebSocket(address);
    socket.onopen = () => {
      if (failures > 0) refreshAll();
      failures = 0;
    };
    socket.onmessage = (message) => {
      const frame = JSON.parse(message.data);
      if (frame.t === "ping") socket.send(JSON.stringify({ t: "pong" }));
      else receive(frame);
    };
    socket.onclose = (event) => {
      // 4xxx: the server won't have us here, now or later.
      if (event.code >= 4000) return;
      const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures);
      failures += 1;
      timer = setTimeout(open, longest * (0.1 + 0.9 * Math.random()));
    };
  }

  function openNow() {
    if (socket.readyState === WebSocket.CLOSED && failures > 0) open();
  }

  open();
  addEventListener("online", openNow);
  addEventListener("pageshow", (event) => event.persisted && openNow());
  document.addEventListener("visibilitychange", () => document.hidden || openNow());
}

/** Shows in how many games it's this reader's turn: in the header, the tab's title, on the app's icon. */
function showTurns(count) {
  showBadge(count);
  for (const badge of document.querySelectorAll("[data-my-turns]")) {
    badge.hidden = count === 0;
    const number = badge.querySelector("[data-my-turns-count]");
    if (number.textContent !== String(count)) number.textContent = String(count);
  }
  document.dispatchEvent(new CustomEvent("turns"));
  if (document.querySelector("[data-match]")) return; // a match writes its own title
  document.title = count > 0 ? `(${count}) ${pageTitle}` : pageTitle;
}

const busy = new WeakMap();
const asked = { headers: { Accept: "text/html", "X-Requested-With": "fetch" }, credentials: "same-origin" };

/** Fetches an element's fragment again; calls that arrive meanwhile lead to one more fetch. */
export async function refresh(element) {
  if (busy.has(element)) {
    busy.set(element, true);
    return;
  }
  busy.set(element, false);
  try {
    const answer = await fetch(element.dataset.live, asked);
    if (answer.ok && !answer.redirected) await replace(element, await answer.text());
  } catch {
    // Out of reach: the socket notices too, and asks again when it is back.
  }
  const again = busy.get(element);
  busy.delete(element);
  if (again) refresh(element);
}

/**
 * Sends a form that stands in a fragment, and fills its element with the answer; the focus stays there.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement|null} button  by which it's sent
 */
export async function send(form, button) {
  const element = form.closest("[data-live]");
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.append(button.name, button.value);
  const had = form.contains(document.activeElement);
  try {
    const answer = await fetch(form.action, { ...asked, method: "POST", body });
    if (answer.redirected) return location.assign(answer.url); // say to sign in
    if (!answer.ok) throw new Error(answer.statusText);
    await replace(element, await answer.text(), true);
  } catch {
    element.querySelector(".notice")?.remove();
    form.before(h("p", { class: "notice notice-warning" }, UNREACHABLE.text));
  }
  if (had && !element.contains(document.activeElement)) element.querySelector("[tabindex], a, button")?.focus();
}

function refreshAll() {
  for (const element of document.querySelectorAll("[data-live]")) refresh(element);
}

/** Shows a fragment; a reader who waited for a game there, or has just answered, goes where it has begun. */
async function replace(element, html, isOwn = false) {
  const waits = isOwn || element.querySelector("[data-waits]") !== null;
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  if (!sameWords(element, fresh.content)) await put(element, fresh);
  const began = waits && element.querySelector("[data-began]");
  if (began) callOver({ url: began.getAttribute("href"), game: began.dataset.began });
}

/** Puts new HTML into an element and gives back the focus, open folds and half-made choices. */
async function put(element, fresh) {
  await loadPictures(element, fresh.content);
  const moved = movedBoards(element, fresh.content);

  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const focusKey = focused && keyOf(focused, element);
  const open = [...element.querySelectorAll("details[open][id]")].map((fold) => fold.id);
  const values = [...element.querySelectorAll("select, input:not([type=hidden])")]
    .filter((field) => field.id)
    .map((field) => [field.id, field.value]);

  keepPictures(element, fresh.content);
  element.replaceChildren(fresh.content);
  for (const board of moved) {
    board.classList.add("has-moved");
    board.addEventListener("animationend", () => board.classList.remove("has-moved"), { once: true });
  }
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  for (const [id, value] of values) {
    const field = document.getElementById(id);
    if (field && element.contains(field)) field.value = value;
  }
  if (focusKey) (find(focusKey, element) ?? element).focus({ preventScroll: true });
  element.dispatchEvent(new CustomEvent("live:replaced", { bubbles: true }));
}

const pictures = (root) => new Map([...root.querySelectorAll("img")].map((image) => [image.src, image]));

/** Waits until the new pictures among some are here, so that nothing blinks. */
async function loadPictures(element, content) {
  const known = pictures(element);
  const loading = [...pictures(content).keys()]
    .filter((address) => !known.has(address))
    .map((address) => Object.assign(new Image(), { src: address }).decode());
  const late = new Promise((done) => setTimeout(done, LONGEST_LOAD));
  if (loading.length > 0) await Promise.race([Promise.allSettled(loading), late]);
}

/** Puts the pictures that are already shown in the place of the same new ones. */
function keepPictures(element, content) {
  const known = pictures(element);
  for (const [address, image] of pictures(content)) {
    const same = known.get(address);
    if (same) image.replaceWith(same);
  }
}

/** Returns the boards that come with another version than is shown. */
function movedBoards(element, content) {
  const boards = (root) => [...root.querySelectorAll("[data-board]")];
  const shown = new Map(boards(element).map((board) => [board.dataset.board, board.dataset.version]));
  return boards(content).filter(({ dataset }) => (shown.get(dataset.board) ?? dataset.version) !== dataset.version);
}

/** Tells whether two trees show the same; tokens, ids of forms and offered names differ in every answer. */
function sameWords(element, content) {
  const stripped = (root) => {
    const copy = root.cloneNode(true);
    for (const token of copy.querySelectorAll("[name=csrfmiddlewaretoken], [name=form_id]")) token.remove();
    for (const field of copy.querySelectorAll("[name=guest_name], [name=time_zone]")) field.removeAttribute("value");
    for (const time of copy.querySelectorAll("time[data-deadline], time[data-since]")) {
      time.textContent = "";
      time.removeAttribute("class");
    }
    const box = document.createElement("div");
    box.append(...copy.childNodes);
    return box.innerHTML;
  };
  return stripped(element) === stripped(content);
}

/** Names an element so that its successor can be found: by id, else by what it is and says. */
function keyOf(target, root) {
  if (target.id) return { id: target.id };
  const name = nameOf(target);
  const same = [...root.querySelectorAll(target.tagName)].filter((other) => nameOf(other) === name);
  return { tag: target.tagName, name, index: same.indexOf(target) };
}

function find(key, root) {
  if (key.id) return root.querySelector(`#${CSS.escape(key.id)}`);
  const same = [...root.querySelectorAll(key.tag)].filter((other) => nameOf(other) === key.name);
  return same[key.index] ?? same[0];
}

function nameOf(element) {
  return element.getAttribute("href") ?? `${element.name ?? ""}|${element.textContent.trim()}`;
}

/** Goes to a page of this site and to no other. */
function goTo(path) {
  const target = new URL(path, location.origin);
  if (target.origin === location.origin && path.startsWith("/")) location.assign(target);
}

// A form on its way to another page must get its answer: a guest's first seat brings the cookie that makes it theirs.
let submitting = false;
addEventListener("submit", ({ defaultPrevented, target }) => {
  if (!defaultPrevented && target.method !== "dialog" && !("inPlace" in target.dataset)) submitting = true;
});
addEventListener("pageshow", () => (submitting = false));

/** Tells whether the reader would lose something: a board in play, words half written, a question. */
function isBusy() {
  const board = document.querySelector("[data-board-module]");
  const { state, viewer } = board?.dataset ?? {};
  if (board && state !== "finished" && viewer !== "") return true;
  const fields = [...document.querySelectorAll("textarea, input:not([type=checkbox], [type=radio], [type=range])")];
  return document.querySelector("dialog[open]") !== null || fields.some((field) => field.value !== field.defaultValue);
}

const called = new Set(kept());

/** Returns the games that the reader of this tab would rather not go to now. */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem("stays") ?? "[]");
  } catch {
    return [];
  }
}

function stay(url) {
  try {
    sessionStorage.setItem("stays", JSON.stringify([...kept(), url]));
  } catch {
    // Then the next page asks again.
  }
}

/** Takes the reader to a game of theirs that has started; asks first, and once, if they're at something else. */
function callOver({ url, game }) {
  if (called.has(url)) return;
  if (!isBusy()) return goTo(url);
  called.add(url);
  const call = h(
    "div",
    { class: "notice notice-info call" },
    h("p", {}, say("The game of {game} you were waiting for has started.", { game })),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button button-small", href: url }, say("Go to the table")),
      h("button", { type: "button", class: "button button-quiet button-small", click: () => (stay(url), call.remove()) }, say("Stay here")),
    ),
  );
  document.querySelector("[data-calls]").append(call);
}

function receive(frame) {
  if (frame.t === "turns") showTurns(frame.count);
  if (frame.t === "turns" || frame.t === "changed") refreshAll();
  if (frame.t === "started" && !submitting) callOver(frame);
}

if ("signedIn" in document.body.dataset) {
  const shown = document.querySelector("[data-my-turns-count]");
  if (shown) showTurns(Number(shown.textContent) || 0);
  keepOpen("/ws/me/", receive);
}
for (const element of document.querySelectorAll("[data-live-socket]")) {
  keepOpen(element.dataset.liveSocket, (frame) => {
    if (frame.t === "started" && "waits" in element.dataset) element.dataset.waits = "begun";
    if (frame.t === "changed" && "live" in element.dataset) refresh(element);
    else receive(frame);
  });
}
