/**
 * How things move: tiles travel to their place, scores count up where they were earned. Only transforms move, so
 * nothing else on the page does. If the reader wants things to stay still, or looks at another tab, everything is
 * at its place at once.
 */

import { calm, h } from "../common/dom.js";
import { number } from "../common/catalog.js";

const FLIGHT = 200; // milliseconds
const STEP = 45; // from one to the next of several
const COUNT = 600;
const RISE = 900;
const HEELS = 400; // between two turns of which each can be followed
const MOST = 24; // things that move at once: what is more is at its place already
const EASE = "cubic-bezier(0.2, 0.8, 0.3, 1)";

const moving = new Set();
const counting = new Map(); // by element: what ends its count

/** Tells whether nothing is to move now. */
export function isStill() {
  return calm.matches || document.hidden;
}

/** Returns what tells, asked once for each turn, whether it came on the heels of another: then it is just there. */
export function hurry() {
  let last = -Infinity;
  return () => {
    const [before, now] = [last, performance.now()];
    last = now;
    return now - before < HEELS;
  };
}

/** Moves an element by keyframes; returns the animation, or null if it stays where it is. */
function move(node, frames, timing) {
  if (!node || isStill() || moving.size >= MOST || !node.isConnected) return null;
  const animation = node.animate(frames, { easing: EASE, ...timing });
  moving.add(animation);
  const done = () => moving.delete(animation);
  animation.finished.then(done, done);
  return animation;
}

function boxOf(place) {
  return place instanceof Element ? place.getBoundingClientRect() : place;
}

/**
 * Lets an element that is at its place come from another one.
 * @param {Element} node  of an SVG: one without a `transform` of its own
 * @param {Element|DOMRect|null} from  an element, or where one was
 * @param {{duration?: number, delay?: number}} how  milliseconds
 */
export function fly(node, from, { duration = FLIGHT, delay = 0 } = {}) {
  if (!node || !from || isStill()) return null;
  const [start, end] = [boxOf(from), node.getBoundingClientRect()];
  if (!start.width || !end.width) return null;
  const unit = unitOf(node);
  const [dx, dy] = [(start.left - end.left) / unit, (start.top - end.top) / unit];
  const scale = start.width / end.width;
  const frames = [
    { translate: `${dx}px ${dy}px`, scale: `${scale} ${start.height / end.height}`, zIndex: 1 },
    { translate: "0 0", scale: "1 1", zIndex: 1 },
  ].map((frame) => ({ ...frame, transformOrigin: "0 0", transformBox: "fill-box" }));
  return move(node, frames, { duration, delay, fill: "backwards" });
}

/** Returns how many pixels a unit of what an element is drawn in has on the screen. */
function unitOf(node) {
  const plane = node instanceof SVGElement && node.parentNode.getScreenCTM?.();
  return plane ? Math.hypot(plane.a, plane.b) : 1;
}

/** Lets an element come down on its place with a little weight. */
export function settle(node, { delay = 0 } = {}) {
  const about = { transformOrigin: "50% 50%", transformBox: "fill-box" };
  const frames = [
    { scale: 1.12, ...about },
    { scale: 0.985, offset: 0.6, ...about },
    { scale: 1, ...about },
  ];
  return move(node, frames, { duration: 180, delay, fill: "backwards" });
}

/** Lets what a turn brought come from one place, one after the other; what flies needs no other way to appear. */
export function bring(nodes, from) {
  [...nodes].forEach((node, number) => {
    const flight = fly(node, from, { delay: number * STEP });
    if (!flight) return;
    node.classList.remove("arriving");
    flight.finished.then(() => settle(node), () => {});
  });
}

/** Returns where a player sits on the page of a match: what they play comes from there. */
export function seatOf(player) {
  const seat = document.querySelector(`[data-seat="${player}"]`);
  return seat?.querySelector(".seat-extra > *, .player-mark") ?? seat;
}

/** Lets what a match ends with come down like a stamp; it's as wide as a phone, so it doesn't come from far. */
export function stamp(node) {
  const frames = [
    { scale: 1.12, rotate: "-1.5deg", opacity: 0 },
    { scale: 0.985, rotate: "0.3deg", opacity: 1, offset: 0.7 },
    { scale: 1, rotate: "0deg", opacity: 1 },
  ];
  return move(node, frames, { duration: 320 });
}

/** Draws the eye to an element: it is your turn. */
export function beckon(node) {
  return move(node, [{ scale: 1 }, { scale: 1.08, offset: 0.3 }, { scale: 1 }], { duration: 420 });
}

/** Counts a number up or down to what it is now; the last number is always written. */
export function countUp(node, from, to, write = (value) => (node.textContent = number(value))) {
  counting.get(node)?.();
  if (isStill() || from === to || !node.isConnected) return write(to);
  let frame = 0;
  const end = () => {
    cancelAnimationFrame(frame);
    counting.delete(node);
    write(to);
  };
  const began = performance.now();
  const step = (now) => {
    const part = Math.min(1, Math.max(0, (now - began) / COUNT));
    if (part === 1 || isStill()) return end();
    write(Math.round(from + (to - from) * (1 - (1 - part) ** 2)));
    frame = requestAnimationFrame(step);
  };
  counting.set(node, end);
  write(from);
  frame = requestAnimationFrame(step);
}

/**
 * Lets points rise from where they were earned and go to a seat.
 * @param {number} points
 * @param {Element|DOMRect|null} from
 * @param {Element|null} seat  where they are counted
 */
export function earn(points, from, seat) {
  if (!points || !from || !seat || isStill()) return;
  const [start, end] = [boxOf(from), seat.getBoundingClientRect()];
  if (!start.width || !end.width) return;
  const sign = points > 0 ? "+" : "−";
  const words = h("span", { class: points > 0 ? "earned" : "earned is-lost", "aria-hidden": "true" }, sign + number(Math.abs(points)));
  document.body.append(words);
  const [x, y] = [start.left + start.width / 2, start.top + start.height / 2];
  const at = (left, top) => `calc(${left}px - 50%) calc(${top}px - 50%)`;
  const frames = [
    { translate: at(x, y + 8), scale: 0.6, opacity: 0 },
    { translate: at(x, y - 14), scale: 1.15, opacity: 1, offset: 0.25 },
    { translate: at(x, y - 18), scale: 1, opacity: 1, offset: 0.5 },
    { translate: at(end.left + end.width / 2, end.top + end.height / 2), scale: 0.7, opacity: 0.2 },
  ];
  const flight = move(words, frames, { duration: RISE, fill: "both" });
  if (!flight) return words.remove();
  flight.finished.then(
    () => words.remove(),
    () => words.remove(),
  );
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return;
  for (const animation of [...moving]) animation.finish();
  for (const end of [...counting.values()]) end();
});
