"""A season's calendar: whole days of the league's own zone, beginning at its hour.

Summer time is right: a day later is the same hour on the next date, be it 23 or 25 hours away. An
hour that a change of the clocks leaves out becomes the one after it.
"""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from lobby.leagues.season.rules import Rules


def later(at: datetime, days: int, *, hour: int, zone: str) -> datetime:
    """Return the instant of the hour on the date that is so many days after an instant's."""
    there = ZoneInfo(zone)
    date = at.astimezone(there).date() + timedelta(days=days)
    return datetime.combine(date, time(hour), there).astimezone(UTC)


def not_before(at: datetime, *, hour: int, zone: str) -> datetime:
    """Return the first instant of the hour that is not earlier than an instant."""
    today = later(at, 0, hour=hour, zone=zone)
    return today if today >= at else later(at, 1, hour=hour, zone=zone)


def lead_up(starts_at: datetime, rules: Rules, zone: str) -> tuple[datetime, datetime]:
    """Return when registration and check-in open, for a start at an instant.

    Days of registration are days before the start, and nobody has less than one.
    """

    def before(days: int) -> datetime:
        return min(starts_at, later(starts_at, -days, hour=rules.start_hour, zone=zone))

    return before(days_ahead(rules)), before(rules.check_in_days)


def days_ahead(rules: Rules) -> int:
    """Return how many days before the start registration opens."""
    return max(rules.registration_days, rules.check_in_days, 1)
