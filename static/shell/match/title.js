/** The mark in the tab's title while others wait for this player; others may write the title too. */

import { say } from "../common/catalog.js";

const MARK = `● ${say("Your turn")} – `;

/**
 * Keeps the mark where it belongs; returns what looks again.
 * @param {() => boolean} isMarked
 */
export function markTitle(isMarked) {
  const { title } = document;
  const look = () => {
    const plain = document.title.startsWith(MARK) ? document.title.slice(MARK.length) : document.title;
    const wanted = (isMarked() ? MARK : "") + (plain || title);
    if (document.title !== wanted) document.title = wanted;
  };
  new MutationObserver(look).observe(document.querySelector("title"), { childList: true });
  return look;
}
