"""Holiday as tables of cases, and years drawn at random that never fall below zero."""

import dataclasses
from datetime import timedelta
from itertools import pairwise
from random import Random

import pytest

from accounts.edge.instants import Stretch
from accounts.rest.rules.holiday import (
    Balance,
    Earned,
    NoHoliday,
    balance,
    book,
    days_begun,
    end,
    running,
    saved,
    stretches,
    switch_on,
)
from tests.accounts.rest.rules.cases import june
from tests.size import runs

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


def played(count):
    """Return what follows from so many active days in a row, the last one on 31 May."""
    return Earned(tuple(june(1) - DAY * back for back in range(count, 0, -1)))


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (0, Balance(0, 0)),
        (13, Balance(0, 13)),
        (14, Balance(1, 0)),
        (45, Balance(3, 3)),
        (293, Balance(20, 13)),
        (294, Balance(21, 0)),
        (320, Balance(21, 0)),
    ],
)
def test_a_day_is_earned_with_every_14th_active_day_up_to_21(days, expected):
    assert balance(played(days), june(1)) == expected


def test_what_is_saved_depends_on_what_was_recorded_by_then():
    earned = played(28)
    assert [saved(earned, june(1) - DAY * back) for back in (29, 15, 14, 1, 0)] == [0, 1, 1, 2, 2]
    assert saved(earned, june(1) - DAY * 16) == 0


def test_many_moves_on_one_day_count_once():
    earned = Earned((*(june(1, hour) for hour in range(24)), june(2, 0)))
    assert balance(earned, june(3)) == Balance(0, 2)


@pytest.mark.parametrize(
    ("length", "days"),
    [
        (timedelta(0), 0),
        (timedelta(minutes=1), 1),
        (DAY, 1),
        (DAY + HOUR, 1),
        (DAY + HOUR * 1.1, 2),
        (DAY * 7 - HOUR, 7),
        (DAY * 7 + HOUR, 7),
        (DAY * 8, 8),
    ],
)
def test_a_holiday_takes_the_days_begun_with_an_hour_to_spare(length, days):
    assert days_begun(length) == days


def test_booking_takes_the_days_at_once_and_stops_the_clocks_later():
    earned = book(played(42), from_at=june(10), until_at=june(12), now=june(2))
    assert [saved(earned, at) for at in (june(1), june(2), june(20))] == [3, 1, 1]
    assert stretches(earned) == (Stretch(june(10), june(12)),)
    assert running(earned, june(9, 23)) is None
    assert running(earned, june(10)) == earned.holidays[0]
    assert running(earned, june(12)) is None


def test_ending_early_gives_back_the_days_not_begun():
    earned = switch_on(played(70), at=june(2))
    assert earned.holidays[0].until_at == june(7)
    ended = end(earned, earned.holidays[0], now=june(4, 18))
    assert [saved(ended, at) for at in (june(2), june(4, 17), june(4, 18))] == [0, 0, 2]
    assert stretches(ended) == (Stretch(june(2), june(4, 18)),)
    assert running(ended, june(4, 18)) is None


def test_calling_off_gives_back_every_day():
    earned = book(played(42), from_at=june(10), until_at=june(13), now=june(2))
    ended = end(earned, earned.holidays[0], now=june(5))
    assert [saved(ended, at) for at in (june(2), june(5))] == [0, 3]
    assert stretches(ended) == ()
    assert saved(book(ended, from_at=june(10), until_at=june(13), now=june(6)), june(6)) == 0


def test_on_and_off_again_costs_a_day():
    earned = switch_on(played(42), at=june(2))
    assert saved(end(earned, earned.holidays[0], now=june(2, 13)), june(3)) == 2


def test_what_is_given_back_above_21_is_lost():
    earned = book(played(294), from_at=june(20), until_at=june(23), now=june(1, 11))
    earned = dataclasses.replace(
        earned, active_at=(*earned.active_at, *(june(1) + DAY * n for n in range(18)))
    )
    assert balance(earned, june(19)) == Balance(19, 4)
    ended = end(earned, earned.holidays[0], now=june(19))
    assert balance(ended, june(19)) == Balance(21, 0)


