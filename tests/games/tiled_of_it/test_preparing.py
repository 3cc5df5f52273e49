"""Turns prepared while others are to move: what they rest on, and when they are played."""

import pytest

from games.core.errors import IllegalAction
from games.core.extras.conditions import Condition
from games.core.extras.prepared import Obstacle, Prepared, obstacle, prepare
from tests.games.tiled_of_it.table import BLUE, RED, YELLOW, Table

WORDS = ("pile", "lend", "pine", "nest", "lest")


def table() -> Table:
    """PI and ND lie in a row with a gap between them; BLUE is to move, RED prepares."""
    at = Table(*WORDS, players=2)
    at.put({(2, 1): ("pi", RED), (2, 3): ("nd", BLUE)})
    return at.hold(BLUE, "st", "le").hold(RED, "le", "ne")


def prepared(at: Table, text: str, condition: Condition) -> Prepared:
    view = at.game.observation(at.state, RED)
    return prepare(at.game, view, RED, at.game.parse_action(view, text), condition)


def kept_by(at: Table, turn: Prepared) -> Obstacle | None:
    return obstacle(at.game, at.game.observation(at.state, RED), RED, turn)


def reasons(text: str, turn: str) -> dict[Condition, Obstacle | None]:
    """Return what keeps a card from being played after the other's turn, by its condition."""
    at = table()
    conditions = (Condition.LEGAL, Condition.FOOTING, Condition.POINTS)
    turns = [prepared(at, text, condition) for condition in conditions]
    assert {kept_by(at, turn) for turn in turns} == {Obstacle.NOT_NOW}
    at.play(turn)
    return {turn.condition: kept_by(at, turn) for turn in turns}


def test_a_card_elsewhere_changes_nothing():
    assert set(reasons("LE C3", "discard ST").values()) == {None}


def test_a_card_in_its_place_is_another_footing():
    """BLUE makes PILE and LEND first; LE goes on top of that LE for as many points."""
    assert reasons("LE C3", "LE C3") == {
        Condition.LEGAL: None,
        Condition.FOOTING: Obstacle.FOOTING,
        Condition.POINTS: None,
    }


def test_a_neighbour_that_changed_earns_less():
    """BLUE covers PI, so that only LEND is left."""
    at = Table(*WORDS, "nepi", "stpi", players=2)
    at.put({(2, 1): ("pi", RED), (2, 3): ("nd", BLUE), (1, 1): ("pi", RED)})
    at.hold(BLUE, "st", "le").hold(RED, "le", "ne")
    conditions = (Condition.LEGAL, Condition.FOOTING, Condition.POINTS)
    turns = [prepared(at, "LE C3", condition) for condition in conditions]
    assert turns[2].points == 4
    at.play("LE B3")  # PI above it makes PILE
    assert [kept_by(at, turn) for turn in turns] == [
        None,
        Obstacle.FOOTING,
        Obstacle.POINTS,
    ]


def test_a_card_of_the_pile_may_be_gone():
    at = table().play("discard LE").play("discard NE")
    turn = prepared(at, "LE C3 pile", Condition.LEGAL)
    at.play("LE C3 pile")
    assert kept_by(at, turn) is Obstacle.IMPOSSIBLE


def test_a_card_that_makes_no_word_cannot_be_prepared():
    with pytest.raises(IllegalAction, match="doesn't make a word"):
        prepared(table(), "NE F6", Condition.LEGAL)
    with pytest.raises(IllegalAction, match="isn't in your hand"):
        prepared(table(), "ST C3", Condition.LEGAL)


def test_a_discard_is_prepared_in_any_case():
    at = table()
    turn = prepared(at, "discard NE", Condition.LEGAL)
    at.play("discard ST")
    assert kept_by(at, turn) is None
    with pytest.raises(IllegalAction, match="can't prepare"):
        prepared(table(), "discard NE", Condition.FOOTING)


def test_the_first_turn_is_prepared_for_an_empty_cell():
    at = Table(*WORDS).fresh().hold(RED, "le", "ne")
    turn = prepared(at, "LE C3", Condition.LEGAL)
    elsewhere, there = (Table(*WORDS).fresh() for _ in range(2))
    for one, text in ((elsewhere, "ST A1"), (there, "ST C3")):
        one.hold(BLUE, "st").hold(RED, "le", "ne").play(text)
    assert kept_by(elsewhere, turn) is None
    assert kept_by(there, turn) is Obstacle.IMPOSSIBLE


def test_alone_nothing_is_prepared():
    at = Table(*WORDS, players=1)
    assert at.game.foresee(at.state, 0) is None


def test_a_hand_is_known_only_to_its_owner():
    at = Table(*WORDS).put({(2, 1): ("pi", RED)}).hold(YELLOW, "le")
    view = at.game.observation(at.state, RED)
    action = at.game.parse_action(view, "LE C3")
    with pytest.raises(IllegalAction, match="isn't in your hand"):
        prepare(at.game, view, RED, action, Condition.LEGAL)
