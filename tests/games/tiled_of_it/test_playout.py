"""Games played on in whole numbers: they follow the rules, turn for turn."""

import pytest

from games.tiled_of_it.bots.playout import EMPTY, Line, Table, Turn, card_numbers
from games.tiled_of_it.position.model import Card, Discard, Place
from games.tiled_of_it.turns.building import build
from tests.games.tiled_of_it.test_properties import played


def line_of(game, state):
    """Return a table and the line of a position whose cards are all known."""
    table = Table(game.options, len(state.scores), card_numbers(state), game.joins)
    hands = [sum(1 << table.number[text] for text in hand) for hand in state.hands]
    return table, Line(table, state, hands, [table.number[text] for text in state.deck])


def turn_of(table, state, action):
    """Return an action in numbers."""
    card = table.number[action.card]
    if isinstance(action, Discard):
        return Turn(0.0, card, EMPTY, state.to_move)
    owners = {table.number[open_card.text]: open_card.player for open_card in state.pile}
    from_pile = action.source == "discard"
    owner = owners[card] if from_pile else state.to_move
    return Turn(0.0, card, table.cell_of(action.row, action.col), owner, from_pile)


def test_a_line_follows_the_rules():
    """After a turn it has the grid, colours, pile, points and turns left of the position."""
    for game, state, action, after, _ in played(range(12)):
        table, line = line_of(game, state)
        assert line.mover() == state.to_move
        line.play(turn_of(table, state, action))
        numbers = [EMPTY if card is None else table.number[card.text] for card in after.grid]
        assert [line.cards[cell] for cell in table.cells] == numbers
        for player, cells in enumerate(line.owned):
            own = {cell for cell in table.cells if cells >> cell & 1}
            assert own == {
                cell
                for cell, card in zip(table.cells, after.grid, strict=True)
                if card is not None and card.player == player
            }
        assert line.pile == [(table.number[card.text], card.player) for card in after.pile]
        assert tuple(hand.bit_count() for hand in line.hands) == after.sizes
        assert line.is_over() == (after.to_move is None)
        bonus = game.options.bonus if line.is_over() else 0
        scores = zip(line.scores, line.held(), strict=True)
        assert tuple(own + bonus * held for own, held in scores) == after.scores


def test_a_line_sees_all_ways_to_make_words_and_what_they_bring():
    for game, state, *_ in played(range(6)):
        if game.is_first_turn(state):
            continue
        table, line = line_of(game, state)
        found = {
            Place(
                table.texts[turn.card],
                *table.place_of(turn.cell),
                "discard" if turn.from_pile else "hand",
            ): turn
            for turn in map(Turn._make, line.placements(0.0))
        }
        legal = [action for action in game.legal_actions(state) if isinstance(action, Place)]
        assert set(found) == set(legal)
        me, others = state.to_move, max(1, len(state.scores) - 1)
        for action, turn in found.items():
            cell = action.row * game.options.size + action.col
            card = Card(action.card, turn.owner)
            built = build(state.grid, cell, card, me, game.options, game.joins, len(state.scores))
            lead = built.gains[me] - (sum(built.gains) - built.gains[me]) / others
            spare = 0.0 if turn.from_pile else table.useful[turn.card]
            assert turn.worth + spare == pytest.approx(lead)
            if turn.from_pile:
                assert card in game.open_cards(state)


def test_a_line_comes_to_its_end():
    game, state, *_ = next(played([3]))
    line = line_of(game, state)[1]
    while not line.is_over():
        line.play(line.best(0.5))
    assert line.turns % len(state.scores) == 0
    assert sum(line.scores) > 0
