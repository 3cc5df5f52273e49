"""Writing a bundle, line by line."""

import hashlib
from collections.abc import Iterator
from typing import Any

from django.conf import settings

from games.core.codec import canonical, encode
from games.matches import reading
from games.matches.proofs import signing, transcripts
from lobby.leagues.bundle import lines
from lobby.leagues.bundle.lines import Line
from lobby.leagues.models import Entrant, Fixture, League, Season

JSON = dict[str, Any]


def find(slug: str) -> League | None:
    """Return the league of an address."""
    return League.objects.filter(slug=slug).first()


def write(*, league: League, pseudonyms: bool = False) -> Iterator[str]:
    """Yield the lines of a league's bundle, each with its end; the same rows give the same lines.

    With ``pseudonyms`` nobody is named: no ledger, as it is hashed with names, and no address of
    a match.
    """
    digest = hashlib.sha256()
    count = 0
    for line in _lines(league, pseudonyms):
        written = _written(line)
        digest.update(written.encode())
        count += 1
        yield written
    yield _written(lines.End(count, digest.hexdigest()))


def _written(line: Line) -> str:
    return canonical(encode(line, Line)) + "\n"


def _lines(league: League, pseudonyms: bool) -> Iterator[Line]:
    names = _Names(pseudonyms)
    yield lines.of(lines.League, league, site=league.came_from or settings.SITE_URL)
    for season in league.seasons.filter(phase__in=lines.ENDED).order_by("number"):
        yield lines.of(lines.Season, season)
        yield from _of_season(season, names)
    if not pseudonyms:
        for entry in league.ledger.order_by("number"):
            yield lines.of(lines.Entry, entry)


def _of_season(season: Season, names: "_Names") -> Iterator[Line]:
    for division in season.divisions.order_by("level"):
        yield lines.of(lines.Division, division)
    entrants = list(season.entrants.select_related("division").order_by("joined_at", "pk"))
    numbers = {each.pk: number for number, each in enumerate(entrants)}
    for each in entrants:
        level = each.division.level if each.division else None
        yield lines.of(lines.Entrant, each, level=level, **names.of(each))
    ordered = season.fixtures.select_related("division", "lobby")
    for fixture in ordered.order_by("division__level", "round", "number"):
        seats = list(fixture.seats.select_related("entrant").order_by("player"))
        yield lines.of(
            lines.Fixture,
            fixture,
            level=fixture.division.level,
            seats=tuple(numbers[seat.entrant_id] for seat in seats),
            records=tuple(names.hide(_records(fixture), [seat.entrant for seat in seats])),
        )


def _records(fixture: Fixture) -> list[JSON]:
    """Return the matches of a fixture, those of a duel in the order of their entrants."""
    if fixture.records is not None:
        return list(fixture.records)
    if fixture.lobby is None:
        return []
    duel, match_id = fixture.lobby.duel, fixture.lobby.match_id
    ids = [] if match_id is None else [match_id]
    if duel is not None:
        ids = list(duel.matches.order_by("pk").values_list("pk", flat=True))
    return [transcripts.as_json(reading.load(match_id=each)) for each in ids]


class _Names:
    """What people are called: as they are, or by numbers in the order in which they appear."""

    def __init__(self, pseudonyms: bool) -> None:
        self.pseudonyms = pseudonyms
        self.numbers: dict[int | str, int] = {}

    def of(self, entrant: Entrant) -> JSON:
        """Return the columns that name somebody, as they are to be."""
        if not self.pseudonyms:
            return {}
        return {"name": self._of(entrant), "former": ()}

    def hide(self, records: list[JSON], entrants: list[Entrant]) -> list[JSON]:
        """Return matches without the names of their people."""
        if not self.pseudonyms:
            return records
        called = [self._of(each) for each in entrants]
        alone = [[name] for name in called]
        by_record = [called] if len(records) == 1 else alone
        return [_hidden(record, people) for record, people in zip(records, by_record, strict=False)]

    def _of(self, entrant: Entrant) -> str:
        who = entrant.user_id or entrant.name
        return f"Player {self.numbers.setdefault(who, len(self.numbers) + 1)}"


def _hidden(record: JSON, called: list[str]) -> JSON:
    players = [
        {**player, "name": name} for player, name in zip(record["players"], called, strict=True)
    ]
    changes = [{**each, "text": ""} for each in record["changes"]]
    hidden = {"match": "", "url": "", "players": players, "changes": changes}
    return signing.unsigned({**record, **hidden})
