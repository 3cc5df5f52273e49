/**
 * The board of Tilekingdom: a map to pan and zoom, where a turn is put together. Mouse, touch and
 * keyboard all change the same plan and draw it again.
 */

import { count, either, say } from "../../shell/common/catalog.js";
import { Board } from "../../shell/board/board.js";
import { fly, hurry, settle } from "../../shell/feel/motion.js";
import { Bag } from "./bag.js";
import { Hand, supply } from "./hand/hand.js";
import { KEYS } from "./keys.js";
import { MapView, where } from "./map/map.js";
import { MapWindow } from "./map/window.js";
import { Plan } from "./plan.js";
import { featureName, load, tileName } from "./tiles.js";

const COMFORT = 0.96; // pixels for a unit at which a subject can be pointed at

class KingdomBoard extends Board {
  constructor(root, api) {
    super(root, api);
    this.plan = new Plan({});
    this.focus = null; // the legal place the keyboard is at
    this.ahead = null; // while a turn is prepared: {ply, state, hints} of the next one
    this.map = new MapView();
    this.hurries = hurry();
    this.window = new MapWindow(this);
    this.hand = new Hand({
      rotate: (step) => this.rotate(step),
      cancel: () => this.cancel(),
      confirm: () => this.confirm(),
      choose: (key) => this.choose(key),
      prepare: () => this.prepare(),
    });
    this.bag = new Bag(api.panel(say("Tiles left")));
    root.append(this.window.root, this.hand.root);
    this.listen();
  }

  listen() {
    const { svg } = this.map;
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("pointerover", (event) => this.hover(event));
    svg.addEventListener("pointerleave", () => this.hover(null));
    svg.addEventListener("focusin", (event) => this.focused(event));
    this.listenToKeys(KEYS);
  }

  // --- Drawing ----------------------------------------------------------------------------------

  get mine() {
    return super.mine && this.view.state.tile !== null;
  }

  get home() {
    return this.map.svg;
  }

  /** Draws a view, or the reader's next turn; the plan is kept while the position is the same. */
  render(real) {
    this.real = real;
    if (this.ahead?.ply !== real.ply || !real.prepared?.open) this.ahead = null;
    const { state, hints } = this.ahead ?? real;
    super.render(this.ahead ? { ...real, state, hints, to_move: real.player } : real);
  }

  differs(before, view) {
    const key = (of) => `${of.ply}/${of.to_move}/${of.player}/${of.state.tile}`;
    return key(before) !== key(view);
  }

  turn(before, fresh) {
    this.begin(this.view);
    const news = this.map.drawState(this.view.state);
    this.gone = news.gone;
    this.window.follow(!before);
    if (fresh.length && !this.hurries() && fresh.length === 1) this.move(news);
  }

  /** Lets what a turn brought come from where it was: the tile from the hand, a subject from its seat. */
  move({ tiles, figures }) {
    for (const tile of tiles) {
      const flight = fly(tile, this.hand.picture);
      flight?.finished.then(() => settle(tile), () => {});
      tile.classList.toggle("arriving", !flight);
    }
    for (const [figure, player] of figures) {
      const own = player === this.view.player; // it stood there as its tile was laid
      const flight = own ? null : fly(figure, this.supplyOf(player), { duration: 320 });
      figure.classList.toggle("arriving", !own && !flight);
    }
  }

  supplyOf(player) {
    return document.querySelector(`[data-seat="${player}"] .supply`);
  }

  begin(view) {
    this.plan = new Plan(view.hints);
    const last = view.state.placements.at(-1);
    const far = ({ x, y }) => Math.hypot(x - last.x, y - last.y);
    this.focus = [...this.plan.places].sort((a, b) => far(a) - far(b))[0] ?? null;
    const active = document.activeElement;
    const held = active === this.map.svg || this.map.layers.places.contains(active);
    this.map.drawGhost(null, null);
    this.map.drawPlaces(this.plan, this.focus);
    this.map.svg.setAttribute("tabindex", this.focus ? "-1" : "0");
    if (held) (this.focus ? this.map.placeNode(this.focus) : this.map.svg).focus();
  }

