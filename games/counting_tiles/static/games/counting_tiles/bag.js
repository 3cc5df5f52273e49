/** What is left in the bag: none of it is secret, and some players count. */

import { count, say } from "../../shell/common/catalog.js";
import { h, write } from "../../shell/common/dom.js";

export class BagPanel {
  constructor(root) {
    this.list = h("ol", { class: "bag" });
    this.total = h("p", { class: "muted small" });
    this.counts = new Map(); // value -> the node that tells how many are left
    root.append(this.list, this.total);
  }

  render({ bag }) {
    const values = Object.keys(bag).map(Number).sort((a, b) => a - b);
    if (values.some((value) => !this.counts.has(value))) this.build(values);
    for (const [value, node] of this.counts) write(node, `×${bag[value] ?? 0}`);
    const total = Object.values(bag).reduce((sum, left) => sum + left, 0);
    const tiles = count("{n} tile is left.", "{n} tiles are left.", total);
    write(this.total, `${tiles} ${say("Each tile is equally likely to come next.")}`);
  }

  build(values) {
    const all = [...new Set([...this.counts.keys(), ...values])].sort((a, b) => a - b);
    this.counts = new Map(all.map((value) => [value, h("span", { class: "bag-count" })]));
    const item = ([value, node]) => h("li", {}, h("b", {}, String(value)), node);
    this.list.replaceChildren(...[...this.counts].map(item));
  }
}
