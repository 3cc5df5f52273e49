/** Buttons with a drawn sign instead of words. */

import { h, s } from "./dom.js";

const SIGNS = {
  shuffle:
    "M4 8H7.5L15.5 16H20M4 16H7.5L9.6 13.9M13.4 10.1L15.5 8H20M17.5 5.5L20 8L17.5 10.5M17.5 13.5L20 16L17.5 18.5",
  sort: "M4 6H12M4 12H10M4 18H8M17 5V19M13.5 15.5L17 19L20.5 15.5",
  recall: "M12 4V14M7.5 9.5L12 14L16.5 9.5M5 19H19",
  rotate: "M17 7.5A7 7 0 1 0 19 12M19 3.5V8H14.5",
  cross: "M6 6L18 18M18 6L6 18",
  up: "M12 19V5M6 11L12 5L18 11",
  plus: "M12 6V18M6 12H18",
  minus: "M6 12H18",
  whole: "M5 9V5H9M15 5H19V9M19 15V19H15M9 19H5V15",
  nearer: "M10.5 5A5.5 5.5 0 1 1 10.5 16A5.5 5.5 0 1 1 10.5 5M14.6 14.6L19.5 19.5M8 10.5H13M10.5 8V13",
  farther: "M10.5 5A5.5 5.5 0 1 1 10.5 16A5.5 5.5 0 1 1 10.5 5M14.6 14.6L19.5 19.5M8 10.5H13",
};

/**
 * Returns a button with a sign.
 * @param {string} action  what it does, for scripts and tests
 * @param {string} label  what it is called
 * @param {() => void} click
 * @param {string} sign  the name of the sign
 */
export function iconButton(action, label, click, sign = action) {
  const facts = { type: "button", class: "icon-button", "data-action": action, click };
  const picture = s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: SIGNS[sign] }));
  return h("button", { ...facts, "aria-label": label, title: label }, picture);
}

/** Gives such a button another sign and another name. */
export function relabel(button, label, sign) {
  button.setAttribute("aria-label", label);
  button.title = label;
  button.querySelector("path").setAttribute("d", SIGNS[sign]);
}
