/** The bar below the map: the tile in hand, what to do with it, and the buttons to do it. */

import { iconButton } from "../../../shell/common/buttons.js";
import { count, number, say } from "../../../shell/common/catalog.js";
import { h, s, write } from "../../../shell/common/dom.js";
import { featureName, role, subjectUse, tileName, tilePicture } from "../tiles.js";

export class Hand {
  /** @param {Record<"rotate"|"cancel"|"confirm"|"choose"|"prepare", Function>} on */
  constructor(on) {
    this.on = on;
    this.picture = h("div", { class: "hand-tile" });
    this.words = h("p", { class: "hand-words" });
    this.hint = h("p", { class: "hand-hint" });
    this.choices = h("div", { class: "subject-choices", role: "group", "aria-label": say("Subject") });
    this.rotate = iconButton("rotate", say("Turn (R)"), () => on.rotate(1));
    this.cancel = iconButton("cancel", say("Take back (Esc)"), on.cancel, "cross");
    this.confirm = h(
      "button",
      { type: "button", class: "button", "data-action": "confirm", click: on.confirm },
      say("Play"),
    );
    this.buttons = h("div", { class: "hand-buttons" }, this.rotate, this.cancel, this.confirm);
    const prepare = { type: "button", class: "button button-quiet", "data-action": "prepare" };
    this.prepare = h("button", { ...prepare, click: on.prepare }, say("Prepare my turn"));
    this.root = h(
      "section",
      { class: "hand", "aria-label": say("Tile in hand") },
      this.picture,
      h("div", { class: "hand-text" }, this.words, this.hint),
      this.choices,
      this.buttons,
      this.prepare,
    );
    this.shown = "";
  }

  /** @param {{tile: string|null, plan: any, mine: boolean, byName?: boolean, mover: any, sending: boolean}} now */
  render({ tile, plan, mine, byName, mover, player, sending, prepares, open }) {
    this.root.hidden = tile === null;
    if (tile === null) return;
    const laid = plan.place !== null;
    this.root.classList.toggle("mine", mine);
    this.root.classList.toggle("laid", laid);
    this.drawTile(tile, mine ? plan.rotation : 0);
    write(this.words, mine && !byName ? this.ownTile(prepares) : say("{name} has this tile", { name: mover.name }));
    write(this.confirm, prepares ? say("Prepare") : say("Play"));
    this.confirm.title = prepares ? say("Play this when it's my turn") : "";
    this.prepare.hidden = !open;
    write(this.hint, mine ? this.advice(plan, laid) : tileName(tile));
    this.buttons.hidden = !mine;
    this.rotate.disabled = !plan.canRotate || sending;
    this.cancel.disabled = !(laid || prepares) || sending;
    this.confirm.disabled = !laid || sending;
    this.confirm.classList.toggle("waiting", sending);
    this.renderChoices(tile, plan, player, laid && !sending);
  }

  /** Returns how many pixels at the foot of the map the choice of a subject covers. */
  get covers() {
    return this.choices.hidden ? 0 : this.choices.offsetHeight + 16;
  }

  drawTile(tile, rotation) {
    const key = `${tile}${rotation}`;
    if (key === this.shown) return;
    this.shown = key;
    const name = h("span", { class: "visually-hidden" }, tileName(tile));
    this.picture.replaceChildren(tilePicture(tile, rotation), name);
  }

  ownTile(prepares) {
    return prepares ? say("Your next tile") : say("Your tile");
  }

  advice({ subjects, canRotate }, laid) {
    if (!laid) return say("Choose a place on the map.");
    if (subjects.length && canRotate) return say("Turn it, send a subject, or just play.");
    if (subjects.length) return say("Send a subject, or just play.");
    return canRotate ? say("Turn it, or just play.") : say("It only fits this way round.");
  }

  renderChoices(tile, plan, player, open) {
    const keys = open ? [null, ...plan.subjects] : [];
    this.choices.hidden = keys.length < 2;
    if (this.choices.hidden) return this.choices.replaceChildren();
    const look = `${tile}${plan.rotation}${keys}`;
    if (this.choices.dataset.look !== look || !this.choices.children.length) {
      this.choices.dataset.look = look;
      this.choices.replaceChildren(...keys.map((key) => this.choice(tile, plan, player, key)));
    }
    keys.forEach((key, place) => {
      this.choices.children[place].setAttribute("aria-pressed", String(plan.subject === key));
    });
  }

  choice(tile, plan, player, key) {
    const label = key === null ? say("No subject") : featureName(tile, plan.rotation, key);
    const picture =
      key === null
        ? null
        : s("svg", { viewBox: "-13 -13 26 26", "aria-hidden": "true" }, subjectUse(key, player, 24));
    return h(
      "button",
      {
        type: "button",
        class: "subject-choice",
        "data-choice": key ?? "none",
        "data-role": key === null ? null : role(key),
        click: () => this.on.choose(key),
      },
      picture,
      h("span", {}, label),
    );
  }
}

/** Returns how many subjects a player has left, as a figure with a number. */
export function supply(view, player) {
  const left = view.state.supplies[player];
  return h(
    "span",
    { class: "supply" },
    s("svg", { viewBox: "-13 -13 26 26", "aria-hidden": "true" }, subjectUse("r0", player, 24)),
    h("span", { "aria-hidden": "true" }, `×${number(left)}`),
    h("span", { class: "visually-hidden" }, say(", "), count("{n} subject left", "{n} subjects left", left)),
  );
}
