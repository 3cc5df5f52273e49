"""What a step changed, as JSON: to be read by anybody, and to be undone."""

import dataclasses
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from lobby.leagues.reading.values import OF_SEASON
from lobby.leagues.season import values as s
from lobby.leagues.season.values import FixtureStatus, How, Key, Phase, Purpose, Standing

JSON = Any
Part = dict[str, JSON]  # of a season: its own fields, entrants by id, fixtures by key


def written(value: Any) -> JSON:
    """Return anything a season is made of as JSON."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: written(getattr(value, field.name)) for field in dataclasses.fields(value)
        }
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple | list):
        return [written(each) for each in value]
    return value


def effects_written(effects: Iterable[s.Effect]) -> JSON:
    """Return effects as JSON, each with the name of its class under ``type``."""
    return [{"type": type(each).__name__, **written(each)} for each in effects]


def difference(old: s.Season, new: s.Season) -> tuple[Part, Part]:
    """Return what differs between two values of a season: as it was, and as it became."""
    fields = [name for name in OF_SEASON if getattr(old, name) != getattr(new, name)]
    entrants = [
        (str(before.id), before, after)
        for before, after in zip(old.entrants, new.entrants, strict=True)
        if before != after
    ]
    former = {each.key: each for each in old.fixtures}
    fixtures = [
        (name_of(each.key), former.get(each.key), each)
        for each in new.fixtures
        if former.get(each.key) != each
    ]
    return tuple(
        {
            "season": {name: written(getattr(value, name)) for name in fields},
            "entrants": {name: written(pair[which]) for name, *pair in entrants},
            "fixtures": {name: written(pair[which]) for name, *pair in fixtures},
        }
        for which, value in enumerate((old, new))
    )  # type: ignore[return-value]  # two, as there are two values


def name_of(key: Key) -> str:
    """Return a fixture's key as one word."""
    return "{}.{}.{}".format(*key)


def stands(season: s.Season, part: Part) -> bool:
    """Tell whether all that a part speaks of is still so."""
    entrants = {str(each.id): each for each in season.entrants}
    fixtures = {name_of(each.key): each for each in season.fixtures}
    return (
        all(written(getattr(season, name)) == value for name, value in part["season"].items())
        and all(written(entrants.get(name)) == value for name, value in part["entrants"].items())
        and all(written(fixtures.get(name)) == value for name, value in part["fixtures"].items())
    )


def restored(season: s.Season, part: Part) -> s.Season:
    """Return the season with all that a part speaks of as it is told there."""
    entrants = {name: entrant_read(value) for name, value in part["entrants"].items()}
    fixtures = {name: value and fixture_read(value) for name, value in part["fixtures"].items()}
    kept = [fixtures.get(name_of(each.key), each) for each in season.fixtures]
    return dataclasses.replace(
        season,
        entrants=tuple(entrants.get(str(each.id), each) for each in season.entrants),
        fixtures=tuple(each for each in kept if each is not None),
        **{name: _field_read(name, value) for name, value in part["season"].items()},
    )


def _field_read(name: str, value: JSON) -> Any:
    if name == "phase":
        return Phase(value)
    return value if name == "rounds" else _instant(value)


def _instant(value: str | None) -> datetime | None:
    return None if value is None else datetime.fromisoformat(value)


def entrant_read(data: Part) -> s.Entrant:
    """Return an entrant written as JSON."""
    return s.Entrant(
        **data
        | {
            "joined_at": datetime.fromisoformat(data["joined_at"]),
            "left_at": _instant(data["left_at"]),
            "standing": Standing(data["standing"]),
            "away": frozenset(data["away"]),
        }
    )


def fixture_read(data: Part) -> s.Fixture:
    """Return a fixture written as JSON."""
    key: Key = tuple(data["key"])
    return s.Fixture(
        **data
        | {
            "key": key,
            "seats": tuple(data["seats"]),
            "status": FixtureStatus(data["status"]),
            "opened_at": _instant(data["opened_at"]),
            "due_at": _instant(data["due_at"]),
            "outcome": data["outcome"] and _outcome_read(data["outcome"]),
            "purpose": Purpose(data["purpose"]),
        }
    )


def _outcome_read(data: Part) -> s.Outcome:
    scores = data["scores"]
    return s.Outcome(
        places=tuple(data["places"]),
        how=How(data["how"]),
        scores=None if scores is None else tuple(scores),
    )
