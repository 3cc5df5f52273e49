/**
 * A match with what its turns were worth: the replay, a curve of the chances, and beside the board what
 * the turn shown was and which one was better. While a review is on its way the page asks how far it is.
 */

import { count, number, say } from "../common/catalog.js";
import { get, post } from "../common/command.js";
import { h } from "../common/dom.js";
import { mark } from "../common/marks.js";
import { seatShown, showInstead, step, watch } from "../proofs/replay.js";
import { curve } from "./curve.js";

const EVERY = 4_000; // milliseconds between two questions how far a review is
const WRONG = new Set(["inaccurate", "mistake"]);
const SIGNS = { inaccurate: "?!", mistake: "?" };

const panel = document.querySelector("[data-review]");
const part = (name) => document.querySelector(`[data-review-part="${name}"]`);
const base = JSON.parse(document.getElementById("view").textContent);
const names = base.seats.map(({ name }) => name);

let review = JSON.parse(document.getElementById("review").textContent);
let turns = new Map(); // by ply
let shown = 0; // the ply that the board shows
let isInstead = false; // whether the board shows the better turn
let chart = null;

const percent = (chance) => say("{n}%", { n: number(Math.round(100 * chance)) });
const signed = (change) => (change < 0 ? `\u2212${percent(-change)}` : `+${percent(change)}`);

// --- Before it's there --------------------------------------------------------------------------

function renderAsking() {
  const what = review.status === "failed" ? say("Sorry, this match couldn't be reviewed.") : say("See what each turn was worth, which ones were better, and how much was luck.");
  part("body").replaceChildren(
    h("p", {}, what),
    ...asking(say("Review this match")),
  );
}

/** Returns the button that asks for the review, where the reader can, and what they should know before. */
function asking(label) {
  const { can, text } = review.ask;
  return [
    ...(can ? [h("button", { type: "button", class: "button", click: ask }, label)] : []),
    ...(text ? [h("p", { class: "muted small" }, text)] : []),
  ];
}

async function ask(event) {
  event.target.disabled = true;
  const answer = await post(panel.dataset.ask, {});
  if (answer.ok) take(answer.review);
  else part("said").textContent = answer.text;
  event.target.disabled = false;
}

function renderProgress() {
  const { judged, to_judge, words, queue, unasked, wait } = review.progress;
  part("body").replaceChildren(
    h("p", {}, say("This match is being reviewed.")),
    h("progress", { max: to_judge, value: judged, "aria-label": say("Turns judged") }),
    h("p", { class: "muted small" }, [words, queue, unasked, wait].filter(Boolean).join(" ")),
    ...asking(say("Ask for it")),
  );
}

async function poll() {
  const answer = await get(panel.dataset.state);
  if (answer?.ok) take(answer.review);
  else setTimeout(poll, EVERY);
}

function take(fresh) {
  review = fresh;
  part("said").textContent = review.status === "done" ? say("The review is ready.") : "";
  render();
}

// --- The turn that is shown ---------------------------------------------------------------------

const now = h("div", { class: "review-now", "aria-live": "polite" });

function renderNow() {
  const turn = turns.get(shown);
  if (!turn) {
    now.replaceChildren(h("p", { class: "muted" }, shown ? say("Nobody chose this move.") : say("Go through the moves to see what each was worth.")));
    return;
  }
  const chances = turn.before.length > 1 ? turn.before : [];
  now.replaceChildren(
    h("p", { class: `review-verdict grade-${turn.grade}` }, h("span", { class: "grade-sign", "aria-hidden": "true" }, SIGNS[turn.grade] ?? ""), turn.verdict),
    ...(turn.better ? [better(turn)] : []),
    ...(turn.reasons.length ? [h("ul", { class: "review-reasons" }, turn.reasons.map((reason) => h("li", {}, reason)))] : []),
    ...(chances.length ? [h("p", { class: "review-chances muted small" }, says(turn))] : []),
  );
}

function says(turn) {
  const name = names[turn.player];
  const [from, to] = [percent(turn.before[turn.player]), percent(turn.after[turn.player])];
  if (from === to) return say("{name}'s chance to win: {to}", { name, to });
  return say("{name}'s chance to win: {from} with the best turn, {to} after this one", { name, from, to });
}

function better(turn) {
  const label = isInstead ? say("Back to what was played") : say("Show it on the board");
  return h(
    "p",
    { class: "review-better" },
    h("span", {}, say("Better:"), " ", h("b", {}, turn.better)),
    h("button", { type: "button", class: "button button-quiet button-small", click: swap }, label),
  );
}

/** Shows the better turn on the board, or again what was played. */
async function swap() {
  const ply = shown;
  if (isInstead) return step(ply);
  const query = new URLSearchParams({ ply, idea: 0, seat: seatShown() });
  const answer = await get(`${panel.dataset.idea}?${query}`);
  if (!answer?.ok || ply !== shown) {
    if (ply === shown) part("said").textContent = answer?.text ?? say("Sorry, we couldn't load that turn. Try again.");
    return undefined;
  }
  showInstead(answer.position, answer.entry);
  now.querySelector(".review-better button")?.focus();
  return undefined;
}

