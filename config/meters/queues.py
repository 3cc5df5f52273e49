"""Queues of which no row ever holds up the others.

A row that raises is put off alone, each time for longer, while its queue goes on in the same round.
It is counted, logged and shown to the host until it succeeds or is gone. Queues have the names of
the periodic jobs that look after them; the whole of one that fails is a row without a name.
"""

import contextlib
import logging
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from django.db import transaction
from django.db.models import Count, Min, Q

from config.meters import counting
from config.meters.models import PutOff

FIRST, LONGEST = timedelta(seconds=10), timedelta(hours=1)  # pauses
SHOWN = timedelta(minutes=15)  # after a pause: by then its queue was looked at again
FORGOTTEN = timedelta(days=1)

logger = logging.getLogger(__name__)
Row = TypeVar("Row")
Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class Failing:
    """What fails of a queue: how many rows, since when, and whether all of it does."""

    queue: str
    rows: int
    since: datetime
    is_whole: bool


def each(
    queue: str,
    find: Callable[[int], Collection[Row]],
    do: Callable[[Row], Done],
    *,
    now: datetime,
) -> list[Done]:
    """Do something for each row of a queue and return what came of it; one that fails waits alone.

    ``find`` returns the rows, and of a queue without end so many more than usual as are passed, for
    they are put off. ``do`` is outside of any transaction of ours.
    """
    known = _known(queue)
    done = []
    for row in _awake(find, known, now):
        with apart(queue, row, now=now):
            done.append(do(row))
            if _name(row) in known:
                PutOff.objects.filter(queue=queue, row=_name(row)).delete()
    return done


def awake(queue: str, find: Callable[[int], Collection[Row]], *, now: datetime) -> list[Row]:
    """Return the rows of a queue that aren't put off, where it's not ``each`` that does them."""
    return _awake(find, _known(queue), now)


@contextlib.contextmanager
def apart(queue: str, row: object, *, now: datetime) -> Iterator[None]:
    """Put a row of a queue off if the block raises, and go on.

    Raise OperationalError or InterfaceError if the database is away: that is no row's fault.
    """
    try:
        yield
    except Exception as error:
        until = put_off(queue, row, now=now)
        logger.exception("%s: %s failed (%r) and waits until %s", queue, row, error, until)


def put_off(queue: str, row: object, *, now: datetime) -> datetime:
    """Note that a row of a queue has failed; return until when it is left alone."""
    with transaction.atomic():
        PutOff.objects.filter(until__lt=now - FORGOTTEN).delete()
        first = {"since": now, "until": now}
        noted, _ = PutOff.objects.get_or_create(queue=queue, row=_name(row), defaults=first)
        noted.until = now + min(FIRST * 2 ** min(noted.times, 20), LONGEST)
        noted.times += 1
        noted.save(update_fields=["until", "times"])
    counting.FAILURES.labels(queue).inc()
    return noted.until


def failing(*, now: datetime) -> list[Failing]:
    """Return what fails just now, by queue; one short query."""
    lately = PutOff.objects.filter(until__gt=now - SHOWN).values("queue").order_by("queue")
    rows = lately.annotate(n=Count("pk"), since=Min("since"), whole=Count("pk", filter=Q(row="")))
    return [Failing(row["queue"], row["n"], row["since"], row["whole"] > 0) for row in rows]


def _known(queue: str) -> dict[str, datetime]:
    return dict(PutOff.objects.filter(queue=queue).values_list("row", "until"))


def _awake(
    find: Callable[[int], Collection[Row]], known: dict[str, datetime], now: datetime
) -> list[Row]:
    return [row for row in find(len(known)) if known.get(_name(row), now) <= now]


def _name(row: object) -> str:
    return "/".join(map(str, row)) if isinstance(row, tuple) else str(getattr(row, "pk", row))
