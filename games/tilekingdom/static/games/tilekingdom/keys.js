/** The keyboard at the map: arrows for the places, and keys for what to do with the tile. */

import { ARROWS } from "../../shell/board/keys.js";
import { say } from "../../shell/common/catalog.js";
import { cell } from "./plan.js";

const PAN = 80; // pixels for a key

export const KEYS = [
  {
    keys: Object.keys(ARROWS),
    does: say("Go to another place for the tile; with Shift, or if there are no other places, move the map"),
    act: go,
  },
  { keys: ["Enter"], does: say("Lay the tile; press again to play it"), plays: true, act: enter },
  { keys: [" "], does: say("Lay the tile; press again to turn it"), plays: true, act: enter },
  { keys: ["r"], does: say("Turn the tile"), plays: true, act: (board) => board.rotate(1) ?? true },
  { keys: ["R"], does: say("Turn the tile the other way"), plays: true, act: (board) => board.rotate(-1) ?? true },
  {
    keys: ["s", "S"],
    does: say("Send a subject, or change where it goes"),
    plays: true,
    act: (board) => board.cycle() ?? true,
  },
  {
    keys: ["Escape", "Backspace"],
    does: say("Take the tile back"),
    plays: true,
    act: (board) => board.cancel() ?? true,
  },
  { keys: ["+", "="], does: say("Zoom in"), act: ({ window }) => window.nearer() ?? true },
  { keys: ["-"], does: say("Zoom out"), act: ({ window }) => window.farther() ?? true },
  { keys: ["0"], does: say("Show the whole map"), act: ({ window }) => window.showAll() ?? true },
];

function go(board, { target, key, shiftKey }) {
  const { map, plan, window, focus } = board;
  if (!map.svg.contains(target)) return false;
  const [dy, dx] = ARROWS[key];
  if (shiftKey || !focus) {
    window.pan(-dx * PAN, -dy * PAN);
    return true;
  }
  const next = plan.neighbour(focus, dx, dy);
  if (next) map.placeNode(next).focus({ preventScroll: true });
  return true;
}

/** Enter lays the tile at the place in focus, then plays it; the space bar turns it. */
function enter(board, { target, key }) {
  const { plan } = board;
  const spot = target.closest("[data-subject]");
  if (spot) {
    if (key === "Enter" && plan.subject === spot.dataset.subject) board.confirm();
    else board.choose(spot.dataset.subject);
    return true;
  }
  if (!board.mine) return false;
  if (target === board.map.svg && plan.place) return finish(board, key);
  const node = target.closest("[data-place]");
  if (!node) return false;
  const [x, y] = node.dataset.place.split(",").map(Number);
  if (plan.place && cell(plan.place.x, plan.place.y) === cell(x, y)) return finish(board, key);
  board.put(x, y);
  return true;
}

function finish(board, key) {
  if (key === "Enter") board.confirm();
  else board.rotate(1);
  return true;
}