function follow(view) {
  shown = view.ply;
  isInstead = Boolean(view.instead);
  chart?.mark(shown);
  if (review.report) {
    renderNow();
    signMoves();
  }
}

// --- The whole match ----------------------------------------------------------------------------

/** Goes to the next turn that was wrong, of the reader's own if they played. */
function toNext() {
  const mine = review.report.turns.filter(({ grade, player }) => WRONG.has(grade) && (review.seat === null || player === review.seat));
  const next = mine.find(({ ply }) => ply > shown) ?? mine[0];
  if (next) step(next.ply);
}

/** Marks the turns that were wrong in the list of moves. */
function signMoves() {
  for (const { ply, grade, verdict } of review.report.turns) {
    const row = document.querySelector(`[data-move="${ply}"] .move-what`);
    if (!row || !WRONG.has(grade) || row.querySelector(".grade-sign")) continue;
    row.append(h("span", { class: `grade-sign grade-${grade}`, title: verdict }, h("span", { "aria-hidden": "true" }, SIGNS[grade]), h("span", { class: "visually-hidden" }, verdict)));
  }
}

function summary() {
  return review.report.players.map((player, seat) =>
    h(
      "section",
      { class: "review-player" },
      h("h3", {}, mark(seat), h("span", { translate: "no" }, names[seat])),
      h("p", { class: "review-index" }, say("Mistake index {index}", { index: number(player.index) })),
      h("ul", { class: "review-grades" }, grades(player)),
      parts(player, seat),
      ...swing(player),
    ),
  );
}

function grades(player) {
  return Object.entries(player.grades).map(([grade, n]) =>
    h("li", { class: `grade-${grade}` }, h("span", {}, review.report.grades[grade]), h("b", {}, number(n))),
  );
}

/** Says what made a result: a table whose last row is the sum of the others. */
function parts(player, seat) {
  const caption = say("What made the result for {name}", { name: names[seat] });
  const rows = player.parts.map(({ name, label, value, more }) => {
    const whole = name === "start" || name === "result";
    const head = h("th", { scope: "row" }, label, more ? h("span", { class: "muted small" }, more) : null);
    return h("tr", { class: `part-${name}` }, head, h("td", {}, whole ? percent(value) : signed(value)));
  });
  return h("table", { class: "review-parts" }, h("caption", { class: "visually-hidden" }, caption), h("tbody", {}, rows));
}

function swing({ swing: found }) {
  if (!found) return [];
  const { ply, change } = found;
  const text = change > 0 ? say("Luckiest moment: after move {ply}, {change}", { ply, change: signed(change) }) : say("Unluckiest moment: after move {ply}, {change}", { ply, change: signed(change) });
  return [h("p", { class: "small" }, h("a", { href: `#${ply}` }, text))];
}

function acts() {
  const { turns: all } = review.report;
  const own = all.filter(({ grade, player }) => WRONG.has(grade) && player === review.seat).length;
  const wrong = all.some(({ grade, player }) => WRONG.has(grade) && (review.seat === null || player === review.seat));
  const label = count("Learn from one turn", "Learn from {n} turns", own);
  return h(
    "p",
    { class: "row review-acts" },
    wrong ? h("button", { type: "button", class: "button button-quiet", click: toNext }, say("Next mistake")) : null,
    own ? h("a", { class: "button", href: panel.dataset.learn }, label) : null,
  );
}

function made() {
  const { seed, looks, version } = review.report.made;
  return h(
    "details",
    { class: "review-made" },
    h("summary", {}, say("How it was made")),
    h("p", { class: "small" }, say("Each turn is judged by what its player could see at the time. Luck is what draws and hidden tiles brought, compared with what was to be expected. Anyone can make this report again from the downloaded match.")),
    h("p", { class: "small" }, say("{looks} looks a turn, version {version}, seed {seed}", { looks: number(looks), version, seed: `${seed.slice(0, 12)}…` })),
    h("p", { class: "small" }, h("a", { href: panel.dataset.report }, say("The report as JSON"))),
  );
}

function renderReport() {
  turns = new Map(review.report.turns.map((turn) => [turn.ply, turn]));
  chart = curve(review.report, base.ply, names, step);
  part("chart").replaceChildren(chart.node);
  part("curve").hidden = false;
  const again = review.ask.can ? [h("p", { class: "small" }, h("button", { type: "button", class: "button button-quiet button-small", click: ask }, say("Review it again with the newer version")))] : [];
  part("body").replaceChildren(now, acts(), h("div", { class: "review-players" }, summary()), made(), ...again);
  chart.mark(shown);
  renderNow();
  signMoves();
}

function render() {
  panel.dataset.status = review.status;
  if (review.status === "waiting") {
    renderProgress();
    setTimeout(poll, EVERY);
  } else if (review.status === "done") renderReport();
  else renderAsking();
}

render();
watch(follow);
