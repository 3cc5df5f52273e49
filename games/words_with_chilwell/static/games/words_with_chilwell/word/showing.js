/** What the stage shows of a board: the word being spelled, or the word of a turn. */

import { count, number, say } from "../../../shell/common/catalog.js";
import { h, refill, set } from "../../../shell/common/dom.js";
import { verdict } from "../../../shell/panels/result.js";
import { choiceOf } from "../queue/choice.js";
import { lastRound } from "../strip.js";
import * as telling from "../telling.js";
import { pointsFor, SHORTEST, together } from "../tiles.js";

export function showStage(board) {
  const { view, draft, stage, looked, plays } = board;
  const entry = looked ?? view.log.at(-1);
  const turn = entry && telling.turnOf(entry);
  const drafting = !turn || (!draft.empty && !looked);
  stage.root.classList.remove("player-0", "player-1");
  stage.root.classList.add(`player-${drafting ? (view.player ?? 0) : turn.player}`);
  set(stage.svg, {
    "aria-label": inWords(board),
    // Whoever has the focus here keeps it, while a turn is on its way and when the game is over.
    tabindex: plays ? 0 : -1,
    role: plays ? "application" : "img",
  });
  stage.story.render(view, board.explain);
  if (drafting) showDraft(board);
  else showTurn(board, turn, entry.ply);
}

function inWords({ draft, stage, plays }) {
  if (!plays) return stage.line.textContent || say("No word yet");
  const letters = [...draft.word.toUpperCase()].join(" ");
  const word = draft.empty ? say("You haven't spelled a word yet.") : say("Your word: {letters}.", { letters });
  const how = say(
    "Type letters to spell a word. Backspace takes the last one back, Left and Right move between letters, Up and Down choose how many tiles to take, Enter plays, and Escape takes everything back.",
  );
  return [word, how].join(" ");
}

function showDraft({ draft, stage, view, canLay, options }) {
  const entries = draft.entries.map(({ tile, letter }) => ({ tile: tile.letter, letter, key: tile }));
  const caret = canLay && !draft.empty ? draft.caret : null;
  stage.draw({ entries, kind: view.result ? "none" : "draft", caret, options });
  refill(stage.line, [h("p", view.result ? { class: "stage-verdict" } : {}, title(view))]);
  refill(stage.sum, draft.empty ? [] : sum(pointsFor(draft.tiles, options)));
}

/** Says above the word being spelled whose word it is. */
function title(view) {
  if (view.result) return verdict(view);
  if (view.player === null) return say("Nobody has spelled a word yet");
  return lastRound(view) ? say("Your last word") : say("Your word");
}

function showTurn(board, turn, ply) {
  const { stage, view, draft, looked, options } = board;
  const entries = telling.spelled(turn).map((entry, place) => ({ ...entry, key: `${ply}/${place}` }));
  stage.draw({ entries, kind: turn.counts ? "good" : "bad", caret: null, options });
  const pieces = joined(telling.turnLine(view, turn, board.explain));
  const back = { type: "button", class: "button-link", click: () => board.changed() };
  refill(stage.line, [
    view.result && !looked ? h("p", { class: "stage-verdict" }, verdict(view)) : null,
    h("p", { class: "stage-turn" }, pieces.map((piece) => h("span", {}, piece))),
    draft.empty ? null : h("button", back, say("Back to your word")),
  ]);
  const { letters, bonus } = turn;
  refill(stage.sum, turn.counts ? sum({ letters, bonus, total: letters + bonus }) : []);
}

function sum({ letters, bonus, total }) {
  const parts = bonus ? h("span", { class: "sum-parts" }, `${number(letters)} + ${number(bonus)} = `) : null;
  return [parts, h("b", { class: "sum-total" }, telling.points(total))];
}

/** Returns the pieces of a sentence with strings that follow each other made one. */
function joined(pieces) {
  return pieces.reduce((made, piece) => {
    const goesOn = typeof piece === "string" && typeof made.at(-1) === "string";
    return goesOn ? [...made.slice(0, -1), made.at(-1) + piece] : [...made, piece];
  }, []);
}

/** Reads the word being spelled out, with its points and the tiles to take. */
export function readOut(board) {
  const { draft, view, options } = board;
  if (draft.length < SHORTEST || options.word_check) return;
  const worth = count(
    "{word}: {n} point if it counts.",
    "{word}: {n} points if it counts.",
    pointsFor(draft.tiles, options).total,
    { word: draft.word.toUpperCase() },
  );
  const tiles = together([...view.state.queue].slice(0, choiceOf(board).count ?? 0));
  board.announce([worth, tiles ? say("You'd take {tiles}.", { tiles }) : ""].filter(Boolean).join(" "));
}
