/** Tiles carried by the pointer: the one in hand, or one of the board, to a cell. */

import { h } from "../../shell/common/dom.js";
import { draggable } from "../../shell/board/drag.js";
import { drawTile } from "./grid/tile.js";

/** Lets the tiles of a board be carried. */
export function carryTiles(board) {
  const { grid, tray } = board;
  draggable(board.table, {
    pick,
    begin(held) {
      board.hold(held);
      board.table.classList.add("is-carrying");
    },
    over: (held, x, y) => board.aim(grid.cellAt(x, y)),
    drop(held, x, y) {
      const cell = grid.cellAt(x, y);
      settle(board);
      if (cell === null || cell === held.cell) board.letGo();
      else board.put(held, cell, { carried: true });
    },
    cancel() {
      settle(board);
      board.letGo();
    },
  });

  /** Returns what lies under the pointer, if it can be carried. */
  function pick(event) {
    if (!board.plays) return null;
    grid.measure(); // before anything is changed, and not again
    if (event.target.closest("[data-hand]")) {
      return board.position.tile ? { thing: { kind: "hand" }, picture: () => sized(tray.picture()) } : null;
    }
    const cell = grid.cellOf(event);
    const tile = cell === null ? null : board.position.grid[cell];
    return tile && { thing: { kind: "tile", cell }, picture: () => sized(drawTile(tile)) };
  }

  /** Gives a picture the size that tiles have on the board. */
  function sized(node) {
    const box = h("div", { class: "carried" }, node);
    box.style.width = box.style.height = `${grid.cells[0].offsetWidth}px`;
    return box;
  }
}

function settle(board) {
  board.table.classList.remove("is-carrying");
  board.aim(null);
}
