/**
 * What makes the site an app on this device: its service worker, and the number of waiting turns on
 * its icon. Loaded by every page.
 */

import { current, forget, isPossible, known, register } from "../people/device.js";

const here = document.body.dataset;

/** Shows on the app's icon how many turns are waiting; 0 clears it. */
export function showBadge(count) {
  navigator.setAppBadge?.(count).catch(() => {});
}

/** Closes notices about the page that is open; a test notice stays. */
async function putAway(registration) {
  if (document.hidden) return;
  for (const notice of await registration.getNotifications()) {
    const about = new URL(notice.data?.navigate ?? "/", location.origin);
    if (about.pathname === location.pathname && notice.tag !== "test") notice.close();
  }
}

/** Tells the site when the browser has changed its own address at its push service. */
async function keepKnown() {
  const before = known();
  if (!before || Notification.permission !== "granted") return;
  const subscription = await current();
  if (!subscription) forget();
  else if (subscription.endpoint !== before.endpoint) {
    const answer = await register(here.pushUrl, subscription, true);
    if (!answer.ok && answer.error !== "network") forget();
  }
}

async function start() {
  const registration = await navigator.serviceWorker.register("/sw.js");
  if (!("Notification" in window)) return;
  await putAway(registration);
  document.addEventListener("visibilitychange", () => putAway(registration));
  if (isPossible) await keepKnown();
}

if ("signedIn" in here) {
  // Without it the site is a site all the same.
  if ("serviceWorker" in navigator) start().catch(() => {});
} else {
  showBadge(0);
}
