/**
 * Two keys that work on every page: `n` goes to the table where this reader's time runs out first, `?`
 * tells the keys. They mean nothing while somebody writes or has just typed letters at a board, and
 * can be switched off, since a single letter is easily pressed (or heard by a speech program).
 */

import { h } from "./dom.js";

const SWITCH = "keys"; // in the browser's own store: "off" if the reader wants none
const PAUSE = 1_200; // milliseconds after a letter for which another one may belong to it

const KEYS = [
  ["n", "Go to the next table that waits for you, the most urgent first"],
  ["?", "Show this list"],
];

let typedAt = -Infinity;

function isOn() {
  try {
    return localStorage.getItem(SWITCH) !== "off";
  } catch {
    return true;
  }
}

function switchKeys(on) {
  try {
    localStorage.setItem(SWITCH, on ? "on" : "off");
  } catch {
    // It holds for this page only.
  }
}

/** Tells whether a key may be one of ours: nobody writes in a field, and no dialog asks something. */
function isPlain(event) {
  const single = event.key.length === 1 && !event.altKey && !event.ctrlKey && !event.metaKey;
  const writing = event.isComposing || event.target.closest?.("input, textarea, select, [contenteditable]");
  return single && !writing && !document.querySelector("dialog[open]");
}

/** Returns where the next table is, which is not the one shown; null for a visitor. */
function next() {
  return document.querySelector("[data-next-table]")?.href ?? document.body.dataset.next ?? null;
}

function show() {
  const on = h("input", { type: "checkbox", checked: isOn(), change: () => switchKeys(on.checked) });
  const rows = KEYS.map(([key, words]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)));
  const dialog = h(
    "dialog",
    { class: "keys-help", "aria-labelledby": "keys-title", close: () => dialog.remove() },
    h(
      "form",
      { method: "dialog" },
      h("h2", { id: "keys-title" }, "Keys"),
      h("dl", { class: "keys-list" }, rows),
      h("p", { class: "muted small" }, "On a board arrows move, Enter plays and Escape takes back; in games of words letters spell."),
      h("label", { class: "keys-switch" }, on, h("span", {}, "Use these keys in this browser")),
      h("div", { class: "buttons" }, h("button", { class: "button", autofocus: true }, "Close")),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}

document.addEventListener("keydown", (event) => {
  if (!isPlain(event) || !isOn()) return;
  const amid = event.timeStamp - typedAt < PAUSE;
  typedAt = event.timeStamp;
  if (amid || event.defaultPrevented || event.repeat) return; // a board spells with letters
  if (event.key === "n" && next()) {
    event.preventDefault();
    location.assign(next());
  }
  if (event.key === "?") {
    event.preventDefault();
    show();
  }
});

for (const button of document.querySelectorAll("[data-keys]")) {
  button.hidden = false;
  button.addEventListener("click", show);
}
