/**
 * Prepared turns: a player makes them on the board while others move, and the site plays them as soon as
 * it's their turn. The panel lists the player's own; nobody else hears of them.
 */

import { iconButton } from "../common/buttons.js";
import { count, say } from "../common/catalog.js";
import { get, post } from "../common/command.js";
import { h } from "../common/dom.js";

const PREPARED = { ok: false, error: "prepared" };
const KEPT = { ok: false, error: "kept" }; // the player thought better of it

export class PreparedTurns {
  /**
   * @param {Element} root
   * @param {object} on
   * @param {string} on.base  the address of the match
   * @param {() => any} on.view
   * @param {Element} on.side  where turns that are prepared stand
   * @param {Element} on.more  where the panel is while there are none
   * @param {(prepared: object) => void} on.changed  the list has changed
   * @param {() => Promise<void>} on.refresh  the view is out of date
   * @param {(text: string) => void} on.announce
   * @param {(text: string, tone?: string) => void} on.toast
   */
  constructor(root, on) {
    this.root = root;
    this.on = on;
    this.address = `${on.base}prepared`;
    this.shown = "";
    this.hint = h("p", { class: "muted" });
    this.list = h("ol", { class: "prepared-list" });
    this.passing = h("button", { type: "button", class: "button button-quiet", click: () => this.pass() });
    this.forced = h("input", { type: "checkbox", "data-action": "forced", change: () => this.force() });
    const forced = h("label", { class: "check" }, this.forced, " ", say("Play automatically when I have only one move"));
    root.append(this.hint, this.list, h("p", {}, this.passing), forced);
  }

  /** Draws the list; the same again is left alone, and so is the focus in it. */
  render({ prepared, ply }) {
    this.place(prepared);
    const key = JSON.stringify([prepared, ply]);
    if (!prepared || key === this.shown) return;
    this.shown = key;
    this.hint.textContent = advice(prepared);
    this.list.replaceChildren(...prepared.list.map((turn, place) => this.row(turn, place)));
    this.list.hidden = !prepared.list.length;
    this.passing.parentNode.hidden = !prepared.passing;
    this.passing.textContent = prepared.passing?.words ?? "";
    this.forced.checked = prepared.forced;
  }

  /** Keeps the panel among what one seldom needs until there's a turn in it. */
  place(prepared) {
    const panel = this.root.closest("details");
    panel.hidden = !prepared;
    const home = prepared?.list.length ? this.on.side : this.on.more;
    if (panel.parentNode !== home) home.prepend(panel);
  }

  row({ number, text, words, repeat, fell }, place) {
    const condition = repeat ? eachTime(words) : words;
    const up = fell || !place ? null : iconButton("prepared-up", say("Put {move} first", { move: text }), () => this.lift(number, text, place), "up");
    const removing = fell ? say("Clear {move}", { move: text }) : say("Remove {move}", { move: text });
    return h(
      "li",
      { class: fell ? "prepared-turn is-fallen" : "prepared-turn", "data-number": number },
      h(
        "div",
        { class: "prepared-what" },
        h("b", {}, text),
        h("span", { class: "prepared-words" }, fell ? say("Not played. {reason}", { reason: fell }) : condition),
      ),
      up,
      iconButton("prepared-remove", removing, () => this.remove(number, text), "cross"),
    );
  }

  // --- Preparing --------------------------------------------------------------------------------

  /** Tells whether a turn made on the board now is for later. */
  get open() {
    return Boolean(this.on.view().prepared?.open);
  }

  /** Returns the position of the player's next turn if nothing changes, and what they can do there. */
  async ahead() {
    return (await get(this.address))?.ahead ?? null;
  }

