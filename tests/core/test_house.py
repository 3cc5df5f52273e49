"""What a table agrees on beside its clock, as a player reads it."""

import pytest

from games.core.clock import Form, Pace, TimeControl
from games.core.house import DAY, HouseRules, OnTimeout, usual_at

SLOW = TimeControl(Pace.CORRESPONDENCE, 2 * DAY)
NO_CLOCK = TimeControl(Pace.CORRESPONDENCE, 0, form=Form.NO_CLOCK)
LIVE = TimeControl(Pace.LIVE, 60)


def test_what_is_usual_by_turns() -> None:
    usual = usual_at(Pace.CORRESPONDENCE)
    assert usual.in_words(SLOW) == [
        ("Sleep and days off", "stop a player's clock, for up to 14 days of the match", False),
        ("Vacation", "stops the clock", False),
        ("When time is over", "a random legal move is made", False),
    ]
    assert usual.in_short(SLOW) == "sleeps"


def test_what_is_usual_at_a_live_table() -> None:
    assert usual_at(Pace.LIVE).in_words(LIVE) == [
        ("When time is over", "a random legal move is made", False),
        (
            "The computer steps in",
            "for a player who is away, as often as needed",
            False,
        ),
    ]
    assert usual_at(Pace.LIVE).in_short(LIVE) == ""


def test_what_differs_is_marked() -> None:
    house = HouseRules(on_timeout=OnTimeout.EASY, spells=1, takebacks=True, bench=True)
    assert house.in_words(SLOW) == [
        ("Sleep and days off", "do not stop the clock: it runs day and night", True),
        ("Vacation", "does not stop the clock", True),
        ("When time is over", "the Easy computer player plays until the player is back", True),
        (
            "The computer steps in",
            "for a player who is away, once; after that the seat is lost",
            True,
        ),
        ("Taking back", "the last move, if all agree and it revealed nothing", True),
        ("A lost seat", "is offered to players on the bench", True),
    ]
    assert house.in_short(SLOW) == "no vacation"
    limited = HouseRules(spells=3).in_words(LIVE)[-1]
    assert limited == (
        "The computer steps in",
        "for a player who is away, 3 times; after that the seat is lost",
        True,
    )


def test_without_a_clock_nothing_is_said_of_time() -> None:
    house = HouseRules(on_timeout=OnTimeout.LOSS, takebacks=True)
    assert house.in_short(SLOW) == "no vacation, seat lost on time"
    assert house.in_short(NO_CLOCK) == ""
    assert [label for label, _, _ in house.in_words(NO_CLOCK)] == ["Taking back"]


@pytest.mark.parametrize("facts", [{"rest": -1}, {"rest": 61 * DAY}, {"spells": 10}])
def test_what_is_out_of_bounds_is_refused(facts: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at most"):
        HouseRules(**facts)
