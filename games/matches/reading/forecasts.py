"""When a slow table will probably be over, from its players' own pace (``accounts.rest.rules``).

Nothing hidden goes into it: how many turns are left is judged by what a spectator sees.
"""

import contextlib
import functools
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta, tzinfo
from random import Random
from typing import Any

from django.core.cache import cache
from django.utils.formats import date_format
from django.utils.translation import gettext
from redis.exceptions import RedisError

from games.core.clock import Form, Pace, TimeControl
from games.core.extras.protocols import Forecasts
from games.core.game import Game
from games.core.rng import SECRET_BYTES, Rng
from games.core.table.agreement import Agreement
from games.matches import reading
from games.matches.reading.pace import MOST_TURNS, Forecast, Remaining, forecast
from games.registry import load_game
from games.words.lists.lexicon import lexicon, newest

KEPT = 3600  # seconds
# Someone who thinks to the end of a turn sleeps through a third of the time it takes.
WITH_SLEEP = 1.5


def of_match(match: Any, *, now: datetime) -> Forecast | None:
    """Return when a running match will be over; None if live, alone, paused, or nobody can tell."""
    timed = match.timer.paused_at is None and match.timer.sitting_at is None
    if not reading.is_running(match) or match.players == 1 or not timed:
        return None
    make = functools.partial(_of_match, match, now)
    return _kept(f"forecast:match:{match.pk}:{match.ply}", match.control, make)


def of_table(
    *,
    key: str,
    game: str,
    options: dict[str, Any],
    control: TimeControl,
    agreement: Agreement,
    people: Sequence[int | None],
    computers: int,
    now: datetime,
) -> Forecast | None:
    """Return when a match would be over that began now; None as for a match.

    ``people`` are the ids of those who would play, None where nobody sits yet. A ``key`` stands for
    one table.
    """
    rules = load_game(game, options)
    seats = len(people) + computers
    if not 1 < seats <= rules.info.max_players:
        return None
    make = functools.partial(_of_table, key, rules, control, agreement, people, computers, now)
    who = "-".join(map(str, people))
    return _kept(f"forecast:table:{key}:{who}:{computers}", control, make)


def in_words(found: Forecast | None, *, now: datetime, zone: tzinfo) -> str:
    """Return a forecast as dates where the reader lives: "between 3 and 9 December"; "" if none."""
    if found is None:
        return ""
    today, *days = (at.astimezone(zone).date() for at in (now, found.early_at, found.late_at))
    first, last = days
    if first == last:
        return (
            gettext("today")
            if first == today
            else gettext("on %(day)s") % {"day": _day(first, today)}
        )
    between = gettext("between %(first)s and %(last)s")
    if (first.year, first.month) == (last.year, last.month):
        return between % {"first": date_format(first, "j"), "last": _day(last, today)}
    beside = last if first.year == last.year else today
    return between % {"first": _day(first, beside), "last": _day(last, today)}


def _day(day: date, beside: date) -> str:
    return date_format(day, "j F" if day.year == beside.year else "j F Y")


def _of_match(match: Any, now: datetime) -> Forecast | None:
    rules, seats = reading.rules_of(match), reading.seats(match_id=match.pk)
    view = rules.observation(reading.position(match, rules), None)
    people = [seat.user_id if seat.controller == "human" else 0 for seat in seats]
    rng = Random(f"{match.pk}:{match.ply}")  # noqa: S311 - the same for everybody who asks
    return _forecast(rules, view, match.control, match.agreement, people, now, rng)


def _of_table(
    key: str,
    rules: Game[Any, Any, Any],
    control: TimeControl,
    agreement: Agreement,
    people: Sequence[int | None],
    computers: int,
    now: datetime,
) -> Forecast | None:
    seats = [*people, *[0] * computers]
    if rules.info.uses_words:
        words = lexicon(newest(rules.options.word_list), slurs=rules.options.slurs)
        rules = type(rules)(rules.options, words)
    view = rules.observation(rules.initial_state(len(seats), Rng(bytes(SECRET_BYTES), 0)), None)
    rng = Random(key)  # noqa: S311 - for the same reason
    return _forecast(rules, view, control, agreement, seats, now, rng)


def _forecast(
    rules: Game[Any, Any, Any],
    view: Any,
    control: TimeControl,
    agreement: Agreement,
    seats: Sequence[int | None],
    now: datetime,
    rng: Random,
) -> Forecast | None:
    """Return the forecast for seats as users' ids, None for unknown people, 0 for computers."""
    if not isinstance(rules, Forecasts):
        return None
    left = rules.turns_left(view)
    known = reading.recent_turns(user_ids=[user for user in seats if user], limit=MOST_TURNS)
    players = [
        Remaining(known.get(user or 0, []), turns, variance)
        for user, (turns, variance) in zip(seats, left, strict=True)
        if user != 0
    ]
    if len(players) < 2:
        return None  # nobody waits for anybody
    return forecast(players, now=now, longest=_longest(control, agreement), rng=rng)


def _longest(control: TimeControl, agreement: Agreement) -> timedelta | None:
    """Return how long a turn can last, None without a clock; holidays are not foreseen."""
    if control.form is Form.NO_CLOCK:
        return None
    most = control.cap if control.form is Form.FISCHER else control.budget + control.bank
    return timedelta(seconds=most) * (WITH_SLEEP if agreement.rest else 1)


def _kept(key: str, control: TimeControl, make: Callable[[], Forecast | None]) -> Forecast | None:
    """Return a slow table's forecast as it was made within the hour; without a cache, anew."""
    if control.pace is not Pace.CORRESPONDENCE:
        return None
    with contextlib.suppress(RedisError):
        return cache.get_or_set(key, make, KEPT)
    return make()
