"""What players do in a league: join, check in, leave, miss a round, claim, stand in."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.edge.clock import read_clock
from accounts.edge.requests import person_of, signed_in
from games.core.errors import Refusal
from games.core.language.text import Text
from lobby.answers import UNREAD, number, posted
from lobby.codes import plain
from lobby.leagues.acts import players as services
from lobby.leagues.acts import substitutes
from lobby.leagues.pages.answers import answered
from lobby.leagues.reading import leagues, people
from lobby.permission import NotAllowed

WELCOME = {
    "registered": Text("You've registered. We'll tell you when the season starts."),
    "waiting": Text("All the places are taken, so you're on the waiting list."),
    "asking": Text("You've asked to join. An organiser will answer."),
}


@signed_in
@require_POST
@answered
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Do one of the things players do in a season: ``act``, ``season``, and what it needs."""
    league = leagues.league_of(slug=slug)
    try:
        season = leagues.season_of(slug=slug, number=number(request, "season"))
        deed = DEEDS.get(posted(request, "act", most=20))
        if deed is None:
            raise Refusal(UNREAD)
        messages.success(request, deed(request, season.pk))
    except NotAllowed as error:
        messages.error(request, str(error))
    except Refusal as error:
        messages.error(request, str(error))
        if posted(request, "act") == "join" and (code := plain(posted(request, "code"))):
            query = urlencode({"code": code})
            return redirect(f"{league.get_absolute_url()}?{query}")
    return redirect(league)


def _facts(request: HttpRequest, season_id: int) -> dict[str, Any]:
    return {"season_id": season_id, "user": person_of(request), "now": read_clock()}


def _join(request: HttpRequest, season_id: int) -> str:
    agreed, code = "agreed" in request.POST, posted(request, "code")
    place = services.register(**_facts(request, season_id), agreed=agreed, code=code)
    return str(WELCOME.get(place.standing, Text("You're in.")))


def _check_in(request: HttpRequest, season_id: int) -> str:
    services.check_in(**_facts(request, season_id))
    return _("Good to have you. We'll tell you when your first match begins.")


def _leave(request: HttpRequest, season_id: int) -> str:
    services.leave(**_facts(request, season_id))
    return _("You've left this season.")


def _excuse(request: HttpRequest, season_id: int) -> str:
    missed = number(request, "round")
    services.excuse(**_facts(request, season_id), round=missed)
    return _("You're excused from round %(number)s.") % {"number": missed}


def _claim(request: HttpRequest, season_id: int) -> str:
    facts = _facts(request, season_id)
    fixture_id = number(request, "fixture")
    if not people.is_match_of(season_id=facts.pop("season_id"), fixture_id=fixture_id):
        raise Refusal("There's no such match in this season.")
    services.claim_no_show(**facts, fixture_id=fixture_id)
    return _("You've won the match, because your opponent didn't turn up.")


def _join_substitutes(request: HttpRequest, season_id: int) -> str:
    substitutes.offer(**_facts(request, season_id))
    return _("You're on the list of substitutes. If someone drops out, we'll ask you.")


def _leave_substitutes(request: HttpRequest, season_id: int) -> str:
    substitutes.take_back(**_facts(request, season_id))
    return _("You've left the list of substitutes.")


def _take(request: HttpRequest, season_id: int) -> str:
    substitutes.accept(**_facts(request, season_id))
    return _("Thank you. You've taken over the place and its matches.")


def _decline(request: HttpRequest, season_id: int) -> str:
    substitutes.decline(**_facts(request, season_id))
    return _("We'll ask someone else. You're still on the list of substitutes.")


DEEDS: dict[str, Callable[[HttpRequest, int], str]] = {
    "join": _join,
    "check_in": _check_in,
    "leave": _leave,
    "excuse": _excuse,
    "claim": _claim,
    "join_substitutes": _join_substitutes,
    "leave_substitutes": _leave_substitutes,
    "take": _take,
    "decline": _decline,
}
