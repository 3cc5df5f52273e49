/**
 * A line for each player: the last word, how many tiles are used and in hand, and how near that is
 * to the end. A hand that isn't played from here is a row of tiles, with backs for those unseen.
 */

import { count, number, say } from "../../../shell/common/catalog.js";
import { h, refill, s, set, write } from "../../../shell/common/dom.js";
import { mark } from "../../../shell/common/marks.js";
import { isReader } from "../../../shell/board/told.js";
import { wordButton } from "../../../shell/board/words/meaning.js";
import { lastTurnOf, nameOf } from "../telling.js";
import { back, BLANK, drawn, inWords } from "../tiles.js";

const GAP = 3;
const OVERLAP = 0.42; // of a back that the next one leaves to be seen
const ROOM = 0.5; // of a tile, between backs and faces

export class PlayerLine {
  /**
   * @param {number} player
   * @param {(word: string) => void} open
   */
  constructor(player, open) {
    this.player = player;
    this.open = open;
    this.name = h("b", { class: "line-name" });
    this.last = h("span", { class: "line-last" });
    this.used = new Gauge(say("used"), usedInWords);
    this.hand = new Gauge(say("hand"), heldInWords);
    this.fan = s("svg", { class: "fan", role: "img" });
    this.root = h(
      "section",
      { class: `line player-${player}` },
      h(
        "div",
        { class: "line-facts" },
        mark(player),
        this.name,
        this.last,
        h("span", { class: "gauges" }, this.used.root, this.hand.root),
      ),
      h("div", { class: "line-hand" }, this.fan),
    );
    this.shown = "";
  }

  /**
   * @param {any} view
   * @param {{used: number, hand: number}|null} plan  what the turn in the making comes to
   * @param {boolean} fan  whether the hand is shown here
   */
  render(view, plan, fan) {
    const { player } = this;
    const { used, sizes } = view.state;
    this.title(view);
    this.root.classList.toggle("is-moving", view.to_move === player);
    const { used_limit: usedLimit, hand_limit: handLimit } = view.options;
    this.used.render(used[player], usedLimit + 1, usedLimit, plan?.used);
    this.hand.render(sizes[player], handLimit, handLimit, plan?.hand);
    refill(this.last, this.told(view));
    this.fan.parentNode.hidden = !fan;
    if (fan) this.renderHand(view);
  }

  /** Names the player, and the line after them. */
  title(view) {
    const mine = isReader(view, this.player);
    const name = nameOf(view, this.player);
    write(this.name, mine ? say("You") : name);
    set(this.name, { translate: mine ? null : "no" });
    const label = mine ? say("How you're doing") : say("How {name} is doing", { name });
    set(this.root, { "aria-label": label });
  }

  /** Tells the last turn in a few words. */
  told(view) {
    const turn = lastTurnOf(view, this.player);
    if (!turn) return [];
    const gained = turn.letters + turn.bonus;
    const took = count("took {n}", "took {n}", turn.taken.length);
    const taken = h("span", { class: "line-took" }, took);
    if (turn.stopped) return [h("span", {}, say("stopped")), taken];
    if (!turn.word) return [h("span", {}, say("no word")), taken];
    const points = turn.counts ? `+${number(gained)}` : "✗";
    const label = turn.counts ? lastWord(turn.word, gained) : lastFailed(turn.word);
    const looks = { class: turn.counts ? "last-word" : "last-word is-bad", "aria-label": label };
    const gain = h("span", { class: "last-points" }, points);
    return [wordButton(turn.word, this.open, looks, " ", gain), taken];
  }

  /** Fits the hand into the room there is; its tiles are at most so large, in pixels. */
  layout(largest) {
    this.width = this.fan.parentNode.clientWidth || this.root.clientWidth;
    this.largest = largest;
    this.shown = "";
  }

  renderHand(view) {
    const { player } = this;
    const hand = view.state.hands[player];
    const faces = [...(hand ?? view.state.known[player])].sort(byName);
    const backs = hand === null ? view.state.sizes[player] - faces.length : 0;
    const key = JSON.stringify([faces, backs, this.width, this.largest]);
    if (key === this.shown || !this.width) return;
    this.shown = key;
    this.drawHand(faces, backs);
    const name = nameOf(view, player);
    const mine = isReader(view, player);
    set(this.fan, { "aria-label": mine ? ownHand(faces) : handOf(name, faces, backs) });
  }

