"""Time zones by their IANA names, as browsers report them."""

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

UTC = "UTC"


@cache
def zone_names() -> frozenset[str]:
    """Return the names of all time zones this machine knows."""
    return frozenset(name for name in available_timezones() if name != "localtime")


@cache
def offered_names() -> tuple[str, ...]:
    """Return the names to choose from: places, and UTC."""
    continents = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia")
    kept = (*continents, "Europe", "Indian", "Pacific")
    places = sorted(name for name in zone_names() if name.split("/")[0] in kept and "/" in name)
    return (UTC, *places)


def known_or_utc(name: str) -> str:
    """Return ``name`` if it is a time zone, else UTC: what a browser says is a hint, no input."""
    return name if name in zone_names() else UTC


def load_zone(name: str) -> ZoneInfo:
    """Return the time zone; UTC when this machine does not know the name."""
    return ZoneInfo(known_or_utc(name))


def validate_zone(name: str) -> None:
    """Refuse what is no time zone."""
    if name not in zone_names():
        raise ValidationError(_("Choose a time zone from the list."), code="time_zone")
