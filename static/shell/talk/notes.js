/** Keeps a player's notes about a table: they save themselves a moment after the last key. */

import { say } from "../common/catalog.js";
import { write } from "../common/dom.js";

const REST = 800; // milliseconds without a key after which notes are saved
const AGAIN = 5_000; // milliseconds after which what could not be saved is tried again

/** @param {HTMLFormElement} form  works without a script too */
export function keepNotes(form) {
  const field = form.querySelector("textarea");
  const state = form.querySelector("[data-note-state]");
  // A quick hand types before this script runs. What the browser has put back was sent on leaving.
  let saved = field.value === leftWith(form.action) ? field.value : field.defaultValue;
  let timer = 0;
  let saving = false;

  async function save({ keepalive = false } = {}) {
    clearTimeout(timer);
    const text = field.value;
    if (saving || text === saved) return;
    saving = true;
    const answer = await send(keepalive);
    saving = false;
    if (answer.ok) saved = text;
    else if (answer.network) timer = setTimeout(save, AGAIN);
    write(state, answer.ok ? say("Saved") : answer.text);
    if (answer.ok && field.value !== saved) plan();
  }

  async function send(keepalive) {
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new FormData(form),
        headers: { Accept: "application/json" },
        credentials: "same-origin",
        keepalive,
      });
      return await answer.json();
    } catch {
      return { ok: false, network: true, text: say("Not saved yet. We're trying again.") };
    }
  }

  function plan() {
    clearTimeout(timer);
    write(state, "");
    timer = setTimeout(save, REST);
  }

  field.addEventListener("input", plan);
  field.addEventListener("blur", () => save());
  addEventListener("pagehide", () => {
    leave(form.action, field.value);
    save({ keepalive: true });
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.value === saved) write(state, say("Saved"));
    save();
  });
  if (field.value !== saved) plan();
}

/** What the notes read when this tab left their page, if the browser may keep anything. */
function leftWith(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function leave(key, text) {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // What the browser puts back is saved once more then.
  }
}
