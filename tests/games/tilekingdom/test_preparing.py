"""Turns prepared in chess mode, where everyone knows who gets which tile."""

import dataclasses

import pytest

from games.core.errors import IllegalAction
from games.core.extras.conditions import Condition
from games.core.extras.prepared import Obstacle, Prepared, obstacle, prepare, sole_action
from games.core.rng import Rng
from games.tilekingdom.options import Options
from games.tilekingdom.position.model import Place, State
from games.tilekingdom.rules import Tilekingdom
from tests.games.tilekingdom.table import SECRET, Table

CHESS = Tilekingdom(Options(mode="chess"))
ANY = Place(1, 0, 0)  # east of the start tile, whose road goes on there


def begun(*first: str, players: int = 2) -> State:
    """Return the start with these tiles in hand and next in the order."""
    state = CHESS.initial_state(players, Rng(SECRET, 0))
    rest = [state.tile, *state.order]
    for kind in first:
        rest.remove(kind)
    return dataclasses.replace(state, tile=first[0], order=(*first[1:], *rest))


def prepared(state: State, player: int, text: str, condition: Condition) -> Prepared:
    ahead = CHESS.foresee(state, player)
    assert ahead is not None
    return prepare(CHESS, state, player, CHESS.parse_action(ahead, text), condition)


def played(state: State, text: str) -> State:
    return CHESS.apply_action(state, CHESS.parse_action(state, text), Rng(SECRET, 1))


def test_the_tile_of_the_next_turn_is_known():
    state = begun("U", "V", "W", "E", players=3)
    tiles = [CHESS.foresee(state, player).tile for player in range(3)]
    assert tiles == ["U", "V", "W"]
    assert CHESS.foresee(state, 2).order == state.order[2:]


def reasons(state: State, text: str, turn: str) -> dict[Condition, Obstacle | None]:
    """Return what keeps a tile from being laid after the turn before, by the condition."""
    turns = [prepared(state, 1, text, condition) for condition in CHESS.conditions(ANY)]
    assert {obstacle(CHESS, state, 1, turn) for turn in turns} == {Obstacle.NOT_NOW}
    after = played(state, turn)
    return {turn.condition: obstacle(CHESS, after, 1, turn) for turn in turns}


def refused(state: State, text: str, turn: str) -> str:
    """Return why a tile cannot be laid after the turn before."""
    after = played(state, turn)
    return str(CHESS.refusal(after, CHESS.parse_action(after, text)))


def test_a_tile_elsewhere_makes_no_difference():
    said = reasons(begun("E", "U"), "U0 1,0 road WE", "E180 0,-1 city S")
    assert said == {Condition.FOOTING: None, Condition.LEGAL: None}


def test_a_road_that_grew_is_another_footing():
    said = reasons(begun("U", "U"), "U0 1,0", "U0 -1,0")
    assert said == {Condition.FOOTING: Obstacle.FOOTING, Condition.LEGAL: None}
    said = reasons(begun("U", "U"), "U0 1,0", "U0 -1,0 road WE")
    assert said == {Condition.FOOTING: Obstacle.FOOTING, Condition.LEGAL: None}


def test_a_road_that_was_claimed_cannot_be_claimed_again():
    turns = (begun("U", "U"), "U0 1,0 road WE", "U0 -1,0 road WE")
    assert set(reasons(*turns).values()) == {Obstacle.IMPOSSIBLE}
    assert refused(*turns) == "That road already has a subject."


def test_a_desert_that_grew_beyond_the_tiles_other_desert_is_another_footing():
    state = begun("E", "A", "B", "B", "B", "U")
    for text in ("E180 0,-1", "A90 1,0", "B0 -1,-1", "B0 -2,-1"):
        state = played(state, text)
    said = reasons(state, "U0 -1,0 desert 3456", "B0 0,-2")
    assert said == {Condition.FOOTING: Obstacle.FOOTING, Condition.LEGAL: None}
    turns = (state, "U0 -1,0 desert 3456", "B0 0,-2 desert 01234567")
    assert set(reasons(*turns).values()) == {Obstacle.IMPOSSIBLE}
    assert refused(*turns) == "That desert already has a subject."


def test_a_place_that_is_taken_is_gone():
    turns = (begun("V", "U"), "U0 1,0", "V0 1,0")
    assert set(reasons(*turns).values()) == {Obstacle.IMPOSSIBLE}
    assert refused(*turns) == "There's already a tile there."


def test_a_desert_matters_to_whoever_sends_a_subject_there():
    state = begun("E", "U")
    after = played(state, "E90 0,1")  # south of the road
    said = [
        obstacle(CHESS, after, 1, prepare(CHESS, state, 1, action, Condition.FOOTING))
        for action in (ANY, *(Place(1, 0, 0, subject) for subject in ("f0", "f1")))
    ]
    assert said[0] is None
    assert set(said[1:]) == {None, Obstacle.FOOTING}


def test_another_tile_than_the_expected_one_is_not_laid():
    turn = prepare(CHESS, begun("E", "U"), 1, ANY, Condition.LEGAL)
    after = dataclasses.replace(played(begun("E", "U"), "E180 0,-1"), tile="W")
    assert CHESS.refusal(after, ANY) is None
    assert obstacle(CHESS, after, 1, turn) == Obstacle.DIFFERENT


def test_nobody_prepares_for_a_tile_that_will_not_come():
    state = dataclasses.replace(begun("U", "V"), order=())
    assert CHESS.foresee(state, 1) is None
    turn = next(iter(CHESS.legal_actions(state)))
    with pytest.raises(IllegalAction, match="can't prepare a turn that way"):
        prepare(CHESS, state, 1, turn, Condition.LEGAL)


def test_rotations_that_look_alike_are_turns_of_their_own_and_none_is_forced():
    table = Table()
    table.hold("X")
    state = dataclasses.replace(table.state, supplies=(0, 7))
    turns = list(table.game.legal_actions(state))
    assert len(turns) == 8  # a crossroads fits in two places, in each rotation
    assert sole_action(table.game, state) is None
