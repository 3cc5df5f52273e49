"""Who is in the field of a season, and how many rounds there are to play."""

from collections import Counter

from lobby.leagues.season.pairing.knockout import rounds as knockout_rounds
from lobby.leagues.season.rules import Format, Schedule
from lobby.leagues.season.values import Entrant, FixtureStatus, Season, Standing

ACTIVE = (Standing.PLAYING, Standing.LEAVING)
SETTLED = (FixtureStatus.OVER, FixtureStatus.VOID)
ROBINS = (Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN)
# Who is next to meet depends on what was: a round waits until all of the one before is over.
WAITING = (Format.SWISS, Format.KNOCKOUT)


def is_robin(season: Season) -> bool:
    """Tell whether all meetings are known from the start."""
    return season.rules.format in ROBINS


def is_at_once(season: Season) -> bool:
    """Tell whether all matches are played at the same time."""
    return season.rules.schedule == Schedule.AT_ONCE


def active(season: Season, level: int) -> list[Entrant]:
    """Return those of a division who have not withdrawn, by seed."""
    return [each for each in season.division(level) if each.standing in ACTIVE]


def field(season: Season, level: int) -> list[int]:
    """Return who began in a division, by seed: before the start whoever is about to."""
    if not season.rounds:
        return [each.id for each in active(season, level)]
    met = {one for each in season.fixtures if each.key[0] == level for one in each.seats}
    return [each.id for each in season.division(level) if each.id in met]


def rounds_of(season: Season, level: int) -> int:
    """Return how many rounds a division plays, without play-offs.

    A small division plays fewer rounds of a Swiss: none in which all would meet again.
    """
    return _rounds_for(season, len(field(season, level)))


def _rounds_for(season: Season, size: int) -> int:
    once = size - 1 + size % 2 if size > 1 else 0
    match season.rules.format:
        case Format.ROUND_ROBIN:
            return once
        case Format.DOUBLE_ROUND_ROBIN:
            return 2 * once
        case Format.SWISS:
            return min(season.rules.rounds, once)
        case Format.KNOCKOUT:
            return knockout_rounds(size)
        case _:
            return season.rules.rounds if size > 1 else 0


def rounds(season: Season) -> int:
    """Return how many rounds a season has: those of its longest division, at least one."""
    if season.rounds:
        met = {one for each in season.fixtures for one in each.seats}
        there = Counter(each.level for each in season.entrants if each.id in met)
    else:
        there = Counter(
            each.level
            for each in season.entrants
            if each.level is not None and each.standing in ACTIVE
        )
    return _rounds_for(season, max(there.values(), default=0)) or 1


def is_settled(season: Season) -> bool:
    """Tell whether every meeting that was paired has ended."""
    return all(each.status in SETTLED for each in season.fixtures)
