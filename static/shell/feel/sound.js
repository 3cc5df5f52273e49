/**
 * The sounds of a table, made in the browser: wood that is knocked, and bars that are struck. Nothing is made
 * before somebody has touched the page, since browsers let no page sound sooner.
 */

import { choices } from "./choices.js";

// What rings in a bar besides its note: how many times the frequency, how loud, for how many seconds.
const WOOD = [
  [1, 1, 0.09],
  [2.76, 0.4, 0.05],
  [5.4, 0.18, 0.03],
];
const BAR = [
  [1, 1, 0.42],
  [3.93, 0.16, 0.12],
];
const DULL = [[1, 1, 0.16]];

/** Each sound's strokes: seconds after its beginning, frequency in hertz, what is struck, how loud. */
const SOUNDS = {
  place: [[0, 212, WOOD, 0.9]],
  turn: [
    [0, 659.26, BAR, 0.4],
    [0.12, 880, BAR, 0.42],
  ],
  low: [
    [0, 1046.5, WOOD, 0.35],
    [0.16, 1046.5, WOOD, 0.35],
  ],
  won: [
    [0, 96, DULL, 0.9],
    [0.1, 523.25, BAR, 0.36],
    [0.23, 659.26, BAR, 0.36],
    [0.36, 783.99, BAR, 0.42],
  ],
  over: [
    [0, 96, DULL, 0.9],
    [0.12, 523.25, BAR, 0.34],
  ],
  talk: [[0, 740, DULL, 0.22]],
};

const SAME = 120; // milliseconds in which the same sound is heard once

let context = null;
const playedAt = {};

/** Tells whether this page may sound: somebody has touched it. */
function isTouched() {
  return navigator.userActivation?.hasBeenActive ?? false;
}

/**
 * Plays a sound, if sound is on and it hasn't just been heard.
 * @param {"place"|"turn"|"low"|"won"|"over"|"talk"} name
 * @param {number} after  seconds to wait
 */
export function play(name, after = 0) {
  if (performance.now() - (playedAt[name] ?? -Infinity) < SAME) return;
  playedAt[name] = performance.now();
  sample(name, after);
}

/** Plays a sound as often as somebody asks for it, to hear what they have chosen. */
export function sample(name, after = 0) {
  if (!choices.sound || !choices.volume || !isTouched() || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  const begin = context.currentTime + 0.01 + after;
  for (const [wait, frequency, rings, loud] of SOUNDS[name]) {
    for (const ring of rings) strike(begin + wait, frequency, ring, loud * (choices.volume / 100) ** 2);
  }
}

/** Strikes one tone that dies away by itself. */
function strike(at, note, [times, part, seconds], loud) {
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.frequency.value = note * times;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(Math.max(loud * part, 0.0001), at + 0.003);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  tone.connect(gain).connect(context.destination);
  tone.start(at);
  tone.stop(at + seconds + 0.02);
}

/** Gives a phone that can be felt a tick, or several with pauses: milliseconds. */
export function tick(...pattern) {
  if (choices.ticks && isTouched() && !document.hidden) navigator.vibrate?.(pattern);
}
