"""Reading leagues: all of them, somebody's own, and how far each has come."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext

from games.registry import game_class
from lobby.leagues.models import Entrant, League, LeagueRole, Season
from lobby.leagues.season.values import Phase, Standing
from lobby.permission import Unknown

if TYPE_CHECKING:
    from lobby.clubs.models import Club

TAKING_PART = (
    Standing.ASKING, Standing.REGISTERED, Standing.WAITING, Standing.PLAYING, Standing.LEAVING,
)  # fmt: skip
COUNTED = (Standing.REGISTERED, Standing.PLAYING, Standing.LEAVING)
# What is most worth looking at, first.
ORDER = (
    Phase.PLAYING, Phase.DRAWN_UP, Phase.CHECK_IN, Phase.REGISTRATION, Phase.PLANNED,
    Phase.FINISHED, Phase.CANCELLED,
)  # fmt: skip
BEFORE = (Phase.REGISTRATION, Phase.CHECK_IN, Phase.DRAWN_UP, Phase.PLANNED)
SOON = timedelta(days=14)  # before people can register


class UnknownLeague(Unknown):
    """There is no league, or no season, of that name."""


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """A league in a list: its game, the season to look at, and how many take part in that."""

    league: League
    title: str
    season: Season | None
    people: int
    mine: str = ""  # what somebody is in it: a role, or "player"


def league_of(*, slug: str) -> League:
    """Return the league of an address; raise UnknownLeague."""
    league = League.objects.select_related("club").filter(slug=slug).first()
    if league is None:
        raise UnknownLeague(gettext("There's no such league."))
    return league


def season_of(*, slug: str, number: int) -> Season:
    """Return a season with its league; raise UnknownLeague."""
    seasons = Season.objects.select_related("league", "league__club")
    season = seasons.filter(league__slug=slug, number=number).first()
    if season is None:
        raise UnknownLeague(gettext("There's no such season."))
    return season


def league_of_row(row: League | Season) -> League:
    """Return a league itself, or that of a season."""
    return row if isinstance(row, League) else row.league


def seasons_of(*, league: League) -> list[Season]:
    """Return a league's seasons, the latest first, each with its number of ``people``."""
    playing = Count("entrants", filter=Q(entrants__standing__in=COUNTED))
    return list(Season.objects.filter(league=league).annotate(people=playing).order_by("-number"))


def in_focus(seasons: Iterable[Season]) -> Season | None:
    """Return the season worth looking at: the one being played, else what comes, else the last.

    Of several that are equally far it is the latest.
    """
    found = sorted(seasons, key=lambda one: (ORDER.index(Phase(one.phase)), -one.number))
    return found[0] if found else None


def listed() -> QuerySet[League]:
    """Return the leagues that are not closed, the latest first."""
    return League.objects.filter(closed_at=None).order_by("-founded_at", "-pk")


def lines(found: Sequence[League], *, mine: dict[int, str] | None = None) -> list[Line]:
    """Return leagues as lines of a list, in their order."""
    seasons: dict[int, list[Season]] = {}
    playing = Count("entrants", filter=Q(entrants__standing__in=COUNTED))
    for season in Season.objects.filter(league__in=found).annotate(people=playing):
        seasons.setdefault(season.league_id, []).append(season)
    roles = mine or {}
    return [_line(league, seasons.get(league.pk, []), roles.get(league.pk, "")) for league in found]


def _line(league: League, seasons: list[Season], mine: str) -> Line:
    season = in_focus(seasons)
    people = season.people if season else 0  # type: ignore[attr-defined]  # annotated above
    return Line(league, game_class(league.game).info.title, season, people, mine)


def upcoming(*, now: datetime, limit: int) -> list[Line]:
    """Return the leagues of which a season begins soon, the next first, as lines."""
    soon = Season.objects.filter(
        phase__in=BEFORE, league__closed_at=None, held_at=None, registration_at__lt=now + SOON
    )
    latest = soon.order_by("starts_at", "pk").select_related("league")
    found = {season.league_id: season.league for season in latest[:limit]}
    return lines(list(found.values()))


def lines_of(*, user_id: int) -> list[Line]:
    """Return the leagues somebody runs or plays in, as lines; those that are closed last."""
    playing = Entrant.objects.filter(user_id=user_id, standing__in=TAKING_PART)
    mine = dict.fromkeys(playing.values_list("season__league_id", flat=True), gettext("player"))
    roles = LeagueRole.objects.filter(user_id=user_id).values_list("league_id", "role")
    mine |= {pk: str(LeagueRole.Role(role).label) for pk, role in roles}
    found = League.objects.filter(pk__in=mine).order_by("closed_at", "name", "pk")
    return lines(list(found), mine=mine)


def of_club(club: Club) -> dict[str, Any]:
    """Return what a club's page tells of its leagues: those that are not closed, as lines."""
    found = League.objects.filter(club=club, closed_at=None).order_by("founded_at")
    return {"lines": lines(list(found))}


def unreadable() -> list[Season]:
    """Return the seasons on hold because their rules couldn't be read, the longest first."""
    found = Season.objects.filter(unreadable_at__isnull=False).select_related("league")
    return list(found.order_by("unreadable_at", "pk"))
