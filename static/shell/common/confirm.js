/** Asks before something that can't be undone. */

import { h } from "./dom.js";

/**
 * Asks in a dialog and resolves to whether the reader wants it.
 * @param {{title: string, text: string, yes: string, no: string}} words
 * @returns {Promise<boolean>}
 */
export function ask({ title, text, yes, no }) {
  const dialog = h(
    "dialog",
    { class: "ask", "aria-labelledby": "ask-title" },
    h(
      "form",
      { method: "dialog" },
      h("h2", { id: "ask-title" }, title),
      h("p", {}, text),
      h(
        "div",
        { class: "buttons" },
        h("button", { class: "button", value: "yes" }, yes),
        h("button", { class: "button button-quiet", value: "", autofocus: true }, no),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      done(dialog.returnValue === "yes");
      dialog.remove();
    });
  });
}
