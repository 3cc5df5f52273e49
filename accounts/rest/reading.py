"""When people rest, as lists of stretches, and what they have saved; it changes nothing."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection

from accounts.edge import zones
from accounts.rest import services
from accounts.rest.rules import holiday
from accounts.rest.rules.calendars import Calendar, Stretch, rests
from accounts.users.models import User

# The calendar in force at an instant beside each holiday that is not over by then.
_RESTS = """
SELECT calendar.zone, sleep_from, sleep_to, days_off, dates_off,
       holiday.from_at, COALESCE(holiday.ended_at, holiday.until_at)
FROM (SELECT %s::bigint AS user_id, %s::timestamptz AS since) AS instant
LEFT JOIN LATERAL (
    SELECT * FROM accounts_calendarchoice
    WHERE user_id = instant.user_id AND at <= instant.since ORDER BY at DESC LIMIT 1
) AS calendar ON true
LEFT JOIN accounts_holiday AS holiday ON holiday.user_id = instant.user_id
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


def rests_of(*, user_id: int, since: datetime, most: timedelta) -> Rests:
    """Return what can stop a turn's clock that a person has since then; one statement.

    The calendar in force at ``since`` holds to the turn's end. ``most`` is its time to think,
    what is left of the allowance, and all pauses: holidays and these over, the turn is over.
    """
    with connection.cursor() as cursor:
        cursor.execute(_RESTS, [user_id, since])
        rows = cursor.fetchall()
    holidays = tuple(Stretch(from_at, to_at) for *_, from_at, to_at in rows if from_at and to_at)
    zone, sleep_from, sleep_to, days_off, dates_off, *_ = rows[0]
    if zone is None:
        return Rests((), holidays)
    calendar = Calendar(
        zones.load_zone(zone), sleep_from, sleep_to, frozenset(days_off), frozenset(dates_off)
    )
    until = since + most + sum((to_at - from_at for from_at, to_at in holidays), timedelta(0))
    return Rests(rests(calendar, since, until), holidays)


def may_begin(*, user_id: int, at: datetime) -> bool:
    """Tell whether a holiday is to begin by itself then: it is wished, and days are saved."""
    if not User.objects.filter(pk=user_id, rescued=True).exists():
        return False
    try:
        holiday.switch_on(services.ledger(user_id=user_id), at=at)
    except holiday.NoHoliday:
        return False
    return True
