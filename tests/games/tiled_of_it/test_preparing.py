"""Turns prepared while others are to move: what they rest on, and when they are played."""

import pytest

from games.core.conditions import Condition
from games.core.errors import IllegalAction
from games.core.orders import Order, obstacle, prepare
from tests.games.tiled_of_it.table import BLUE, RED, YELLOW, Table

WORDS = ("pile", "lend", "pine", "nest", "lest")


def table() -> Table:
    """PI and ND lie in a row with a gap between them; BLUE is to move, RED prepares."""
    at = Table(*WORDS, players=2)
    at.put({(2, 1): ("pi", RED), (2, 3): ("nd", BLUE)})
    return at.hold(BLUE, "st", "le").hold(RED, "le", "ne")


def prepared(at: Table, text: str, condition: Condition) -> Order:
    view = at.game.observation(at.state, RED)
    return prepare(at.game, view, RED, at.game.parse_action(view, text), condition)


def said(at: Table, order: Order) -> str:
    return obstacle(at.game, at.game.observation(at.state, RED), RED, order)


def reasons(text: str, turn: str) -> dict[Condition, str]:
    """Return what keeps a card from being played after the other's turn, by its condition."""
    at = table()
    conditions = (Condition.LEGAL, Condition.FOOTING, Condition.POINTS)
    orders = [prepared(at, text, condition) for condition in conditions]
    assert {said(at, order) for order in orders} == {"It is not your turn."}
    at.play(turn)
    return {order.condition: said(at, order) for order in orders}


def test_a_card_elsewhere_is_no_matter():
    assert set(reasons("LE C3", "discard ST").values()) == {""}


def test_a_card_in_its_place_is_another_footing():
    """BLUE builds PILE and LEND himself; LE goes on top of his LE for as many points."""
    assert reasons("LE C3", "LE C3") == {
        Condition.LEGAL: "",
        Condition.FOOTING: "What it rests on has changed.",
        Condition.POINTS: "",
    }


def test_a_neighbour_that_changed_earns_less():
    """BLUE covers PI, so that only LEND is left."""
    at = Table(*WORDS, "nepi", "stpi", players=2)
    at.put({(2, 1): ("pi", RED), (2, 3): ("nd", BLUE), (1, 1): ("pi", RED)})
    at.hold(BLUE, "st", "le").hold(RED, "le", "ne")
    conditions = (Condition.LEGAL, Condition.FOOTING, Condition.POINTS)
    orders = [prepared(at, "LE C3", condition) for condition in conditions]
    assert orders[2].points == 4
    at.play("LE B3")  # PI above it makes PILE
    assert [said(at, order) for order in orders] == [
        "",
        "What it rests on has changed.",
        "It would earn 2 points now, not 4.",
    ]


def test_a_card_of_the_pile_may_be_gone():
    at = table().play("discard LE").play("discard NE")
    order = prepared(at, "LE C3 pile", Condition.LEGAL)
    at.play("LE C3 pile")
    assert said(at, order) == "LE is not in the discard pile."


def test_where_it_builds_no_word_it_cannot_be_prepared():
    with pytest.raises(IllegalAction, match="builds no word"):
        prepared(table(), "NE F6", Condition.LEGAL)
    with pytest.raises(IllegalAction, match="is not in your hand"):
        prepared(table(), "ST C3", Condition.LEGAL)


def test_a_discard_is_prepared_in_any_case():
    at = table()
    order = prepared(at, "discard NE", Condition.LEGAL)
    at.play("discard ST")
    assert said(at, order) == ""
    with pytest.raises(IllegalAction, match="cannot be prepared"):
        prepared(table(), "discard NE", Condition.FOOTING)


def test_the_first_turn_is_prepared_for_an_empty_cell():
    at = Table(*WORDS).fresh().hold(RED, "le", "ne")
    order = prepared(at, "LE C3", Condition.LEGAL)
    elsewhere, there = (Table(*WORDS).fresh() for _ in range(2))
    for one, text in ((elsewhere, "ST A1"), (there, "ST C3")):
        one.hold(BLUE, "st").hold(RED, "le", "ne").play(text)
    assert said(elsewhere, order) == ""
    assert said(there, order) == "In your first turn the cell must be empty."


def test_alone_nothing_is_prepared():
    at = Table(*WORDS, players=1)
    assert at.game.foresee(at.state, 0) is None


def test_a_hand_is_known_only_to_its_owner():
    at = Table(*WORDS).put({(2, 1): ("pi", RED)}).hold(YELLOW, "le")
    view = at.game.observation(at.state, RED)
    action = at.game.parse_action(view, "LE C3")
    with pytest.raises(IllegalAction, match="is not in your hand"):
        prepare(at.game, view, RED, action, Condition.LEGAL)
