"""Stored facts that contradict each other make no position."""

import dataclasses

import pytest

from games.core.codec import BadData
from tests.games.upwords.table import Table


def table():
    return Table("cat cot").hold("actttuv", "bdefghi").play("E5 across cat")


def with_stack(state, row, column, stack):
    rows = [list(squares) for squares in state.board]
    rows[row][column] = stack
    return tuple(map(tuple, rows))


SPOILT = {
    "scores: there must be as many as racks": lambda _: {"scores": (6, 0, 0)},
    "scores: five": lambda s: {name: getattr(s, name)[:1] * 5 for name in ("scores", "draws")},
    "to_move: nobody of that number": lambda _: {"to_move": 2},
    "held: another number": lambda _: {"held": (7, 6)},
    "held: more than a rack": lambda _: {"held": (8, 7)},
    "racks: out of order": lambda s: {"racks": (s.racks[0], s.racks[1][::-1])},
    "racks: no letters": lambda s: {"racks": (s.racks[0], "ABCDEFG")},
    "racks: a tile twice": lambda s: {"racks": (s.racks[0], "zzzzzzz")},
    "bag: a tile too many": lambda s: {"bag": s.bag | {"z": 2}, "pile": s.pile + 1},
    "bag: less than nothing": lambda s: {"bag": s.bag | {"z": -1}},
    "bag: nothing of something": lambda s: {"bag": dict.fromkeys(s.bag, 0)},
    "bag: hidden, racks not": lambda _: {"bag": None},
    "bag and unseen": lambda s: {"unseen": s.bag},
    "racks: hidden, bag not": lambda s: {"racks": (s.racks[0], None)},
    "pile: another number": lambda s: {"pile": s.pile - 1},
    "board: too few rows": lambda s: {"board": s.board[:9]},
    "board: too few columns": lambda s: {"board": (s.board[0][:9], *s.board[1:])},
    "board: too high": lambda s: {"board": with_stack(s, 0, 0, "abcdef")},
    "board: on itself": lambda s: {"board": with_stack(s, 4, 4, "cc")},
    "board: no letter": lambda s: {"board": with_stack(s, 4, 4, "C")},
    "last: nothing there": lambda _: {"last": ((0, 0),)},
    "last: outside": lambda _: {"last": ((10, 0),)},
    "draws: nothing": lambda _: {"draws": ("", "a")},
    "draws: no letters": lambda _: {"draws": ("A", "a")},
    "passes: below zero": lambda _: {"passes": -1},
    "idle: below zero": lambda _: {"idle": -1},
}


@pytest.mark.parametrize("name", SPOILT)
def test_spoilt_facts_are_refused(name):
    state = table().state
    spoilt = dataclasses.replace(state, **SPOILT[name](state))
    with pytest.raises(BadData):
        table().game.decode_state(table().game.encode_state(spoilt))


def test_whole_and_seen_positions_are_taken():
    game, state = table().game, table().state
    for view in (state, *(game.observation(state, player) for player in (None, 0, 1))):
        assert game.decode_state(game.encode_state(view)) == view


@pytest.mark.parametrize(
    "change", [{"pile": 0}, {"unseen": {}}, {"unseen": None}, {"held": (7, 0)}]
)
def test_spoilt_views_are_refused(change):
    game = table().game
    view = dataclasses.replace(game.observation(table().state, 0), **change)
    with pytest.raises(BadData):
        game.decode_state(game.encode_state(view))
