'use strict';

// The least a move can do: count it and pass the turn.
exports.Count = {
  name: 'count',
  setup: () => ({ moves: 0 }),
  moves: {
    add: ({ G, events }) => {
      G.moves += 1;
      events.endTurn();
    },
  },
};
