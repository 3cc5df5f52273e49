/** The page on a match's draws: has them all made again, here, and says in a sentence how it went. */

import { canCheck, check } from "./check.js";
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
  let [draws, wrong] = [0, 0];
  for await (const { entry, result, problems } of check(game, noted)) {
    draws += drawsOf(entry).length;
    wrong += problems.length > 0;
    row(entry, problems, result);
  }
  if (!wrong) {
    const moves = count(game.log.length, "move");
    return {
      ok: true,
      text:
        `All ${count(draws, "draw")} of this match follow from its secret, and its ${moves} and its result are ` +
        "those that were told while it was played. Whether the rules allow each move is not checked here.",
    };
  }
  const where = wrong === 1 ? "in 1 place" : `in ${wrong} places`;
  return { ok: false, text: `Something differs ${where}: this is not the match as it was played.` };
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

/** Says what a row is about: "12. Anna, by the clock: V90 1,0". */
function titleOf(entry, result, game) {
  if (result) return "Result and seal";
  if (!entry) return "Secret and fingerprint";
  if (entry.ply === 0) return "The start";
  const by = entry.actor === "clock" ? ", by the clock" : "";
  return `${entry.ply}. ${game.players[entry.player].name}${by}: ${entry.text}`;
}

function rowOf(entry, problems, result, game) {
  const sign = problems.length ? "✗" : "✓";
  return h(
    "li",
    { class: "draw-ply", "data-ply": entry?.ply ?? (result ? "result" : "secret"), "data-ok": String(problems.length === 0) },
    h("p", {}, h("b", { class: "draw-sign" }, sign, h("span", { class: "visually-hidden" }, problems.length ? " differs: " : " agrees: ")), titleOf(entry, result, game)),
    problems.length ? h("ul", { class: "draw-problems" }, problems.map((text) => h("li", {}, text))) : null,
    drawsOf(entry).length ? h("ul", { class: "draw-list" }, drawsOf(entry).map(told)) : null,
  );
}

// --- The match of this page ---------------------------------------------------------------------

let game = null;

async function run(noted = "") {
  const rows = [];
  const verdict = await checkAll(game, noted, (entry, problems, result) =>
    rows.push(rowOf(entry, problems, result, game)));
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
  if (game) run(part("noted").value.trim().toLowerCase());
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
    const verdict = await checkAll(JSON.parse(await file.text()), "", (entry, problems, result) => {
      const where = entry ? `move ${entry.ply}` : result ? "the result" : "the secret";
      wrong.push(...problems.map((text) => `${where}: ${text}`));
    });
    say(box, { ...verdict, text: `${file.name}: ${verdict.text}${wrong.length ? ` (${wrong.join("; ")})` : ""}` });
  } catch {
    say(box, { ok: false, text: `${file.name} is not a match as this site writes it.` });
  }
});

if (page) begin();
