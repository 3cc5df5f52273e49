"""Pages of a season: the divisions with places, meetings and the race, also for other sites."""

from __future__ import annotations

import contextlib
import hashlib
from typing import TYPE_CHECKING, Any

from csp.decorators import csp_replace
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from accounts.edge.clock import read_clock
from games.registry import game_class
from lobby.leagues.pages.answers import answered
from lobby.leagues.pages.taking_part import standing_of
from lobby.leagues.reading import agreed, boards, divisions, leagues, people
from lobby.leagues.reading.divisions import Group

if TYPE_CHECKING:
    from lobby.leagues.models import Season

EMBEDDED_FOR = 300  # seconds
KEPT_FOR = 600  # seconds; time-outs of matches that run are not part of what is compared


@require_safe
@answered
def season_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a season: one of its divisions, the visitor's own first, or who has registered."""
    season = leagues.season_of(slug=slug, number=number)
    standing = standing_of(request, season, now=read_clock())
    entrant = standing.entrant if standing else None
    own = entrant.division.level if entrant and entrant.division else 1
    context = {
        "league": season.league,
        "season": season,
        "game": game_class(season.game).info,
        "rules": agreed.rules_of(season),
        "interventions": people.ledger_of(league=season.league).count(),
        "standing": standing,
        "own_level": own if entrant and entrant.division else None,
        **_division(request, season, own, template="leagues/board.html"),
    }
    if context["group"] is None:
        context["entrants"] = people.entrants_of(season=season)
    return render(request, "leagues/season.html", context)


@require_safe
@answered
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
@cache_control(public=True, max_age=EMBEDDED_FOR)
def season_embed(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the places of a division alone, for a frame on any other site; the same for everyone."""
    season = leagues.season_of(slug=slug, number=number)
    context = {"league": season.league, "season": season, "game": game_class(season.game).info}
    context |= _division(request, season, 1, template="leagues/places_alone.html")
    return render(request, "leagues/embed.html", context)


def _division(request: HttpRequest, season: Season, usual: int, *, template: str) -> dict[str, Any]:
    """Return the division that is asked for by ``division``, or the usual one, and its page."""
    found = divisions.divisions_of(season=season)
    said = request.GET.get("division", "")
    level = int(said) if said.isascii() and said.isdecimal() and len(said) < 4 else usual
    group = divisions.group_of(season=season, level=level)
    if group is None and found and level != usual:
        raise leagues.UnknownLeague(gettext("There's no such division."))
    drawn = _drawn(group, len(found), request.user.pk, template) if group else ""
    return {"divisions": found, "group": group, "drawn": drawn, "level": level}


def _drawn(group: Group, levels: int, user_id: int | None, template: str) -> str:
    """Return a division as it is shown, as drawn before if nothing of it has changed."""
    mine = next((one.id for one in group.people.values() if one.user_id == user_id), 0)
    zone = timezone.get_current_timezone_name()
    reader = f"{mine if user_id else 0} {zone} {get_language()}"
    facts = f"{template} {levels} {reader} {group.digest}"
    key = f"division:{hashlib.sha256(facts.encode()).hexdigest()}"
    with contextlib.suppress(RedisError):
        if known := cache.get(key):
            return SafeString(known)  # drawn by our own template
    board = boards.board_of(group, levels=levels, user_id=user_id)
    context = {"board": board, "rules": group.value.rules, "levels": levels}
    html = render_to_string(template, context)
    with contextlib.suppress(RedisError):
        cache.set(key, str(html), KEPT_FOR)
    return html
