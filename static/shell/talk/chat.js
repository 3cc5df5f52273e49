/**
 * What players say to each other. The socket only hints that something was said; this module asks
 * what it was, shows it as text and nothing else, and tells the site how far it was read.
 */

import { count, number, say } from "../common/catalog.js";
import { get, newId, post } from "../common/command.js";
import { h, write } from "../common/dom.js";
import { mark as markOf } from "../common/marks.js";
import { shortTime } from "../common/times.js";

const AT_END = 24; // pixels from the end within which new lines are followed

export class Chat {
  /**
   * @param {Element} root  the panel
   * @param {{base: string, mark: Element, counts: HTMLElement[], now: () => number, announce: (text: string) => Element,
   *          toast: (text: string) => void, heard?: () => void}} options  `mark` leads to what is
   *   still unread, which `counts` count as well; `heard` is told when somebody else has said something
   */
  constructor(root, { base, mark, counts, now, announce, toast, heard = () => {} }) {
    Object.assign(this, { root, mark, counts, now, announce, toast, heard });
    this.url = `${base}chat`;
    this.view = null;
    this.read = 0;
    this.inSight = false;
    this.stale = false;
    this.fetching = null;
    this.announced = new Map(); // what a screen reader is to say, by line
    this.pending = { key: "", id: "" };
    this.sending = new Set(); // one's own lines that the site has yet to note
    this.dialog = new LineDialog(root.querySelector("dialog"), {
      report: (body) => this.act("report", body, say("Thank you. The moderators will look at it.")),
      mute: (body) => this.act("mute", body),
    });
    this.listen();
  }

  part(name) {
    return this.root.querySelector(`[data-chat-${name}]`);
  }

  listen() {
    this.part("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    for (const button of this.root.querySelectorAll("[data-phrase]")) {
      button.addEventListener("click", () => this.put({ phrase: button.dataset.phrase }, button.textContent, button));
    }
    this.mark.addEventListener("click", (event) => {
      event.preventDefault();
      this.root.open = true;
      this.root.scrollIntoView({ block: "center" });
      (this.part("text").disabled ? this.part("lines") : this.part("text")).focus({ preventScroll: true });
    });
    new IntersectionObserver(
      ([entry]) => {
        this.inSight = entry.isIntersecting;
        this.noteRead();
      },
      { threshold: 0.5 },
    ).observe(this.part("form"));
    document.addEventListener("visibilitychange", () => this.noteRead());
  }

  // --- Reading ----------------------------------------------------------------------------------

  /** Takes the hint that there is a line of that number, or without one that an old line changed. */
  hint(line) {
    if (line === null || line > (this.view?.last ?? 0)) this.refresh();
  }

  /** Asks what was said, once more if it's called again meanwhile; the promise is of all that was said by now. */
  refresh() {
    this.stale = true;
    this.fetching ??= this.fetch();
    return this.fetching;
  }

  async fetch() {
    while (this.stale) {
      this.stale = false;
      const next = await get(this.url);
      if (next?.ok) this.accept(next);
    }
    this.fetching = null;
  }

  accept(next) {
    const before = this.view;
    this.view = next;
    this.read = Math.max(this.read, next.read);
    this.render();
    if (before) this.announceNew(before);
    this.noteRead();
  }

  announceNew(before) {
    const fresh = this.view.lines.filter((line) => line.id > before.last && !line.mine && !line.hidden);
    for (const line of fresh) {
      const words = say("{name} says: {text}", { name: line.name, text: line.text });
      this.announced.set(line.id, this.announce(words));
    }
    if (fresh.length) this.heard();
    for (const line of this.view.lines) if (line.hidden) this.announced.get(line.id)?.remove();
  }

  get unread() {
    return this.view.lines.filter((line) => line.id > this.read && !line.mine && !line.hidden).length;
  }

  /** Tells the site how far the player has read, if the lines are before their eyes. */
  noteRead() {
    if (!this.view || !this.root.open || !this.inSight || document.hidden) return;
    const last = this.view.lines.at(-1)?.id ?? 0;
    if (last > this.read) {
      this.read = last;
      post(`${this.url}/read`, { line: last });
    }
    this.showUnread();
  }

  // --- Writing ----------------------------------------------------------------------------------

  async send() {
    const field = this.part("text");
    const text = field.value;
    if (!text.trim()) return;
    field.value = "";
    if (!(await this.put({ text }, text, this.part("send"))) && !field.value) field.value = text;
  }

  /** Sends a line, which stands there meanwhile; the same one tried again keeps its id, so it is said once. */
  async put(body, text, button) {
    const line = { text: text.trim(), after: this.view?.last ?? 0, at: new Date(this.now()).toISOString() };
    this.sending.add(line);
    if (this.view) this.render({ toEnd: true });
    const key = JSON.stringify(body);
    if (this.pending.key !== key) this.pending = { key, id: newId() };
    button.disabled = true;
    const answer = await post(this.url, { ...body, cmd_id: this.pending.id });
    button.disabled = false;
    if (button.hasAttribute("data-phrase")) button.focus({ preventScroll: true });
    if (answer.ok || answer.error !== "network") this.pending = { key: "", id: "" };
    if (answer.ok) this.read = Math.max(this.read, this.view?.lines.at(-1)?.id ?? 0);
    else this.toast(answer.text);
    if (answer.ok) await this.refresh();
    this.sending.delete(line);
    if (this.view) this.render();
    if (!answer.ok) this.refresh();
    return answer.ok;
  }

