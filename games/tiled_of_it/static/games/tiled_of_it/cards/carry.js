/** Cards carried by the pointer: from the hand, the pile or the grid to a cell, the pile or the hand. */

import { carry } from "../../../shell/board/drag.js";

/** Lets the cards of a board be carried. */
export function carryCards(board) {
  const { field, pile, rack } = board;
  const lying = (card) => board.canLay && !card?.laid && card;
  const laid = (event) => board.canLay && field.cellOf(event) === board.cell && board.card;
  const parts = [
    [rack.root, (event) => lying(rack.tileOf(event))],
    [pile.root, (event) => lying(pile.cardOf(event))],
    [field.svg, laid],
  ];
  carry(board.root, parts, {
    picture: (card) => (card.source ? pile : rack).picture(card),
    lift: (card) => nodeOf(board, card),
    over(card, x, y) {
      const place = placeAt(board, card, x, y);
      pile.root.classList.toggle("is-aim", place.onPile);
      field.mark(place.cell);
    },
    drop: (card, x, y) => drop(board, card, placeAt(board, card, x, y)),
    settle() {
      pile.root.classList.remove("is-aim");
      pile.open(false);
      field.mark(null);
      board.update();
    },
  });
}

/** Returns where a card lies. */
export function nodeOf({ field, pile, rack, cell }, card) {
  if (card.laid) return field.cells[cell];
  return card.source ? pile.list.querySelector(`[data-pile="${card.letter}"]`) : rack.nodes.get(card);
}

/** Returns where a card let go at a point of the screen would fall. */
function placeAt(board, card, x, y) {
  const onPile = board.canDrop(card) && board.pile.isAt(x, y);
  const place = onPile ? -1 : board.rack.placeAt(x, y);
  return { onPile, place, cell: onPile || place >= 0 ? null : board.field.cellAt(x, y) };
}

/** Lets a card fall: on a cell, on the pile, on the hand, or back to where it came from. */
function drop(board, card, { onPile, place, cell }) {
  if (cell !== null) board.lay(card, cell);
  else if (card.laid) board.release();
  if (onPile) {
    board.lay(card, null);
    board.discard({ sure: false });
  } else if (place >= 0 && !card.source) board.rack.move(card, place);
}
