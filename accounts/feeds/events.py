"""What a calendar program is told: something with its time, and how often it has changed."""

import dataclasses
import hashlib
import json
from datetime import date, datetime
from urllib.parse import urlsplit

from django.conf import settings


@dataclasses.dataclass(frozen=True, slots=True)
class Event:
    """Something with its time: two instants (UTC), or two dates, of which the last is not part.

    ``uid`` is its name for ever. ``weekdays`` says on which days of each week it comes again,
    ``alarm`` how many hours before it begins to remind; 0 is never.
    """

    uid: str
    start: datetime | date
    end: datetime | date
    summary: str
    description: str = ""
    url: str = ""
    weekdays: tuple[str, ...] = ()
    alarm: int = 0

    @property
    def digest(self) -> str:
        """Return a digest that changes when anything in the event does."""
        return digest_of(json.dumps(dataclasses.astuple(self), default=str).encode())


@dataclasses.dataclass(frozen=True, slots=True)
class Told:
    """An event as it is told: how often it has changed, and when last."""

    event: Event
    sequence: int
    changed_at: datetime


def digest_of(data: bytes) -> str:
    """Return a short name for bytes that others do not have."""
    return hashlib.sha256(data).hexdigest()[:32]


def uid(name: str) -> str:
    """Return the name of an event among those of all calendars."""
    return f"{name}@{urlsplit(settings.SITE_URL).hostname}"
