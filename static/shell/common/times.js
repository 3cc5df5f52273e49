/** Says instants in the reader's own time zone, as briefly as is clear. */

import { locale, say } from "./catalog.js";

const SOON = 20 * 3_600_000; // milliseconds in which an hour alone is clear
const WEEK = 6 * 86_400_000;

/** The zone the reader has chosen, else that of the device. */
const zone = document.querySelector("[data-zone]")?.dataset.zone || undefined;

function format(at, options) {
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }).format(at);
  } catch {
    return new Intl.DateTimeFormat(locale, options).format(at); // a zone this browser doesn't know
  }
}

const CLOCK = { hour: "2-digit", minute: "2-digit" };

/** Says an instant near another: "07:00", "Tue 07:00", "24 Nov, 07:00". */
export function shortTime(at, now) {
  const instant = new Date(at);
  const time = format(instant, CLOCK);
  const far = Math.abs(instant - now);
  if (far < SOON) return time;
  if (far < WEEK) return say("{day} {time}", { day: format(instant, { weekday: "short" }), time });
  return say("{date}, {time}", { date: format(instant, { day: "numeric", month: "short" }), time });
}

/** Says an instant in full: "Tuesday 24 November, 07:00". */
export function fullTime(at) {
  const instant = new Date(at);
  const day = format(instant, { weekday: "long", day: "numeric", month: "long" });
  return say("{date}, {time}", { date: day.replace(",", ""), time: format(instant, CLOCK) });
}
