/** Tells the time zone of this device: quietly at sign-up, as an offer where people choose one. */

import { say } from "../common/catalog.js";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function tell() {
  for (const field of document.querySelectorAll("input[type=hidden][name=time_zone]")) {
    field.value ||= zone ?? "";
  }
}

tell();
document.addEventListener("live:replaced", tell); // with a form that knows nothing yet

for (const button of document.querySelectorAll("[data-my-zone]")) {
  const field = document.getElementById(button.dataset.myZone);
  const known = field.tagName !== "SELECT" || [...field.options].some((option) => option.value === zone);
  if (!zone || !known || field.value === zone) continue;
  button.textContent = say("Use this device's time zone: {zone}", { zone });
  button.hidden = false;
  button.addEventListener("click", () => {
    field.value = zone;
    field.dispatchEvent(new Event("change", { bubbles: true }));
    button.hidden = true;
    field.focus();
  });
}
