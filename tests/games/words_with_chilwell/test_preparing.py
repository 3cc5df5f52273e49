"""Turns prepared while the other player is to move: your hand stays, the queue can change."""

import pytest

from games.core.errors import IllegalAction
from games.core.extras.conditions import Condition
from games.core.extras.prepared import Obstacle, Prepared, obstacle, prepare, sole_action
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.model import Spell
from tests.games.words_with_chilwell.table import TRAINING, Table


def prepared(at: Table, text: str, condition: Condition) -> Prepared:
    view = at.game.observation(at.state, 1)
    return prepare(at.game, view, 1, at.game.parse_action(view, text), condition)


def kept_by(at: Table, turn: Prepared) -> Obstacle | None:
    return obstacle(at.game, at.game.observation(at.state, 1), 1, turn)


def test_a_word_is_spelled_whatever_happens_or_if_the_queue_is_the_same():
    for turn, reason in (("AT +0", None), ("AT +2", Obstacle.FOOTING)):
        at = Table(TRAINING)
        always = prepared(at, "ACE +3", Condition.LEGAL)
        fixed = prepared(at, "ACE +3", Condition.FOOTING)
        assert fixed.footing == at.state.queue[:3]
        assert kept_by(at, always) is Obstacle.NOT_NOW
        at.play(turn)
        assert (kept_by(at, always), kept_by(at, fixed)) == (None, reason)


def test_letters_spent_on_another_turn_are_missed():
    """By the rules an attempt without the letters is a mistake, and no prepared turn makes one."""
    at = Table(TRAINING)
    turn = prepared(at, "ACE +0", Condition.LEGAL)
    at.play("AT +0", "ACE +0", "AN +0")
    assert kept_by(at, turn) is Obstacle.IMPOSSIBLE
    view = at.game.observation(at.state, 1)
    assert str(at.game.preview(view, 1, turn.action)["problem"]) == "You're missing C for ACE."


def test_whether_a_word_counts_is_not_told_unless_the_table_wants_it():
    turn = prepared(Table(TRAINING), "LOX +3", Condition.LEGAL)
    assert turn.text == "LOX +3"
    at = Table(Options(training=True, word_check=True))
    with pytest.raises(IllegalAction, match="LOX isn't in the word list"):
        prepared(at, "LOX +3", Condition.LEGAL)


def test_no_word_and_a_stop_are_prepared_whatever_happens():
    at = Table(Options(training=True, stopping=True))
    turns = [prepared(at, text, Condition.LEGAL) for text in ("no word +3", "stop")]
    at.play("AT +2")
    assert [kept_by(at, turn) for turn in turns] == [None, None]
    with pytest.raises(IllegalAction, match="can't prepare a turn that way"):
        prepared(at, "stop", Condition.FOOTING)
    with pytest.raises(IllegalAction, match="can't fill your hand"):
        prepare(Table(TRAINING).game, Table(TRAINING).state, 1, turns[1].action, Condition.LEGAL)


def test_a_hand_that_spells_nothing_has_one_turn_left():
    at = Table(words=("cat",)).give(0, "zzzzqqqq")
    assert sole_action(at.game, at.state) == Spell("", 3)
    assert at.game.pass_action(at.state) == Spell("", 3)
    assert sole_action(at.game, at.give(0, "catzzzz").state) is None


def test_a_number_of_tiles_that_no_rule_has_is_not_prepared():
    at = Table(TRAINING)
    view = at.game.observation(at.state, 1)
    for count in (-1, 1, 5, 999):
        with pytest.raises(IllegalAction, match="can't prepare a turn that way"):
            prepare(at.game, view, 1, Spell("ace", count), Condition.LEGAL)
    assert prepare(at.game, view, 1, Spell("ace", 6), Condition.LEGAL).text == "ACE +6"
