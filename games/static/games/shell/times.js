/** Says instants in the reader's own time zone, as short as can be understood. */

const SOON = 20 * 3_600_000; // milliseconds in which an hour alone is clear
const WEEK = 6 * 86_400_000;

/** The zone the reader has chosen, else that of the device. */
const zone = document.querySelector("[data-zone]")?.dataset.zone || undefined;

function format(at, options) {
  try {
    return new Intl.DateTimeFormat("en-GB", { ...options, timeZone: zone }).format(at);
  } catch {
    return new Intl.DateTimeFormat("en-GB", options).format(at); // a zone this browser does not know
  }
}

const CLOCK = { hour: "2-digit", minute: "2-digit" };

/** Says an instant near another: "07:00", "Tue 07:00", "24 Nov, 07:00". */
export function shortTime(at, now) {
  const instant = new Date(at);
  const far = Math.abs(instant - now);
  if (far < SOON) return format(instant, CLOCK);
  if (far < WEEK) return `${format(instant, { weekday: "short" })} ${format(instant, CLOCK)}`;
  return `${format(instant, { day: "numeric", month: "short" })}, ${format(instant, CLOCK)}`;
}

/** Says an instant in full: "Tuesday 24 November, 07:00". */
export function fullTime(at) {
  const instant = new Date(at);
  const day = format(instant, { weekday: "long", day: "numeric", month: "long" });
  return `${day.replace(",", "")}, ${format(instant, CLOCK)}`;
}
