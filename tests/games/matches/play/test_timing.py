"""The clock of a match by its forms, its players' rest and their holidays."""

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts.rest import services as rest
from accounts.rest.models import HolidayRow
from accounts.rest.rules.calendars import Calendar
from accounts.users.models import User
from games.core.clock import Form, Pace
from games.core.table.agreement import Agreement
from games.matches import play, sweeps
from games.matches.clocks import turns
from games.matches.models import Match, Pulse
from games.matches.play.held import hold
from tests.factories import assert_replay_matches, first_action, make_match, make_user, move

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)  # a Monday
NIGHT = Calendar(ZoneInfo("UTC"), time(22), time(6))


def sleeper(name: str, calendar: Calendar = NIGHT) -> User:
    user = make_user(name)
    rest.choose_calendar(user=user, calendar=calendar, now=NOON - 30 * DAY)
    return user


def slow(*people: User, hours: int = 24, **agreed: Any) -> Match:
    form = agreed.pop("form", Form.PER_TURN)
    bank, cap = agreed.pop("bank", 0), agreed.pop("cap", 0)
    return make_match(
        *people,
        pace=Pace.CORRESPONDENCE,
        budget=hours * 3600,
        bank=bank,
        form=form,
        cap=cap,
        agreement=Agreement(**agreed),
        now=NOON,
    )


def hours_left(match: Match, since: datetime = NOON) -> float | None:
    match.timer.refresh_from_db()
    due = match.timer.deadline_at
    return None if due is None else (due - since) / HOUR


def test_a_clock_stands_while_its_player_sleeps() -> None:
    match = slow(sleeper("ann"), sleeper("ben"), rest=14 * 86400)
    assert hours_left(match) == 24 + 8
    other = slow(sleeper("cid"), make_user("dan"), hours=8, rest=14 * 86400)
    assert hours_left(other) == 8  # over before bedtime


def test_a_table_without_rest_runs_day_and_night() -> None:
    assert hours_left(slow(sleeper("ann"), sleeper("ben"))) == 24


def test_rest_is_taken_from_what_the_table_allows_each_seat_alike() -> None:
    match = slow(sleeper("ann"), sleeper("ben"), hours=48, rest=12 * 3600)
    assert match.timer.rests == [12 * 3600, 12 * 3600]
    assert hours_left(match) == 48 + 12  # one night, and half of the second
    move(match, now=NOON + 20 * HOUR)
    match.timer.refresh_from_db()
    assert match.timer.rests == [4 * 3600, 12 * 3600]


def test_rest_used_never_exceeds_what_is_left() -> None:
    match = slow(sleeper("ann"), make_user("ben"), rest=3600)
    assert hours_left(match) == 25
    assert sweeps.sweep_deadlines(now=NOON + 26 * HOUR) == 1
    match.timer.refresh_from_db()
    assert match.timer.rests == [0, 3600]
    assert_replay_matches(match)


def test_a_day_off_stands_still_from_midnight_to_midnight() -> None:
    tuesday_off = Calendar(ZoneInfo("UTC"), days_off=frozenset([1]))
    match = slow(sleeper("ann", tuesday_off), make_user("ben"), rest=14 * 86400)
    assert hours_left(match) == 48


def test_a_turn_keeps_the_calendar_it_began_with() -> None:
    ann = make_user("ann")
    match = slow(ann, sleeper("ben"), rest=14 * 86400)
    rest.choose_calendar(user=ann, calendar=NIGHT, now=NOON + HOUR)
    assert not play.expire(match_id=match.pk, ply=0, now=NOON + 23 * HOUR)
    assert hours_left(match) == 24
    assert play.expire(match_id=match.pk, ply=0, now=NOON + 25 * HOUR)


def test_a_bank_pays_for_waking_time_only() -> None:
    match = slow(sleeper("ann"), sleeper("ben"), hours=8, bank=6 * 3600, rest=14 * 86400)
    assert hours_left(match) == 8 + 6 + 8
    move(match, now=NOON + 20 * HOUR)  # ten hours without play, eight of the night
    match.timer.refresh_from_db()
    assert match.timer.banks == [2 * 3600, 6 * 3600]


def test_fischers_clock_adds_after_each_turn_up_to_its_cap() -> None:
    match = slow(hours=12, form=Form.FISCHER, bank=24 * 3600, cap=30 * 3600)
    assert hours_left(match) == 24
    move(match, now=NOON + 2 * HOUR)
    match.timer.refresh_from_db()
    assert match.timer.banks == [30 * 3600, 24 * 3600]
    assert sweeps.sweep_deadlines(now=NOON + 27 * HOUR) == 1
    match.timer.refresh_from_db()
    assert match.timer.banks == [30 * 3600, 12 * 3600]


def test_without_a_clock_nothing_is_ever_due() -> None:
    match = slow(hours=0, form=Form.NO_CLOCK)
    assert hours_left(match) is None
    assert sweeps.sweep_deadlines(now=NOON + 900 * DAY) == 0
    move(match, now=NOON + 900 * DAY)
    assert hours_left(match) is None


# --- Holiday -------------------------------------------------------------------------------------


