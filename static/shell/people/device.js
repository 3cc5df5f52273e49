/**
 * This browser as a device that takes notices.
 *
 * What it is known by at the site is kept in `localStorage`: the address of its subscription, and
 * the number of the device in the list of its owner.
 */

import { post } from "../common/command.js";

const KEPT = "notices-here";

export const isPossible =
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Returns `{endpoint, id}` of this browser as the site knows it, or null. */
export function known() {
  try {
    return JSON.parse(localStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

export function forget() {
  localStorage.removeItem(KEPT);
}

/** Returns this browser's subscription, or null. */
export async function current() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Subscribes this browser for a site of this key (base64url), anew if it was for another one. */
export async function subscribe(key) {
  const registration = await navigator.serviceWorker.ready;
  const before = await registration.pushManager.getSubscription();
  if (before && same(before.options.applicationServerKey, key)) return before;
  await before?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function same(bytes, key) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}

/** Tells the site of a subscription; `again` for one that replaces a known one. */
export async function register(url, subscription, again = false) {
  const answer = await post(url, { ...subscription.toJSON(), again });
  if (answer.ok) {
    localStorage.setItem(KEPT, JSON.stringify({ endpoint: subscription.endpoint, id: answer.id }));
  }
  return answer;
}
