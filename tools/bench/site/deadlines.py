"""Turns that run out of time, all in one second: how late the site makes the clock's moves."""

import time
from datetime import timedelta
from typing import Any

from games.core.clock import Pace, TimeControl
from tools.bench.site.people import People, read_clock, stay

CONTROL = TimeControl(Pace.LIVE, 60)
LEAD, LEAD_EACH = 4.0, 0.04  # seconds before the first is due, in which the matches are made
LOOK_EVERY = 0.05
PATIENCE = 60.0


def lateness(people: People, count: int) -> list[float]:
    """Return for each of so many turns how many seconds late it was ended.

    Nobody moves, though all count as present: the matches are made as if they had begun before.
    """
    now = read_clock()
    lasts = people.match(0, CONTROL, now=now).timer.fires_at - now
    first = now + timedelta(seconds=LEAD + LEAD_EACH * count)
    matches = []
    for number in range(count):
        fires_at = first + timedelta(seconds=number / count)
        matches.append(people.match(number, CONTROL, now=fires_at - lasts))
        stay(matches[-1], until=fires_at + timedelta(seconds=2 * PATIENCE))
    if read_clock() > first:
        raise RuntimeError("The matches were not made in time for their deadlines.")
    try:
        return _watch(matches)
    finally:
        people.leave()


def _watch(matches: list[Any]) -> list[float]:
    """Look until no turn is as it was; one that still is in the end is as late as that."""
    timers = type(matches[0].timer).objects
    due = {match.pk: match.timer.fires_at for match in matches}
    end = max(due.values()) + timedelta(seconds=PATIENCE)
    late: list[float] = []
    while due:
        time.sleep(LOOK_EVERY)
        found = dict(timers.filter(pk__in=due).values_list("pk", "fires_at"))
        now = read_clock()
        done = [pk for pk, fires_at in due.items() if now > end or found.get(pk) != fires_at]
        late += [(now - due.pop(pk)).total_seconds() for pk in done]
    return late
