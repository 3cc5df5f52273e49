/**
 * Dragging small things with mouse, pen or finger. A press that hardly moves stays a click; on a
 * touch screen the picture is lifted above the finger, and lands where the picture is.
 */

import { h } from "../common/dom.js";

const SLACK = 6; // pixels a pointer may wander and still click
const LIFT = 46; // pixels that a finger would hide

/**
 * @param {Element} root  where a drag can begin
 * @param {object} on
 * @param {(event: PointerEvent) => {thing: any, picture: () => Element}|null} on.pick
 *   what lies under the pointer, if it may be dragged
 * @param {(thing: any) => void} on.begin
 * @param {(thing: any, x: number, y: number) => void} on.over  while it is carried
 * @param {(thing: any, x: number, y: number) => void} on.drop  where it was let go
 * @param {(thing: any) => void} on.cancel  taken away by the browser, or by the Escape key
 */
export function draggable(root, on) {
  let held = null;

  root.addEventListener("pointerdown", down, { capture: true });

  function down(event) {
    if (event.button > 0 || !event.isPrimary) return;
    if (held) drop(); // whose end was never told
    const found = on.pick(event);
    if (!found) return;
    event.stopPropagation(); // the board below does not move along
    held = { ...found, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
    held.lift = event.pointerType === "mouse" ? 0 : LIFT;
    listen("addEventListener");
  }

  function listen(verb) {
    window[verb]("pointermove", move);
    window[verb]("pointerup", up);
    window[verb]("pointercancel", cancel);
    window[verb]("keydown", escape, true);
  }

  function move(event) {
    if (event.pointerId !== held.id) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
      held.ghost = h("div", { class: "dragged", "aria-hidden": "true" }, held.picture());
      document.body.append(held.ghost);
      root.setPointerCapture(held.id); // what it was picked from may be drawn anew
      on.begin(held.thing);
    }
    const y = event.clientY - held.lift;
    held.ghost.style.translate = `${event.clientX}px ${y}px`;
    on.over(held.thing, event.clientX, y);
  }

  function finish() {
    const done = held;
    listen("removeEventListener");
    held.ghost?.remove();
    held = null;
    return done;
  }

  function up(event) {
    if (event.pointerId !== held.id) return;
    const { thing, ghost, lift } = finish();
    if (!ghost) return;
    swallowClick();
    on.drop(thing, event.clientX, event.clientY - lift);
  }

  function cancel(event) {
    if (event.pointerId === held.id) drop();
  }

  function drop() {
    const { thing, ghost } = finish();
    if (ghost) on.cancel(thing);
  }

  function escape(event) {
    if (event.key !== "Escape" || !held.ghost) return;
    event.preventDefault();
    event.stopPropagation();
    drop();
  }
}

/**
 * Lets things be carried from one part of a board to another, and shows that one is.
 * @param {Element} root  the board
 * @param {[Element, (event: PointerEvent) => any][]} parts  where a drag can begin, and what lies there
 * @param {object} on
 * @param {(thing: any) => Element} on.picture
 * @param {(thing: any) => Element|null|undefined} on.lift  where it lay
 * @param {(thing: any, x: number, y: number) => void} on.over
 * @param {(thing: any, x: number, y: number) => void} on.drop
 * @param {() => void} on.settle  it has been let go, wherever
 */
export function carry(root, parts, { picture, lift, over, drop, settle }) {
  const end = () => {
    root.classList.remove("carrying");
    root.querySelector(".is-lifted")?.classList.remove("is-lifted");
    settle();
  };
  for (const [part, thingAt] of parts) {
    draggable(part, {
      pick(event) {
        const thing = thingAt(event);
        return thing ? { thing, picture: () => picture(thing) } : null;
      },
      begin(thing) {
        root.classList.add("carrying");
        lift(thing)?.classList.add("is-lifted");
      },
      over,
      drop(thing, x, y) {
        drop(thing, x, y);
        end();
      },
      cancel: end,
    });
  }
}

/** Keeps the click that ends a drag from meaning anything more. */
function swallowClick() {
  const swallow = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
}
