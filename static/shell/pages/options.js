/**
 * Marks the settings a host has changed, says on each folded group how many there are, and whether such a
 * table is rated, as the server has it.
 */

import { count, say } from "../common/catalog.js";
import { get } from "../common/command.js";

for (const group of document.querySelectorAll("details[data-options]")) {
  const note = group.querySelector("[data-changes]");
  const settings = [...group.querySelectorAll("[data-usual]")];

  const mark = () => {
    let changes = 0;
    for (const setting of settings) {
      const field = setting.querySelector("input, select");
      if (getComputedStyle(setting).display === "none") continue; // not asked for such a table
      const value = field.type === "checkbox" ? (field.checked ? "True" : "False") : field.value;
      const changed = value !== "" && value !== setting.dataset.usual;
      setting.classList.toggle("is-changed", changed);
      changes += Number(changed);
    }
    note.textContent = changes ? count("{n} changed", "{n} changed", changes) : say("as usual");
  };

  group.closest("form").addEventListener("input", mark);
  mark();
}

const line = document.querySelector("[data-rated]");
if (line) {
  const form = line.closest("form");
  let asked = 0;

  const ask = async () => {
    const number = ++asked;
    const chosen = new FormData(form);
    chosen.delete("csrfmiddlewaretoken");
    chosen.delete("form_id");
    chosen.delete("signed_in");
    const told = await get(`${line.dataset.rated}?${new URLSearchParams(chosen)}`);
    if (number !== asked || !told) return; // a later change has asked again
    line.querySelector("[data-rated-words]").textContent = told.rated;
    line.hidden = !told.rated;
  };

  form.addEventListener("change", ask);
}