  renderPanels(view) {
    this.bag.render(view.state);
  }

  /** Draws the plan again, and gives the focus to what takes the place of what had it. */
  update(turned = 0) {
    const held = document.activeElement;
    const spot = held?.dataset?.subject;
    const inside = this.map.layers.plan.contains(held);
    this.draw(turned);
    if (!inside) return;
    const again = spot && this.map.layers.plan.querySelector(`[data-subject="${spot}"]`);
    (again || this.map.placeNode(this.focus))?.focus({ preventScroll: true });
  }

  draw(turned) {
    const { view, plan } = this;
    this.map.markPlaces(plan, this.focus);
    this.map.drawPlan(view.state.tile, plan, view.player, turned);
    this.hand.render({
      tile: view.to_move === null ? null : view.state.tile,
      plan,
      mine: this.mine,
      byName: view.by_name,
      mover: view.seats[view.to_move],
      player: view.player,
      sending: this.sending,
      prepares: this.ahead !== null,
      open: super.prepares,
    });
    this.root.classList.toggle("sending", this.sending);
    this.root.classList.toggle("laying", plan.place !== null);
    this.window.drawn();
  }

  // --- Changing the plan ------------------------------------------------------------------------

  put(x, y) {
    if (this.sending || !this.plan.at(x, y)) return;
    const lay = () => this.map.layers.plan.querySelector(".tile");
    const from = (lay() ?? this.hand.picture).getBoundingClientRect();
    this.plan.put(x, y);
    this.focus = this.plan.place;
    this.map.drawGhost(null, null);
    this.update();
    fly(lay(), from, { duration: 160 });
    this.window.show(this.plan.place, { scale: COMFORT });
    this.announce(this.laidInWords());
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

  action() {
    return this.plan.place && this.plan.action();
  }

  layOut({ x, y, rotation, subject }) {
    if (!this.mine || this.sending || !this.plan.at(x, y)) return false;
    this.put(x, y);
    for (let turn = 0; turn < 4 && this.plan.rotation !== rotation; turn++) this.rotate(1);
    if (subject) this.choose(subject);
    return true;
  }

  rotate(step) {
    if (this.sending || !this.plan.canRotate) return;
    this.plan.rotate(step);
    this.update(step);
    this.announce(say("Turned to {degrees} degrees.", { degrees: this.plan.rotation * 90 }));
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
    this.update();
    const { subject } = this.plan;
    this.announce(subject ? say("Subject: {feature}.", { feature: this.name(subject) }) : say("No subject."));
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
    this.announce(say("Your next tile: {tile}. Choose a place on the map.", { tile }));
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
    if (!this.window.moved) this.window.showAll();
    this.map.placeNode(place)?.focus({ preventScroll: true });
    this.announce(say("You took the tile back."));
  }

  async confirm() {
    if (this.sending || !this.plan.place) return;
    const { plan } = this;
    this.map.svg.setAttribute("tabindex", "0"); // the next turn begins there
    const answer = await this.send(plan.action());
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
    if (node.matches(":focus-visible")) this.window.show(this.focus);
  }

  // --- What pages ask for -----------------------------------------------------------------------

  /** Shows the tile of a move. */
  point(ply) {
    const placement = this.view?.state.placements[ply];
    if (!placement) return;
    this.window.show(placement);
    this.map.flash(placement.x, placement.y);
    const tile = tileName(placement.kind);
    this.announce(say("{tile}, {where}.", { tile, where: where(placement) }));
  }

  /** Points come from the subject that went home for them, or else from the last tile. */
  whence(player) {
    return this.gone?.get(player) ?? this.map.tileNode(this.view.state.placements.at(-1));
  }

  latest() {
    const { placements } = this.view.state;
    return placements.length > 1 ? [this.map.tileNode(placements.at(-1))] : []; // nobody laid the first
  }

  extra(view, player) {
    return supply(view, player);
  }
}

/** Puts a board into an element, once the drawings of the tiles are there. */
export async function mount(root, api) {
  root.append(await load());
  return new KingdomBoard(root, api);
}
