/**
 * A lesson: the game's own board on one position after another, and beside it what to do there. The
 * server judges every turn by the real rules. A turn that misses the goal isn't played: the lesson says
 * why, and it stays laid out on the board. The address holds the step (`#3`), the browser what is done.
 *
 * With `data-once` there's one step, `data-first` by its number, and one turn that counts: the server keeps
 * what is done, `data-onward` is the page of what follows, and with `data-last` nothing does.
 */

import { say } from "../common/catalog.js";
import { addPanel, announcer, mountBoard } from "../board/page.js";
import { stillClock } from "../panels/clock.js";
import { ask, post } from "../common/command.js";
import { h, write } from "../common/dom.js";
import { put, take } from "../common/tab.js";
import { keepStep, stepsDone } from "./progress.js";
import { Seats } from "../panels/seats.js";
import { nodes } from "../board/told.js";

const END = "end"; // the address after the last step
const DRAFT = `turn-draft ${location.pathname}`;

const narrow = matchMedia("(width < 62rem)");

const page = document.querySelector("[data-lesson]");
const part = (name) => page.querySelector(`[data-part="${name}"]`);
const button = (action) => page.querySelector(`[data-action="${action}"]`);
const { lesson: slug, base, query = "", onward = "", boardModule, first = "1" } = page.dataset;
const once = "once" in page.dataset;
const sent = document.getElementById("sent");
const steps = JSON.parse(document.getElementById("steps").textContent);
const seats = new Seats(page.querySelector("[data-seats]"));
const clock = stillClock();
const announce = announcer(part("announcer"));

let number = 0; // of the step that is open, from 1
let view = null;
let board = null;
let isDone = false;

// --- Telling the player -------------------------------------------------------------------------

/** Says how a turn went, in place of the step's own words. */
function show(text, tone, gains = []) {
  part("said").replaceChildren(
    ...(text ? [h("p", {}, text)] : []),
    ...(gains.length ? [h("ul", { class: "gains" }, gains)] : []),
  );
  part("said").dataset.tone = tone;
  part("text").hidden = text !== "";
}

/** Returns what came of the last turn, for whom. */
function gains() {
  const events = view.log.at(-1).events.filter((event) => event.player !== null);
  return events.map((event) => h("li", {}, board?.gain(event) ?? nodes(event)));
}

// --- Steps --------------------------------------------------------------------------------------

/** Opens the step, or the end, that the address names. */
function follow() {
  const wanted = location.hash.slice(1);
  const ended = wanted === END;
  const asked = ended ? steps.length : Math.trunc(Number(wanted)) || 1;
  const next = Math.min(Math.max(asked, 1), steps.length);
  if (next !== number) open(next);
  part("step").hidden = ended;
  part("end").hidden = !ended;
  seal();
}

/** Opens a step from its beginning. */
function open(next) {
  number = next;
  isDone = false;
  const step = steps[number - 1];
  view = step.view;
  page.dataset.step = number;
  page.dataset.state = "open";
  write(part("title"), step.title);
  write(part("text"), step.text);
  write(part("task"), step.task);
  part("task").hidden = false;
  show("", "");
  toggle("show", true);
  part("buttons").hidden = true;
  button("next").href = number < steps.length ? `#${number + 1}` : onward || `#${END}`;
  const more = number < steps.length || (onward && !("last" in page.dataset));
  write(button("next"), more ? say("Next") : say("Finish"));
  renderSteps();
  showBoard();
}

/** Shows a button or hides it, on pages that have it. */
function toggle(action, shown) {
  const found = button(action);
  if (found) found.hidden = !shown;
}

/** Returns the number by which the server knows a step: its own, or its place. */
function numbered(at) {
  return steps[at - 1].number ?? at + Number(first) - 1;
}

function renderSteps() {
  const done = stepsDone(slug);
  const links = page.querySelectorAll("[data-steps] a");
  links.forEach((link, place) => {
    link.classList.toggle("is-done", done.has(place + 1));
    if (place + 1 === number) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  });
}

