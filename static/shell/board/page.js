/** What the pages that show a board have in common: what they say, panels to fold, the board itself. */

import { say } from "../common/catalog.js";
import { h } from "../common/dom.js";

const SAID = 10_000; // milliseconds that a line for a screen reader stays
const TOAST = 6_000;

/**
 * Returns what has a screen reader say something, even if it said the same before, and gives the line.
 * @param {Element} root
 */
export function announcer(root) {
  return (text) => {
    const line = h("p", {}, text);
    root.append(line);
    setTimeout(() => line.remove(), SAID);
    return line;
  };
}

/**
 * Returns what shows something for a moment: text or nodes, and with which tone.
 * @param {Element} root
 */
export function toaster(root) {
  let timer = 0;
  return (content, tone = "error") => {
    clearTimeout(timer);
    if (!content) return;
    root.replaceChildren(h("p", { class: `notice notice-${tone}` }, content));
    timer = setTimeout(() => root.replaceChildren(), TOAST);
  };
}

/** Adds a panel of the game's own beside the board; returns where its content goes. */
export function addPanel(root, heading, { open = true } = {}) {
  const body = h("div", { class: "panel-body" });
  root.append(h("details", { class: "panel", open }, h("summary", {}, h("h2", {}, heading)), body));
  return body;
}

/**
 * Mounts a game's board, unless its place has gone meanwhile: then it returns null.
 * @param {string} module  the address of the game's board.js
 * @param {Element} root
 * @param {object} api
 * @param {(text: string) => void} complain  says that it didn't come
 */
export async function mountBoard(module, root, api, complain) {
  try {
    const { mount } = await import(module);
    return root.isConnected ? await mount(root, api) : null;
  } catch (error) {
    complain(say("Sorry, we couldn't load the board. Reload the page."));
    throw error;
  }
}