def with_days(name: str, days: int = 3) -> User:
    user = make_user(name)
    for back in range(14 * days):
        rest.note_active(user_id=user.pk, at=NOON - DAY * (back + 1))
    return user


def test_a_holiday_stops_the_clock_where_the_table_has_it() -> None:
    ann = with_days("ann")
    at_both = slow(ann, make_user("ben"), holiday=True), slow(ann, make_user("cid"))
    booked = {"from_at": NOON + HOUR, "until_at": NOON + HOUR + 2 * DAY}
    rest.book(user=ann, now=NOON, **booked)
    play.recount(user_id=ann.pk, now=NOON)
    assert [hours_left(match) for match in at_both] == [72, 24]


def test_whoever_moves_is_back_from_holiday() -> None:
    ann = with_days("ann")
    match = slow(ann, make_user("ben"), holiday=True)
    rest.switch_on(user=ann, now=NOON + HOUR)
    play.recount(user_id=ann.pk, now=NOON + HOUR)
    assert hours_left(match) == 24 + 72
    move(match, now=NOON + 60 * HOUR)
    assert HolidayRow.objects.get().ended_at == NOON + 60 * HOUR
    assert match.moves.get().actor == "human"


def test_a_holiday_ahead_goes_on_though_its_owner_moves() -> None:
    ann = with_days("ann")
    match = slow(ann, make_user("ben"), holiday=True)
    rest.book(user=ann, from_at=NOON + 2 * HOUR, until_at=NOON + 2 * HOUR + DAY, now=NOON)
    move(match, now=NOON + HOUR)
    assert HolidayRow.objects.get().ended_at is None


def test_a_move_by_days_takes_ten_statements(django_assert_num_queries: Any) -> None:
    match = slow(sleeper("ann"), with_days("ben"), rest=14 * 86400, holiday=True)
    for _ in range(2):
        action = first_action(match)
        with django_assert_num_queries(10 + 2):  # in a test, a savepoint is made and released
            play.submit(
                match_id=match.pk,
                player=match.to_move,
                action=action,
                expected_ply=match.ply,
                now=NOON + HOUR,
            )
        match.refresh_from_db()


def test_who_writes_a_clock_knows_when_it_stands() -> None:
    match = slow(sleeper("ann"), sleeper("ben"), rest=14 * 86400)
    with hold(match.pk, now=NOON) as held:
        held.run(held.clock)
    read = turns.stands(Match.objects.get(pk=match.pk), held.seats)
    assert turns.stands(held.match, held.seats) == read == [(NOON + 10 * HOUR, NOON + 18 * HOUR)]
    held.timer.started_at += DAY  # what was written is no longer so
    assert turns.stands(held.match, held.seats) == [(NOON + 34 * HOUR, NOON + 42 * HOUR)]


def test_a_holiday_begins_by_itself_before_time_runs_out() -> None:
    ann = with_days("ann")
    match = slow(ann, make_user("ben"), holiday=True)
    assert match.timer.fires_at == NOON + 22 * HOUR
    assert sweeps.sweep_deadlines(now=NOON + 22 * HOUR) == 0
    holiday = HolidayRow.objects.get()
    assert (holiday.from_at, holiday.by_itself) == (NOON + 22 * HOUR, True)
    assert hours_left(match) == 24 + 72
    assert sweeps.sweep_deadlines(now=NOON + 97 * HOUR) == 1
    assert match.moves.get().actor == "clock"


def test_a_sweep_that_comes_late_lets_it_begin_at_the_same_instant() -> None:
    match = slow(with_days("ann"), make_user("ben"), holiday=True)
    assert sweeps.sweep_deadlines(now=NOON + 30 * HOUR) == 0
    assert HolidayRow.objects.get().from_at == NOON + 22 * HOUR
    assert hours_left(match) == 24 + 72


def test_a_late_move_of_somebody_with_holiday_left_is_in_time() -> None:
    ann = with_days("ann")
    match = slow(ann, make_user("ben"), holiday=True)
    move(match, now=NOON + 30 * HOUR)
    assert match.moves.get().actor == "human"
    assert HolidayRow.objects.get().ended_at == NOON + 30 * HOUR


def test_without_a_wish_there_is_no_rescue() -> None:
    ann = with_days("ann")
    rest.choose_automatic_start(user=ann, wished=False)
    slow(ann, make_user("ben"), holiday=True)
    assert sweeps.sweep_deadlines(now=NOON + 25 * HOUR) == 1
    assert HolidayRow.objects.count() == 0


def test_an_outage_in_the_night_moves_nothing_that_slept() -> None:
    match = slow(sleeper("ann"), sleeper("ben"), rest=14 * 86400)
    bedtime = NOON + 10 * HOUR
    assert play.keep_pulse(now=bedtime - 2 * HOUR) == timedelta(0)
    play.keep_pulse(now=bedtime + 2 * HOUR)  # two waking hours and two of sleep
    assert not play.expire(match_id=match.pk, ply=0, now=NOON + 40 * HOUR)
    Pulse.objects.update(beat_at=NOON + 22 * HOUR)  # it has beaten all the time since
    move(match, now=NOON + 22 * HOUR)
    match.timer.refresh_from_db()
    assert match.timer.rests[0] == (14 * 24 - 6) * 3600
