/**
 * The turns of a study: which follows on which, and the list of them, in which other turns stand below
 * the one they were played instead of, each with all that follows.
 */

import { isTold, plain } from "../board/told.js";
import { number, say } from "../common/catalog.js";
import { h } from "../common/dom.js";
import { mark } from "../common/marks.js";

export const START = 0;

export class Tree {
  /** @param {any[]} nodes  as the server tells them: `{n, parent, main, entry}` */
  constructor(nodes) {
    this.fill(nodes);
  }

  fill(nodes) {
    this.nodes = new Map();
    this.following = new Map([[START, []]]);
    for (const node of nodes) this.add(node);
  }

  add(node) {
    if (this.nodes.has(node.n)) return;
    this.nodes.set(node.n, node);
    this.following.set(node.n, []);
    const beside = this.following.get(node.parent);
    if (node.main) beside.unshift(node.n);
    else beside.push(node.n);
  }

  has(n) {
    return n === START || this.nodes.has(n);
  }

  parent(n) {
    return this.nodes.get(n)?.parent ?? START;
  }

  children(n) {
    return this.following.get(n) ?? [];
  }

  /** Returns the nodes from the first turn to this one. */
  path(n) {
    const path = [];
    for (let at = n; at !== START; at = this.parent(at)) path.push(this.nodes.get(at));
    return path.reverse();
  }

  /** Returns the log that leads to a node, as a board reads it. */
  log(n) {
    return this.path(n).map(({ entry }, before) => ({ ...entry, ply: before + 1 }));
  }

  depth(n) {
    return this.path(n).length;
  }
}

/** Returns what a turn brought its player. */
function points({ player, events }) {
  const sum = events.reduce((all, event) => all + (event.player === player ? event.points : 0), 0);
  if (!sum) return null;
  return h("span", { class: `study-points${sum < 0 ? " is-lost" : ""}` }, sum > 0 ? `+${number(sum)}` : `\u2212${number(-sum)}`);
}

/** Returns what a turn was, in a sentence. */
export function sentence({ deed, events, text }) {
  const first = [deed, ...events].find(isTold);
  return first ? plain(first) : text;
}

export class List {
  /**
   * @param {Element} root
   * @param {Tree} tree
   * @param {{go: (n: number) => void, says: (n: number) => boolean, alone: boolean}} how  where a press
   *   leads, whether something is said at a node, and whether there is but one player
   */
  constructor(root, tree, how) {
    this.root = root;
    this.tree = tree;
    this.how = how;
  }

  render(at) {
    this.root.replaceChildren(h("ol", { class: "study-line" }, this.start(), this.line(START, 1)));
    this.mark(at);
  }

  start() {
    return h("li", { "data-node": START }, this.press(START, h("span", { class: "study-what" }, say("The start"))));
  }

  /** Returns the rows of all that follows on a node. */
  line(from, ply) {
    const rows = [];
    let before = from;
    let number = ply;
    for (let turns = this.tree.children(before); turns.length; turns = this.tree.children(before)) {
      const [first, ...others] = turns;
      rows.push(this.row(first, number), ...others.map((other) => this.branch(other, number)));
      before = first;
      number += 1;
    }
    return rows;
  }

  branch(n, ply) {
    const line = h("ol", { class: "study-line" }, this.row(n, ply), this.line(n, ply + 1));
    return h("li", { class: "study-branch" }, h("p", { class: "visually-hidden" }, say("Another turn for move {n}:", { n: ply })), line);
  }

  row(n, ply) {
    const { entry } = this.tree.nodes.get(n);
    const what = [
      h("span", { class: "study-ply" }, String(ply)),
      this.how.alone ? null : mark(entry.player),
      h("span", { class: "study-what" }, sentence(entry), h("code", { class: "study-text", translate: "no" }, entry.text)),
      points(entry),
    ];
    return h("li", { "data-node": n }, this.press(n, ...what));
  }

  press(n, ...what) {
    const said = h("span", { class: "study-sign", "data-sign": n, hidden: !this.how.says(n) }, h("span", { "aria-hidden": "true" }, "\u275d"), h("span", { class: "visually-hidden" }, say("with a comment")));
    return h("button", { type: "button", class: "study-move", click: () => this.how.go(n) }, what, said);
  }

  /** Shows or hides the sign that something is said at a node. */
  sign(n) {
    const sign = this.root.querySelector(`[data-sign="${n}"]`);
    if (sign) sign.hidden = !this.how.says(n);
  }

  /** Marks the node that is shown, and brings it into sight without moving the page. */
  mark(at) {
    this.root.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const row = this.root.querySelector(`[data-node="${at}"] > button`);
    if (!row) return;
    row.setAttribute("aria-current", "step");
    const [here, whole] = [row.getBoundingClientRect(), this.root.getBoundingClientRect()];
    if (here.top < whole.top || here.bottom > whole.bottom) {
      this.root.scrollTop += here.top - whole.top - (whole.height - here.height) / 2;
    }
  }
}
