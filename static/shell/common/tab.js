/** What a tab keeps from one page to the next, where the browser lets it. */

export function put(name, what) {
  try {
    sessionStorage.setItem(name, JSON.stringify(what));
  } catch {
    // Then it isn't there on the next page.
  }
}

/** Returns what was kept under a name, once; null if nothing was. */
export function take(name) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name));
    sessionStorage.removeItem(name);
    return kept;
  } catch {
    return null;
  }
}
