/**
 * Sends commands to the server. A command carries an id made once: however often it is sent again,
 * the server carries it out once and gives the same answer.
 */

import { say } from "./catalog.js";

// While the server is away for a moment, say because its database restarts, we keep trying.
const WAITS = [0, 400, 800, 1600, 2000, 2000, 2000, 2000];
const PATIENCE = 8_000;
// Between asking again while the server thinks; half a minute in all.
const THOUGHTS = [400, 600, 1000, 1500, 2000, 2500, 3000, 3000, 4000, 4000, 4000, 4000];

export const UNREACHABLE = {
  ok: false,
  error: "network",
  text: say("The site isn't answering just now. Nothing has been lost. Try again in a moment."),
};
const TOO_LONG = {
  ok: false,
  error: "thinking",
  text: say("That's taking longer than usual. Try again in a minute."),
};
const UNREADABLE = {
  ok: false,
  error: "network",
  text: say("Sorry, we couldn't read the site's answer. Reload the page and try again."),
};

/** Returns a random (version 4) UUID; `crypto.randomUUID` is missing on plain http. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

function requestOf(body, method, more = {}) {
  // What somebody sends who is signed in is never taken for a visitor's, should their session be over.
  const asWho = "signedIn" in document.body.dataset ? { "X-Signed-In": "yes" } : {};
  return {
    method,
    credentials: "same-origin",
    headers: {
      "Content-Type": "application/json",
      "X-CSRFToken": document.querySelector('meta[name="csrf-token"]')?.content ?? "",
      ...asWho,
      ...more,
    },
    body: JSON.stringify(body),
  };
}

/** Lets the page know of an answer that says its session is over, and returns the answer. */
function heard(answer) {
  if (["signed_out", "stale_page"].includes(answer.error)) {
    document.dispatchEvent(new CustomEvent("signedout", { detail: answer.error }));
  }
  return answer;
}

/** Sends JSON from a page that is being left, once; nobody is there to read the answer. */
export function postLast(url, body) {
  fetch(url, { ...requestOf(body, "POST"), keepalive: true }).catch(() => {});
}

/**
 * Sends JSON, and again with pauses while the network or the server fails.
 * @param {string} url
 * @param {object} body
 * @param {string} method
 * @param {Record<string, string>} more  headers besides the usual ones
 * @returns {Promise<{ok: boolean, ply?: number, version?: number, error?: string, text?: string}>}
 */
export async function post(url, body, method = "POST", more = {}) {
  const request = requestOf(body, method, more);
  for (const wait of WAITS) {
    if (wait) await pause(wait);
    try {
      const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(PATIENCE) });
      if (answer.status >= 500) {
        const said = await answer.json().catch(() => null);
        if (said?.error && said.error !== "unavailable") return said;
        continue;
      }
      return heard(await answer.json().catch(() => UNREADABLE));
    } catch {
      // No connection, or no answer in time: the next round tries again.
    }
  }
  return UNREACHABLE;
}

/**
 * Asks for what the server may have to think about, and again until it has.
 * @param {string} url
 * @param {object} body
 * @param {(text: string) => void} thinking  hears once that it thinks, in words
 */
export async function ask(url, body, thinking) {
  for (const [at, wait] of THOUGHTS.entries()) {
    const answer = await post(url, body);
    if (!answer.thinking) return answer;
    if (at === 0) thinking(answer.text);
    await pause(wait);
  }
  return TOO_LONG;
}

/** Fetches JSON, with more headers than the usual ones; returns null if that fails. */
export async function get(url, more = {}) {
  try {
    const answer = await fetch(url, {
      credentials: "same-origin",
      headers: { Accept: "application/json", ...more },
      signal: AbortSignal.timeout(PATIENCE),
    });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
