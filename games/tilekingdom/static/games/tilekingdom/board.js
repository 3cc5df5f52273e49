/**
 * The board of Tilekingdom: a map to pan and zoom, where a turn is put together. Mouse, touch and
 * keyboard all change the same plan and draw it again.
 */

import { Camera } from "../../shell/board/camera.js";
import { count, either, number, say } from "../../shell/common/catalog.js";
import { h, s } from "../../shell/common/dom.js";
import { Bag } from "./bag.js";
import { Edges } from "./map/edges.js";
import { Hand, iconButton } from "./hand/hand.js";
import { MapView, where } from "./map/map.js";
import { listenToKeys } from "./keys.js";
import { Plan } from "./plan.js";
import { featureName, load, subjectUse, tileName, UNIT } from "./tiles.js";

const STEP = 1.3; // of the zoom buttons
const GAP = 10; // pixels between a button and what is shown beside it
const COMFORT = 0.96; // pixels for a unit at which a subject can be pointed at

class Board {
  constructor(root, api) {
    this.root = root;
    this.api = api;
    this.view = null;
    this.plan = new Plan({});
    this.focus = null; // the legal place the keyboard is at
    this.sending = false;
    this.ahead = null; // while a turn is prepared: {ply, state, hints} of the next one
    this.map = new MapView();
    this.camera = new Camera(this.map.svg, {
      smallest: 0.12,
      largest: 2.4,
      wheel: (event) => this.turnWheel(event),
      inset: (box) => this.besideButtons(box),
      drawn: () => this.edges?.render(this.mine ? this.plan.places : [], this.hand.covers),
    });
    this.hand = new Hand({
      rotate: (step) => this.rotate(step),
      cancel: () => this.cancel(),
      confirm: () => this.confirm(),
      choose: (key) => this.choose(key),
      prepare: () => this.prepare(),
    });
    this.bag = new Bag(api.panel(say("Tiles left")));
    this.zoom = h(
      "div",
      { class: "zoom" },
      iconButton("zoom-in", say("Zoom in (+)"), () => this.zoomIn()),
      iconButton("zoom-out", say("Zoom out (−)"), () => this.zoomOut()),
      iconButton("fit", say("Show the whole map (0)"), () => this.fit()),
    );
    this.edges = new Edges(this.camera, this.zoom, (place) => this.goTo(place));
    const frame = h("div", { class: "map-frame" }, this.map.svg, this.zoom, this.edges.root);
    root.append(frame, this.hand.root);
    this.listen();
  }

  listen() {
    const { svg } = this.map;
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("pointerover", (event) => this.hover(event));
    svg.addEventListener("pointerleave", () => this.hover(null));
    svg.addEventListener("focusin", (event) => this.focused(event));
    listenToKeys(this);
  }

  // --- Drawing ----------------------------------------------------------------------------------

  get mine() {
    const { view } = this;
    if (!view || view.player === null) return false;
    return view.player === view.to_move && view.state.tile !== null;
  }

  /** Draws a view, or the reader's next turn; the plan is kept while the position is the same. */
  render(real) {
    const before = this.view;
    if (this.ahead?.ply !== real.ply || !real.orders?.open) this.ahead = null;
    const { state, hints } = this.ahead ?? real;
    const view = this.ahead ? { ...real, state, hints, to_move: real.player } : real;
    this.real = real;
    const key = (of) => of && `${of.ply}/${of.to_move}/${of.player}/${of.state.tile}`;
    const changed = key(before) !== key(view);
    this.view = view;
    if (changed) this.begin(view, before);
    this.map.drawState(view.state);
    if (changed) this.look(before);
    this.keepFocus(() => this.update());
    this.bag.render(view.state);
  }

  begin(view) {
    this.plan = new Plan(view.hints);
    const last = view.state.placements.at(-1);
    const far = ({ x, y }) => Math.hypot(x - last.x, y - last.y);
    this.focus = [...this.plan.places].sort((a, b) => far(a) - far(b))[0] ?? null;
    this.sending = false;
    const active = document.activeElement;
    const held = active === this.map.svg || this.map.layers.places.contains(active);
    this.map.drawGhost(null, null);
    this.map.drawPlaces(this.plan, this.focus);
    this.map.svg.setAttribute("tabindex", this.focus ? "-1" : "0");
    if (held) (this.focus ? this.map.placeNode(this.focus) : this.map.svg).focus();
  }

  /** Shows the whole map, or at least the last tile if the reader has chosen a part of it. */
  look(before) {
    if (!this.camera.moved || !before) return this.fit(Boolean(before));
    this.camera.wish = this.map.bounds(this.view.state, this.plan);
    this.reveal(this.view.state.placements.at(-1));
  }

