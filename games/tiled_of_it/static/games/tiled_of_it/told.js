/** The line between grid and hand: the last turn, what lies on a cell, or what to do. */

import { count, listing, say, tell, tellListing } from "../../shell/common/catalog.js";
import { h } from "../../shell/common/dom.js";
import { mark } from "../../shell/common/marks.js";
import { wordButton } from "../../shell/board/words/meaning.js";
import { forWhom, isOwn, isReader, plain } from "../../shell/board/told.js";
import { cellName, pairOf, partners, shown, wordOf } from "./cells.js";
import { changes, gainMarks } from "./tryout.js";
import { gainsOf, isFirstTurn, lastTurn, waiting } from "./turns.js";

/** Returns what to tell for a board as it is. */
export function told(board) {
  const { view, explain } = board;
  if (board.cell !== null) return board.preview.nodes();
  if (board.looked !== null) return cellFacts(view, board.looked, explain);
  const hints = [advice(view, board), ending(view)].filter(Boolean);
  const begins = view.ply === 0 && view.to_move !== view.player;
  return [
    begins ? h("p", {}, say("{name} goes first.", { name: view.seats[view.to_move].name })) : null,
    ...lastWords(view, explain),
    ...hints.map((hint) => h("p", { class: "muted" }, hint)),
  ];
}

/** Says what of the discard pile can be played. */
export function pileNote({ view, plays, isFirst }) {
  if (!view.state.pile.length) return say("The pile is empty.");
  if (!plays) return "";
  if (isFirst) return say("On your first turn you can only play a card from your hand.");
  return view.options.top_only ? say("You can play the top card.") : say("You can play any card.");
}

/** Says what lies on a cell of a board: "C2: LE, yours, in PILE and LEND." */
export function cellWords({ view, field, card: chosen, cell: laidOn }, cell) {
  const place = field.name(cell);
  if (cell === laidOn) return say("{cell}: {card}, just laid.", { cell: place, card: shown(chosen.letter) });
  const card = view.state.grid[cell];
  if (!card) return say("{cell}: empty.", { cell: place });
  const others = partners(cell, view.state, field.size);
  const words = listing(others.map((other) => wordOf(view.state.grid, pairOf(cell, other))));
  const facts = { cell: place, card: shown(card.text), words, name: view.seats[card.player].name };
  if (isReader(view, card.player)) {
    return words ? say("{cell}: {card}, yours, in {words}.", facts) : say("{cell}: {card}, yours.", facts);
  }
  return words ? say("{cell}: {card}, {name}'s, in {words}.", facts) : say("{cell}: {card}, {name}'s.", facts);
}

/** Returns the nodes that tell of a cell: its card, whose it is, and the words it is in. */
function cellFacts(view, cell, open) {
  const { grid } = view.state;
  const { size } = view.options;
  const card = grid[cell];
  const where = h("b", { translate: "no" }, cellName(cell, size));
  if (!card) return [h("div", { class: "cell-facts" }, where, h("span", { class: "muted" }, say("empty")))];
  const words = partners(cell, view.state, size).map((other) => wordOf(grid, pairOf(cell, other)));
  const yours = isReader(view, card.player);
  const owner = yours ? say("yours") : say("{name}'s", { name: view.seats[card.player].name });
  return [
    h(
      "div",
      { class: "cell-facts" },
      where,
      h("span", { translate: "no" }, shown(card.text)),
      h("span", { class: "whose" }, mark(card.player), owner),
      words.length
        ? words.map((word) => wordButton(word, open, { class: "chip" }))
        : h("span", { class: "muted" }, say("not in a word")),
    ),
  ];
}

/** Says what a player can do now, in a line. */
function advice(view, { mine, card }) {
  if (view.player === null || view.to_move === null) return "";
  const first = isFirstTurn(view.state, view.player);
  if (card) return whereTo(shown(card.letter), first);
  if (first && mine) return say("Your first turn: put a card on any empty cell. You don't score yet.");
  if (first) return say("On your first turn you put a card on any empty cell.");
  if (view.state.turns >= 3 * view.seats.length) return ""; // knows how
  if (!mine && view.prepared?.open) return say("You can try cards out and prepare one for your turn.");
  if (!mine) return say("You can try cards out while you wait.");
  return say("Put a card where it makes a word with the one next to it.");
}

