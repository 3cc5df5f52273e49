/**
 * What is beside the board: at a desk all of it but what "More" holds, on a phone one part at a time, which
 * tabs under the board choose.
 */

const TALK = "talk";

export class Side {
  /** @param {HTMLElement} page  holds what is shown on a phone as `data-shown` */
  constructor(page) {
    this.page = page;
    this.tabs = [...page.querySelectorAll("[data-tab]")];
    this.button = page.querySelector("[data-more]");
    for (const tab of this.tabs) {
      tab.addEventListener("click", () => {
        this.show(tab.dataset.tab);
        this.part(tab.dataset.tab).scrollIntoView({ block: "nearest" });
      });
    }
    this.button.addEventListener("click", () => this.open(this.button.getAttribute("aria-expanded") !== "true"));
    // What leads to the talk has to find it in sight.
    page.querySelector("[data-talk-mark]")?.addEventListener("click", () => this.show(TALK), { capture: true });
    this.show(this.tabs[0].dataset.tab);
  }

  part(name) {
    return this.page.querySelector(`#${name}`);
  }

  /** Shows a part on a phone; at a desk all are in sight. */
  show(name) {
    this.page.dataset.shown = name;
    for (const tab of this.tabs) tab.setAttribute("aria-expanded", String(tab.dataset.tab === name));
    const part = this.part(name);
    if (part instanceof HTMLDetailsElement) part.open = true;
  }

  /** Opens or closes what one seldom needs, at a desk. */
  open(on) {
    this.button.setAttribute("aria-expanded", String(on));
    if (on) this.part("more").scrollIntoView({ block: "nearest" });
  }

  /** Hides the talk from somebody who has left the table. */
  hideTalk() {
    const tab = this.tabs.find((one) => one.dataset.tab === TALK);
    if (!tab || tab.hidden) return;
    tab.hidden = true;
    if (this.page.dataset.shown === TALK) this.show("moves");
  }
}