  zoomIn() {
    this.camera.zoom(STEP);
  }

  zoomOut() {
    this.camera.zoom(1 / STEP);
  }

  fit(glide = true) {
    this.camera.fit(this.map.bounds(this.view.state, this.plan), { glide });
  }

  /** Returns how many pixels to keep free at the right, for the buttons not to cover a place. */
  besideButtons(box) {
    const { x, y, scale } = this.camera.fitting(box, 0);
    const { width, height } = this.camera;
    const { offsetLeft: left, offsetTop: top, offsetHeight: tall } = this.zoom;
    const covered = [...this.plan.places, this.view.state.placements.at(-1)].some((place) => {
      const right = (place.x * UNIT + UNIT - x) * scale + width / 2;
      const [above, below] = [0, UNIT].map((of) => (place.y * UNIT + of - y) * scale + height / 2);
      return right > left && below > top && above < top + tall;
    });
    return covered ? width - left : 0;
  }

  /** Brings a cell into sight, clear of the choice at the foot and of the buttons at all edges. */
  reveal({ x, y }, { scale = 0 } = {}) {
    const foot = this.hand.covers / Math.max(scale, this.camera.scale);
    const { offsetWidth, offsetHeight } = this.zoom;
    const margin = Math.min(offsetWidth, offsetHeight) + 2 * GAP;
    const box = { x: x * UNIT, y: y * UNIT, width: UNIT, height: UNIT + foot };
    this.camera.reveal(box, { scale, margin });
  }

  /** Goes to a legal place out of sight, with the focus too: what was pressed may be gone. */
  goTo(place) {
    this.reveal(place);
    this.map.placeNode(place).focus({ preventScroll: true });
  }

  update(turned = 0) {
    const { view, plan } = this;
    this.map.markPlaces(plan, this.focus);
    this.map.drawPlan(view.state.tile, plan, view.player, turned);
    this.hand.render({
      tile: view.to_move === null ? null : view.state.tile,
      plan,
      mine: this.mine,
      mover: view.seats[view.to_move],
      player: view.player,
      sending: this.sending,
      prepares: this.ahead !== null,
      open: !this.mine && Boolean(view.orders?.open),
    });
    this.root.classList.toggle("sending", this.sending);
    this.root.classList.toggle("laying", plan.place !== null);
    this.camera.drawn();
  }

  // --- Changing the plan ------------------------------------------------------------------------

  put(x, y) {
    if (this.sending || !this.plan.at(x, y)) return;
    this.plan.put(x, y);
    this.focus = this.plan.place;
    this.map.drawGhost(null, null);
    this.update();
    this.reveal(this.plan.place, { scale: COMFORT });
    this.api.announce(this.laidInWords());
  }

  /** Says where the tile has been laid, and what can be done with it there. */
  laidInWords() {
    const { subjects, place } = this.plan;
    const told = [say("You put the tile {where}.", { where: where(place) })];
    const turns = place.turns.length;
    if (turns > 1) told.push(count("It fits {n} way round.", "It fits {n} ways round.", turns));
    const features = either(subjects.map((key) => this.name(key)));
    if (features) told.push(say("You can put a subject on: {features}.", { features }));
    return told.join(" ");
  }

  rotate(step) {
    if (this.sending || !this.plan.canRotate) return;
    this.plan.rotate(step);
    this.keepFocus(() => this.update(step));
    this.api.announce(say("Turned to {degrees} degrees.", { degrees: this.plan.rotation * 90 }));
  }

  choose(key) {
    if (this.sending || !this.plan.place) return;
    this.plan.choose(key);
    this.tellSubject();
  }

  cycle() {
    if (this.sending || !this.plan.subjects.length) return;
    this.plan.cycle();
    this.tellSubject();
  }

  tellSubject() {
    this.keepFocus(() => this.update());
    const { subject } = this.plan;
    this.api.announce(subject ? say("Subject: {feature}.", { feature: this.name(subject) }) : say("No subject."));
  }

  /** Shows the map as it will be in the reader's next turn, to prepare it. */
  async prepare() {
    const { ply } = this.real;
    const ahead = await this.api.ahead();
    if (!ahead || this.real.ply !== ply) return;
    this.ahead = { ...ahead, ply };
    this.render(this.real);
    (this.focus ? this.map.placeNode(this.focus) : this.map.svg).focus({ preventScroll: true });
    const tile = tileName(this.view.state.tile);
    this.api.announce(say("Your next tile: {tile}. Choose a place on the map.", { tile }));
  }

  /** Shows the map as it is again. */
  leave() {
    this.ahead = null;
    this.render(this.real);
    this.hand.prepare.focus({ preventScroll: true });
  }

