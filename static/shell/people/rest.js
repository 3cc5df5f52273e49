/** Keeps the picture of the coming week true while somebody fills in its form, and adds dates to it. */

import { locale } from "../common/catalog.js";
import { h } from "../common/dom.js";

const PATIENCE = 200; // milliseconds between the last key and the question

const form = document.querySelector("form[data-rest]");
const picture = form.querySelector("[data-week]");
const dates = form.querySelector("[data-dates]");
const newDate = form.elements.new_date;
const add = form.querySelector("[data-add-date]");

let timer = 0;
let asked = 0;

/** Asks for the week as it would be; while something is wrong the picture stays as it is. */
async function draw() {
  const mine = (asked += 1);
  const said = new FormData(form);
  said.delete("csrfmiddlewaretoken");
  try {
    const answer = await fetch(`${form.dataset.rest}?${new URLSearchParams(said)}`);
    if (answer.status !== 200 || answer.redirected || mine !== asked) return;
    picture.innerHTML = await answer.text();
  } catch {
    // Out of reach: saving will show it.
  }
}

/** Words a date as the server does: "Thu 24 Dec 2026". */
function word(day) {
  const parts = { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" };
  return new Intl.DateTimeFormat(locale, parts).format(new Date(`${day}T00:00Z`)).replaceAll(",", "");
}

function addDate() {
  const day = newDate.value;
  if (!day || !newDate.reportValidity()) return;
  const boxes = [...dates.querySelectorAll("input")];
  const known = boxes.find((box) => box.value === day);
  const box = known ?? h("input", { type: "checkbox", name: "dates_off", value: day });
  box.checked = true;
  if (!known) {
    const later = boxes.find((other) => other.value > day);
    dates.insertBefore(h("label", { class: "toggle" }, box, h("span", {}, word(day))), later?.parentElement ?? null);
  }
  newDate.value = "";
  newDate.focus();
  draw();
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(draw, PATIENCE);
});
form.addEventListener("change", (event) => event.isTrusted || draw());
add.hidden = false;
add.addEventListener("click", addDate);

/** Whether a field is no longer as the server sent it. */
function altered(field) {
  if (field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (field.options) return [...field.options].some((option) => option.selected !== option.defaultSelected);
  return field.defaultValue !== undefined && field.value !== field.defaultValue;
}

// What was chosen before this script ran, or is still there after a reload, has had no other listener.
if ([...form.elements].some(altered)) draw();
