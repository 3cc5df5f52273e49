/**
 * What moves on the board, by transform and opacity alone. Nothing waits for it: the board is as it
 * is, and only looks as if it were still getting there.
 */

import { calm, h } from "../../../shell/common/dom.js";
import { cellsOf, COLUMNS } from "../position.js";

const SPRING = "cubic-bezier(0.2, 1.4, 0.4, 1)";
const QUICK = 160;

function run(node, frames, options) {
  if (!calm.matches && node) node.animate(frames, { duration: QUICK, easing: "ease-out", ...options });
}

/** Lets a tile come from another cell; cells are as far apart as a cell and a gap. */
export function slide(node, from, to) {
  const right = (from % COLUMNS) - (to % COLUMNS);
  const down = Math.floor(from / COLUMNS) - Math.floor(to / COLUMNS);
  const far = (steps) => `calc(${steps} * (100% + var(--gap)))`;
  run(node, { translate: [`${far(right)} ${far(down)}`, "0 0"] });
}

/** Lets a tile fall from above, and its cell call attention. */
export function fall(node, cell) {
  run(node, [
    { translate: "0 -55%", scale: 1.25, opacity: 0 },
    { translate: "0 0", scale: 1, opacity: 1 },
  ], { duration: 320, easing: "cubic-bezier(0.3, 1.3, 0.6, 1)" });
  ring(cell, "ring-fallen");
}

export function pop(node) {
  run(node, { scale: [0.6, 1] }, { duration: 200, easing: SPRING });
}

export function shake(node) {
  run(node, { translate: ["0", "-7%", "7%", "-5%", "0"] }, { duration: 260 });
}

/** Puts a ring on a cell for a moment. */
export function ring(cell, kind) {
  if (calm.matches) return;
  const node = h("span", { class: `ring ${kind}` });
  cell.append(node);
  const motion = node.animate({ opacity: [1, 0], scale: [0.8, 1.25] }, { duration: 900, easing: "ease-out" });
  motion.onfinish = motion.oncancel = () => node.remove();
}

/** Lets words rise from a node and fade, such as "+8". */
export function rise(node, words, kind = "") {
  if (calm.matches) return;
  const text = h("span", { class: `risen ${kind}`, "aria-hidden": "true" }, words);
  node.append(text);
  const motion = text.animate(
    [
      { translate: "-50% 0", opacity: 0, scale: 0.7 },
      { translate: "-50% -45%", opacity: 1, scale: 1, offset: 0.25 },
      { translate: "-50% -110%", opacity: 0, scale: 1 },
    ],
    { duration: 1_100, easing: "ease-out" },
  );
  motion.onfinish = motion.oncancel = () => text.remove();
}

/** Lets the tiles of a row that were just taken away go one after the other. */
export function clearRow(cells, row, tiles) {
  if (calm.matches) return;
  cellsOf(row).forEach((cell, place) => {
    const node = tiles[place];
    if (!node) return;
    node.classList.add("is-leaving");
    cells[cell].append(node);
    const motion = node.animate(
      [
        { scale: 1, opacity: 1 },
        { scale: 1.12, opacity: 1, offset: 0.3 },
        { scale: 0.2, opacity: 0 },
      ],
      { duration: 340, delay: 45 * place, easing: "ease-in", fill: "backwards" },
    );
    motion.onfinish = motion.oncancel = () => node.remove();
  });
}
