"""Reading a bundle: every line is checked, every match played again, before anything stays."""

import dataclasses
import hashlib
import json
from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.db.models import Model

from accounts.users.models import User
from games.core.codec import BadData
from games.core.errors import Refusal
from games.matches.proofs import replays, transcripts
from lobby.leagues.acts import founding, ledger
from lobby.leagues.bundle.columns import COLUMNS, ENDED, FORMAT
from lobby.leagues.models import (
    Division,
    Entrant,
    Fixture,
    FixtureSeat,
    League,
    LeagueRole,
    LedgerEntry,
    Season,
)
from lobby.leagues.reading import values as rows
from lobby.leagues.reading.agreed import Unreadable, insist_on_reading
from lobby.leagues.season.standings import standings
from lobby.leagues.season.values import FixtureStatus, How

JSON = dict[str, Any]
Row = TypeVar("Row", bound=Model)
UNREADABLE = (
    AttributeError, BadData, DatabaseError, LookupError, TypeError, Unreadable, ValidationError,
    ValueError,
)  # fmt: skip


class Refused(Refusal):
    """A bundle is not what it should be; the text says where."""

    code = "bundle"


@dataclasses.dataclass(slots=True)
class Taken:
    """What was read, and proved on the way."""

    league: League
    seasons: int = 0
    matches: int = 0
    plies: int = 0
    entries: int = 0
    unproved: int = 0  # matches of older rules, whose site could not play them again either


def read(
    lines: Iterable[str], *, organiser: User, now: datetime, first_day: date | None = None
) -> Taken:
    """Take a league from its bundle, to be run by somebody here; if that raises, nothing stays.

    With ``first_day`` its next season is planned: it begins on that day of the league's zone.
    """
    with transaction.atomic():
        taken = _read(lines)
        league = taken.league
        LeagueRole.objects.create(
            league=league, user=organiser, role=LeagueRole.Role.ORGANISER, since=now
        )
        if first_day is not None:
            number = 1 + max(league.seasons.values_list("number", flat=True), default=0)
            instants = founding.first_instants(league, first_day, now)
            founding.plan_season(league, number=number, instants=instants, now=now)
    return taken


def _read(lines: Iterable[str]) -> Taken:
    reader, digest = _Reader(), hashlib.sha256()
    for number, line in enumerate(lines, start=1):
        try:
            facts = json.loads(line)
            if facts["type"] == "end":
                return reader.end(number - 1, digest.hexdigest(), facts)
            digest.update(line.encode())
            reader.take(facts)
        except (Refusal, replays.Difference, ledger.Altered) as problem:
            why = problem.text if isinstance(problem, Refusal) else str(problem)
            raise Refused("Line {number}: {why}", number=number, why=why) from problem
        except UNREADABLE as problem:
            raise Refused(
                "We can't read line {number}: {why}", number=number, why=repr(problem)
            ) from problem
    raise Refused("The end of the file is missing.")


class _Reader:
    """What has been read so far."""

    def __init__(self) -> None:
        self.taken: Taken | None = None
        self.season: Season | None = None
        self.divisions: dict[int, Division] = {}
        self.entrants: list[Entrant] = []

    def take(self, facts: JSON) -> None:
        """Store one line."""
        kind = facts["type"]
        if kind == "league":
            self._league(facts)
        elif kind == "season":
            self._season(facts)
        elif kind == "division":
            row = _made(Division, facts, season=self._of_season())
            self.divisions[row.level] = row
        elif kind == "entrant":
            division = None if facts["level"] is None else self.divisions[facts["level"]]
            self.entrants.append(_made(Entrant, facts, season=self._of_season(), division=division))
        elif kind == "fixture":
            self._fixture(facts)
        elif kind == "entry":
            str(_made(LedgerEntry, facts, league=self._known().league))  # what it says can be said
        else:
            raise Refused("We don't recognise this kind of line: {kind}.", kind=str(kind))

    def end(self, count: int, digest: str, facts: JSON) -> Taken:
        """Check what can be checked only when all is there."""
        taken = self._known()
        if (count, digest) != (facts["lines"], facts["sha256"]):
            raise Refused("The fingerprint doesn't match the lines before it.")
        self._close_season()
        taken.entries = ledger.verify(league_id=taken.league.pk)
        return taken

    def _known(self) -> Taken:
        if self.taken is None:
            raise Refused("A bundle has to begin with its league.")
        return self.taken

    def _of_season(self) -> Season:
        if self.season is None:
            raise Refused("A season has to come before everything that belongs to it.")
        return self.season

    def _league(self, facts: JSON) -> None:
        if self.taken is not None or facts["format"] != FORMAT:
            raise Refused("This isn't a bundle in {format} format.", format=FORMAT)
        columns = _columns(League, facts)
        self.taken = Taken(founding.create(**columns, came_from=str(facts["site"])[:200]))

    def _season(self, facts: JSON) -> None:
        self._close_season()
        if facts["phase"] not in ENDED:
            raise Refused("Only seasons that are over can move to another site.")
        self.season = _made(Season, facts, league=self._known().league)
        insist_on_reading(self.season)
        self.divisions, self.entrants = {}, []
        self._known().seasons += 1

    def _close_season(self) -> None:
        """Work out the standings of a season again: its places have to be those."""
        if self.season is None:
            return
        value = rows.value_of(self.season)
        for level in value.levels if value.phase == "finished" else ():
            found = {row.entrant: row.place for row in standings.table(value, level)}
            if found != {each.id: each.place for each in value.division(level)}:
                raise Refused(
                    "The places in division {level} don't match its results.", level=level
                )

    def _fixture(self, facts: JSON) -> None:
        if facts["status"] not in (FixtureStatus.OVER, FixtureStatus.VOID):
            raise Refused("One of the matches isn't over.")
        self._prove(facts)
        season, division = self._of_season(), self.divisions[facts["level"]]
        row = _made(Fixture, facts, season=season, division=division, records=facts["records"])
        FixtureSeat.objects.bulk_create(
            FixtureSeat(fixture=row, player=player, entrant=self.entrants[number])
            for player, number in enumerate(facts["seats"])
        )

    def _prove(self, facts: JSON) -> None:
        """Play the matches of a fixture again, and compare their results with its own."""
        taken, records = self._known(), facts["records"]
        for record in records:
            taken.matches += 1
            if "start" not in record:
                taken.unproved += 1
            else:
                taken.plies += transcripts.verify(record)
        if facts["how"] != How.PLAYED:
            return
        if not records:
            raise Refused("One of the matches was played, but its moves are missing.")
        if _result(records) != (facts["places"], facts["scores"]):
            raise Refused("Replaying one of the matches gives a different result.")
        if len(facts["seats"]) != len(facts["places"]):
            raise Refused("One of the matches doesn't have a finishing place for every seat.")


def _result(records: list[JSON]) -> tuple[list[int], list[int]]:
    """Return places and scores of a match, or of a duel: there the scores make the places."""
    if len(records) == 1:
        return records[0]["places"], records[0]["scores"]
    scores = [record["scores"][0] for record in records]
    return [record["places"][0] for record in records], scores


def _made(model: type[Row], facts: JSON, **others: Any) -> Row:
    row = model(**_columns(model, facts), **others)
    row.save(force_insert=True)
    return row


def _columns(model: type[Model], facts: JSON) -> JSON:
    fields = {each.name: each for each in model._meta.fields}  # noqa: SLF001 - Django's own way
    return {name: fields[name].to_python(facts[name]) for name in COLUMNS[model]}
