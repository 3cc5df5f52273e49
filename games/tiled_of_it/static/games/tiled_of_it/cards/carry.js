/** Cards carried by the pointer: from the hand, the pile or the grid to a cell, the pile or the hand. */

import { draggable } from "../../../shell/board/drag.js";

/** Lets the cards of a board be carried. */
export function carryCards(board) {
  const { field, pile, rack } = board;
  const on = {
    begin: (card) => lift(board, card),
    over(card, x, y) {
      const place = placeAt(board, card, x, y);
      pile.root.classList.toggle("is-aim", place.onPile);
      field.mark(place.cell);
    },
    drop: (card, x, y) => drop(board, card, placeAt(board, card, x, y)),
    cancel: () => settle(board),
  };
  const picked = (card) =>
    card && board.canLay && { thing: card, picture: () => (card.source ? pile : rack).picture(card) };
  const lying = (card) => (card?.laid ? null : card);
  const laid = (event) => (field.cellOf(event) === board.cell ? board.card : null);
  draggable(rack.root, { ...on, pick: (event) => picked(lying(rack.tileOf(event))) });
  draggable(pile.root, { ...on, pick: (event) => picked(lying(pile.cardOf(event))) });
  draggable(field.svg, { ...on, pick: (event) => picked(laid(event)) });
}

/** Shows that a card is being carried. */
function lift({ root, field, pile, rack, cell }, card) {
  root.classList.add("carrying");
  const inPile = () => pile.list.querySelector(`[data-pile="${card.letter}"]`);
  const from = card.laid ? field.cells[cell] : card.source ? inPile() : rack.nodes.get(card);
  from?.classList.add("is-lifted");
}

/** Returns where a card let go at a point of the screen would fall. */
function placeAt(board, card, x, y) {
  const onPile = board.canDrop(card) && board.pile.isAt(x, y);
  const place = onPile ? -1 : board.rack.placeAt(x, y);
  return { onPile, place, cell: onPile || place >= 0 ? null : board.field.cellAt(x, y) };
}

/** Lets a card fall: on a cell, on the pile, on the hand, or back to where it came from. */
function drop(board, card, { onPile, place, cell }) {
  if (cell !== null) board.take(card, cell);
  else if (card.laid) board.release();
  if (onPile) {
    board.take(card, null);
    board.discard({ sure: false });
  } else if (place >= 0 && !card.source) board.rack.move(card, place);
  settle(board);
}

function settle(board) {
  board.root.classList.remove("carrying");
  board.root.querySelector(".is-lifted")?.classList.remove("is-lifted");
  board.pile.root.classList.remove("is-aim");
  board.pile.open(false);
  board.field.mark(null);
  board.update();
}
