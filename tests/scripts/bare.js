/** A page with nothing but a board: what `match.js` does for one, without socket and talk. */

import { addPanel, announcer, mountBoard } from "/static/shell/board/page.js";
import { get, post } from "/static/shell/common/command.js";
import { rowsHere } from "/static/shell/board/keys.js";
import { Clock } from "/static/shell/panels/clock.js";

const page = document.querySelector("[data-match]");
const clock = new Clock({ show() {}, announce() {}, ticked: () => board?.time(), due() {} });
const said = announcer(page.querySelector("[data-announcer]"));
let view = await get("view");
let board = null;

function render() {
  page.dataset.ply = view.ply;
  page.dataset.toMove = view.to_move ?? "";
  page.dataset.viewer = view.player ?? "";
  page.classList.toggle("my-turn", view.to_move !== null && view.player === view.to_move);
  clock.update(view);
  board.render(view);
}

async function refresh() {
  view = await get("view");
  render();
}

const api = {
  async submit(action, { ply = view.ply } = {}) {
    const answer = await post("moves", { action, ply });
    if (answer.ok || answer.error === "stale") await refresh();
    return answer;
  },
  begin: () => post("begin", {}).then(refresh),
  announce: (text) => said(text),
  // Open unless the page is asked for with "?folded".
  panel: (heading) => addPanel(page.querySelector("[data-panels]"), heading, { open: location.search !== "?folded" }),
  clock,
  best: null,
  preview: (action) => post("preview", { action }),
  ahead: () => null,
  get player() {
    return view.player;
  },
  get hints() {
    return view.hints;
  },
};

board = await mountBoard(page.dataset.boardModule, page.querySelector("[data-board]"), api, console.error);
const pointed = []; // nothing, where somebody plays by keys alone
for (const name of ["pointerdown", "pointermove", "mousedown", "touchstart"]) {
  addEventListener(name, ({ target }) => pointed.push(`${name} on ${target.tagName}`), true);
}
window.bare = { board, refresh, rowsHere, pointed };
render();
page.dataset.drawn = "";
