/**
 * Notices on this device, in the preferences: turns them on, or says why it can't.
 *
 * `<section data-push>` with a `[data-push-list]` that is fetched again when a device was added.
 */

import { say } from "../common/catalog.js";
import { current, forget, isPossible, known, register, subscribe } from "./device.js";
import { write } from "../common/dom.js";

const section = document.querySelector("[data-push]");
const state = section.querySelector("[data-push-state]");
const button = section.querySelector("[data-push-allow]");
const { pushUrl, pushKey, pushList } = section.dataset;

const BLOCKED = say("Your browser is blocking our notifications. Allow them in its settings for this site, then reload the page.");
const ON = say("You get notifications on this device.");

function whyNot() {
  if (!isSecureContext) return say("Notifications only work over https.");
  if (/iPhone|iPad/.test(navigator.userAgent)) {
    return say("First add the site to your home screen (Share, then Add to Home Screen), then open it from there.");
  }
  return say("This browser can't show notifications while the site is closed.");
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
  else write(state, here ? ON : "");
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
    return Notification.permission === "denied" ? BLOCKED : say("You didn't allow notifications.");
  }
  let subscription;
  try {
    const key = await (await fetch(pushKey)).text();
    subscription = await subscribe(key);
  } catch {
    return say("Your browser's push service didn't answer. Try again later.");
  }
  const answer = await register(pushUrl, subscription);
  if (!answer.ok) {
    forget();
    return answer.text;
  }
  await renew();
  markHere();
  button.hidden = true;
  return ON;
}

async function renew() {
  const answer = await fetch(pushList, { credentials: "same-origin" });
  if (answer.ok && !answer.redirected) {
    section.querySelector("[data-push-list]").innerHTML = await answer.text();
  }
}

button.addEventListener("click", allow);
show();
