/**
 * Notices on this device, in the preferences: allows them, and says why that cannot be done.
 *
 * `<section data-push>` with a `[data-push-list]` that is fetched anew when a device was added.
 */

import { write } from "./dom.js";
import { current, forget, isPossible, known, subscribe, tell } from "./device.js";

const section = document.querySelector("[data-push]");
const state = section.querySelector("[data-push-state]");
const button = section.querySelector("[data-push-allow]");
const { pushUrl, pushKey, pushList } = section.dataset;

const BLOCKED =
  "This browser blocks notices of this site. Allow them in its settings for this page, then reload.";

function whyNot() {
  if (!isSecureContext) return "Notices need a site with https.";
  if (/iPhone|iPad/.test(navigator.userAgent)) {
    return "Here, put the site on your home screen first (Share, then Add to Home Screen), and open it from there.";
  }
  return "This browser cannot show notices while the site is closed.";
}

/** Marks this browser in the list; returns whether it is there. */
function markHere() {
  const id = known()?.id;
  const row = id ? section.querySelector(`[data-device="${id}"]`) : null;
  row?.querySelector("[data-here]").removeAttribute("hidden");
  return row !== null;
}

async function show() {
  if (!isPossible) return write(state, whyNot());
  const here = markHere() && Notification.permission === "granted" && (await current()) !== null;
  button.hidden = here || Notification.permission === "denied";
  if (Notification.permission === "denied") write(state, BLOCKED);
  else write(state, here ? "Notices come to this device." : "");
}

async function allow() {
  button.disabled = true;
  try {
    write(state, await ask());
  } finally {
    button.disabled = false;
  }
}

/** Asks the browser, then its push service, then the site; returns what to say. */
async function ask() {
  if ((await Notification.requestPermission()) !== "granted") {
    if (Notification.permission === "denied") button.hidden = true;
    return Notification.permission === "denied" ? BLOCKED : "Notices were not allowed.";
  }
  let subscription;
  try {
    const key = await (await fetch(pushKey)).text();
    subscription = await subscribe(key);
  } catch {
    return "The push service of this browser did not answer. Please try again later.";
  }
  const answer = await tell(pushUrl, subscription);
  if (!answer.ok) {
    forget();
    return answer.text;
  }
  await renew();
  markHere();
  button.hidden = true;
  return "Notices come to this device.";
}

async function renew() {
  const answer = await fetch(pushList, { credentials: "same-origin" });
  if (answer.ok && !answer.redirected) {
    section.querySelector("[data-push-list]").innerHTML = await answer.text();
  }
}

button.addEventListener("click", allow);
show();
