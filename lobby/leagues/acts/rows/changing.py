"""Effects carried out upon a season's rows, with all that follows: notices, the next season.

The only way in which steps, people and organisers change a season.
"""

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction

from games.core.codec import encode
from lobby.leagues.acts import founding
from lobby.leagues.acts.rows import reach, records, signals
from lobby.leagues.mails import telling
from lobby.leagues.models import Season, StepDone
from lobby.leagues.reading import values as rows
from lobby.leagues.season import plan
from lobby.leagues.season import values as s

Choice = Callable[[s.Season], Sequence[s.Effect]]


@contextmanager
def held(season_id: int, now: datetime) -> Iterator[Season]:
    """Hold a season's row in a transaction, after which somebody looks what is due."""
    with transaction.atomic():
        row = rows.hold(season_id)
        yield row
        look_again(row, now)


def look_again(row: Season, now: datetime) -> None:
    """Have a season looked at soon, at the latest by the next sweep."""
    row.next_at = now
    row.save(update_fields=["next_at"])
    send = functools.partial(signals.season_changed.send, sender=Season, season_id=row.pk)
    transaction.on_commit(send)


def change(row: Season, choose: Choice, now: datetime) -> Sequence[s.Effect]:
    """Carry out upon a held season what a pure function answers to its value."""
    old = rows.value_of(row)
    effects = choose(old)
    carry_out(row, old, effects, now)
    return effects


def carry_out(row: Season, old: s.Season, effects: Sequence[s.Effect], now: datetime) -> s.Season:
    """Store a held season as it is after effects."""
    new = plan.apply(old, effects)
    rows.save(row, old, new, now=now)
    reach.note(row, old, new)
    telling.tell(row, [each for each in effects if isinstance(each, s.Told)], now)
    for each in effects:
        if isinstance(each, s.NextSeason):
            _plan_next(row, each, now)
    return new


def take_step(
    row: Season,
    old: s.Season,
    planned: plan.Planned,
    now: datetime,
    transcripts: Mapping[s.Key, Any],
) -> StepDone:
    """Carry out a step upon a held season, and store what it did."""
    new = carry_out(row, old, planned.effects, now)
    rows.keep_transcripts(row, planned.effects, transcripts)
    return StepDone.objects.create(
        season=row,
        key=planned.key,
        counts=planned.counts,
        due_at=planned.at,
        done_at=now,
        effects=encode(planned.effects, records.Effects),
        before=encode(records.before(old, new), records.Before),
    )


def _plan_next(row: Season, effect: s.NextSeason, now: datetime) -> None:
    """Plan the next season by what the league agrees on now; once, however often it is asked."""
    league = row.league
    if league.closed_at or league.seasons.filter(number=effect.number).exists():
        return
    instants = effect.registration_at, effect.check_in_at, effect.starts_at
    founding.plan_season(league, number=effect.number, instants=instants, now=now)