function whereTo(card, first) {
  if (first) return say("Now choose an empty cell for {card}.", { card });
  return say("Now choose a cell for {card}. It doesn't have to be empty.", { card });
}

/** Says that the game is about to end, and how. */
function ending(view) {
  const { state } = view;
  if (state.to_move === null || state.deck_size > 0) return "";
  if (Math.min(...state.sizes) > 0) {
    return say("The deck is empty. The game ends after the round in which someone runs out of cards.");
  }
  const out = state.sizes.indexOf(0);
  const others = waiting(state).map((who) => (isReader(view, who) ? say("you") : view.seats[who].name));
  const facts = { name: view.seats[out].name, players: listing(others) };
  return isReader(view, out)
    ? say("You've run out of cards, so this is the last round. Still to play: {players}.", facts)
    : say("{name} has run out of cards, so this is the last round. Still to play: {players}.", facts);
}

/** Tells what happened in the last turn, with its words to look up, and how a game ended. */
function lastWords(view, open) {
  const turn = lastTurn(view);
  if (!turn) return [];
  const { entry, words } = turn;
  const names = view.seats.map((seat) => seat.name);
  const whom = forWhom(entry, view);
  const nodes = [h("p", { class: "last-words" }, whom && `${whom} `, ...happened(view, turn, open))];
  if (words.length) {
    const turned = entry.events.find(({ kind }) => kind === "turned");
    nodes.push(gainMarks(gainsOf(entry, names.length), names, changes(turned?.facts.cards)));
  }
  if (view.to_move === null) nodes.push(...bonus(entry, names));
  return nodes.filter(Boolean);
}

function happened(view, { text, cell, words, entry }, open) {
  const { name } = view.seats[entry.player];
  const yours = isOwn(entry, view);
  const card = shown(text);
  if (words.length) return made(view, { card, cell, words, entry }, open);
  const facts = { name, card, cell: cell === null ? "" : cellName(cell, view.options.size) };
  if (cell === null) return [yours ? say("You discarded {card}.", facts) : say("{name} discarded {card}.", facts)];
  return [yours ? say("You put {card} on {cell}.", facts) : say("{name} put {card} on {cell}.", facts)];
}

/** Tells which words were made, and whose card it was if it came from the pile. */
function made(view, { card, cell, words, entry }, open) {
  const owner = view.state.grid[cell].player;
  const facts = {
    name: view.seats[entry.player].name,
    words: tellListing(words.map((word) => wordTold(word, open))),
    owner: view.seats[owner].name,
    card,
  };
  const yours = isOwn(entry, view);
  if (owner === entry.player) return yours ? tell("You made {words}.", facts) : tell("{name} made {words}.", facts);
  if (yours) return tell("You made {words} with {owner}'s {card}.", facts);
  if (isReader(view, owner)) return tell("{name} made {words} with your {card}.", facts);
  return tell("{name} made {words} with {owner}'s {card}.", facts);
}

/** Returns a word with the points it scored in all. */
function wordTold({ word, points, share }, open) {
  const all = points + share;
  const label = say("{word}: {points}. What does it mean?", { word, points: count("{n} point", "{n} points", all) });
  return h("span", { class: "told-word" }, wordButton(word, open, { "aria-label": label }), ` ${all}`);
}

function bonus(entry, names) {
  const over = entry.events.find(({ kind }) => kind === "over");
  const gains = names.map(() => 0);
  for (const { kind, player, points } of entry.events) if (kind === "bonus") gains[player] += points;
  const line = gainMarks(gains, names, say("for cards on the grid at the end"));
  return [over ? h("p", { class: "muted" }, plain(over)) : null, line];
}
