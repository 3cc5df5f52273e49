/** The page on a match's draws: has them all made again, here, and says in a sentence how it went. */

import { canCheck, check, valuesOf } from "./check.js";
import { h } from "./dom.js";

const LONG = 12; // things drawn at once beyond which the rest is folded away
const page = document.querySelector("[data-fairness]");
const part = (name) => document.querySelector(`[data-part="${name}"]`);
const NO_CRYPTO = "This browser makes draws again only on pages with https. The program below does it anywhere.";

/** Counts in words: "1 draw", "12 draws". */
function count(number, what) {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function drawsOf(entry) {
  return (entry?.streams ?? []).flatMap(({ stream, index, draws }) =>
    draws.map((draw) => ({ ...draw, stream, index })),
  );
}

/** Checks a whole match, a row for each step, and says what came of it. */
async function checkAll(game, noted, row) {
  if (!game.secret) return { ok: null, text: "The match is not over, so there is nothing to check yet." };
  let [draws, wrong, isSigned] = [0, 0, false];
  for await (const step of check(game, noted)) {
    draws += drawsOf(step.entry).length;
    wrong += step.problems.length > 0;
    isSigned ||= step.part === "signature";
    row(step);
  }
  if (wrong) {
    const where = wrong === 1 ? "in 1 place" : `in ${wrong} places`;
    return { ok: false, text: `Something differs ${where}: this is not the match as it was played.` };
  }
  const told = `its ${count(game.log.length, "move")} and its result agree with their hashes and the seal`;
  const found = game.start
    ? `All ${count(draws, "draw")} of this match follow from its secret, and ${told}.`
    : `Of this match ${told}. Its draws and positions were not checked. ${game.not_replayed}`;
  const unnamed = game.match ? "" : "It does not name its match, so the first hash was not checked.";
  const all = [found, bound(game, noted), signer(game, isSigned), unnamed, "What is not checked stands below."];
  return { ok: true, text: all.filter(Boolean).join(" ") };
}

/** Says how far a match without a fault is bound by what was noted. */
function bound(game, noted) {
  const ply = game.log.findLastIndex(({ hash }) => noted.includes(hash)) + 1;
  if (noted.includes(game.seal)) return "Moves and result are those of the seal you noted.";
  if (ply) return `Up to move ${ply} it is what you noted; what comes later agrees with itself.`;
  const draws = noted.includes(game.commitment) ? "The draws are those of the fingerprint you noted. " : "";
  return `${draws}Whether it is what was told, only a value noted meanwhile or the site’s key, got from elsewhere, can tell.`;
}

/** Says by whom a match is signed. */
function signer(game, isSigned) {
  if (!game.signature) return "It is not signed.";
  if (!isSigned) return "This browser cannot check signatures; the program below does.";
  const ours = part("key").textContent;
  return game.key === ours ? "It is signed by this site." : `It is signed by another site, with the key ${game.key}.`;
}

function say(box, { ok, text }) {
  box.dataset.ok = ok;
  box.replaceChildren(h("strong", {}, { true: "✓ ", false: "✗ " }[ok] ?? ""), text);
}

// --- Rows ---------------------------------------------------------------------------------------

/** Tells a draw: how many it was out of, the number, and what that stands for. */
function told(draw) {
  const drawn = [draw.drawn].flat();
  const size = draw.below ?? (draw.weights ? draw.weights.reduce((a, b) => a + b, 0) : draw.of.length);
  const how = draw.kind === "order" ? "put into an order" : `${draw.numbers.join(", then ")} of ${size}`;
  const what = drawn.length > LONG
    ? h("details", {}, h("summary", {}, drawn.slice(0, LONG).join(" ")), drawn.slice(LONG).join(" "))
    : h("b", {}, drawn.join(" "));
  const from = h("span", { class: "draw-stream" }, `${draw.stream}/${draw.index}`);
  return h("li", { class: "draw" }, from, h("span", {}, how), what);
}

const TITLES = {
  secret: "Secret and fingerprint",
  signature: "Signature",
  start: "The start",
  result: "Result and seal",
};

/** Says what a row is about: "12. Anna, by the clock: V90 1,0". */
function titleOf(step, entry, game) {
  if (step !== "move") return TITLES[step];
  const by = entry.actor === "clock" ? ", by the clock" : "";
  return `${entry.ply}. ${game.players[entry.player].name}${by}: ${entry.text ?? entry.said}`;
}

function rowOf({ part: step, entry, problems }, game) {
  const sign = problems.length ? "✗" : "✓";
  return h(
    "li",
    { class: "draw-ply", "data-ply": entry?.ply ?? step, "data-ok": String(problems.length === 0) },
    h("p", {}, h("b", { class: "draw-sign" }, sign, h("span", { class: "visually-hidden" }, problems.length ? " differs: " : " agrees: ")), titleOf(step, entry, game)),
    problems.length ? h("ul", { class: "draw-problems" }, problems.map((text) => h("li", {}, text))) : null,
    drawsOf(entry).length ? h("ul", { class: "draw-list" }, drawsOf(entry).map(told)) : null,
  );
}

// --- The match of this page ---------------------------------------------------------------------

let game = null;

async function run(noted = []) {
  const rows = [];
  const verdict = await checkAll(game, noted, (step) => rows.push(rowOf(step, game)));
  part("draws").replaceChildren(...rows);
  part("fold").open = verdict.ok === false;
  say(part("verdict"), verdict);
}

async function begin() {
  if (!canCheck) return say(part("verdict"), { ok: null, text: NO_CRYPTO });
  try {
    game = await fetch(page.dataset.json, { credentials: "same-origin" }).then((answer) => answer.json());
    part("secret").textContent = game.secret;
    part("seal").textContent = game.seal;
    await run();
  } catch (error) {
    say(part("verdict"), { ok: false, text: "The match could not be read. Please reload the page." });
    throw error;
  }
  return undefined;
}

part("noted-form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const noted = part("noted").value.trim().toLowerCase();
  if (game) run(noted ? [noted] : []);
});

// --- A file of the reader's ---------------------------------------------------------------------

// The same file chosen again is looked at again.
part("file").addEventListener("click", () => (part("file").value = ""));

part("file").addEventListener("change", async () => {
  const box = part("file-verdict");
  const [file] = part("file").files;
  if (!file) return;
  if (!canCheck) return say(box, { ok: null, text: NO_CRYPTO });
  const wrong = [];
  try {
    const held = JSON.parse(await file.text());
    // What was downloaded while this match was running is what the reader noted of it.
    const isEarlier = !held.secret && game && held.match === game.match;
    const [whole, noted] = isEarlier ? [game, valuesOf(held)] : [held, []];
    const verdict = await checkAll(whole, noted, ({ part: step, entry, problems }) => {
      const where = entry ? `move ${entry.ply}` : `the ${step}`;
      wrong.push(...problems.map((text) => `${where}: ${text}`));
    });
    say(box, { ...verdict, text: `${file.name}: ${verdict.text}${wrong.length ? ` (${wrong.join("; ")})` : ""}` });
  } catch {
    say(box, { ok: false, text: `${file.name} is not a match as this site writes it.` });
  }
});

if (page) begin();
