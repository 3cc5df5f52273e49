"""The clock as a table of cases; every instant is written out."""

from datetime import UTC, datetime, timedelta

import pytest

from games.core.clock import (
    Form,
    Pace,
    TimeControl,
    TurnClock,
    bank_after,
    duration_in_words,
    thinking,
)

NOON = datetime(2024, 3, 30, 12, 0, tzinfo=UTC)


def after(seconds):
    return NOON + timedelta(seconds=seconds)


def live(budget, bank=0):
    return TimeControl(Pace.LIVE, budget, bank)


@pytest.mark.parametrize(
    ("budget", "bank", "due"),
    [(60, 0, 60), (60, 30, 90), (0.5, 0, 0.5), (86400, 3600, 90000)],
)
def test_7_1_a_turn_ends_when_budget_and_bank_are_used_up(budget, bank, due):
    assert TurnClock(live(budget, bank), NOON, bank).deadline == after(due)


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
    assert TurnClock(live(60, 30), NOON, bank).settle(after(took)) == (left, 0)


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
    clock = TurnClock(TimeControl(pace, 60), NOON - timedelta(seconds=60))
    assert clock.is_late(after(late)) is not counts
    assert clock.expires_at == after(3 if pace is Pace.LIVE else 60)
    assert (after(late) >= clock.expires_at) is fires


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
    assert str(duration_in_words(seconds)) == text


def test_a_time_control_in_words():
    assert str(TimeControl(Pace.LIVE, 60).in_words()) == "1 minute a turn"
    control = TimeControl(Pace.CORRESPONDENCE, 172800, 43200)
    assert str(control.in_words()) == "2 days a turn, 12 hours in the bank"


def test_a_day_lasts_24_hours_over_a_change_of_the_clocks():
    assert TurnClock(live(86400), NOON).deadline == NOON + timedelta(hours=24)


SLOW = Pace.CORRESPONDENCE
DAY = 86400
FISCHER = TimeControl(SLOW, budget=DAY, bank=3 * DAY, form=Form.FISCHER, cap=5 * DAY)
NO_CLOCK = TimeControl(SLOW, 0, form=Form.NO_CLOCK)


@pytest.mark.parametrize(
    ("control", "bank", "used", "time", "after"),
    [
        (TimeControl(SLOW, DAY), 0, DAY, DAY, 0),
        (TimeControl(SLOW, DAY, 3600), 3600, DAY, DAY + 3600, 3600),
        (TimeControl(SLOW, DAY, 3600), 3600, DAY + 600, DAY + 3600, 3000),
        (TimeControl(SLOW, DAY, 3600), 600, DAY + 601, DAY + 600, 0),
        (FISCHER, 3 * DAY, 0, 3 * DAY, 4 * DAY),
        (FISCHER, 3 * DAY, 3600, 3 * DAY, 4 * DAY - 3600),
        (FISCHER, 5 * DAY, 0, 5 * DAY, 5 * DAY),
        (FISCHER, 5 * DAY, 2 * DAY, 5 * DAY, 4 * DAY),
        (FISCHER, DAY, DAY, DAY, DAY),
        (FISCHER, DAY, 2 * DAY, DAY, DAY),
        (NO_CLOCK, 0, 400 * DAY, None, 0),
    ],
)
def test_each_form_gives_the_time_for_a_turn_and_the_bank_after_it(
    control, bank, used, time, after
):
    assert thinking(control, bank) == time
    assert bank_after(control, bank, used) == after


@pytest.mark.parametrize("used", [0, 59, 60, 61, 89.5, 90, 500])
@pytest.mark.parametrize("bank", [0, 0.5, 30])
def test_per_turn_the_bank_is_what_settling_a_running_turn_leaves(bank, used):
    clock = TurnClock(live(60, 30), NOON, bank)
    assert clock.settle(after(used)) == (bank_after(clock.control, bank, used), 0)
    assert clock.deadline == after(thinking(clock.control, bank))


@pytest.mark.parametrize("control", [TimeControl(SLOW, DAY, 3600), FISCHER, NO_CLOCK])
def test_no_bank_falls_below_nothing_or_climbs_above_its_most(control):
    bank = float(control.bank)
    for used in (0, DAY, 0, 0, 9 * DAY, 3 * DAY, 0, 0, 0, 0, 0, 0, 0.25):
        before, bank = bank, bank_after(control, bank, used)
        assert 0 <= bank <= max(control.bank, control.cap)
        assert bank_after(control, before, used + 1) <= bank


@pytest.mark.parametrize(
    ("pace", "numbers"),
    [
        (SLOW, {"budget": 0, "bank": DAY, "form": Form.FISCHER, "cap": DAY}),
        (SLOW, {"budget": DAY, "bank": 0, "form": Form.FISCHER, "cap": DAY}),
        (SLOW, {"budget": 60, "bank": DAY, "form": Form.FISCHER, "cap": 3600}),
        (SLOW, {"budget": DAY, "bank": 60, "form": Form.FISCHER, "cap": 3600}),
        (SLOW, {"budget": DAY, "cap": DAY}),
        (SLOW, {"budget": DAY, "form": Form.NO_CLOCK}),
        (SLOW, {"budget": 0, "bank": DAY, "form": Form.NO_CLOCK}),
        (Pace.LIVE, {"budget": 0, "form": Form.NO_CLOCK}),
    ],
)
def test_numbers_that_do_not_fit_the_form_are_refused(pace, numbers):
    with pytest.raises(ValueError, match="clock"):
        TimeControl(pace, **numbers)


def test_the_other_forms_in_words():
    assert str(NO_CLOCK.in_words()) == "no clock"
    words = "3 days to start with, 1 day more after each turn, up to 5 days"
    assert str(FISCHER.in_words()) == words