  cancel() {
    if (this.ahead && !this.plan.place && !this.sending) return this.leave();
    if (this.sending || !this.plan.place) return;
    const { place } = this.plan;
    this.plan.clear();
    this.update();
    if (!this.camera.moved) this.fit();
    this.map.placeNode(place)?.focus({ preventScroll: true });
    this.api.announce(say("You took the tile back."));
  }

  async confirm() {
    if (this.sending || !this.plan.place) return;
    const { plan } = this;
    // What had the focus goes away; the next turn begins on the map.
    if (this.root.contains(document.activeElement)) {
      this.map.svg.setAttribute("tabindex", "0");
      this.map.svg.focus({ preventScroll: true });
    }
    this.sending = true;
    this.update();
    const answer = await this.api.submit(plan.action());
    this.sending = false;
    if (answer.error === "prepared" && this.ahead) return this.leave();
    if (answer.ok && this.plan === plan) this.settle(plan);
    this.update();
  }

  /** Draws the reader's tile as laid, until the server's view says so. */
  settle(plan) {
    const { x, y } = plan.place;
    const { tile, placements } = this.view.state;
    const { player } = this.view;
    if (placements.some((known) => known.x === x && known.y === y)) return;
    this.map.drawTiles([...placements, { kind: tile, x, y, rotation: plan.rotation, player }]);
    this.plan = new Plan({});
    this.focus = null;
    this.map.drawPlaces(this.plan, null);
  }

  name(key) {
    return featureName(this.view.state.tile, this.plan.rotation, key);
  }

  /** Does something that draws the plan again, and gives the focus to what takes its place. */
  keepFocus(draw) {
    const held = document.activeElement;
    const spot = held?.dataset?.subject;
    const inside = this.map.layers.plan.contains(held);
    draw();
    if (!inside) return;
    const again = spot && this.map.layers.plan.querySelector(`[data-subject="${spot}"]`);
    (again || this.map.placeNode(this.focus))?.focus({ preventScroll: true });
  }

  // --- Input ------------------------------------------------------------------------------------

  click(event) {
    if (!this.mine) return;
    const spot = event.target.closest("[data-subject]");
    if (spot) return this.choose(spot.dataset.subject);
    if (event.target.closest("[data-provisional]")) return this.rotate(1);
    const place = event.target.closest("[data-place]");
    if (place) this.put(...place.dataset.place.split(",").map(Number));
  }

  hover(event) {
    const node = event?.pointerType === "mouse" ? event.target.closest("[data-place]") : null;
    const place = node && this.mine ? this.plan.at(...node.dataset.place.split(",").map(Number)) : null;
    const shown = place && place !== this.plan.place ? place : null;
    this.map.drawGhost(this.view?.state.tile, shown, shown ? this.plan.fitting(shown) : 0);
  }

  /** The wheel turns the tile when the pointer is over it. */
  turnWheel(event) {
    if (!event.target.closest("[data-provisional]") || event.ctrlKey) return false;
    if (Math.abs(event.deltaY) >= 4 && performance.now() - (this.turnedAt ?? 0) > 160) {
      this.turnedAt = performance.now();
      this.rotate(event.deltaY > 0 ? 1 : -1);
    }
    return true;
  }

  focused(event) {
    const node = event.target.closest("[data-place]");
    if (!node) return;
    this.focus = this.plan.at(...node.dataset.place.split(",").map(Number));
    this.map.markPlaces(this.plan, this.focus);
    if (node.matches(":focus-visible")) this.reveal(this.focus);
  }

  // --- What the page asks for -------------------------------------------------------------------

  /** Shows the tile of a move. */
  point(ply) {
    const placement = this.view?.state.placements[ply];
    if (!placement) return;
    this.reveal(placement);
    this.map.flash(placement.x, placement.y);
    const tile = tileName(placement.kind);
    this.api.announce(say("{tile}, {where}.", { tile, where: where(placement) }));
  }
}

/** Returns how many subjects a player has left, as a figure with a number. */
function supply(view, player) {
  const left = view.state.supplies[player];
  return h(
    "span",
    { class: "supply" },
    s("svg", { viewBox: "-13 -13 26 26", "aria-hidden": "true" }, subjectUse("r0", player, 24)),
    h("span", { "aria-hidden": "true" }, `×${number(left)}`),
    h("span", { class: "visually-hidden" }, say(", "), count("{n} subject left", "{n} subjects left", left)),
  );
}

/** Puts a board into an element; see the shell's match.js for the contract. */
export async function mount(root, api) {
  root.append(await load());
  const board = new Board(root, api);
  return {
    render: (view) => board.render(view),
    point: (ply) => board.point(ply),
    extra: supply,
  };
}
