"""Reading one division of a season: its value, whoever plays in it, and its meetings.

A large season has thousands of meetings, so what a page shows of a division is read without the
rest, as columns.
"""

import dataclasses
import hashlib
from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Sum

from lobby.leagues.models import Division, Entrant, Fixture, FixtureSeat, Season
from lobby.leagues.reading.agreed import rules_of
from lobby.leagues.reading.values import entrant_value
from lobby.leagues.season import values as s
from lobby.leagues.season.values import FixtureStatus, How, Key, Phase, Purpose


@dataclasses.dataclass(frozen=True, slots=True)
class Person:
    """Who holds a place of a season; ``username`` is empty once the account is gone."""

    id: int
    name: str
    username: str
    user_id: int | None


@dataclasses.dataclass(frozen=True, slots=True)
class Chair:
    """Who sits at a match, and how it ended for them; None while it is not over."""

    name: str
    score: int | None
    place: int | None
    won: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Meeting:
    """A meeting as a page shows it: who sits there, how it ended, and where it is played.

    ``places`` and ``scores`` are in the order of ``people``; None while it is not over.
    """

    id: int
    key: Key
    people: tuple[Person, ...]
    status: FixtureStatus
    purpose: Purpose
    how: str
    places: tuple[int, ...] | None
    scores: tuple[int, ...] | None
    due_at: datetime | None
    extended: bool
    address: str

    @property
    def round(self) -> int:
        """Return the round it belongs to."""
        return self.key[1]

    @property
    def over(self) -> bool:
        """Tell whether it has an outcome that counts."""
        return self.status == FixtureStatus.OVER

    @property
    def seats(self) -> tuple[Chair, ...]:
        """Return the chairs with how it ended for each."""
        places, scores = self.places or (), self.scores or ()
        return tuple(
            Chair(
                name=person.name,
                score=scores[player] if scores and self.over else None,
                place=places[player] if places and self.over else None,
                won=self.over and places[player] == 1 and places.count(1) == 1,
            )
            for player, person in enumerate(self.people)
        )

    @property
    def drawn(self) -> bool:
        """Tell whether two played and shared the first place."""
        return self.over and self.places is not None and self.places == (1, 1)


@dataclasses.dataclass(frozen=True, slots=True)
class Group:
    """A division with all that is shown of it; ``value`` is the season as far as it is here."""

    row: Division
    value: s.Season
    people: Mapping[int, Person]
    meetings: tuple[Meeting, ...]

    @property
    def digest(self) -> str:
        """Return what differs whenever anything of it does."""
        facts = (self.row.pk, self.row.reach, self.value, self.people, self.meetings)
        return hashlib.sha256(repr(facts).encode()).hexdigest()


def divisions_of(*, season: Season) -> list[Division]:
    """Return a season's divisions, the highest first, each with its number of ``people``."""
    rows = Division.objects.filter(season=season).annotate(people=Count("entrants"))
    return list(rows.order_by("level"))


def group_of(*, season: Season, level: int) -> Group | None:
    """Return a division of a season; None if it has none of that level."""
    row = Division.objects.filter(season=season, level=level).first()
    if row is None:
        return None
    entrants = list(
        Entrant.objects.filter(division=row).select_related("user").order_by("seed", "pk")
    )
    people = {each.pk: _person(each) for each in entrants}
    meetings = tuple(_meetings(row, people))
    value = s.Season(
        number=season.number,
        rules=rules_of(season),
        zone=season.zone,
        registration_at=season.registration_at,
        check_in_at=season.check_in_at,
        starts_at=season.starts_at,
        seed=season.seed,
        phase=Phase(season.phase),
        entrants=tuple(entrant_value(each, row) for each in entrants),
        fixtures=tuple(_fixture(each) for each in meetings),
        rounds=season.rounds,
        held=season.held_at is not None,
        ended_at=season.ended_at,
    )
    return Group(row, value, people, meetings)


def _person(row: Entrant) -> Person:
    user = row.user
    return Person(row.pk, row.name, user.username if user else "", row.user_id)


def _fixture(meeting: Meeting) -> s.Fixture:
    outcome = None
    if meeting.places is not None and meeting.how:
        outcome = s.Outcome(meeting.places, How(meeting.how), meeting.scores)
    return s.Fixture(
        key=meeting.key,
        seats=tuple(each.id for each in meeting.people),
        status=meeting.status,
        due_at=meeting.due_at,
        outcome=outcome,
        purpose=meeting.purpose,
        extended=meeting.extended,
    )


def _meetings(row: Division, people: Mapping[int, Person]) -> list[Meeting]:
    chairs: dict[int, list[Person]] = defaultdict(list)
    seats = FixtureSeat.objects.filter(fixture__division=row).order_by("fixture_id", "player")
    for fixture_id, entrant_id in seats.values_list("fixture_id", "entrant_id"):
        chairs[fixture_id].append(people[entrant_id])
    columns = (
        "pk", "round", "number", "status", "purpose", "how", "places", "scores", "due_at",
        "extended", "lobby__match__public_id", "lobby__duel__public_id",
    )  # fmt: skip
    facts = Fixture.objects.filter(division=row).order_by("round", "number").values_list(*columns)
    return [_meeting(row, chairs, *each) for each in facts]


def _meeting(row: Division, chairs: Mapping[int, list[Person]], *columns: Any) -> Meeting:
    pk, number, which, status, purpose, how, places, scores, due_at, extended, match, duel = columns
    return Meeting(
        id=pk,
        key=(row.level, number, which),
        people=tuple(chairs[pk]),
        status=FixtureStatus(status),
        purpose=Purpose(purpose),
        how=how,
        places=None if places is None else tuple(places),
        scores=None if scores is None else tuple(scores),
        due_at=due_at,
        extended=extended,
        address=_address(match, duel),
    )


def _address(match: str | None, duel: str | None) -> str:
    if match:
        return f"/match/{match}/"
    return f"/duel/{duel}/" if duel else ""


def time_outs_of(*, division: Division) -> dict[int, int]:
    """Return by entrant how often their time ran out so far in the matches of a division."""
    match = "fixture__lobby__match"
    seats = FixtureSeat.objects.filter(fixture__division=division)
    found: dict[int, int] = defaultdict(int)
    moved = {f"{match}__moves__actor": "clock", f"{match}__moves__player": F("player")}
    for entrant, count in seats.filter(**moved).values_list("entrant_id").annotate(Count("pk")):
        found[entrant] += count
    held = seats.filter(**{f"{match}__seats__player": F("player")}).values_list("entrant_id")
    for entrant, count in held.annotate(Sum(f"{match}__seats__spells")):
        found[entrant] += count or 0
    return dict(found)
