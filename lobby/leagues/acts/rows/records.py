"""What a step did, as it is stored: to be read by anybody, and to be undone."""

import dataclasses
import typing

from games.core.codec import JSON, decode, encode
from lobby.leagues.reading.values import OF_SEASON
from lobby.leagues.season.values import Effect, Entrant, Fixture, Key, Season

Effects = tuple[Effect, ...]
HINTS = {name: hint for name, hint in typing.get_type_hints(Season).items() if name in OF_SEASON}


@dataclasses.dataclass(frozen=True, slots=True)
class Before:
    """What a step changed, as it was: fields of the season, entrants, and fixtures.

    ``made`` are the keys of the fixtures that were not there.
    """

    season: dict[str, JSON]
    entrants: tuple[Entrant, ...]
    fixtures: tuple[Fixture, ...]
    made: tuple[Key, ...]


def before(old: Season, new: Season) -> Before:
    """Return of two values of a season what differs, as it was in the first."""
    there = {each.id: each for each in new.entrants}
    after = {each.key: each for each in new.fixtures}
    former = {each.key for each in old.fixtures}
    return Before(
        season={
            name: encode(getattr(old, name), hint)
            for name, hint in HINTS.items()
            if getattr(old, name) != getattr(new, name)
        },
        entrants=tuple(each for each in old.entrants if there[each.id] != each),
        fixtures=tuple(each for each in old.fixtures if after[each.key] != each),
        made=tuple(key for key in after if key not in former),
    )


def restored(season: Season, before: Before) -> Season:
    """Return the season with what a step changed as it was before; all else is as it is now."""
    entrants = {each.id: each for each in before.entrants}
    fixtures = {each.key: each for each in before.fixtures}
    return dataclasses.replace(
        season,
        entrants=tuple(entrants.get(each.id, each) for each in season.entrants),
        fixtures=tuple(
            fixtures.get(each.key, each) for each in season.fixtures if each.key not in before.made
        ),
        **{name: decode(value, HINTS[name]) for name, value in before.season.items()},
    )
