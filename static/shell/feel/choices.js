/**
 * What this device is to sound and feel like: kept in the browser's own store, one place for all pages.
 * Sound is off until somebody asks for it; a phone's ticks come with the sound unless they are chosen apart. The
 * screen stays on during live matches until somebody has it go dark.
 */

const PLACE = "feel"; // in the browser's own store
const GIVEN = { sound: false, volume: 60, ticks: null, awake: true };

let kept = read();
const listeners = new Set();

function read() {
  try {
    return { ...GIVEN, ...JSON.parse(localStorage.getItem(PLACE)) };
  } catch {
    return GIVEN;
  }
}

/** What holds now: `volume` is a percentage; `ticks` are those of a phone that can be felt. */
export const choices = {
  get sound() {
    return kept.sound === true;
  },
  get volume() {
    return Math.min(100, Math.max(0, Number(kept.volume) || 0));
  },
  get ticks() {
    return kept.ticks ?? kept.sound === true;
  },
  get awake() {
    return kept.awake !== false;
  },
};

/**
 * Changes some of it.
 * @param {{sound?: boolean, volume?: number, ticks?: boolean, awake?: boolean}} some
 */
export function choose(some) {
  kept = { ...kept, ...some };
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // It holds for this page only.
  }
  tell();
}

/** Calls a function when something is chosen, here or in another tab. */
export function whenChosen(listener) {
  listeners.add(listener);
}

function tell() {
  for (const listener of listeners) listener();
}

addEventListener("storage", ({ key }) => {
  if (key !== PLACE && key !== null) return;
  kept = read();
  tell();
});
