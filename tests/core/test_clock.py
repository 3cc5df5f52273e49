"""The clock as a table of cases; every instant is written out."""

from datetime import UTC, datetime, timedelta

import pytest

from games.core.clock import (
    Pace,
    TimeControl,
    Turn,
    acceptable,
    deadline,
    duration_in_words,
    expired,
    settle,
)

NOON = datetime(2024, 3, 30, 12, 0, tzinfo=UTC)


def after(seconds):
    return NOON + timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("budget", "bank", "due"),
    [(60, 0, 60), (60, 30, 90), (0.5, 0, 0.5), (86400, 3600, 90000)],
)
def test_7_1_a_turn_ends_when_budget_and_bank_are_used_up(budget, bank, due):
    assert deadline(Turn(0, NOON, budget), bank) == after(due)


@pytest.mark.parametrize(
    ("took", "bank", "left"),
    [
        (0, 30, 30),
        (59, 30, 30),
        (60, 30, 30),
        (61, 30, 29),
        (89.5, 30, 0.5),
        (90, 30, 0),
        (500, 30, 0),
        (500, 0, 0),
    ],
)
def test_only_what_is_overrun_comes_out_of_the_bank(took, bank, left):
    assert settle(Turn(0, NOON, 60), bank, after(took)) == left


@pytest.mark.parametrize(
    ("pace", "late", "counts", "fires"),
    [
        (Pace.LIVE, -1, True, False),
        (Pace.LIVE, 0, True, False),
        (Pace.LIVE, 2, True, False),
        (Pace.LIVE, 2.5, False, False),
        (Pace.LIVE, 3, False, True),
        (Pace.CORRESPONDENCE, 10, True, False),
        (Pace.CORRESPONDENCE, 11, False, False),
        (Pace.CORRESPONDENCE, 59, False, False),
        (Pace.CORRESPONDENCE, 60, False, True),
    ],
)
def test_a_move_counts_or_the_timeout_fires_never_both(pace, late, counts, fires):
    assert acceptable(NOON, pace, after(late)) == counts
    assert expired(NOON, pace, after(late)) == fires


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 seconds"),
        (1, "1 second"),
        (60, "1 minute"),
        (90, "1 minute 30 seconds"),
        (3600, "1 hour"),
        (86400, "1 day"),
        (2 * 86400 + 12 * 3600, "2 days 12 hours"),
        (86400 + 61, "1 day 1 minute"),
    ],
)
def test_durations_in_words(seconds, text):
    assert duration_in_words(seconds) == text


def test_a_time_control_in_words():
    assert TimeControl(Pace.LIVE, 60).in_words() == "1 minute a turn"
    control = TimeControl(Pace.CORRESPONDENCE, 172800, 43200)
    assert control.in_words() == "2 days a turn, 12 hours in the bank"


def test_a_day_lasts_24_hours_over_a_change_of_the_clocks():
    assert deadline(Turn(0, NOON, 86400), 0) - NOON == timedelta(hours=24)
