/** A panel of a game's own beside the board, drawn anew only when what it tells has changed. */

export class Panel {
  /** @param {Element} root */
  constructor(root) {
    this.root = root;
    this.key = "";
  }

  /**
   * Shows something; what a reader has open or in focus is left alone while it is the same.
   * @param {unknown} facts  all it depends on
   * @param {() => (Node|null)[]} nodes
   */
  show(facts, nodes) {
    const key = JSON.stringify(facts);
    if (key === this.key) return;
    this.key = key;
    this.root.replaceChildren(...nodes().filter(Boolean));
  }
}
