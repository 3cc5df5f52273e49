/** Asks what a blank stands for. */

import { say } from "../../../shell/common/catalog.js";
import { h } from "../../../shell/common/dom.js";

const ALPHABET = [..."abcdefghijklmnopqrstuvwxyz"];

/**
 * Opens a dialog with the letters and resolves to the chosen one, or null.
 * @param {(letter: string) => boolean} held  whether the hand has a tile of a letter, which would
 *   be used first
 */
export function chooseLetter(held) {
  const some = ALPHABET.some(held);
  const keys = ALPHABET.map((letter) => {
    const facts = { class: "letter-key wooden", value: letter, disabled: held(letter) };
    return h("button", facts, letter.toUpperCase());
  });
  const cancel = h("button", { class: "button button-quiet", value: "" }, say("Cancel"));
  const first = say("Letters in your hand are used before any blanks.");
  const hint = h("p", { class: "small muted" }, first);
  const dialog = h(
    "dialog",
    { class: "ask blanks", "aria-labelledby": "blank-title" },
    h(
      "form",
      { method: "dialog" },
      h("h2", { id: "blank-title" }, say("Which letter does the blank stand for?")),
      some ? hint : null,
      h("div", { class: "letter-keys", translate: "no" }, keys),
      h("div", { class: "buttons" }, cancel),
    ),
  );
  dialog.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !/^[a-z]$/i.test(event.key)) return;
    event.stopPropagation();
    if (!held(event.key.toLowerCase())) dialog.close(event.key.toLowerCase());
  });
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      done(dialog.returnValue || null);
      dialog.remove();
    });
  });
}
