/** Which steps of a lesson were done in this browser; none if it can't store anything. */

const key = (slug) => `lesson:${slug}`;

/** Returns the numbers of the steps done. */
export function stepsDone(slug) {
  try {
    const kept = JSON.parse(localStorage.getItem(key(slug)) ?? "[]");
    return new Set(Array.isArray(kept) ? kept : []);
  } catch {
    return new Set();
  }
}

/** Keeps that a step is done. */
export function keepStep(slug, number) {
  const done = stepsDone(slug).add(number);
  try {
    localStorage.setItem(key(slug), JSON.stringify([...done].sort()));
  } catch {
    // Full or forbidden: the lesson goes on without it.
  }
}
