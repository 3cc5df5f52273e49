/** Copies an invitation, or other text, to the clipboard, or hands it to the device's own share sheet. */

import { say } from "../common/catalog.js";

const said = document.querySelector("[data-copied]");

for (const button of document.querySelectorAll("[data-copy]")) {
  const source = document.getElementById(button.dataset.copy);
  source.addEventListener("focus", () => source.select());
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.value);
      show("copyText" in button.dataset ? say("Copied.") : say("Link copied."));
    } catch {
      // No clipboard on pages without https: select it, so that one key copies it.
      source.focus();
      show("copyText" in button.dataset ? say("Press Ctrl+C to copy it.") : say("Press Ctrl+C to copy the link."));
    }
  });
}

for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  const source = document.getElementById(button.dataset.share);
  button.hidden = false;
  button.addEventListener("click", () => {
    const what = "shareText" in button.dataset ? { text: source.value } : { url: source.value };
    navigator.share({ title: button.dataset.shareTitle, ...what }).catch(() => {});
  });
}

function show(text) {
  said.textContent = text;
  setTimeout(() => said.textContent === text && (said.textContent = ""), 6000);
}