  drawHand(faces, backs) {
    const backUnits = backs ? 1 + OVERLAP * (backs - 1) + (faces.length ? ROOM : 0) : 0;
    const units = backUnits + faces.length;
    const size = Math.min(this.largest, (this.width - GAP * faces.length - 2) / Math.max(1, units));
    const nodes = [...Array(backs).keys()].map((place) =>
      s("g", { transform: `translate(${1 + place * size * OVERLAP} 1)` }, back(size)),
    );
    faces.forEach((tile, place) => {
      const x = 1 + backUnits * size + place * (size + GAP);
      nodes.push(s("g", { transform: `translate(${x} 1)` }, drawn(tile, size)));
    });
    const height = this.largest + 5;
    const all = Math.max(size, units * size + faces.length * GAP + 2);
    set(this.fan, { viewBox: `0 0 ${all} ${height}`, width: all, height });
    this.fan.replaceChildren(...nodes);
  }
}

function lastWord(word, gained) {
  return count(
    "{word}, +{n} point, the last word: what does it mean?",
    "{word}, +{n} points, the last word: what does it mean?",
    gained,
    { word },
  );
}

function lastFailed(word) {
  return say("{word}, the last word, which doesn't count: what does it mean?", { word });
}

function ownHand(faces) {
  if (!faces.length) return say("Your hand is empty.");
  return say("Your hand: {tiles}.", { tiles: inWords(faces) });
}

/** Says what is known of a hand: its faces, and how many tiles nobody has seen. */
function handOf(name, faces, backs) {
  const facts = { name, tiles: inWords(faces) };
  if (!backs && !faces.length) return say("{name}'s hand is empty.", facts);
  if (!backs) return say("{name}'s hand: {tiles}.", facts);
  if (!faces.length) {
    return count(
      "{name}'s hand: {n} hidden tile.",
      "{name}'s hand: {n} hidden tiles.",
      backs,
      facts,
    );
  }
  return count(
    "{name}'s hand: {n} hidden tile, and {tiles} from the queue.",
    "{name}'s hand: {n} hidden tiles, and {tiles} from the queue.",
    backs,
    facts,
  );
}

function usedInWords(n, limit) {
  return count(
    "{n} tile used; the limit is {limit}.",
    "{n} tiles used; the limit is {limit}.",
    n,
    { limit },
  );
}

function heldInWords(n, limit) {
  return count(
    "{n} tile in hand; the limit is {limit}.",
    "{n} tiles in hand; the limit is {limit}.",
    n,
    { limit },
  );
}

function byName(a, b) {
  return (a === BLANK) - (b === BLANK) || a.localeCompare(b);
}

/** A number on its way to the limit that ends the game, drawn as a bar below it. */
class Gauge {
  /**
   * @param {string} what
   * @param {(count: number, limit: number) => string} inWords
   */
  constructor(what, inWords) {
    this.inWords = inWords;
    this.text = h("span", { class: "gauge-text" });
    this.words = h("span", { class: "visually-hidden" });
    this.fill = s("rect", { class: "gauge-fill", height: 5, rx: 2.5 });
    this.plan = s("rect", { class: "gauge-plan", height: 5, rx: 2.5 });
    const unseen = { "aria-hidden": "true" };
    const track = s("rect", { class: "gauge-track", width: 100, height: 5, rx: 2.5 });
    const box = { viewBox: "0 0 100 5", preserveAspectRatio: "none", ...unseen };
    const label = h("span", { class: "gauge-what" }, what);
    this.root = h(
      "span",
      { class: "gauge" },
      h("span", { class: "gauge-line", ...unseen }, label, this.text),
      s("svg", box, track, this.plan, this.fill),
      this.words,
    );
  }

  /** Shows a number beside the limit the rules name; `end` ends the game, `coming` is planned. */
  render(held, end, limit, coming = held) {
    const part = (value) => Math.max(0, Math.min(100, (100 * value) / end));
    write(this.text, `${number(held)}/${number(limit)}`);
    write(this.words, `${this.inWords(held, limit)} `);
    this.fill.setAttribute("width", part(Math.min(held, coming)));
    this.plan.setAttribute("width", part(Math.max(held, coming)));
    this.root.classList.toggle("is-over", held >= end);
    this.root.classList.toggle("is-near", coming >= end && held < end);
  }
}
