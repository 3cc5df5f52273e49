"""Random games: what always holds."""

import dataclasses
from collections import Counter

import pytest

from games.core.errors import IllegalAction
from games.core.rng import Rng
from games.counting_tiles.options import Options
from games.counting_tiles.position.bag import LARGER, MOST, full
from games.counting_tiles.position.model import (
    CELLS,
    COLUMNS,
    Change,
    Combine,
    Discard,
    Drop,
    Move,
    Place,
    Remove,
    Wild,
)
from games.counting_tiles.rules import CountingTiles
from tests.games.counting_tiles.table import UNLOCKED, secret_of
from tests.size import runs

GAMES = runs(2000, quick=30)
HAND = (Place, Move, Combine, Discard)  # after these a tile is drawn


def table_of(number):
    """Return a game of one of several kinds of table."""
    return CountingTiles(
        Options(
            challenge=number % 3 != 1,
            drops="counted" if number % 4 == 3 else "timed",
            steps="one" if number % 5 == 4 else "any",
            limit=12 if number % 7 == 6 else 0,
            row_points=350 if number % 2 else 100,
        )
    )


def played(numbers):
    """Yield (game, number, state, action, state after, ply) of random games, with random tiles.

    Half of them begin with all bonuses, which random play seldom earns.
    """
    for number in numbers:
        game, secret = table_of(number), secret_of(number)
        state = game.initial_state(1, Rng(secret, 0))
        if number % 2:
            state = dataclasses.replace(state, bonuses=UNLOCKED)
        chance = Rng(secret, 0, "test")
        ply = 0
        while state.to_move is not None:
            ply += 1
            action = Drop()
            if ply % 8:
                action = chance.choice(list(game.legal_actions(state)))
            after = game.apply_action(state, action, Rng(secret, ply))
            yield game, number, state, action, after, ply
            state = after


def tiles_on(state):
    return CELLS - state.grid.count(None)


def missing(state, row):
    tiles = state.grid[row * COLUMNS : (row + 1) * COLUMNS]
    return state.targets[row] - sum(tile.value for tile in tiles if tile), tiles.count(None)


def check_counts(before, action, after, drops):
    assert after.placed - before.placed == isinstance(action, Place)
    assert after.moved - before.moved == isinstance(action, Move)
    assert after.combined - before.combined == isinstance(action, Combine)
    filled = isinstance(action, Place) and after.to_move is None and not drops
    assert after.draws - before.draws == (isinstance(action, HAND) and not filled)
    assert after.drops - before.drops == drops


def check_bag(before, after, refilled):
    """Hold that tiles leave the bag only when drawn, and come only as the rules say."""
    larger = LARGER[before.rows : after.rows]
    gone = after.draws - before.draws + after.drops - before.drops
    if not refilled:
        grown = sum(before.bag.values()) + 50 * len(larger)
        assert sum(after.bag.values()) == grown - gone
        assert sum((Counter(before.bag) - Counter(after.bag)).values()) <= gone
    else:
        assert sum(after.bag.values()) >= sum(full(after.rows).values()) - gone
    assert all(0 < count <= MOST[value] for value, count in after.bag.items())
    allowed = set(full(after.rows))
    assert after.bag.keys() <= allowed


def test_in_random_games_nothing_is_lost():
    over, rows, fallen, score = 0, 0, 0, 0
    for game, _, before, action, after, ply in played(range(GAMES)):
        score = 0 if ply == 1 else score
        kinds = Counter(event.kind for event in after.events)
        done, drops = kinds["row_completed"], kinds["fell"]
        assert done == after.rows - before.rows
        assert done <= 1 + (drops and not isinstance(action, Drop))
        score += sum(event.points for event in after.events)
        assert score == after.score == done_points(game, after)
        check_counts(before, action, after, drops)
        check_bag(before, after, "bag_filled" in kinds)
        change = isinstance(action, Place) + drops - isinstance(action, Remove)
        if not isinstance(action, Wild):
            assert tiles_on(after) == tiles_on(before) + change - COLUMNS * done
        if ply % 8 == 1 or done or after.to_move is None:
            assert all(missing(after, row) != (0, 0) for row in range(7))
        assert (after.to_move is None) == (
            None not in after.grid or after.drops == 12 == limit(game)
        )
        assert after.bonuses[3] == "used" or before.bonuses[3] != "used"
        over += after.to_move is None
        rows += done
        fallen += drops
    assert over == GAMES
    assert rows > GAMES / 4
    assert fallen > 5 * GAMES


def done_points(game, state):
    return game.options.row_points * state.rows + state.saved


def limit(game):
    return game.options.limit


def attempt(rng):
    """Return an action that may be legal or not."""
    kind = rng.choice([Place, Move, Move, Combine, Combine, Discard, Remove, Change, Wild])
    if kind is Discard:
        return Discard()
    first = rng.below(CELLS + 2) - 1
    if kind not in (Move, Combine):
        return kind(first)
    near = first + rng.choice([-6, -1, 1, 6]) if rng.below(2) else rng.below(CELLS + 2) - 1
    return kind(first, near)


def is_allowed(game, state, action):
    try:
        game.apply_action(state, action, Rng(secret_of(0), 1))
    except IllegalAction:
        return False
    return True


def test_legal_actions_and_the_referee_agree_on_twenty_thousand_attempts():
    seen = Counter()
    for game, number, state, _, _, ply in played(range(5000, 5040)):
        allowed = set(game.legal_actions(state))
        rng = Rng(secret_of(number), ply, "attempts")
        for action in [attempt(rng) for _ in range(8)]:
            assert is_allowed(game, state, action) is (action in allowed)
            seen[action in allowed, type(action)] += 1
    assert sum(seen.values()) > 20_000
    for kind in (Place, Move, Combine, Discard, Remove, Change, Wild):
        assert min(seen[True, kind], seen[False, kind]) >= 5, kind


def test_hints_are_the_legal_actions_cell_by_cell():
    for game, _, state, _, _, _ in played(range(6000, 6010)):
        hints = game.hints(state, 0)
        legal = list(game.legal_actions(state))
        assert [action.cell for action in legal if isinstance(action, Place)] == hints["places"]
        pairs = [(cell, to) for cell, places in hints["moves"] for to in places]
        assert pairs == [(a.cell, a.to) for a in legal if isinstance(a, Move)]
        pairs = [(cell, onto) for cell, others in hints["combines"] for onto in others]
        assert pairs == [(a.cell, a.onto) for a in legal if isinstance(a, Combine)]


@pytest.mark.parametrize("number", [0, 3])
def test_every_position_of_a_game_can_be_stored(number):
    for game, _, _, _, after, _ in played([number]):
        assert game.decode_state(game.encode_state(after)) == after
