/**
 * A form takes one click: its button says that the site is at work, until there is a page to go on with.
 *
 * The site itself carries a form with a `form_id` out once. Whoever comes back to a page whose form
 * was answered wants another thing, so that form gets a new id; one that nobody answered keeps its own.
 * What was written in a form is kept till it's answered: somebody may have to sign in first.
 *
 * `<form data-in-place>` in an element that fills itself (`data-live`) is answered there, and the page stays.
 */

import { say } from "../common/catalog.js";
import { newId } from "../common/command.js";
import { h } from "../common/dom.js";
import { put, take as takeKept } from "../common/tab.js";
import { send } from "./live.js";

const PATIENCE = 10_000; // milliseconds, after which no answer will come
const ANSWERED = /(?:^|; )form-answered=([\w-]+)/;
const MOST = 50; // ids of answered forms that are remembered
const WRITTEN = "input:not([type=hidden], [type=password], [type=file]), textarea, select";

const sent = new Map(); // the button and the timer of each form that is on its way
const status = h("p", { class: "visually-hidden", "aria-live": "polite" });
document.body.append(status);

function take(event) {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (sent.has(form)) {
    event.preventDefault();
    return;
  }
  const button = event.submitter;
  sent.set(form, { button, timer: setTimeout(() => release(form), PATIENCE) });
  if (idOf(form)) keep(form);
  button?.setAttribute("aria-disabled", "true");
  if (button) button.dataset.working = "";
  if (button) status.textContent = say("One moment…");
  if (!("inPlace" in form.dataset)) return;
  event.preventDefault();
  send(form, button).finally(() => release(form));
}

function release(form) {
  if (!sent.has(form)) return;
  const { button, timer } = sent.get(form);
  clearTimeout(timer);
  sent.delete(form);
  status.textContent = "";
  button?.removeAttribute("aria-disabled");
  delete button?.dataset.working;
}

// --- Which forms were answered --------------------------------------------------------------------

const idOf = (form) => form.elements.form_id?.value;

/** Returns the ids of the forms that were answered, the last one too, in whatever tab. */
function answered() {
  const last = ANSWERED.exec(document.cookie)?.[1];
  try {
    const known = JSON.parse(localStorage.getItem("forms-answered")) ?? [];
    if (!last || known.includes(last)) return known;
    localStorage.setItem("forms-answered", JSON.stringify([...known, last].slice(-MOST)));
    return [...known, last];
  } catch {
    return [last]; // the browser keeps nothing
  }
}

function renew() {
  const ids = answered();
  for (const field of document.querySelectorAll("[name=form_id]")) {
    if (ids.includes(field.value)) field.value = newId();
  }
}

// --- What was written -----------------------------------------------------------------------------

const DRAFT = "form-draft";
const page = location.pathname + location.search;
const isWayIn = document.querySelector("main.entrance") !== null;

const written = (form) => [...form.elements].filter((field) => field.matches(WRITTEN));
const namesOf = (form) => [form.getAttribute("action"), ...written(form).map(({ name }) => name)].join(" ");

function keep(form) {
  if (isWayIn) return;
  const fields = written(form).map(({ value, checked = false }) => ({ value, checked }));
  put(DRAFT, { page, id: idOf(form), names: namesOf(form), fields });
}

/** Writes what was kept into its form, if that came to nothing; pages to sign in by leave it alone. */
function giveBack() {
  if (isWayIn) return;
  const kept = takeKept(DRAFT);
  if (kept?.page !== page || answered().includes(kept.id)) return;
  const form = [...document.forms].find((one) => namesOf(one) === kept.names);
  if (!form) return;
  written(form).forEach((field, place) => {
    const { value, checked } = kept.fields[place];
    if (["checkbox", "radio"].includes(field.type)) field.checked = checked;
    else field.value = value;
  });
  form.dispatchEvent(new Event("input", { bubbles: true }));
  form.dispatchEvent(new Event("change", { bubbles: true }));
  form.closest("details")?.setAttribute("open", "");
}

addEventListener("submit", take);
addEventListener("pageshow", () => {
  for (const form of [...sent.keys()]) release(form);
  renew();
});
giveBack();
