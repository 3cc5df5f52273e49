"""When people rest, as lists of stretches, and what they have saved; it changes nothing."""

import contextlib
import dataclasses
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import QuerySet

from accounts.edge import zones
from accounts.edge.instants import DAY, Stretch, join
from accounts.notices.models import NoticeChoices
from accounts.notices.preferences import hours
from accounts.rest.models import CalendarRow, HolidayRow
from accounts.rest.rules import holiday
from accounts.rest.rules.calendars import Calendar, rests
from accounts.rest.rules.holiday import Earned
from accounts.users.models import User

QUIET_AHEAD = 7  # days
# It takes longer to have a statement written than to run it.
_SAVED = """
SELECT person.id, person.starts_holiday,
    ARRAY(SELECT at FROM rest_activeday WHERE user_id = person.id ORDER BY day),
    ARRAY(SELECT booked_at FROM rest_holidayrow WHERE user_id = person.id ORDER BY id),
    ARRAY(SELECT from_at FROM rest_holidayrow WHERE user_id = person.id ORDER BY id),
    ARRAY(SELECT until_at FROM rest_holidayrow WHERE user_id = person.id ORDER BY id),
    ARRAY(SELECT ended_at FROM rest_holidayrow WHERE user_id = person.id ORDER BY id)
FROM users_user AS person WHERE person.id = ANY(%s)
"""
# The calendar in force at an instant beside each holiday that is not over by then.
_RESTS = """
SELECT instant.user_id, calendar.zone, sleep_from, sleep_to, days_off, dates_off,
       holiday.from_at, COALESCE(holiday.ended_at, holiday.until_at)
FROM (SELECT unnest(%s::bigint[]) AS user_id, %s::timestamptz AS since) AS instant
LEFT JOIN LATERAL (
    SELECT * FROM rest_calendarrow
    WHERE user_id = instant.user_id AND at <= instant.since ORDER BY at DESC LIMIT 1
) AS calendar ON true
LEFT JOIN rest_holidayrow AS holiday ON holiday.user_id = instant.user_id
    AND COALESCE(ended_at, until_at) > GREATEST(from_at, instant.since)
ORDER BY holiday.from_at
"""


class Rests(NamedTuple):
    """When a person's clocks may stand: pairs of instants (UTC), in order and apart.

    ``rests`` are sleep and days off, which use up what a table allows; ``holidays`` stop the clocks
    of tables that have them. The two may overlap.
    """

    rests: tuple[Stretch, ...] = ()
    holidays: tuple[Stretch, ...] = ()


class _Saved(NamedTuple):
    """Whether somebody's holiday is to begin by itself, and what their days follow from."""

    starts_holiday: bool
    earned: Earned


class _Ahead(NamedTuple):
    """What was read of several people at once, by their ids."""

    since: datetime
    rows: Mapping[int, list[tuple[Any, ...]]]
    saved: Mapping[int, _Saved]


_ahead: ContextVar[_Ahead | None] = ContextVar("_ahead", default=None)


@contextlib.contextmanager
def read_ahead(*, user_ids: Collection[int], since: datetime) -> Iterator[None]:
    """Within, ``rests_of`` and ``may_begin`` know these people by one reading; two statements.

    It is for many turns that begin at one instant, in one transaction.
    """
    if not user_ids:
        yield
        return
    token = _ahead.set(_Ahead(since, _rests(user_ids, since), _saved(user_ids)))
    try:
        yield
    finally:
        _ahead.reset(token)


def rests_of(*, user_id: int, since: datetime, most: timedelta) -> Rests:
    """Return what can stop a turn's clock that a person has since then; one statement.

    The calendar in force at ``since`` holds to the turn's end. ``most`` is its time to think,
    what is left of the allowance, and all pauses: holidays and these over, the turn is over.
    """
    ahead = _ahead.get()
    if ahead is None or ahead.since != since or user_id not in ahead.rows:
        rows = _rests([user_id], since)[user_id]
    else:
        rows = ahead.rows[user_id]
    holidays = tuple(Stretch(from_at, to_at) for *_, from_at, to_at in rows if from_at and to_at)
    zone, sleep_from, sleep_to, days_off, dates_off, *_ = rows[0]
    if zone is None:
        return Rests((), holidays)
    calendar = _calendar(zone, sleep_from, sleep_to, days_off, dates_off)
    until = since + most + sum((to_at - from_at for from_at, to_at in holidays), timedelta(0))
    return Rests(rests(calendar, since, until), holidays)


