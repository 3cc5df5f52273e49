/**
 * The key of a turn, which a mail's link has after its `#`: it shows the match from its reader's seat
 * until that turn is over, and signs nobody in. It is taken out of the address at once, so that whoever
 * copies the address gives nothing away, and kept for this tab alone.
 */

const MARK = "#turn=";
const PLACE = `turn-key ${location.pathname}`;
const PLAYED = `turn-played ${location.pathname}`;

function keep(key) {
  try {
    sessionStorage.setItem(PLACE, key);
  } catch {
    // Then it is good until the page is reloaded.
  }
}

function kept() {
  try {
    return sessionStorage.getItem(PLACE) ?? "";
  } catch {
    return "";
  }
}

/** Tells, before the key is taken, whether a mail's link led here. */
export function isFromMail() {
  return location.hash.startsWith(MARK);
}

/** Returns the key this page was opened with, "" if there is none or the reader needs none. */
export function takeKey() {
  const brought = isFromMail() ? location.hash.slice(MARK.length) : "";
  if (brought) history.replaceState(history.state, "", location.pathname + location.search);
  if ("signedIn" in document.body.dataset) {
    dropKey();
    return "";
  }
  if (brought) keep(brought);
  return brought || kept();
}

/**
 * Heeds a mail's link that is pasted where its match is open already, which loads no page. Whoever sits
 * there already by `key`, or is signed in, keeps what they have laid out; for others the page begins anew.
 */
export function heedLinks(key, isSeated) {
  addEventListener("hashchange", () => {
    if (!isFromMail()) return;
    const isKnown = "signedIn" in document.body.dataset || location.hash === MARK + key;
    if (isKnown && isSeated()) takeKey();
    else location.reload(); // with the key, which is taken out of the address then
  });
}

export function dropKey() {
  try {
    sessionStorage.removeItem(PLACE);
  } catch {
    // It was never kept.
  }
}

/** Notes that the turn was made, for the page that comes next and shows the match from outside. */
export function keepPlayed() {
  try {
    sessionStorage.setItem(PLAYED, "yes");
  } catch {
    // Then only the list of moves says so.
  }
}

/** Tells whether the turn was made, once. */
export function takePlayed() {
  try {
    const played = sessionStorage.getItem(PLAYED) !== null;
    sessionStorage.removeItem(PLAYED);
    return played;
  } catch {
    return false;
  }
}

/** Returns the headers that carry the key with what a page asks. */
export function withKey(key) {
  return key ? { "X-Turn-Key": key } : {};
}

/** Tells whether a newer view has a turn that the player of this one has made. */
export function hasPlayed(view, next) {
  const last = view.log.at(-1)?.ply ?? -1;
  return next.log.some(({ ply, player, actor }) => ply > last && player === view.player && actor === "human");
}
