"""Pages of a season: the divisions with places, meetings and the race, also for other sites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_GET

from games.registry import game_class
from lobby.leagues import queries
from lobby.leagues.pages.answers import answered
from lobby.leagues.pages.standing import standing_of

if TYPE_CHECKING:
    from lobby.leagues.models import Season

EMBEDDED_FOR = 300  # seconds


@require_GET
@answered
def season_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a season: one of its divisions, the visitor's own first, or who has registered."""
    season = queries.season_of(slug=slug, number=number)
    standing = standing_of(request, season)
    entrant = standing.entrant if standing else None
    own = entrant.division.level if entrant and entrant.division else 1
    context = {
        "league": season.league,
        "season": season,
        "game": game_class(season.game).info,
        "rules": queries.rules_of(season),
        "interventions": queries.ledger_of(league=season.league).count(),
        "standing": standing,
        "own_level": own if entrant and entrant.division else None,
        **_division(request, season, own),
    }
    if context["board"] is None:
        context["entrants"] = queries.entrants_of(season=season)
    return render(request, "leagues/season.html", context)


@require_GET
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@cache_control(public=True, max_age=EMBEDDED_FOR)
@answered
def season_embed(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the places of a division alone, for a frame on any other site; the same for everyone."""
    season = queries.season_of(slug=slug, number=number)
    context = {"league": season.league, "season": season, "game": game_class(season.game).info}
    context |= _division(request, season, 1, alone=True)
    return render(request, "leagues/embed.html", context)


def _division(
    request: HttpRequest, season: Season, usual: int, *, alone: bool = False
) -> dict[str, Any]:
    """Return the division that is asked for by ``division``, or the usual one."""
    divisions = queries.divisions_of(season=season)
    said = request.GET.get("division", "")
    level = int(said) if said.isascii() and said.isdecimal() and len(said) < 4 else usual
    board = queries.board_of(
        season=season,
        level=level,
        levels=len(divisions),
        user_id=None if alone else request.user.pk,
    )
    if board is None and divisions and level != usual:
        raise queries.UnknownLeague("There is no such division.")
    return {"divisions": divisions, "board": board, "level": level}
