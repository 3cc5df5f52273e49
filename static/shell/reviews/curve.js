/** The chances of all players over a match, drawn one upon the other; alone, of one player. */

import { say } from "../common/catalog.js";
import { s } from "../common/dom.js";

const WIDE = 600;
const HIGH = 120;

/** Returns the chances by seat at each ply at which they're known: before each turn, and at the end. */
export function points(report, last) {
  const known = report.turns.map((turn) => ({ ply: turn.ply - 1, chances: turn.before }));
  const end = report.turns.at(-1);
  return [...known, { ply: Math.max(last, end.ply), chances: report.result.length > 1 ? report.result : end.after }];
}

/** Returns the share of the win up to each seat at a point, from above. */
function sums(chances) {
  let sum = 0;
  return [0, ...chances.map((chance) => (sum += chance))];
}

/**
 * Draws the curve.
 * @param {object} report
 * @param {number} last  the last ply
 * @param {string[]} names
 * @param {(ply: number) => void} go  is called with the ply that somebody points at
 * @returns {{node: Element, mark: (ply: number) => void}}
 */
export function curve(report, last, names, go) {
  const all = points(report, last);
  const x = (ply) => (last ? (ply / last) * WIDE : 0);
  const y = (share) => share * HIGH;
  const stacks = all.map(({ ply, chances }) => ({ at: x(ply), tops: sums(chances) }));
  const area = (seat) => {
    const above = stacks.map(({ at, tops }) => `${at.toFixed(1)},${y(tops[seat]).toFixed(1)}`);
    const below = stacks.map(({ at, tops }) => `${at.toFixed(1)},${y(tops[seat + 1]).toFixed(1)}`).reverse();
    return s("polygon", { class: `curve-area player-${seat}`, points: [...above, ...below].join(" ") });
  };
  const alone = all[0].chances.length === 1;
  const areas = all[0].chances.map((_, seat) => area(seat));
  const half = s("line", { class: "curve-half", x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 });
  const now = s("line", { class: "curve-now", x1: 0, x2: 0, y1: 0, y2: HIGH });
  const wrong = report.turns.filter(({ grade }) => grade === "mistake" || grade === "inaccurate");
  const marks = wrong.map(({ ply, grade, player }) =>
    s("path", { class: `curve-mark grade-${grade} player-${player}`, d: `M${x(ply).toFixed(1)} ${HIGH + 9}h0.01` }),
  );
  const title = alone ? say("Chance to do well, move by move") : say("Chances to win, move by move: {names}", { names: names.join(", ") });
  const node = s(
    "svg",
    { class: alone ? "curve-svg is-alone" : "curve-svg", viewBox: `-5 -2 ${WIDE + 10} ${HIGH + 18}`, preserveAspectRatio: "none", role: "img", "aria-label": title },
    ...areas,
    half,
    ...marks,
    now,
  );
  node.addEventListener("click", (event) => {
    const box = node.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * (WIDE + 10) - 5;
    go(Math.min(last, Math.max(0, Math.round((share / WIDE) * last))));
  });
  const mark = (ply) => {
    now.setAttribute("x1", x(ply));
    now.setAttribute("x2", x(ply));
  };
  return { node, mark };
}