def may_begin(*, user_id: int, at: datetime) -> bool:
    """Tell whether a holiday is to begin by itself then: it is wished, and days are saved."""
    ahead = _ahead.get()
    known = ahead.saved if ahead is not None and user_id in ahead.saved else _saved([user_id])
    saved = known.get(user_id)
    if saved is None or not saved.starts_holiday:
        return False
    try:
        holiday.switch_on(saved.earned, at=at)
    except holiday.NoHoliday:
        return False
    return True


def _rests(user_ids: Collection[int], since: datetime) -> dict[int, list[tuple[Any, ...]]]:
    """Return by person the calendar in force then, with a holiday in each row."""
    found: dict[int, list[tuple[Any, ...]]] = {user_id: [] for user_id in user_ids}
    for user_id, *row in _rows(_RESTS, list(user_ids), since):
        found[user_id].append(tuple(row))
    return found


def _saved(user_ids: Collection[int]) -> dict[int, _Saved]:
    """Return what people have saved, by their ids."""
    return {
        user_id: _Saved(starts, Earned(tuple(active), _holidays(columns)))
        for user_id, starts, active, *columns in _rows(_SAVED, list(user_ids))
    }


def _holidays(columns: Sequence[Sequence[Any]]) -> tuple[holiday.Holiday, ...]:
    return tuple(holiday.Holiday(*row) for row in zip(*columns, strict=True))


def _rows(statement: str, *facts: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, facts)
        return list(cursor.fetchall())


def last_choice(*, user: User) -> CalendarRow | None:
    """Return what a person chose last of calendars, if they ever did."""
    return CalendarRow.objects.filter(user=user).order_by("at").last()


def calendar(*, user: User) -> Calendar:
    """Return the calendar a person chose last; without rest if none ever was."""
    last = last_choice(user=user)
    return calendar_in(last) if last else Calendar(user.zone)


def calendar_in(row: CalendarRow) -> Calendar:
    """Return the calendar that a row keeps."""
    return _calendar(row.zone, row.sleep_from, row.sleep_to, row.days_off, row.dates_off)


def _calendar(
    zone: str, sleep_from: time, sleep_to: time, days_off: Iterable[int], dates_off: Iterable[date]
) -> Calendar:
    days, dates = frozenset(days_off), frozenset(dates_off)
    return Calendar(zones.load_zone(zone), sleep_from, sleep_to, days, dates)


def earned(*, user_id: int) -> Earned:
    """Return what a person's holiday days follow from; one query."""
    return _saved([user_id])[user_id].earned


def holidays(*, user: User) -> list[HolidayRow]:
    """Return a person's holidays, the latest first; one query."""
    return list(HolidayRow.objects.filter(user=user).order_by("-from_at", "-pk"))


def running(*, user_id: int, now: datetime) -> HolidayRow | None:
    """Return the holiday a person is on; one query."""
    return running_rows(user_id, now).first()


def running_rows(user_id: int, now: datetime) -> QuerySet[HolidayRow]:
    """Return the holidays a person is on: one, or none."""
    return HolidayRow.objects.filter(
        user_id=user_id, from_at__lte=now, until_at__gt=now, ended_at__isnull=True
    )


def quiet(*, user: User, now: datetime) -> list[Stretch]:
    """Return when no sound is to disturb a person in the coming week, in order and apart.

    That is while they sleep, in their quiet hours and on holiday; on a day off they may well play.
    """
    ends_at = now + DAY * QUIET_AHEAD
    asleep = dataclasses.replace(calendar(user=user), days_off=frozenset(), dates_off=frozenset())
    notices = NoticeChoices.objects.filter(user=user).first()
    found = [
        *rests(asleep, now, ends_at),
        *hours.nights(hours.hours_of(user, notices), now, days=QUIET_AHEAD),
        *(Stretch(row.from_at, row.ended_at or row.until_at) for row in holidays(user=user)),
    ]
    return [stretch for stretch in join(sorted(found)) if now < stretch.to_at]
