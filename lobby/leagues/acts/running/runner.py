"""The job that makes seasons run by themselves.

It takes the results that have come in, carries out the steps that are due, one after the other,
and brings the matches into line, until nothing is left to do. Each step is stored by itself, so a
crash leaves the rest to the next run; run again it changes nothing.
"""

import logging
from datetime import datetime

from django.db import transaction

from lobby.leagues import mails as notices
from lobby.leagues.acts import ledger, substitutes
from lobby.leagues.acts import players as services
from lobby.leagues.acts.rows import changing
from lobby.leagues.acts.rows.records import difference, effects_written
from lobby.leagues.acts.running import arranging, results
from lobby.leagues.models import Fixture, Season, StepDone
from lobby.leagues.reading import values as rows
from lobby.leagues.reading.agreed import Unreadable, insist_on_reading
from lobby.leagues.reading.matches import Matches
from lobby.leagues.season import plan
from lobby.leagues.season import values as s
from lobby.leagues.season.rules import Unfinished
from lobby.leagues.season.values import How

logger = logging.getLogger(__name__)

MOST_STEPS = 500  # in one go; a season has less than that


def run_due(*, now: datetime) -> int:
    """Look after every season that has something to do; return how many those were."""
    ids = sorted(_due(now))
    for season_id in ids:
        try:
            run(season_id=season_id, now=now)
        except Exception:  # one season's trouble must not hold up the others
            logger.exception("season %s could not be looked after", season_id)
    return len(ids)


def _due(now: datetime) -> set[int]:
    """Return the ids of seasons of which a step, a result or a match waits."""
    due = Season.objects.filter(next_at__lte=now).values_list("pk", flat=True)
    found = {
        *due,
        *results.waiting().values_list("season_id", flat=True),
        *arranging.unarranged().values_list("pk", flat=True),
    }
    return found - {*Season.objects.exclude(unreadable_at=None).values_list("pk", flat=True)}


def run(*, season_id: int, now: datetime) -> int:
    """Look after one season; return how many steps it took.

    One that cannot be read is paused, until it can be read and an organiser lets it go on.
    """
    if Season.objects.filter(pk=season_id).exclude(unreadable_at=None).exists():
        return 0
    try:
        return _run(season_id, now)
    except Unreadable as error:
        _pause(season_id, error, now)
        return 0


def _pause(season_id: int, why: Unreadable, now: datetime) -> None:
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
        notices.tell_organisers(row, "unreadable", now)


def _run(season_id: int, now: datetime) -> int:
    insist_on_reading(Season.objects.get(pk=season_id))
    taken = 0
    for _ in range(MOST_STEPS):
        results.take(season_id, now)
        services.give_up_places(season_id, now)
        if not step(season_id, now):
            break
        taken += 1
        arranging.arrange(season_id, now)
    arranging.arrange(season_id, now)
    return taken


def step(season_id: int, now: datetime) -> bool:
    """Carry out the next step that is due; tell whether there was one."""
    world = Matches(Season.objects.get(pk=season_id))
    if world.rules.unfinished == Unfinished.PLAY_OUTS:
        _think_ahead(season_id, now, world)
    with transaction.atomic():
        row = rows.hold(season_id)
        old = rows.value_of(row)
        world.refresh()
        due = plan.next_step(old, now, world)
        if due is None:
            asked = substitutes.call(row, now)
            _sleep(row, [plan.wakes_at(old), asked])
            return False
        effects = plan.effects(old, due, world)
        new = changing.carry_out(row, old, effects, now)
        _note(row, old, new, due, effects, now)
        _keep_transcripts(row, effects, world)
    return True


def _think_ahead(season_id: int, now: datetime, world: Matches) -> None:
    """Play matches out that a step may settle before the season is held: that takes a while."""
    season = rows.load(season_id)
    due = plan.next_step(season, now, world)
    if due is not None:
        plan.effects(season, due, world)


def _note(
    row: Season,
    old: s.Season,
    new: s.Season,
    due: plan.Step,
    effects: tuple[s.Effect, ...],
    now: datetime,
) -> None:
    before, after = difference(old, new)
    StepDone.objects.create(
        season=row,
        key=due.key,
        counts=dict(due.counts),
        due_at=due.at,
        done_at=now,
        effects=effects_written(effects),
        before={"before": before, "after": after},
    )


def _keep_transcripts(row: Season, effects: tuple[s.Effect, ...], world: Matches) -> None:
    """Store how the matches were played out that this step has settled so."""
    for each in effects:
        if isinstance(each, s.Ended) and each.outcome.how == How.PLAY_OUTS:
            level, number, board = each.key
            Fixture.objects.filter(
                season=row, division__level=level, round=number, number=board
            ).update(transcript=world.transcripts.get(each.key))


def _sleep(row: Season, instants: list[datetime | None]) -> None:
    """Note when a season is to be looked at next, if nobody asks for it before."""
    row.next_at = min((each for each in instants if each is not None), default=None)
    row.save(update_fields=["next_at"])