def test_days_away_are_not_active():
    earned = switch_on(played(42), at=june(2))
    away = dataclasses.replace(earned, active_at=(*earned.active_at, june(3), june(4), june(5)))
    assert balance(away, june(6)) == Balance(0, 1)


def test_holiday_is_switched_on_until_the_next_one():
    earned = book(played(70), from_at=june(4), until_at=june(6), now=june(2))
    assert switch_on(earned, at=june(2)).holidays[1].until_at == june(4)


def test_a_cancelled_one_is_no_next_one():
    earned = book(played(70), from_at=june(4), until_at=june(6), now=june(2))
    earned = end(earned, earned.holidays[0], now=june(2))
    assert switch_on(earned, at=june(3)).holidays[1].until_at == june(8)


@pytest.mark.parametrize(
    ("from_at", "until_at", "sentence"),
    [
        (june(1, 23), june(3), "A holiday can't start in the past."),
        (june(5), june(5), "A holiday has to end after it starts."),
        (june(5), june(9), "That would use 4 of your saved days, but you only have 3."),
        (june(19), june(21), "You already have a holiday at that time."),
        (june(14), june(22), "You already have a holiday at that time."),
    ],
)
def test_a_holiday_that_cannot_be_is_refused_with_a_sentence(from_at, until_at, sentence):
    earned = book(played(56), from_at=june(20), until_at=june(21), now=june(1))
    with pytest.raises(NoHoliday) as refused:
        book(earned, from_at=from_at, until_at=until_at, now=june(2))
    assert str(refused.value) == sentence


def test_with_nothing_saved_holiday_is_not_switched_on():
    with pytest.raises(NoHoliday, match="You haven't saved up any holiday"):
        switch_on(played(13), at=june(1))


def test_a_holiday_ends_once():
    earned = switch_on(played(42), at=june(2))
    ended = end(earned, earned.holidays[0], now=june(3))
    for again, at in ((ended, june(4)), (earned, june(5, 12)), (earned, june(30))):
        with pytest.raises(NoHoliday, match="That holiday is already over"):
            end(again, again.holidays[0], now=at)


def draw_step(earned, now, rng):
    """Return the earned after one thing a person can try, allowed or not."""
    match rng.randrange(8):
        case 0:
            from_at = now + HOUR * rng.randrange(-5, 400)
            until_at = from_at + HOUR * rng.randrange(0, 300)
            return book(earned, from_at=from_at, until_at=until_at, now=now)
        case 1:
            return switch_on(earned, at=now - HOUR * rng.choice((0, 0, 30)))
        case 2 if earned.holidays:
            return end(earned, rng.choice(earned.holidays), now=now)
        case _:
            plays = tuple(now - HOUR * 24 * back for back in range(rng.choice((1, 1, 20))))
            return dataclasses.replace(earned, active_at=(*earned.active_at, *plays))


LEDGERS = runs(40, quick=4)


@pytest.mark.parametrize("seed", range(4))
def test_no_balance_is_ever_below_zero_or_above_21(seed):
    rng = Random(seed)
    refused = taken = 0
    for _ in range(LEDGERS):
        earned, now = played(rng.randrange(300)), june(1)
        for _ in range(25):
            now += HOUR * rng.randrange(1, 60)
            try:
                earned = draw_step(earned, now, rng)
            except NoHoliday:
                refused += 1
        instants = {at for v in earned.holidays for at in (v.booked_at, v.ended_at) if at}
        balances = [balance(earned, at) for at in sorted({*instants, *earned.active_at})]
        assert all(0 <= each.days <= 21 and 0 <= each.towards < 14 for each in balances)
        ends = sorted(stretches(earned))
        assert all(one.to_at <= other.from_at for one, other in pairwise(ends))
        taken += len(ends)
    assert refused > 1.25 * LEDGERS
    assert taken > 1.25 * LEDGERS
