/**
 * Two keys that work on every page: `n` goes to the table where this reader's time runs out first, `?`
 * lists the keys, those of the board on the page first. They do nothing while somebody writes or has
 * just typed letters at a board. They can be switched off, since a single letter is easily pressed (or
 * heard by a speech program).
 */

import { namesOf, rowsHere } from "../board/keys.js";
import { say } from "../common/catalog.js";
import { h } from "../common/dom.js";

const SWITCH = "keys"; // in the browser's own store: "off" if the reader wants none
const PAUSE = 1_200; // milliseconds after a letter for which another one may belong to it

/** In the form of rows that boards listen by; these are heard on the whole page. */
const ROWS = [
  { keys: ["n"], does: say("Go to the next table where it's your turn, the most urgent first"), act: goOn },
  { keys: ["?"], does: say("Show this list"), act: show },
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

/** Tells whether a key can be one of ours: nobody is writing in a field, and no dialog is open. */
function isPlain(event) {
  const single = event.key.length === 1 && !event.altKey && !event.ctrlKey && !event.metaKey;
  const writing = event.isComposing || event.target.closest?.("input, textarea, select, [contenteditable]");
  return single && !writing && !document.querySelector("dialog[open]");
}

/** Goes to the next table other than this one; a visitor has none. */
function goOn() {
  const next = document.querySelector("[data-next-table]")?.href ?? document.body.dataset.next ?? null;
  if (next) location.assign(next);
  return next !== null;
}

/** Returns a list of keys under a heading, and what goes with them; null if there are none. */
function listOf(heading, rows, ...more) {
  if (!rows.length) return null;
  const lines = rows.map((row) => {
    const keys = namesOf(row).flatMap((name) => [" ", h("kbd", {}, name)]).slice(1);
    return h("div", { "data-keys-of": JSON.stringify(row.keys) }, h("dt", {}, keys), h("dd", {}, row.does));
  });
  return h("section", {}, h("h3", {}, heading), h("dl", { class: "keys-list" }, lines), more);
}

function show() {
  const on = h("input", { type: "checkbox", checked: isOn(), change: () => switchKeys(on.checked) });
  const choice = h("label", { class: "keys-switch" }, on, h("span", {}, say("Use the n and ? keys in this browser")));
  const dialog = h(
    "dialog",
    { class: "keys-help", "aria-labelledby": "keys-title", close: () => dialog.remove() },
    h(
      "form",
      { method: "dialog" },
      h("h2", { id: "keys-title" }, say("Keys")),
      listOf(say("On this page"), rowsHere()),
      listOf(say("On every page"), ROWS, choice),
      h("div", { class: "buttons" }, h("button", { class: "button", autofocus: true }, say("Close"))),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (!isPlain(event) || !isOn()) return;
  const amid = event.timeStamp - typedAt < PAUSE;
  typedAt = event.timeStamp;
  if (amid || event.defaultPrevented || event.repeat) return; // a board spells with letters
  if (ROWS.some((row) => row.keys.includes(event.key) && row.act())) event.preventDefault();
});

for (const button of document.querySelectorAll("[data-keys]")) button.addEventListener("click", show);
