/**
 * The switches of what a device sounds and feels like, on the page of a match and among the preferences: all of
 * them show the same choices. The look of boards changes as soon as it is chosen, and a cookie keeps it.
 */

import { choices, choose, whenChosen } from "./choices.js";
import { sample, tick } from "./sound.js";

const one = (root, name) => root.querySelector(`[data-feel-${name}]`);

function show(root) {
  one(root, "sound").checked = choices.sound;
  one(root, "volume").disabled = !choices.sound;
  one(root, "volume").value = choices.volume;
  one(root, "ticks").checked = choices.ticks;
  one(root, "ticks-line").hidden = !("vibrate" in navigator) || !matchMedia("(pointer: coarse)").matches;
  one(root, "awake").checked = choices.awake;
  one(root, "awake-line").hidden = !("wakeLock" in navigator);
  root.closest("[data-feel]")?.classList.toggle("sounds", choices.sound);
}

function wire(root) {
  one(root, "sound").addEventListener("change", ({ target }) => {
    choose({ sound: target.checked });
    sample("place");
  });
  one(root, "volume").addEventListener("change", ({ target }) => {
    choose({ volume: Number(target.value) });
    sample("place");
  });
  one(root, "ticks").addEventListener("change", ({ target }) => {
    choose({ ticks: target.checked });
    tick(12);
  });
  one(root, "awake").addEventListener("change", ({ target }) => choose({ awake: target.checked }));
  whenChosen(() => show(root));
  show(root);
}

/** Shows another look of boards and has it remembered. */
function look(form, name) {
  const page = document.documentElement;
  if (name) page.dataset.look = name;
  else delete page.dataset.look;
  fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" }).catch(() => {});
}

for (const root of document.querySelectorAll("[data-feel-choices]")) wire(root);
for (const form of document.querySelectorAll("[data-feel-boards]")) {
  form.addEventListener("change", ({ target }) => look(form, target.value));
}
