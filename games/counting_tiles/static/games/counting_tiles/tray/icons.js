/** The signs of the bonuses, and of what is locked. */

import { s } from "../../../shell/common/dom.js";

const PATHS = {
  Discard: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  Remove: "M4 4h16v16H4zM9 9l6 6M15 9l-6 6",
  Change: "M4 4h16v16H4zM10 10l2.5-2v8",
  Wild: "M12 3l2.7 5.8 6.3.8-4.6 4.4 1.2 6.3L12 17.2 6.4 20.3l1.2-6.3L3 9.6l6.3-.8z",
};

/** Returns the sign of a bonus. */
export function icon(type) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[type] }));
}

export function padlock() {
  return s(
    "svg",
    { class: "padlock", viewBox: "0 0 16 16", "aria-hidden": "true" },
    s("path", { d: "M5 7V5a3 3 0 0 1 6 0v2", fill: "none" }),
    s("rect", { x: 3, y: 7, width: 10, height: 7, rx: 1.5 }),
  );
}
