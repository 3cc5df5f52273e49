"""Undoing steps: within some hours, the last one first, while nothing builds on it.

The season is as it was before, and held, so that the step does not happen again at once.
"""

from datetime import datetime, timedelta

from games.core.codec import decode
from games.core.errors import Refusal
from games.core.language.text import Plural
from lobby.leagues.acts.rows import reach, records
from lobby.leagues.models import Season, StepDone
from lobby.leagues.reading import values as rows
from lobby.leagues.reading.agreed import rules_of
from lobby.leagues.season.actions import organisers as rulings
from lobby.leagues.season.effects import apply
from lobby.leagues.season.values import FixtureStatus, NextSeason, Phase
from lobby.leagues.season.values import Season as SeasonValue

LASTING = (FixtureStatus.OVER, FixtureStatus.VOID)


def last_of(row: Season, *, now: datetime) -> StepDone | None:
    """Return the step of a season that can be undone, None if there is none."""
    last = _last(row)
    if last is None:
        return None
    try:
        _check(row, last, rows.value_of(row), now)
    except Refusal:
        return None
    return last


def _last(row: Season) -> StepDone | None:
    return row.steps.filter(undone_at=None).order_by("-done_at", "-pk").first()


def undo(row: Season, step_id: int | None, now: datetime) -> StepDone:
    """Take a step back whose season the caller holds; without an id the last one.

    Raise Refusal if it is too late, or something rests on it.
    """
    last = _last(row)
    if last is None or step_id not in (None, last.pk):
        raise Refusal("You can only undo the last step of a season.")
    old = rows.value_of(row)
    _check(row, last, old, now)
    _forget_next_season(row, last)
    new = records.restored(old, _before(last))
    rows.save(row, old, new, now=now)
    reach.note(row, old, new)
    last.undone_at = now
    last.save(update_fields=["undone_at"])
    return last


def _check(row: Season, last: StepDone, season: SeasonValue, now: datetime) -> None:
    hours = rules_of(row).undo_hours
    if now > last.done_at + timedelta(hours=hours):
        raise Refusal(
            Plural(
                "You had {n} hour to undo this step, and that time has passed.",
                "You had {n} hours to undo this step, and that time has passed.",
                n=hours,
            )
        )
    rulings.check_undo(season, last.key)
    before = _before(last)
    if apply(records.restored(season, before), _effects(last)) != season:
        raise Refusal("Something that depends on this step has happened since.")
    ran = [each.key for each in before.fixtures if each.status == FixtureStatus.RUNNING]
    if any(season.fixture(key).status in LASTING for key in ran):
        raise Refusal(
            "This step ended matches, and they can't be restarted. A referee can settle them."
        )
    if _planned_next(last) and not _is_untouched(row):
        raise Refusal("The next season has already begun.")


def _before(last: StepDone) -> records.Before:
    return decode(last.before, records.Before)


def _effects(last: StepDone) -> records.Effects:
    return decode(last.effects, records.Effects)


def _planned_next(last: StepDone) -> bool:
    return any(isinstance(each, NextSeason) for each in _effects(last))


def _next(row: Season) -> Season | None:
    return row.league.seasons.filter(number=row.number + 1).first()


def _is_untouched(row: Season) -> bool:
    after = _next(row)
    return after is None or (after.phase == Phase.PLANNED and not after.entrants.exists())


def _forget_next_season(row: Season, last: StepDone) -> None:
    after = _next(row)
    if _planned_next(last) and after is not None:
        after.delete()
