"""What's known of challenges: the day's, how somebody did, how everybody did, days in a row."""

import dataclasses
from collections.abc import Iterable
from datetime import date, datetime
from typing import Literal

from django.conf import settings
from django.db.models import Count, Max, Q

from accounts.trust import blocking, friends
from games.daily import days
from games.daily.models import Answer, Challenge, Entry, Sent
from games.registry import game_class

MOST_RANKED = 2000  # entries that are looked at
SHOWN = 50  # lines of a table

State = Literal["missing", "open", "begun", "done"]


@dataclasses.dataclass(frozen=True, slots=True)
class Chip:
    """A day's challenge in a game, as a list shows it: how far somebody is with it."""

    slug: str
    title: str
    state: State
    answered: int
    of: int  # positions; 0 in a game for one
    points: int

    @property
    def most(self) -> int:
        """Return the most points there are, 0 where there's no limit."""
        return 100 * self.of


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """Somebody in the table of a day; equal points share a place. ``url`` leads to their game."""

    place: int
    user_id: int
    name: str
    points: int
    is_friend: bool
    url: str


@dataclasses.dataclass(frozen=True, slots=True)
class Table:
    """The table of a day: its best lines, those of friends, and the reader's own if it isn't there.

    ``total`` is how many have finished.
    """

    lines: list[Line]
    friends: list[Line]
    own: Line | None
    total: int


@dataclasses.dataclass(frozen=True, slots=True)
class Streak:
    """How many days in a row somebody finished a challenge: now, and at most."""

    current: int
    longest: int


def challenge_of(*, game: str, day: date) -> Challenge | None:
    """Return a day's challenge in a game, None if it wasn't made (yet)."""
    ready = Challenge.objects.filter(game=game, day=day, status=Challenge.Status.READY)
    return ready.select_related("duel").first()


def day_before(*, game: str, day: date) -> date | None:
    """Return the last day before another on which a game had a challenge."""
    ready = Challenge.objects.filter(game=game, day__lt=day, status=Challenge.Status.READY)
    return ready.order_by("-day").values_list("day", flat=True).first()


def past_days(*, now: datetime) -> dict[str, tuple[int, date]]:
    """Return by game how many positions of past days have solutions, and the last such day."""
    told = days.day_of(now - days.GRACE) - days.DAY
    past = Challenge.objects.filter(day__lte=told, status=Challenge.Status.READY)
    rows = past.values("game").annotate(n=Count("positions"), last=Max("day")).filter(n__gt=0)
    return {row["game"]: (row["n"], row["last"]) for row in rows}


def entry_of(challenge: Challenge, user_id: int | None) -> Entry | None:
    """Return somebody's entry, with its match."""
    if user_id is None:
        return None
    mine = Entry.objects.filter(challenge=challenge, user=user_id)
    return mine.select_related("match__timer").defer("match__state").first()


def sent_by(challenge: Challenge, user_id: int, number: int) -> Sent | None:
    """Return the turn that somebody has sent in a position, and that is still being judged."""
    return Sent.objects.filter(challenge=challenge, user=user_id, number=number).first()


def is_any_sent() -> bool:
    """Tell whether any turn is still being judged."""
    return Sent.objects.exists()


def answers_of(entry: Entry | None) -> list[Answer]:
    """Return what somebody has answered, in order."""
    return [] if entry is None else list(entry.answers.order_by("number"))


def chips(*, user_id: int | None, day: date) -> list[Chip]:
    """Return a day's challenges in the order of the site's games, and how far somebody is."""
    if not days.is_on():
        return []
    ready = Challenge.objects.filter(day=day, status=Challenge.Status.READY)
    made = {one.game: one for one in ready.annotate(of=Count("positions")).defer("course")}
    mine = {}
    if user_id is not None:
        entries = Entry.objects.filter(challenge__day=day, user=user_id)
        mine = {one.challenge_id: one for one in entries.annotate(answered=Count("answers"))}
    found = []
    for slug in settings.GAMES:
        challenge = made.get(slug)
        entry = mine.get(challenge.pk) if challenge else None
        found.append(
            Chip(
                slug=slug,
                title=game_class(slug).info.title,
                state=_state(challenge, entry),
                answered=entry.answered if entry else 0,
                of=challenge.of if challenge else 0,
                points=entry.points or 0 if entry else 0,
            )
        )
    return found


def _state(challenge: Challenge | None, entry: Entry | None) -> State:
    if challenge is None:
        return "missing"
    if entry is None:
        return "open"
    return "begun" if entry.finished_at is None else "done"


def table_of(challenge: Challenge, *, viewer_id: int | None) -> Table:
    """Return how everybody did who has finished, without people whom the viewer avoids.

    Guests see themselves alone: anybody can be one many times over, and would fill the table.
    """
    finished = Entry.objects.filter(challenge=challenge, finished_at__isnull=False)
    finished = finished.filter(Q(user__is_guest=False) | Q(user=viewer_id))
    rows = finished.select_related("user", "match").defer("match__state")
    apart = set() if viewer_id is None else blocking.apart_from(user_ids=[viewer_id])
    near: set[int] = set()
    if viewer_id is not None:
        near = {one.person.pk for one in friends.friends_of(user_id=viewer_id)}
    ranked = list(_ranked(rows.order_by("-points", "user__username")[:MOST_RANKED], near))
    seen = [line for line in ranked if line.user_id not in apart]
    own = next((line for line in seen if line.user_id == viewer_id), None)
    top = seen[:SHOWN]
    return Table(
        lines=top,
        friends=[line for line in seen if line.is_friend],
        own=own if own not in top else None,
        total=finished.count(),
    )


def _ranked(entries: Iterable[Entry], near: set[int]) -> Iterable[Line]:
    place, points = 0, None
    for number, entry in enumerate(entries, start=1):
        if entry.points != points:
            place, points = number, entry.points
        yield Line(
            place=place,
            user_id=entry.user_id,
            name=entry.user.display_name,
            points=entry.points or 0,
            is_friend=entry.user_id in near,
            url=entry.match.get_absolute_url() if entry.match else "",
        )


def streak_of(*, user_id: int, now: datetime) -> Streak:
    """Return how many days in a row somebody finished at least one challenge.

    A day that can still be finished breaks nothing.
    """
    finished = Entry.objects.filter(user=user_id, finished_at__isnull=False)
    played = finished.values_list("challenge__day", flat=True)
    runs: list[list[date]] = []
    for day in played.order_by("challenge__day").distinct():
        if runs and runs[-1][-1] + days.DAY == day:
            runs[-1].append(day)
        else:
            runs.append([day])
    if not runs:
        return Streak(0, 0)
    goes_on = now < days.told_at(runs[-1][-1] + days.DAY)
    return Streak(len(runs[-1]) if goes_on else 0, max(map(len, runs)))
