/** The page on a match's draws: has them all made again, here, and says in a sentence how it went. */

import { count, say, tell } from "../common/catalog.js";
import { canCheck, check, valuesOf } from "./check.js";
import { h } from "../common/dom.js";

const LONG = 12; // things drawn at once beyond which the rest is folded away
const page = document.querySelector("[data-fairness]");
const part = (name) => document.querySelector(`[data-part="${name}"]`);
const noCrypto = () => say("Your browser can only check draws on https pages. The program below can do it anywhere.");

function drawsOf(entry) {
  return (entry?.streams ?? []).flatMap(({ stream, index, draws }) =>
    draws.map((draw) => ({ ...draw, stream, index })),
  );
}

/** Checks a whole match, a row for each step, and says what came of it. */
async function checkAll(game, noted, row) {
  if (!game.secret) return { ok: null, text: say("The match isn't over yet, so there's nothing to check.") };
  let [draws, wrong, isSigned] = [0, 0, false];
  for await (const step of check(game, noted)) {
    draws += drawsOf(step.entry).length;
    wrong += step.problems.length > 0;
    isSigned ||= step.part === "signature";
    row(step);
  }
  if (wrong) {
    const text = count(
      "There's a difference in {n} place: this isn't the match as it was played.",
      "There are differences in {n} places: this isn't the match as it was played.",
      wrong,
    );
    return { ok: false, text };
  }
  const all = [...found(game, draws), bound(game, noted), signer(game, isSigned)];
  if (!game.match) all.push(say("The file doesn't say which match it's from, so we couldn't check the first hash."));
  all.push(say("See below for what this check doesn't cover."));
  return { ok: true, text: all.filter(Boolean).join(" ") };
}

/** Says what of a match without a fault was looked at. */
function found(game, draws) {
  const followed = count("The only draw follows from the secret.", "All {n} draws follow from the secret.", draws);
  const agreed = count(
    "{n} move and the result agree with their hashes and the seal.",
    "All {n} moves and the result agree with their hashes and the seal.",
    game.log.length,
  );
  if (game.start) return [followed, agreed];
  return [agreed, say("We didn't check its draws or positions."), game.not_replayed];
}

/** Says how far a match without a fault is bound by what was noted. */
function bound(game, noted) {
  const ply = game.log.findLastIndex(({ hash }) => noted.includes(hash)) + 1;
  if (noted.includes(game.seal)) return say("Its moves and result match the seal you noted.");
  if (ply) return say("Up to move {ply} it matches what you noted, and what follows is consistent.", { ply });
  const unbound = say(
    "To be sure the players saw the same match, compare it with a value you noted during play, or get the site's key from somewhere else.",
  );
  if (!noted.includes(game.commitment)) return unbound;
  return `${say("Its draws match the fingerprint you noted.")} ${unbound}`;
}

/** Says who signed a match. */
function signer(game, isSigned) {
  if (!game.signature) return say("The file isn't signed.");
  if (!isSigned) return say("Your browser can't check signatures. The program below can.");
  if (game.key === part("key").textContent) return say("This site signed the file.");
  return say("Another site signed the file, with the key {key}.", { key: game.key });
}

function show(box, { ok, text }) {
  box.dataset.ok = ok;
  box.replaceChildren(h("strong", {}, { true: "✓ ", false: "✗ " }[ok] ?? ""), text);
}

// --- Rows ---------------------------------------------------------------------------------------

/** Says which number a draw took, and the next ones if it did not count. */
function numbersOf({ numbers }) {
  return numbers.map(String).reduce((first, next) => say("{first}, then {next}", { first, next }));
}

/** Tells a draw: how many it was out of, the number, and what that stands for. */
function told(draw) {
  const drawn = [draw.drawn].flat();
  const size = draw.below ?? (draw.weights ? draw.weights.reduce((a, b) => a + b, 0) : draw.of.length);
  const how = draw.kind === "order"
    ? say("shuffled")
    : say("{number} of {size}", { number: numbersOf(draw), size: String(size) });
  const what = drawn.length > LONG
    ? h("details", { translate: "no" }, h("summary", {}, drawn.slice(0, LONG).join(" ")), drawn.slice(LONG).join(" "))
    : h("b", { translate: "no" }, drawn.join(" "));
  const from = h("span", { class: "draw-stream", translate: "no" }, `${draw.stream}/${draw.index}`);
  return h("li", { class: "draw" }, from, h("span", {}, how), what);
}

const TITLES = {
  secret: say("Secret and fingerprint"),
  signature: say("Signature"),
  start: say("The start"),
  result: say("Result and seal"),
};

/** Says what a row is about: "12. Anna (the clock's move): V90 1,0". */
function titleOf(step, entry, game) {
  if (step !== "move") return TITLES[step];
  const { name } = game.players[entry.player];
  const by = entry.actor === "clock" ? say("{name} (the clock's move)", { name }) : name;
  const move = h("span", { translate: "no" }, entry.text ?? entry.said);
  return tell("{ply}. {name}: {move}", { ply: String(entry.ply), name: by, move });
}

function signOf(problems) {
  const [sign, words] = problems.length ? ["✗", say("Differs:")] : ["✓", say("Agrees:")];
  return h("b", { class: "draw-sign" }, sign, h("span", { class: "visually-hidden" }, ` ${words} `));
}

function rowOf({ part: step, entry, problems }, game) {
  return h(
    "li",
    { class: "draw-ply", "data-ply": entry?.ply ?? step, "data-ok": String(problems.length === 0) },
    h("p", {}, signOf(problems), titleOf(step, entry, game)),
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
  show(part("verdict"), verdict);
}

async function begin() {
  if (!canCheck) return show(part("verdict"), { ok: null, text: noCrypto() });
  try {
    game = await fetch(page.dataset.json, { credentials: "same-origin" }).then((answer) => answer.json());
    part("secret").textContent = game.secret;
    part("seal").textContent = game.seal;
    await run();
  } catch (error) {
    show(part("verdict"), { ok: false, text: say("Sorry, we couldn't load the match. Reload the page.") });
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
  if (!canCheck) return show(box, { ok: null, text: noCrypto() });
  const wrong = [];
  try {
    const held = JSON.parse(await file.text());
    // What was downloaded while this match was running is what the reader noted of it.
    const isEarlier = !held.secret && game && held.match === game.match;
    const [whole, noted] = isEarlier ? [game, valuesOf(held)] : [held, []];
    const verdict = await checkAll(whole, noted, ({ part: step, entry, problems }) => {
      const where = step === "move" ? say("Move {ply}", { ply: String(entry.ply) }) : TITLES[step];
      wrong.push(...problems.map((problem) => say("{where}: {problem}", { where, problem })));
    });
    const text = say("{file}: {verdict}", { file: file.name, verdict: [verdict.text, ...wrong].join(" ") });
    show(box, { ...verdict, text });
  } catch {
    show(box, { ok: false, text: say("{file} isn't a match file from this site.", { file: file.name }) });
  }
});

if (page) begin();
