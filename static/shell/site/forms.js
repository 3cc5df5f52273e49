/**
 * A form takes one click: its button says that the site is at work, until there is a page to go on with.
 *
 * The site itself carries a form with a `form_id` out once. Whoever comes back to a page whose form
 * was answered wants another thing, so that form gets a new id; one that nobody answered keeps its own.
 */

import { say } from "../common/catalog.js";
import { newId } from "../common/command.js";
import { h } from "../common/dom.js";

const PATIENCE = 10_000; // milliseconds, after which no answer will come
const ANSWERED = /(?:^|; )form-answered=([\w-]+)/;

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
  if (!button) return;
  button.setAttribute("aria-disabled", "true");
  button.dataset.working = "";
  status.textContent = say("One moment…");
}

function release(form) {
  const { button, timer } = sent.get(form);
  clearTimeout(timer);
  sent.delete(form);
  status.textContent = "";
  button?.removeAttribute("aria-disabled");
  delete button?.dataset.working;
}

function renew() {
  const answered = ANSWERED.exec(document.cookie)?.[1];
  for (const field of document.querySelectorAll("[name=form_id]")) {
    if (field.value === answered) field.value = newId();
  }
}

addEventListener("submit", take);
addEventListener("pageshow", () => {
  for (const form of [...sent.keys()]) release(form);
  renew();
});
