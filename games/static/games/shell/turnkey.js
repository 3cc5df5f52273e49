/**
 * The key of a turn, which the link in a mail has behind its `#`: it shows the match from its reader's
 * seat until that turn is over. Nobody is signed in by it. It is taken out of the address at once, so
 * that whoever copies that gives nothing away, and kept for this tab alone.
 */

const MARK = "#turn=";
const PLACE = `turn-key ${location.pathname}`;

function keep(key) {
  try {
    sessionStorage.setItem(PLACE, key);
  } catch {
    // Then it is good until the page is loaded anew.
  }
}

function kept() {
  try {
    return sessionStorage.getItem(PLACE) ?? "";
  } catch {
    return "";
  }
}

/** Returns the key this page was opened with, "" for whoever has none or needs none. */
export function takeKey() {
  const brought = location.hash.startsWith(MARK) ? location.hash.slice(MARK.length) : "";
  if (brought) history.replaceState(history.state, "", location.pathname + location.search);
  if ("signedIn" in document.body.dataset) {
    dropKey();
    return "";
  }
  if (brought) keep(brought);
  return brought || kept();
}

export function dropKey() {
  try {
    sessionStorage.removeItem(PLACE);
  } catch {
    // It was never kept.
  }
}

/** Returns the headers by which the key goes with what a page asks. */
export function withKey(key) {
  return key ? { "X-Turn-Key": key } : {};
}
