/** What is left in the bag, as tiles with a bar each: none of it is secret, and some players count. */

import { count, say } from "../../shell/common/catalog.js";
import { h, write } from "../../shell/common/dom.js";
import { heft } from "./grid/tile.js";

export class BagPanel {
  constructor(root) {
    this.list = h("ol", { class: "bag" });
    this.total = h("p", { class: "muted small" });
    this.counts = new Map(); // value -> the nodes that tell and show how many are left
    root.append(this.list, this.total);
  }

  render({ bag }) {
    const values = Object.keys(bag).map(Number).sort((a, b) => a - b);
    if (values.some((value) => !this.counts.has(value))) this.build(values);
    const most = Math.max(1, ...Object.values(bag));
    for (const [value, { told, bar }] of this.counts) {
      const left = bag[value] ?? 0;
      write(told, `×${left}`);
      bar.style.setProperty("--left", left / most);
    }
    const total = Object.values(bag).reduce((sum, left) => sum + left, 0);
    const tiles = count("{n} tile is left.", "{n} tiles are left.", total);
    write(this.total, `${tiles} ${say("Each tile is equally likely to come next.")}`);
  }

  build(values) {
    const all = [...new Set([...this.counts.keys(), ...values])].sort((a, b) => a - b);
    const nodes = () => ({ told: h("span", { class: "bag-count" }), bar: h("span", { class: "bag-bar" }) });
    this.counts = new Map(all.map((value) => [value, nodes()]));
    this.list.replaceChildren(...[...this.counts].map(item));
  }
}

function item([value, { told, bar }]) {
  const tile = h("b", { class: "bag-value" }, String(value));
  tile.style.setProperty("--heft", heft(value));
  return h("li", {}, tile, bar, told);
}
