"""The job that makes seasons run by themselves.

It takes the results that have come in, carries out the steps that are due, one after the other,
and brings the matches into line, until nothing is left to do. Each step is stored by itself, so a
crash leaves the rest to the next run; run again it changes nothing.
"""

import logging
from datetime import datetime

from django.db import transaction

from config.meters import queues
from lobby.leagues.acts import ledger, players, substitutes
from lobby.leagues.acts.rows import changing
from lobby.leagues.acts.running import arranging, results
from lobby.leagues.mails import telling
from lobby.leagues.models import Season, StepDone
from lobby.leagues.reading import values as rows
from lobby.leagues.reading.agreed import Unreadable, insist_on_reading
from lobby.leagues.reading.matches import Matches
from lobby.leagues.season import plan
from lobby.leagues.season import values as s

logger = logging.getLogger(__name__)

MOST_STEPS = 500  # in one go; a season has less than that


def run_due(*, now: datetime) -> dict[int, list[StepDone]]:
    """Look after every season that has something to do; return the steps each of them took."""

    def run_one(season_id: int) -> tuple[int, list[StepDone]]:
        return season_id, run(season_id=season_id, now=now)

    return dict(queues.each("run_seasons", lambda _more: sorted(_due(now)), run_one, now=now))


def _due(now: datetime) -> set[int]:
    """Return the ids of seasons of which a step, a result or a match waits."""
    due = Season.objects.filter(next_at__lte=now).values_list("pk", flat=True)
    found = {
        *due,
        *results.waiting().values_list("season_id", flat=True),
        *arranging.unarranged().values_list("pk", flat=True),
    }
    return found - {*Season.objects.exclude(unreadable_at=None).values_list("pk", flat=True)}


def run(*, season_id: int, now: datetime) -> list[StepDone]:
    """Look after one season; return the steps it took.

    One that cannot be read is put on hold, until it can be read and an organiser lets it go on.
    """
    if Season.objects.filter(pk=season_id).exclude(unreadable_at=None).exists():
        return []
    try:
        return _run(season_id, now)
    except Unreadable as error:
        _hold_unreadable(season_id, error, now)
        return []


def _hold_unreadable(season_id: int, why: Unreadable, now: datetime) -> None:
    """Put a season that cannot be read on hold, and tell those who run it, once."""
    with transaction.atomic():
        row = rows.hold(season_id)
        if row.unreadable_at is not None:
            return
        logger.error("season %s cannot be read and is on hold: %s", season_id, why)
        row.unreadable_at, row.held_at, row.next_at = now, row.held_at or now, None
        row.save(update_fields=["unreadable_at", "held_at", "next_at"])
        ledger.enter(
            league=row.league,
            by=None,
            kind="unreadable",
            reason="",
            data={"season": row.number},
            now=now,
        )
        telling.tell_organisers(row, "unreadable", now)


def _run(season_id: int, now: datetime) -> list[StepDone]:
    insist_on_reading(Season.objects.get(pk=season_id))
    done: list[StepDone] = []
    for _ in range(MOST_STEPS):
        arranging.arrange(season_id, now)
        taken = step(season_id, now)
        if taken is None:
            break
        done.append(taken)
    arranging.arrange(season_id, now)
    return done


def step(season_id: int, now: datetime) -> StepDone | None:
    """Take the results that have come in, and carry out the next step that is due; return it.

    It is planned once, while the season is held.
    """
    world = Matches(Season.objects.get(pk=season_id))
    world.prepare(now)
    with transaction.atomic():
        row = rows.hold(season_id)
        season = _catch_up(row, rows.value_of(row), now)
        world.refresh()
        planned = plan.next_step(season, now, world)
        if planned is not None:
            return changing.take_step(row, season, planned, now, world.transcripts)
        asked = substitutes.call(row, now)
        _sleep(row, [plan.wakes_at(season), asked])
    return None


def _catch_up(row: Season, season: s.Season, now: datetime) -> s.Season:
    """Carry out upon a held season what has happened elsewhere: results, and accounts deleted."""
    effects = results.effects(row, season, now)
    effects += players.gone(row, plan.apply(season, effects), now)
    return changing.carry_out(row, season, effects, now) if effects else season


def _sleep(row: Season, instants: list[datetime | None]) -> None:
    """Note when a season is to be looked at next, if nobody asks for it before."""
    row.next_at = min((each for each in instants if each is not None), default=None)
    row.save(update_fields=["next_at"])
