/**
 * Finds people while one types a part of their name: the list below the field is what the page of
 * results would show. Arrow keys lead from the field into the list and back, Escape to the field.
 */

import { count } from "../common/catalog.js";
import { write } from "../common/dom.js";

const PAUSE = 200; // ms after the last key
const form = document.querySelector("[data-find]");
const field = form?.querySelector("input");
const list = document.querySelector("[data-found]");
const status = document.querySelector("[data-found-count]");

let timer = 0;
let asked = null;

function show(html) {
  list.innerHTML = html;
  const people = list.querySelectorAll(".people-name").length;
  write(status, html ? count("{n} person found", "{n} people found", people) : "");
}

async function look() {
  asked?.abort();
  asked = new AbortController();
  const text = field.value.trim();
  if (text.length < field.minLength) {
    show("");
    return;
  }
  const address = new URL(form.action);
  address.search = new URLSearchParams({ q: text, fragment: "" });
  try {
    const answer = await fetch(address, { signal: asked.signal });
    if (answer.ok && !answer.redirected) show(await answer.text());
  } catch (error) {
    if (error.name !== "AbortError") show(""); // the button still works, or says why not
  }
}

function step(event) {
  const links = [...list.querySelectorAll(".people-name")];
  const at = links.indexOf(document.activeElement);
  const stops = [field, ...links];
  const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape" && at >= 0) field.focus();
  else if (move && (at >= 0 || document.activeElement === field)) stops[at + 1 + move]?.focus();
  else return;
  event.preventDefault();
}

if (form) {
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  });
  for (const part of [form, list]) part.addEventListener("keydown", step);
}
