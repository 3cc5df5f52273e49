"""What a table agrees on beside its clock, as a player reads it."""

import pytest

from games.core.clock import Form, Pace, TimeControl
from games.core.language.text import Text
from games.core.table.agreement import DAY, Agreement, Line, OnTimeout, usual_at

SLOW = TimeControl(Pace.CORRESPONDENCE, 2 * DAY)
NO_CLOCK = TimeControl(Pace.CORRESPONDENCE, 0, form=Form.NO_CLOCK)
LIVE = TimeControl(Pace.LIVE, 60)
CLOCK_MOVE = Text("one is taken")


def said(lines: list[Line]) -> list[tuple[str, str, bool]]:
    """Return what was agreed as a player reads it."""
    return [(str(label), str(value), differs) for label, value, differs in lines]


def test_what_is_usual_by_turns() -> None:
    usual = usual_at(Pace.CORRESPONDENCE)
    assert said(usual.in_words(SLOW, CLOCK_MOVE)) == [
        ("Sleep and days off", "stop a player's clock for up to 14 days in all", False),
        ("Holiday", "stops the clock", False),
        ("When time runs out", "one is taken", False),
    ]
    assert list(map(str, usual.in_short(SLOW))) == ["sleep and days off"]


def test_what_is_usual_at_a_live_table() -> None:
    assert said(usual_at(Pace.LIVE).in_words(LIVE, CLOCK_MOVE)) == [
        ("When time runs out", "one is taken", False),
        (
            "The computer steps in",
            "for a player who is away, as often as needed",
            False,
        ),
    ]
    assert usual_at(Pace.LIVE).in_short(LIVE) == ()


def test_what_differs_is_marked() -> None:
    agreement = Agreement(
        on_timeout=OnTimeout.EASY, spells=1, takebacks=True, asks_substitutes=True
    )
    assert said(agreement.in_words(SLOW, CLOCK_MOVE)) == [
        ("Sleep and days off", "don't stop the clock, which runs day and night", True),
        ("Holiday", "doesn't stop the clock", True),
        (
            "When time runs out",
            "the Easy computer player takes over until the player is back",
            True,
        ),
        (
            "The computer steps in",
            "for a player who is away, once; after that they lose their seat",
            True,
        ),
        (
            "Take-backs",
            "the last move can be taken back if it revealed nothing and everyone agrees",
            True,
        ),
        ("A lost seat", "is offered to substitutes", True),
    ]
    assert list(map(str, agreement.in_short(SLOW))) == ["no holiday"]
    limited = said(Agreement(spells=3).in_words(LIVE, CLOCK_MOVE))[-1]
    assert limited == (
        "The computer steps in",
        "for a player who is away, up to 3 times; after that they lose their seat",
        True,
    )


def test_without_a_clock_nothing_is_said_of_time() -> None:
    agreement = Agreement(on_timeout=OnTimeout.LOSS, takebacks=True)
    assert list(map(str, agreement.in_short(SLOW))) == [
        "no holiday",
        "lose your seat if time runs out",
    ]
    assert agreement.in_short(NO_CLOCK) == ()
    assert [str(label) for label, _, _ in agreement.in_words(NO_CLOCK, CLOCK_MOVE)] == [
        "Take-backs"
    ]


@pytest.mark.parametrize("facts", [{"rest": -1}, {"rest": 61 * DAY}, {"spells": 10}])
def test_what_is_out_of_bounds_is_refused(facts: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at most"):
        Agreement(**facts)
