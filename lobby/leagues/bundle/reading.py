"""Reading a bundle: every line is checked, every match played again, before anything stays."""

import dataclasses
import hashlib
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import DatabaseError, models, transaction

from accounts.edge.requests import read_json
from accounts.users.models import User
from games.core.codec import decode
from games.core.errors import Refusal
from games.matches.proofs import replays, transcripts
from lobby.leagues.acts import founding, ledger
from lobby.leagues.bundle import lines
from lobby.leagues.bundle.lines import Line
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
R = TypeVar("R", bound=models.Model)
# Besides lines, those of the matches' files are read, which tell by themselves what is missing.
UNREADABLE = (AttributeError, DatabaseError, LookupError, TypeError, Unreadable, ValueError)


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
    texts: Iterable[str], *, organiser: User, now: datetime, first_day: date | None = None
) -> Taken:
    """Take a league from its lines, to be run by somebody here; if that raises, nothing stays.

    With ``first_day`` its next season is planned: it begins on that day of the league's zone.
    """
    with transaction.atomic():
        taken = _read(texts)
        league = taken.league
        LeagueRole.objects.create(
            league=league, user=organiser, role=LeagueRole.Role.ORGANISER, since=now
        )
        if first_day is not None:
            number = 1 + max(league.seasons.values_list("number", flat=True), default=0)
            instants = founding.first_instants(league, first_day, now)
            founding.plan_season(league, number=number, instants=instants, now=now)
    return taken


def _read(texts: Iterable[str]) -> Taken:
    reader, digest = _Reader(), hashlib.sha256()
    for number, text in enumerate(texts, start=1):
        try:
            line: Line = decode(read_json(text.encode()), Line)  # type: ignore[arg-type]  # a union
            if isinstance(line, lines.End):
                return reader.end(line, number - 1, digest.hexdigest())
            digest.update(text.encode())
            reader.take(line)
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
        self.entrants: dict[int, Entrant] = {}

    def take(self, line: Line) -> None:
        """Store one line."""
        match line:
            case lines.League():
                self._league(line)
            case lines.Season():
                self._season(line)
            case lines.Division(level):
                self.divisions[level] = _kept(Division(season=self._of_season(), level=level))
            case lines.Entrant():
                self._entrant(line)
            case lines.Fixture():
                self._fixture(line)
            case lines.Entry():
                facts = lines.columns(line)
                entry = _kept(LedgerEntry(league=self._known().league, **facts))
                str(entry)  # what it says can be said

    def end(self, end: lines.End, count: int, digest: str) -> Taken:
        """Check what can be checked only when all is there."""
        taken = self._known()
        if (count, digest) != (end.lines, end.sha256):
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

    def _league(self, line: lines.League) -> None:
        if self.taken is not None or line.format != lines.FORMAT:
            raise Refused("This isn't a bundle in {format} format.", format=lines.FORMAT)
        facts = lines.columns(line, "format", "site")
        facts["came_from"] = line.site[:200]
        _insist_on_fitting(League(**facts))
        self.taken = Taken(founding.create(**facts))

    def _season(self, line: lines.Season) -> None:
        self._close_season()
        if line.phase not in lines.ENDED:
            raise Refused("Only seasons that are over can move to another site.")
        league = self._known().league
        self.season = _kept(Season(league=league, **lines.columns(line)))
        insist_on_reading(self.season)
        self.divisions, self.entrants = {}, {}
        self._known().seasons += 1

    def _entrant(self, line: lines.Entrant) -> None:
        division = None if line.level is None else self.divisions[line.level]
        facts = lines.columns(line, "level")
        self.entrants[len(self.entrants)] = _kept(
            Entrant(season=self._of_season(), division=division, **facts)
        )

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

    def _fixture(self, line: lines.Fixture) -> None:
        if line.status not in (FixtureStatus.OVER, FixtureStatus.VOID):
            raise Refused("One of the matches isn't over.")
        self._prove(line)
        row = _kept(
            Fixture(
                season=self._of_season(),
                division=self.divisions[line.level],
                **lines.columns(line, "level", "seats"),
            )
        )
        FixtureSeat.objects.bulk_create(
            FixtureSeat(fixture=row, player=player, entrant=self.entrants[number])
            for player, number in enumerate(line.seats)
        )

    def _prove(self, line: lines.Fixture) -> None:
        """Play the matches of a fixture again, and compare their results with its own."""
        taken = self._known()
        for record in line.records:
            taken.matches += 1
            if "start" not in record:
                taken.unproved += 1
            else:
                taken.plies += transcripts.verify(record)
        if line.how != How.PLAYED:
            return
        if not line.records:
            raise Refused("One of the matches was played, but its moves are missing.")
        places, scores = _result(line.records)
        if (tuple(places), tuple(scores)) != (line.places, line.scores):
            raise Refused("Replaying one of the matches gives a different result.")
        if len(line.seats) != len(places):
            raise Refused("One of the matches doesn't have a finishing place for every seat.")


def _kept(row: R) -> R:
    """Return a row, stored; raise Refusal if its table doesn't take what it says."""
    _insist_on_fitting(row)
    row.save(force_insert=True)
    return row


def _insist_on_fitting(row: models.Model) -> None:
    """Raise Refusal for a text longer than its column, a number out of range, an unknown choice."""
    for field in row._meta.concrete_fields:  # noqa: SLF001 - public
        value = getattr(row, field.attname)
        if value in field.empty_values or field.is_relation:
            continue  # whether there has to be one, tables tell
        try:
            field.clean(value, row)
        except ValidationError as error:
            raise Refusal(
                "{column}: {why}", column=field.name, why=" ".join(error.messages)
            ) from error


def _result(records: Sequence[JSON]) -> tuple[list[int], list[int]]:
    """Return places and scores of a match, or of a duel: there the scores make the places."""
    if len(records) == 1:
        return records[0]["places"], records[0]["scores"]
    scores = [record["scores"][0] for record in records]
    return [record["places"][0] for record in records], scores
