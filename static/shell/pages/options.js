/** Marks the settings a host has changed, and says on each folded group how many there are. */

import { count, say } from "../common/catalog.js";

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
