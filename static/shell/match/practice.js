/**
 * What only somebody who plays with computer players alone can do: go back to their last turn, look at
 * what they may do now, and ask for ideas.
 */

import { count, say } from "../common/catalog.js";
import { h } from "../common/dom.js";

export class Practice {
  /**
   * @param {HTMLElement} page
   * @param {object} on
   * @param {(name: string, body: object) => Promise<any>} on.command  asks the server for an act
   * @param {(name: string, thinking?: (text: string) => void) => Promise<any>} on.ask  asks the server for
   *   something it knows, or thinks about
   * @param {() => any} on.board  the game's board, null until it is there
   * @param {(action: object) => Promise<any>} on.submit
   * @param {(text: string) => void} on.toast
   * @param {(text: string) => void} on.announce
   */
  constructor(page, on) {
    this.on = on;
    this.view = null;
    this.undo = page.querySelector('[data-action="undo"]');
    this.options = page.querySelector('[data-action="options"]');
    this.undo?.addEventListener("click", () => this.goBack());
    this.options?.addEventListener("click", () => this.look());
  }

  render(view) {
    this.view = view;
    if (!this.undo) return;
    this.undo.hidden = this.options.hidden = view.status !== "running";
    this.undo.disabled = !view.can.includes("undo");
    this.options.disabled = !view.can.includes("options");
  }

  async goBack() {
    this.undo.disabled = true;
    const answer = await this.on.command("undo", { ply: this.view.ply });
    if (answer.ok) this.on.announce(say("You're back at your last turn."));
    else this.render(this.view);
  }

  async look() {
    this.options.disabled = true;
    const answer = await this.on.ask("options");
    this.render(this.view);
    if (answer.ok) this.show(answer);
    else this.on.toast(answer.text);
  }

  show({ shown, more }) {
    const close = () => dialog.close();
    const row = ({ action, words, points }) =>
      this.row(action, words, points === null ? null : count("{n} point", "{n} points", points), () => dialog);
    const dialog = h(
      "dialog",
      { class: "ask", "aria-labelledby": "options-title", "data-options": "" },
      h("h2", { id: "options-title" }, say("Your options")),
      h("p", {}, h("button", { type: "button", class: "button button-quiet", click: (event) => this.think(event.target, dialog) }, say("Show me three ideas"))),
      h("div", { class: "visually-hidden", role: "status" }),
      more ? h("p", { class: "muted small" }, say("There are more. These bring the most points now.")) : null,
      h("ol", { class: "options-list" }, shown.map(row)),
      h("button", { type: "button", class: "button button-quiet", click: close }, say("Close")),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  row(action, words, value, dialog) {
    const choose = () => this.choose(action, dialog());
    return h("li", {}, h("button", { type: "button", click: choose }, h("span", {}, words), value ? h("b", {}, value) : null));
  }

  /** Puts what seems best to a strong player in the place of all options. */
  async think(button, dialog) {
    const said = dialog.querySelector('[role="status"]');
    button.disabled = true;
    const answer = await this.on.ask("ideas", (text) => {
      button.textContent = say("Thinking …");
      said.textContent = text;
    });
    said.textContent = "";
    if (!answer.ok) {
      button.replaceWith(answer.text);
      return;
    }
    const rows = answer.shown.map(({ action, words, chance }) =>
      this.row(action, words, say("{n}% to win", { n: chance }), () => dialog),
    );
    dialog.querySelector("h2").textContent = say("Ideas");
    dialog.querySelector(".options-list").replaceChildren(...rows);
    for (const line of dialog.querySelectorAll("p")) line.remove();
    rows[0]?.querySelector("button").focus();
  }

  /** Lays an option on the board to look at, or asks whether to play it where a board can't show it. */
  choose(action, dialog) {
    if (this.on.board()?.layOut(action)) return dialog.close();
    const play = () => {
      dialog.close();
      this.on.submit(action);
    };
    const sure = h("button", { type: "button", class: "button", click: play }, say("Play it"));
    dialog.querySelector("[data-sure]")?.remove();
    dialog.lastElementChild.before(h("p", { "data-sure": "" }, sure));
    sure.focus();
  }
}