  /** Asks when to play an action, and prepares it; answers like a move. */
  async prepare(action) {
    const { ply } = this.on.view();
    const found = await post(`${this.address}/choices`, { action });
    if (!found.ok) return this.refused(found);
    const chosen = await choose(found);
    if (!chosen) return KEPT;
    const answer = await this.send("", { action, ply, ...chosen });
    if (!answer.ok) return answer;
    const when =
      chosen.condition === "ask"
        ? say("Prepared. We'll remind you of it when it's your turn.")
        : say("Prepared. We'll play it as soon as it's your turn.");
    this.on.toast(when, "success");
    this.on.announce(say("{move} prepared.", { move: found.text }));
    return PREPARED;
  }

  async pass() {
    const { action, condition } = this.on.view().prepared.passing;
    const { ply } = this.on.view();
    const answer = await this.send("", { action, condition, ply, repeat: true });
    if (answer.ok) this.settle(say("Prepared."));
  }

  // --- The list ---------------------------------------------------------------------------------

  async remove(number, text) {
    const answer = await this.send(`/${number}`, {}, "DELETE");
    if (answer.ok) this.settle(say("{move} removed.", { move: text }));
  }

  async lift(number, text, place) {
    const answer = await this.send(`/${number}`, { place: place - 1 }, "PATCH");
    if (!answer.ok) return;
    this.on.announce(say("{move} is now number {place}.", { move: text, place }));
    const row = this.list.querySelector(`[data-number="${number}"]`);
    (row?.querySelector("button") ?? this.list).focus();
  }

  async force() {
    const on = this.forced.checked;
    const answer = await this.send("/forced", { on });
    if (!answer.ok) this.forced.checked = !on;
  }

  /** What had the focus is gone; the heading of the panel is next to it. */
  settle(text) {
    this.on.announce(text);
    this.root.closest("details").querySelector("summary").focus();
  }

  async send(path, body, method = "POST") {
    const answer = await post(this.address + path, body, method);
    if (!answer.ok) return this.refused(answer);
    this.on.changed(answer.prepared);
    return answer;
  }

  async refused(answer) {
    this.on.toast(answer.text);
    if (!["illegal", "network"].includes(answer.error)) await this.on.refresh();
    return answer;
  }
}

/** Says what the player can prepare now. */
function advice({ open, able, list, most }) {
  if (!able) return say("Your next turn depends on something nobody knows yet, so you can't prepare it.");
  if (!open) return list.length ? "" : say("While you wait for the others, you can prepare a turn on the board.");
  if (list.filter(({ fell }) => !fell).length >= most) {
    return count("You can have only {n} prepared turn.", "You can have up to {n} prepared turns.", most);
  }
  if (list.length) return say("When it's your turn, we'll play the first one whose condition is met.");
  return say("Prepare your next turn on the board, and we'll play it as soon as it's your turn. Nobody else sees it.");
}

function eachTime(condition) {
  return say("{condition}, on every turn", { condition });
}

/**
 * Asks when to play a turn.
 * @returns {Promise<{condition: string, repeat: boolean}|null>}
 */
function choose({ text, conditions }) {
  const ways = conditions.flatMap(({ condition, words, repeat }) => [
    ...(repeat ? [{ condition, repeat, words: eachTime(words) }] : []),
    { condition, repeat: false, words },
  ]);
  const choices = ways.map(({ words }, place) =>
    h(
      "label",
      { class: "check" },
      h("input", { type: "radio", name: "way", value: String(place), checked: place === 0 }),
      ` ${words}`,
    ),
  );
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", { id: "prepared-title" }, say("Play this when it's my turn")),
    h("p", { class: "prepared-text" }, text),
    h("fieldset", { class: "prepared-ways" }, h("legend", { class: "visually-hidden" }, say("When should we play it?")), choices),
    h(
      "div",
      { class: "buttons" },
      h("button", { class: "button", value: "yes", autofocus: true }, say("Prepare it")),
      h("button", { class: "button button-quiet", value: "" }, say("Cancel")),
    ),
  );
  const dialog = h("dialog", { class: "ask", "aria-labelledby": "prepared-title" }, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      const { condition, repeat } = ways[Number(new FormData(form).get("way"))];
      done(dialog.returnValue === "yes" ? { condition, repeat } : null);
      dialog.remove();
    });
  });
}
