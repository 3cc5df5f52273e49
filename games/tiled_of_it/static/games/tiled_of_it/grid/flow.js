/**
 * A turn as it happens: the card comes down, its colour runs along the words from cell to cell, and
 * points rise. The grid below is already as it will be; what was there is drawn on top and taken away.
 */

import { number } from "../../../shell/common/catalog.js";
import { calm, s } from "../../../shell/common/dom.js";
import { fly, settle } from "../../../shell/feel/motion.js";

const ARRIVAL = 340; // milliseconds
const STEP = 300; // from one cell to the next
const RISE = 1700;

export class Flow {
  /** @param {object} field */
  constructor(field) {
    this.field = field;
    this.running = [];
  }

  /** Takes everything that still moves to its end. */
  stop() {
    for (const animation of this.running) animation.cancel();
    this.running = [];
    this.field.layer.replaceChildren();
  }

  /** Moves an element, and removes it afterwards if it was only there for that. */
  move(element, frames, { delay = 0, duration, passing = false, easing = "ease-out" }) {
    const animation = element.animate(frames, { delay, duration, easing, fill: "backwards" });
    this.running.push(animation);
    if (passing) animation.finished.then(() => element.remove(), () => element.remove());
  }

  /**
   * Shows a turn.
   * @param {any} turn  as `lastTurn` tells it
   * @param {(any|null)[]} before  the cards that lay there
   * @param {(any|null)[]} after  the cards that lie there now
   * @param {{arrives: boolean, from: Element|null, bonus: number, scores: boolean}} how  whether the
   *   card is yet to come, and from where; what each card scores for its owner if this was the end;
   *   whether the points of words are shown, which a match page does itself
   */
  show(turn, before, after, { arrives, from, bonus, scores }) {
    this.stop();
    if (calm.matches) return;
    const { cell, rounds, words, entry } = turn;
    if (cell !== null && arrives && !this.come(cell, from, ARRIVAL)) this.arrive(cell);
    let time = arrives ? ARRIVAL : 80;
    if (words.length && scores) {
      this.score(cell, entry.player, sum(words.map((word) => word.points)), time);
      for (const word of words) this.score(word.cell, word.owner, word.share, time + STEP);
    }
    for (const round of rounds) {
      for (const step of round) this.step(step, after[cell].player, before[step.to], after[step.to], time);
      time += STEP;
    }
    if (bonus) this.finish(after, bonus, time + (words.length ? STEP * 2 : 0));
  }

  /** Lets a card come to its cell from elsewhere, over all that lies there; tells whether it does. */
  come(cell, from, duration) {
    const card = this.field.cells[cell].querySelector(".word-card");
    if (!card || !from) return false;
    const copy = card.cloneNode(true);
    copy.classList.add("flying");
    this.field.layer.append(copy);
    const flight = fly(copy, from, { duration });
    if (!flight) {
      copy.remove();
      return false;
    }
    this.running.push(flight);
    this.move(card, [{ opacity: 0 }, { opacity: 0 }], { duration });
    const land = () => copy.remove();
    flight.finished.then(() => settle(card), () => {}).then(land);
    return true;
  }

  arrive(cell) {
    const card = this.field.cells[cell].querySelector(".word-card");
    if (!card) return;
    const frames = [{ opacity: 0, scale: 1.5 }, { opacity: 1, scale: 1 }];
    this.move(card, frames, { duration: ARRIVAL, easing: "cubic-bezier(0.2, 0.9, 0.3, 1.15)" });
  }

  /** Shows control come from one cell to the next: a drop of colour, then the card takes it on. */
  step({ from, to }, player, before, after, delay) {
    const [start, end] = [this.field.middle(from), this.field.middle(to)];
    const drop = s("circle", { class: `drop player-${player}`, r: 9 });
    this.field.layer.append(drop);
    const at = ({ x, y }) => `translate(${x}px, ${y}px)`;
    const frames = [
      { opacity: 0, transform: at(start) },
      { opacity: 1, transform: at(start), offset: 0.15 },
      { opacity: 1, transform: at(end) },
    ];
    this.move(drop, frames, { delay, duration: STEP, passing: true, easing: "ease-in-out" });
    const card = this.field.cells[to].querySelector(".word-card");
    const swell = [{ scale: 1 }, { scale: 1.1 }, { scale: 1 }];
    if (card) this.move(card, swell, { delay: delay + STEP * 0.6, duration: STEP });
    if (!before || before.player === after.player) return;
    const old = this.field.card(before, to);
    this.field.layer.prepend(old);
    const gone = start.x < end.x ? "inset(-4px -4px -4px 104%)" : "inset(104% -4px -4px -4px)";
    const sweep = [{ clipPath: "inset(-4px)" }, { clipPath: gone }];
    this.move(old, sweep, { delay: delay + STEP * 0.5, duration: STEP, passing: true });
  }

  /** Lets points rise from a cell, in the colour of whoever gets them. */
  score(cell, player, points, delay) {
    if (!points) return;
    const { x, y } = this.field.middle(cell);
    const label = s(
      "g",
      { class: `score player-${player}` },
      s("rect", { x: x - 18, y: y - 13, width: 36, height: 26, rx: 13 }),
      s("text", { x, y }, `+${number(points)}`),
    );
    this.field.layer.append(label);
    const frames = [
      { opacity: 0, translate: "0 0" },
      { opacity: 1, translate: "0 -20px", offset: 0.18 },
      { opacity: 1, translate: "0 -25px", offset: 0.75 },
      { opacity: 0, translate: "0 -40px" },
    ];
    this.move(label, frames, { delay, duration: RISE, passing: true });
  }

  /** Shows at the end what each card scores, from the top left corner on. */
  finish(cards, bonus, delay) {
    cards.forEach((card, cell) => {
      const far = (cell % this.field.size) + Math.floor(cell / this.field.size);
      if (card) this.score(cell, card.player, bonus, delay + 90 * far);
    });
  }

  /** Has some cells catch the eye for a moment. */
  flash(cells) {
    this.stop();
    for (const cell of cells) {
      const ring = this.field.ring(cell, "ring-flash");
      this.field.layer.append(ring);
      const frames = calm.matches
        ? [{ opacity: 1 }, { opacity: 1 }]
        : [1, 0, 1, 0, 1, 0].map((opacity) => ({ opacity }));
      this.move(ring, frames, { duration: 1500, passing: true, easing: "linear" });
    }
  }
}

function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}
