"""The places that everyone in a division can still reach, found anew whenever something changes.

They are stored so a page can show them without a search, and so they never grow wider while matches
only end.
"""

from collections.abc import Iterable

from lobby.leagues.models import Division, Season
from lobby.leagues.season import values as s
from lobby.leagues.season.standings.reach import reach
from lobby.leagues.season.values import FixtureStatus, How, Phase

BY_PLAY = (How.PLAYED, How.SCORE, How.PLAY_OUTS)
SHOWN = (Phase.PLAYING, Phase.FINISHED)


def note(row: Season, old: s.Season, new: s.Season) -> None:
    """Store the places that can still be reached in the divisions in which something changed."""
    changed, rethought = _changed(old, new)
    for division in row.divisions.filter(level__in=changed | rethought):
        former = None if division.level in rethought else _former(division)
        found = reach(new, division.level, former) if new.phase in SHOWN else {}
        division.reach = {str(entrant): list(places) for entrant, places in found.items()}
        division.save(update_fields=["reach"])


def _changed(old: s.Season, new: s.Season) -> tuple[set[int], set[int]]:
    """Return the levels in which matches ended, and those in which something else happened."""
    if old.phase != new.phase or old.rounds != new.rounds:
        return set(), set(new.levels)
    former = {each.key: each for each in old.fixtures}
    differing = [each for each in new.fixtures if former.get(each.key) != each]
    ended = {each.level for each in differing if _just_ended(former.get(each.key), each)}
    others = {each.level for each in differing if not _just_ended(former.get(each.key), each)}
    gone = former.keys() - {each.key for each in new.fixtures}
    return ended, others | {level for level, *_ in gone} | _levels_of_people(old, new)


def _just_ended(before: s.Fixture | None, after: s.Fixture) -> bool:
    ran = before is not None and before.status == FixtureStatus.RUNNING
    return ran and after.outcome is not None and after.outcome.how in BY_PLAY


def _levels_of_people(old: s.Season, new: s.Season) -> set[int]:
    pairs: Iterable[tuple[s.Entrant, s.Entrant]] = zip(old.entrants, new.entrants, strict=True)
    levels = {each.level for pair in pairs if pair[0] != pair[1] for each in pair}
    return {level for level in levels if level is not None}


def _former(division: Division) -> dict[int, tuple[int, int]] | None:
    known = {int(name): (best, worst) for name, (best, worst) in division.reach.items()}
    return known or None
