"""Reading who takes part in a season, in which way, and who runs a league."""

import dataclasses
from datetime import datetime, timedelta

from django.db.models import QuerySet

from accounts.users.models import User
from games.core.language.text import Text
from lobby.leagues.models import (
    Announcement,
    Division,
    Entrant,
    Fixture,
    League,
    LeagueRole,
    LedgerEntry,
    Season,
    StepDone,
    Substitute,
)
from lobby.leagues.season.values import FixtureStatus, Phase, Standing

GONE = (Standing.WITHDRAWN, Standing.ABSENT)
STANDINGS = {
    Standing.ASKING: Text("waiting to be let in"),
    Standing.REGISTERED: Text("registered"),
    Standing.WAITING: Text("on the waiting list"),
    Standing.PLAYING: Text("playing"),
    Standing.LEAVING: Text("you've left; we're looking for a substitute"),
    Standing.WITHDRAWN: Text("withdrawn"),
    Standing.ABSENT: Text("didn't check in"),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Task:
    """A match that somebody still has to play."""

    fixture: Fixture
    others: tuple[str, ...]  # their names
    address: str
    due_at: datetime | None
    claimable: bool  # the opponent has not turned up


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """What somebody is in a season that is not over, for the list of what is theirs."""

    season: Season
    division: Division | None
    words: Text | None = None
    calls: Text | None = None  # what they are asked to do; None for nothing


def entrant_of(*, season: Season, user_id: int | None) -> Entrant | None:
    """Return somebody's place in a season, if they have one now."""
    if user_id is None:
        return None
    rows = Entrant.objects.select_related("division").filter(season=season, user_id=user_id)
    return rows.exclude(standing=Standing.WITHDRAWN).first()


def substitute_of(*, season: Season, user_id: int | None) -> Substitute | None:
    """Return somebody on the list of substitutes of a season, if they are."""
    if user_id is None:
        return None
    rows = Substitute.objects.select_related("asked_for", "asked_for__division")
    return rows.filter(season=season, user_id=user_id).first()


def substitutes_of(*, season: Season) -> list[Substitute]:
    """Return the substitutes of a season, first come first."""
    rows = Substitute.objects.filter(season=season).select_related("user", "asked_for")
    return list(rows.order_by("since", "pk"))


def entrants_of(*, season: Season) -> list[Entrant]:
    """Return everybody of a season by division and seed; before there are any, as they came."""
    rows = Entrant.objects.filter(season=season).select_related("user", "division")
    return list(rows.order_by("division__level", "seed", "joined_at", "pk"))


def tasks_of(*, entrant: Entrant, no_show_days: int, now: datetime) -> list[Task]:
    """Return the matches that an entrant still has to play, the most urgent first.

    ``no_show_days``: after so many days they can claim a match whose opponent has made no turn.
    """
    open_ones = (FixtureStatus.PLANNED, FixtureStatus.RUNNING)
    rows = Fixture.objects.filter(seats__entrant=entrant, status__in=open_ones)
    rows = rows.select_related("lobby__match", "lobby__duel").prefetch_related("seats__entrant")
    before = now - timedelta(days=no_show_days) if no_show_days else None
    return [_task(row, entrant, before) for row in rows.order_by("due_at", "round", "number")]


def _task(row: Fixture, entrant: Entrant, before: datetime | None) -> Task:
    others = [seat for seat in row.seats.all() if seat.entrant_id != entrant.pk]
    began = row.lobby.began if row.lobby else None
    waited = before is not None and row.opened_at is not None and row.opened_at <= before
    return Task(
        fixture=row,
        others=tuple(seat.entrant.name for seat in others),
        address=began.get_absolute_url() if began else "",
        due_at=row.due_at,
        claimable=waited and len(others) == 1 and _has_not_come(row, others[0].player),
    )


def _has_not_come(row: Fixture, player: int) -> bool:
    """Tell whether a seat of a match for two has made no turn at all, though it is its turn."""
    match = row.lobby.match if row.lobby else None
    if match is None or match.to_move != player:
        return False
    return not match.moves.filter(player=player).exists()


def fixture_in(*, league: League, fixture_id: int) -> Fixture | None:
    """Return a meeting of a league by its id."""
    rows = Fixture.objects.select_related("season", "division")
    return rows.filter(pk=fixture_id, season__league=league).first()


def is_match_of(*, season_id: int, fixture_id: int) -> bool:
    """Tell whether a season has a meeting of this id."""
    return Fixture.objects.filter(pk=fixture_id, season_id=season_id).exists()


def roles_in(*, league: League) -> list[LeagueRole]:
    """Return who runs a league: the organiser first, then co-organisers and referees."""
    rank = {role: number for number, role in enumerate(LeagueRole.Role.values)}
    rows = LeagueRole.objects.filter(league=league).select_related("user")
    return sorted(rows, key=lambda row: (rank[row.role], row.user.username.lower()))


def announcements_of(*, league: League, limit: int = 5) -> list[Announcement]:
    """Return what was announced in a league, the latest first."""
    rows = Announcement.objects.filter(league=league).select_related("by")
    return list(rows.order_by("-at", "-pk")[:limit])


def ledger_of(*, league: League) -> QuerySet[LedgerEntry]:
    """Return the interventions in a league, the latest first."""
    return LedgerEntry.objects.filter(league=league).order_by("-number")


def steps_of(*, season: Season) -> list[StepDone]:
    """Return the steps a season has carried out, the latest first."""
    return list(StepDone.objects.filter(season=season).order_by("-done_at", "-pk"))


def places_of(*, user_id: int) -> list[Place]:
    """Return what somebody has to do with seasons that are not over, what calls for them first."""
    rows = Entrant.objects.select_related("season__league", "division")
    mine = rows.filter(user_id=user_id, season__ended_at=None).exclude(standing__in=GONE)
    asked = Substitute.objects.select_related("season__league", "asked_for__division")
    asked = asked.filter(user_id=user_id, season__ended_at=None).exclude(asked_for=None)
    found = [_asked(row) for row in asked] + [_place(row) for row in mine]
    return sorted(found, key=lambda each: (not each.calls, each.season.starts_at, each.season.pk))


def _asked(row: Substitute) -> Place:
    place = row.asked_for
    assert place is not None  # noqa: S101 - only such rows are asked for
    return Place(
        row.season,
        place.division,
        Text("for {name}", name=place.name),
        calls=Text("Will you stand in?"),
    )


def _place(row: Entrant) -> Place:
    season, standing = row.season, Standing(row.standing)
    if standing is Standing.PLAYING:
        words = Text("round {number}", number=season.rounds) if season.rounds else None
        return Place(season, row.division, words)
    if season.phase == Phase.CHECK_IN and standing in (Standing.REGISTERED, Standing.WAITING):
        if not row.checked_in:
            return Place(season, None, calls=Text("Check in"))
        return Place(season, None, Text("checked in"))
    return Place(season, row.division, STANDINGS[standing])


def running_in(*, season: Season, limit: int) -> list[Fixture]:
    """Return the matches of a season that run, those first whose time is over first."""
    rows = Fixture.objects.filter(season=season, status=FixtureStatus.RUNNING)
    rows = rows.select_related("division").prefetch_related("seats__entrant")
    return list(rows.order_by("due_at", "division__level", "number")[:limit])


def matches_in(*, season: Season, level: int, round: int) -> list[Fixture]:
    """Return the meetings of two or more in a round of a division."""
    rows = Fixture.objects.filter(season=season, division__level=level, round=round)
    rows = rows.select_related("division").prefetch_related("seats__entrant")
    return [each for each in rows.order_by("number") if len(each.seats.all()) > 1]


def person_of(*, name: str) -> User | None:
    """Return the person of a name, however it is written; None for nobody."""
    return User.objects.called(name).filter(is_active=True).first()
