"""When people rest: the only writer of calendars, active days and holidays.

The rules are those of ``accounts.rest.rules``; here they meet the database. Whatever takes or adds
a holiday locks the person's row, so that two bookings at once never overdraw what is saved.
"""

import functools
from datetime import UTC, datetime, timedelta

from django.db import connection, transaction

from accounts.rest import mails as rest_mails
from accounts.rest import signals
from accounts.rest.models import CalendarRow, HolidayRow
from accounts.rest.reading import calendar_in, earned, last_choice, running_rows
from accounts.rest.rules import holiday
from accounts.rest.rules.calendars import BadCalendar, Calendar
from accounts.rest.rules.holiday import Earned, NoHoliday
from accounts.users.models import User
from accounts.users.services import lock

FARTHEST = timedelta(days=366)
MOMENT = timedelta(microseconds=1)
_ACTIVE = "INSERT INTO rest_activeday (user_id, day, at) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"


# --- Calendars ------------------------------------------------------------------------------------


@transaction.atomic
def choose_calendar(*, user: User, calendar: Calendar, now: datetime) -> None:
    """Set when a person rests from now on, and the time zone the person's dates are shown in.

    Dates gone by are left out. Locks the person's row. Raises BadCalendar.
    """
    today = now.astimezone(calendar.zone).date()
    if any(day > today + FARTHEST for day in calendar.dates_off):
        raise BadCalendar("You can choose dates up to a year ahead.")
    ahead = sorted(day for day in calendar.dates_off if day >= today)
    lock(user.pk)
    last = last_choice(user=user)
    choice = CalendarRow(
        user=user,
        at=max(now, last.at + MOMENT) if last else now,
        zone=calendar.zone.key,
        sleep_from=calendar.sleep_from,
        sleep_to=calendar.sleep_to,
        days_off=sorted(calendar.days_off),
        dates_off=ahead,
    )
    if last is None or calendar_in(last) != calendar_in(choice):
        choice.save(force_insert=True)
    user.time_zone = choice.zone
    user.save(update_fields=["time_zone"])


# --- Holiday -------------------------------------------------------------------------------------


def note_active(*, user_id: int, at: datetime) -> None:
    """Note that a person played, in the transaction of the move; the first time of a day counts."""
    with connection.cursor() as cursor:
        cursor.execute(_ACTIVE, [user_id, at.astimezone(UTC).date(), at])


@transaction.atomic
def book(*, user: User, from_at: datetime, until_at: datetime, now: datetime) -> HolidayRow:
    """Book a holiday and take its days at once; locks the person's row. Raises NoHoliday."""
    if from_at > now + FARTHEST:
        raise NoHoliday("You can book a holiday up to a year ahead.")
    held = _lock_earned(user.pk)
    return _store(user.pk, holiday.book(held, from_at=from_at, until_at=until_at, now=now))


@transaction.atomic
def switch_on(*, user: User, now: datetime) -> HolidayRow:
    """Begin a holiday for all days saved; locks the person's row. Raises NoHoliday."""
    return _store(user.pk, holiday.switch_on(_lock_earned(user.pk), at=now))


@transaction.atomic
def end(*, user: User, holiday_id: int, now: datetime) -> HolidayRow:
    """End a person's holiday, or cancel it, and give back the days that did not begin.

    Locks the person's row. Raises NoHoliday if it is over or the person has none by this number.
    """
    held = _lock_earned(user.pk)
    row = HolidayRow.objects.filter(pk=holiday_id, user=user).first()
    if row is None:
        raise NoHoliday("We can't find that holiday.")
    at = max(now, row.booked_at)  # clocks of two machines may differ
    holiday.end(held, row.entry, now=at)
    row.ended_at = at
    row.save(update_fields=["ended_at"])
    _announce(user.pk)
    return row


def come_back(*, user_id: int, now: datetime) -> bool:
    """End the holiday a person is on and return whether there was one; one statement.

    It only gives back days, so it needs no lock: whoever books meanwhile sees too few, if anything.
    """
    with transaction.atomic(savepoint=False):
        was_away = running_rows(user_id, now).update(ended_at=now) > 0
        if was_away:
            _announce(user_id)
    return was_away


@transaction.atomic
def begin_by_itself(*, user_id: int, at: datetime) -> bool:
    """Begin a holiday for all days saved, as a turn's time ran out; tell whether it has begun.

    ``at`` may have passed when somebody notices. Its owner is told by mail. Locks the person's row.
    Nothing begins if they do not wish it, are on holiday at that instant or have no days left.
    """
    held = _lock_earned(user_id)
    if not User.objects.filter(pk=user_id, starts_holiday=True).exists():
        return False
    try:
        entered = holiday.switch_on(held, at=at)
    except NoHoliday:
        return False
    rest_mails.tell_begun(_store(user_id, entered, by_itself=True))
    return True


@transaction.atomic
def choose_automatic_start(*, user: User, wished: bool) -> None:
    """Set whether a person's holiday starts automatically before time runs out."""
    user.starts_holiday = wished
    user.save(update_fields=["starts_holiday"])
    _announce(user.pk)


def _lock_earned(user_id: int) -> Earned:
    lock(user_id)
    return earned(user_id=user_id)


def _store(user_id: int, entered: Earned, *, by_itself: bool = False) -> HolidayRow:
    new = entered.holidays[-1]
    row = HolidayRow.objects.create(
        user_id=user_id,
        booked_at=new.booked_at,
        from_at=new.from_at,
        until_at=new.until_at,
        by_itself=by_itself,
    )
    _announce(user_id)
    return row


def _announce(user_id: int) -> None:
    changed = functools.partial(signals.holiday_changed.send, sender=User, user_id=user_id)
    transaction.on_commit(changed)
