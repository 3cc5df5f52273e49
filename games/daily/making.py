"""When a challenge that is being made should be ready, from what was measured."""

import dataclasses
from collections.abc import Collection
from datetime import date, datetime, timedelta

from django.db.models import Sum

from games.daily import finding
from games.daily.models import Challenge

USUAL = 1.0  # seconds for a turn, where nobody has measured it yet
ENOUGH = 5  # turns, from which on a challenge's own pace is known
LATEST = 5  # challenges of which the usual pace is told
IDLE = timedelta(minutes=10)  # after which nobody seems to be at work

Status = Challenge.Status


@dataclasses.dataclass(frozen=True, slots=True)
class Making:
    """A challenge that isn't ready: about when it is, None while nobody seems to be at work.

    ``failed`` says that it couldn't be made, so there's none that day.
    """

    ready_at: datetime | None
    failed: bool = False


def of_day(day: date, *, now: datetime) -> dict[str, Making]:
    """Return a day's challenges that were begun and aren't ready, by game."""
    begun = list(Challenge.objects.filter(day__lte=day).exclude(status=Status.READY))
    waiting = [one for one in begun if one.status == Status.WAITING]
    at_work = any(now - _seen(one, now) < IDLE for one in waiting)
    found = {}
    for one in begun:
        if one.day == day:
            failed = one.status == Status.FAILED
            known = at_work and not failed
            found[one.game] = Making(_ready_at(one, waiting, now) if known else None, failed)
    return found


def _seen(one: Challenge, now: datetime) -> datetime:
    """Return when somebody was last seen at work on a challenge, or when it was asked for."""
    known = [at for at in (one.worked_at, one.wanted_at) if at is not None]
    return max(known, default=now)


def _ready_at(one: Challenge, waiting: Collection[Challenge], now: datetime) -> datetime:
    """Return when one should be ready: its turn comes as often as that of each other."""
    own = _seconds_left(one)
    work = own + sum(min(own, _seconds_left(each)) for each in waiting if each.pk != one.pk)
    return now + timedelta(seconds=work * _slower(waiting, now))


def _seconds_left(one: Challenge) -> float:
    """Return how much work is left on a challenge, if it needs no more games than begun."""
    games = max(finding.COUNT, len(one.course or ()))
    turns = max(games * finding.MOST_LOOKED_AT - one.judged, 0) + finding.COUNT
    known = one.judged >= ENOUGH
    return turns * (one.seconds / one.judged if known else _usual(one.game))


def _usual(game: str) -> float:
    """Return how long a turn of a game usually takes to weigh, in seconds."""
    made = Challenge.objects.filter(game=game, status=Status.READY, judged__gt=0)
    latest = list(made.order_by("-day").values_list("seconds", "judged")[:LATEST])
    judged = sum(each for _, each in latest)
    return sum(seconds for seconds, _ in latest) / judged if judged else USUAL


def _slower(waiting: Collection[Challenge], now: datetime) -> float:
    """Return how many seconds have gone by for each second of work, as others come first."""
    since = min((one.wanted_at for one in waiting if one.wanted_at), default=now)
    made = Challenge.objects.filter(made_at__gte=since).aggregate(seconds=Sum("seconds"))
    work = sum(one.seconds for one in waiting) + (made["seconds"] or 0.0)
    return max(1.0, (now - since).total_seconds() / work) if work else 1.0