/** Takes the position after a turn that reached the goal, or that was shown. */
function succeed(answer) {
  isDone = true;
  view = answer.view;
  page.dataset.state = "done";
  if (!once && !answer.shown) keepStep(slug, number);
  renderSteps();
  render();
  toggle("show", false);
  part("task").hidden = true;
  part("buttons").hidden = false;
  show(answer.text, answer.shown ? "missed" : "good", gains());
  seal();
  button("next").focus({ preventScroll: true });
}

/** Locks a board on which there is nothing left to do, or nothing now. */
function seal() {
  const isThinking = page.dataset.state === "thinking";
  page.querySelector("[data-board]").inert = isDone || isThinking || !part("end").hidden;
}

/** Says that a turn in a step is being thought about; until it has been, no other can be tried. */
function think(at, text) {
  if (at !== number || isDone) return;
  page.dataset.state = "thinking";
  show(text, "thinking");
  seal();
}

function render() {
  clock.update(view);
  seats.render(view, (player) => board?.extra(view, player) ?? null);
  write(part("description"), view.description);
  board?.render(view);
}

// --- Turns --------------------------------------------------------------------------------------

/** Has a turn judged; one that is legal but misses the goal isn't played either. */
async function submit(action) {
  const at = number;
  const answer = await ask(`${base}${numbered(at)}/try${query}`, { action }, (text) => think(at, text));
  if (page.dataset.state === "thinking") page.dataset.state = "open";
  seal();
  if (at !== number || isDone) return { ok: false, error: "stale", text: say("This step is done.") };
  if (answer.ok && answer.reached) {
    succeed(answer);
    return { ok: true, ply: view.ply, version: view.version };
  }
  show(answer.text, answer.ok ? "missed" : "bad");
  return answer.ok ? { ok: false, error: "missed", text: say("This step asks for a different turn.") } : answer;
}

/** Shows how it's done. What was shown doesn't count as found. */
async function showHow() {
  const at = number;
  const answer = await post(`${base}${numbered(at)}/show${query}`, { action: null });
  if (at !== number || isDone) return answer;
  if (answer.ok) succeed(answer);
  else show(answer.text, "bad");
  return answer;
}

button("show")?.addEventListener("click", showHow);
button("again")?.addEventListener("click", () => {
  open(number);
  part("title").focus({ preventScroll: true });
});

// --- The board ----------------------------------------------------------------------------------

/** Returns what a board can ask of the page while a step is open. */
function apiFor(at) {
  return {
    submit,
    announce,
    panel: (heading) => addPanel(page.querySelector("[data-panels]"), heading, { open: false }),
    clock,
    best: null,
    preview: (action) => post(`${base}${numbered(at)}/preview${query}`, { action }),
    get player() {
      return view.player;
    },
    get hints() {
      return view.hints;
    },
  };
}

/** Puts a new board in the place of the old one, and shows the step's position on it. */
async function showBoard() {
  const at = number;
  const fresh = h("section", { class: "board", "data-board": true, "aria-label": say("Board") });
  page.querySelector("[data-board]").replaceWith(fresh);
  page.querySelector("[data-panels]").replaceChildren();
  for (const left of document.querySelectorAll("body > dialog")) left.remove();
  board = null;
  render();
  const mounted = await mountBoard(boardModule, fresh, apiFor(at), (text) => show(text, "bad"));
  if (!fresh.isConnected) return;
  board = mounted;
  render();
  const kept = take(DRAFT);
  if (kept?.number === numbered(at) && kept.action) board.layOut(kept.action);
}

// Who has to sign in first goes on with what they have laid out.
document.addEventListener("leaving", () => put(DRAFT, { number: numbered(number), action: board?.action() ?? null }));

addEventListener("hashchange", () => {
  follow();
  part(part("end").hidden ? "title" : "end-title").focus({ preventScroll: true });
  // On a phone the lesson fills the screen.
  scrollTo({ top: narrow.matches ? page.offsetTop : 0 });
});
follow();
// A turn that was sent before this page was opened, and that is still being judged.
if (sent) submit(JSON.parse(sent.textContent));
