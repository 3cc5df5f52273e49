/**
 * Keeps `<time data-deadline="iso">` in words: "2 d 3 h", "14 min", "40 s"; and `<time data-since="iso">`, for
 * how long something has been open, by the device's clock: "open for 2 minutes".
 * The server writes the words first; this module only keeps them true while the page is open. It goes by
 * the instant at which the server made the page, `data-now`: a device's clock can be wrong.
 */

import { count, say } from "../common/catalog.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Says how long is left: two units above an hour, one below. */
export function timeLeft(seconds) {
  if (seconds <= 0) return say("time is up");
  if (seconds < MINUTE) return say("{n} s", { n: Math.ceil(seconds) });
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  if (seconds < HOUR) return say("{n} min", { n: minutes });
  const hours = Math.floor((seconds % DAY) / HOUR);
  if (seconds < DAY) return minutes ? say("{hours} h {minutes} min", { hours, minutes }) : say("{n} h", { n: hours });
  const days = Math.floor(seconds / DAY);
  return hours ? say("{days} d {hours} h", { days, hours }) : count("{n} day", "{n} days", days);
}

/** Says for how long something has been open, by the largest unit, as lobby.tables.templatetags does. */
export function openFor(seconds) {
  if (seconds < MINUTE) return say("opened just now");
  const said = (time) => say("open for {time}", { time });
  if (seconds < HOUR) return said(count("{n} minute", "{n} minutes", Math.floor(seconds / MINUTE)));
  if (seconds < DAY) return said(count("{n} hour", "{n} hours", Math.floor(seconds / HOUR)));
  return said(count("{n} day", "{n} days", Math.floor(seconds / DAY)));
}

const madeAt = Date.parse(document.querySelector("[data-now]")?.dataset.now);
const offset = madeAt - Date.now() || 0; // a page that names no instant has no deadlines

/** Rewrites every deadline on the page; returns the milliseconds until one of them changes. */
function refresh() {
  let next = MINUTE * 1000;
  for (const element of document.querySelectorAll("time[data-deadline]")) {
    const seconds = (Date.parse(element.dataset.deadline) - Date.now() - offset) / 1000;
    if (Number.isNaN(seconds)) continue;
    const words = timeLeft(seconds);
    if (element.textContent !== words) element.textContent = words;
    element.classList.toggle("soon", seconds < HOUR);
    if (seconds > 0 && seconds < 2 * MINUTE) next = 1000;
  }
  for (const element of document.querySelectorAll("time[data-since]")) {
    const words = openFor((Date.now() - Date.parse(element.dataset.since)) / 1000);
    if (element.textContent !== words) element.textContent = words;
  }
  return next;
}

let timer = 0;

function tick() {
  clearTimeout(timer);
  timer = setTimeout(tick, refresh());
}

tick();
document.addEventListener("live:replaced", tick);
document.addEventListener("visibilitychange", () => document.hidden || tick());