  async act(name, body, thanks = "") {
    const answer = await post(`${this.url}/${name}`, body);
    this.toast(answer.ok ? thanks : answer.text, answer.ok ? "success" : "error");
    await this.refresh();
  }

  // --- Showing ----------------------------------------------------------------------------------

  render({ toEnd = false } = {}) {
    const { view } = this;
    const list = this.part("lines");
    const follows = list.scrollHeight - list.scrollTop - list.clientHeight < AT_END;
    const focused = list.contains(document.activeElement) && document.activeElement.dataset.about;
    const rows = [...view.lines, ...this.unnoted()].map((line) => this.row(line));
    list.replaceChildren(...rows);
    list.hidden = rows.length === 0;
    if (focused) list.querySelector(`[data-about="${focused}"]`)?.focus({ preventScroll: true });
    if (follows || toEnd) list.scrollTop = list.scrollHeight;
    this.part("empty").hidden = rows.length > 0;
    this.showMuted();
    this.showVoice();
    this.showUnread();
  }

  /** Returns one's own lines that are on their way and not among those the site has told. */
  unnoted() {
    const { lines, player } = this.view;
    const told = (own) => lines.some(({ id, mine, text }) => mine && id > own.after && text === own.text);
    return [...this.sending].filter((own) => !told(own)).map((own) => ({ ...own, id: "", player, mine: true }));
  }

  row(line) {
    const text = line.hidden
      ? h("em", { class: "chat-text muted" }, say("A moderator has hidden this message."))
      : h("span", { class: "chat-text", dir: "auto", translate: "no" }, line.text);
    const about = h(
      "button",
      {
        type: "button",
        class: "chat-about",
        "data-about": line.id,
        "aria-label": say("More about this message from {name}", { name: line.name }),
        click: () => this.dialog.show(line),
      },
      "⋯",
    );
    return h(
      "li",
      { class: `chat-line player-${line.player}`, "data-line": line.id },
      markOf(line.player),
      line.mine
        ? h("span", { class: "chat-name" }, say("You"))
        : h("span", { class: "chat-name", translate: "no" }, line.name),
      text,
      h("time", { class: "chat-time muted", datetime: line.at }, shortTime(line.at, this.now())),
      line.mine || line.hidden ? null : about,
    );
  }

  showMuted() {
    const names = this.namesOf(this.view.muted);
    this.part("muted").replaceChildren(
      ...names.map(([player, name]) =>
        h(
          "p",
          { class: "chat-muted small muted" },
          say("You've hidden what {name} says here.", { name }),
          " ",
          h(
            "button",
            {
              type: "button",
              class: "button-link",
              "aria-label": say("Show {name}'s messages again", { name }),
              click: () => this.act("mute", { player, on: false }),
            },
            say("Show"),
          ),
        ),
      ),
    );
  }

  namesOf(players) {
    return this.view.names.filter(([player]) => players.includes(player));
  }

  showVoice() {
    const { free, why, silent } = this.view;
    const words = silent ? this.silenced(silent) : why;
    write(this.part("why"), words);
    this.part("why").hidden = words === "";
    this.part("text").disabled = !free;
    this.part("send").disabled = !free;
    this.part("form").classList.toggle("is-shut", !free);
    for (const button of this.root.querySelectorAll("[data-phrase]")) button.disabled = silent !== null;
    if (!free && !silent) this.part("ready").open = true;
  }

  /** Says for how long a moderator keeps this player from writing, and why. */
  silenced({ until, reason }) {
    if (!until) return say("You can't post messages. A moderator says: {reason}", { reason });
    const time = shortTime(until, this.now());
    return say("You can't post messages until {time}. A moderator says: {reason}", { time, reason });
  }

  showUnread() {
    const unread = this.view ? this.unread : 0;
    this.mark.hidden = unread === 0;
    write(this.mark, count("{n} new message", "{n} new messages", unread));
    for (const node of [this.part("count"), ...this.counts]) {
      node.hidden = unread === 0;
      write(node, number(unread));
    }
  }
}

/** What you can do about someone else's line: report it, mute its author, or go and block them. */
class LineDialog {
  constructor(dialog, { report, mute }) {
    this.dialog = dialog;
    this.line = null;
    const form = dialog.querySelector("form");
    dialog.addEventListener("close", () => {
      const { id, player } = this.line;
      const said = new FormData(form);
      const act = dialog.returnValue;
      if (act === "report") report({ line: id, reason: said.get("reason"), words: said.get("words") });
      if (act === "here" || act === "everywhere") mute({ player, everywhere: act === "everywhere", on: true });
      dialog.returnValue = "";
      dialog.querySelector("[data-quote]").textContent = "";
      form.reset();
    });
  }

  show(line) {
    this.line = line;
    write(this.dialog.querySelector("h2"), say("What {name} said", { name: line.name }));
    write(this.dialog.querySelector("[data-quote]"), line.text);
    for (const name of this.dialog.querySelectorAll("[data-whose]")) write(name, line.name);
    const profile = this.dialog.querySelector("[data-profile]");
    profile.hidden = line.profile === null; // the account is gone
    if (line.profile) profile.href = line.profile;
    this.dialog.showModal();
  }
}
