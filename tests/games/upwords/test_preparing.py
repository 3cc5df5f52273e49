"""Turns prepared while others play: what they rest on, and when they are played."""

import dataclasses

import pytest

from games.core.errors import IllegalAction
from games.core.extras.conditions import Condition
from games.core.extras.prepared import Obstacle, Prepared, obstacle, prepare, sole_action
from games.upwords.position.model import Pass
from tests.games.upwords.table import Table

WORDS = "cat can hat cot cots cats on an cater at"
OWNER = 2


def table(words: str = WORDS, **options: object) -> Table:
    """CAT lies flat from D5 on; the first of three is to move, the last prepares."""
    at = Table(words, players=3, **options).hold("catxyzw", "vvvvvvv", "ersokly")
    at.play("D5 across CAT").play("pass").play("pass")
    at.state = dataclasses.replace(at.state, passes=0, idle=0)
    return at.hold("hnostbb", "ctvvvvv", "ersokly")


def prepared(at: Table, text: str, condition: Condition, *, repeat: bool = False) -> Prepared:
    view = at.game.observation(at.state, OWNER)
    action = at.game.parse_action(view, text)
    return prepare(at.game, view, OWNER, action, condition, repeat=repeat)


def said(at: Table, turn: Prepared) -> Obstacle | None:
    return obstacle(at.game, at.game.observation(at.state, OWNER), OWNER, turn)


def reasons(at: Table, text: str, *turns: str) -> dict[Condition, Obstacle | None]:
    """Return what keeps a play from being played after the others' turns, by its condition."""
    conditions = (Condition.LEGAL, Condition.FOOTING, Condition.POINTS)
    ready = [prepared(at, text, condition) for condition in conditions]
    assert {said(at, turn) for turn in ready} == {Obstacle.NOT_NOW}
    for turn in turns:
        at.play(turn)
    return {turn.condition: said(at, turn) for turn in ready}


def test_nothing_has_changed():
    said = reasons(table(), "D5 across (CAT)ER", "pass", "pass")
    assert set(said.values()) == {None}


def test_a_word_elsewhere_is_no_matter():
    said = reasons(table(), "D5 across (C)O(T)", "D5 down (C)OT", "pass")
    assert set(said.values()) == {None}


def test_a_stack_that_grew_is_another_footing_and_earns_less():
    """C became H and C again: the same word, but no longer a flat one."""
    assert reasons(table(), "D5 across (CAT)ER", "D5 across H(AT)", "D5 across C(AT)") == {
        Condition.LEGAL: None,
        Condition.FOOTING: Obstacle.FOOTING,
        Condition.POINTS: Obstacle.POINTS,
    }


def test_a_tile_beside_it_is_another_footing_and_may_earn_more():
    assert reasons(table(), "D5 across (C)O(T)", "E5 down (A)N", "pass") == {
        Condition.LEGAL: None,
        Condition.FOOTING: Obstacle.FOOTING,
        Condition.POINTS: None,
    }


def test_another_word_is_another_turn():
    said = reasons(table(), "D5 across (C)O(T)", "D5 across (CA)N", "D5 across (CA)T")
    assert said[Condition.LEGAL] is None  # T went and came back
    said = reasons(table("cat cot cots cats as an so"), "D5 across (C)O(T)", "G5 down SO", "pass")
    assert set(said.values()) == {Obstacle.DIFFERENT}


def test_a_word_that_does_not_count_is_found_out_when_its_turn_has_come():
    said = reasons(table(), "D5 across (C)O(T)", "D5 across H(AT)", "pass")
    assert set(said.values()) == {Obstacle.IMPOSSIBLE}


def test_whether_a_word_counts_is_told_before_only_if_the_table_wants_it():
    with pytest.raises(IllegalAction, match="CATLY isn't in the word list"):
        prepared(table(), "D5 across (CAT)LY", Condition.LEGAL)
    at = table(word_check=False)
    turn = prepared(at, "D5 across (CAT)LY", Condition.LEGAL)
    at.play("pass").play("pass")
    assert said(at, turn) is Obstacle.IMPOSSIBLE


def test_only_own_tiles_can_be_prepared():
    with pytest.raises(IllegalAction, match="only lay tiles from your rack"):
        prepared(table(), "D5 across H(AT)", Condition.LEGAL)
    with pytest.raises(IllegalAction, match="only swap a tile from your rack"):
        prepared(table(), "exchange Z", Condition.LEGAL)


def test_a_pass_while_the_bag_is_empty_is_kept():
    at = table()
    once = prepared(at, "pass", Condition.BAG_EMPTY)
    kept = prepared(at, "pass", Condition.BAG_EMPTY, repeat=True)
    assert (once.repeat, kept.repeat) == (False, True)
    at.play("pass").play("pass")
    assert said(at, kept) is Obstacle.BAG
    at.empty_the_pile()
    assert said(at, kept) is said(at, once) is None


def test_a_pass_in_any_case_is_used_up():
    at = table()
    with pytest.raises(IllegalAction, match="The only turn you can repeat is a pass"):
        prepared(at, "pass", Condition.LEGAL, repeat=True)
    with pytest.raises(IllegalAction, match="The only turn you can repeat is a pass"):
        prepared(at, "D5 across (C)O(T)", Condition.FOOTING, repeat=True)
    turn = prepared(at, "pass", Condition.LEGAL)
    at.play("pass").play("pass")
    assert said(at, turn) is None


def test_not_every_condition_suits_every_turn():
    for text, condition in (
        ("pass", Condition.POINTS),
        ("exchange E", Condition.FOOTING),
        ("D5 across (C)O(T)", Condition.BAG_EMPTY),
    ):
        with pytest.raises(IllegalAction, match="You can't prepare a turn that way"):
            prepared(table(), text, condition)


def test_the_squares_a_play_rests_on():
    turn = prepared(table(), "D5 across (C)O(T)", Condition.FOOTING)
    assert turn.footing == [
        [3, 4, ""], [4, 2, ""], [4, 3, "c"], [4, 4, "a"], [4, 5, "t"], [4, 6, ""], [5, 4, ""],
    ]  # fmt: skip
    assert (turn.text, turn.points) == ("D5 across (C)O(T)", None)


def test_without_tiles_nobody_prepares_a_turn():
    at = table(old_ending=True)
    state = dataclasses.replace(at.state, racks=("hnostbb", "ctvvvvv", ""), held=(7, 7, 0))
    assert at.game.foresee(at.game.observation(state, OWNER), OWNER) is None


def test_a_pass_is_forced_when_there_is_nothing_else():
    at = table()
    assert sole_action(at.game, at.state) is None
    at.hold("vvvvvvv", "ersokly", "hnostbb")
    assert sole_action(at.game, at.state) is None  # a tile can be exchanged
    at.empty_the_pile()
    assert sole_action(at.game, at.state) == Pass()
