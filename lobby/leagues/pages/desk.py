"""The organisers' desk: who wants in, players, matches, words to all, roles, the league itself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import person_of, signed_in
from accounts.trust import writing
from games.core.errors import Refusal
from games.registry import game_class
from lobby.answers import UNREAD, number, posted
from lobby.leagues.acts import founding
from lobby.leagues.acts import organisers as organising
from lobby.leagues.pages.answers import answered
from lobby.leagues.pages.plans import effects_told
from lobby.leagues.reading import access, agreed, divisions, leagues, people
from lobby.leagues.reading import values as rows
from lobby.leagues.reading.access import Power
from lobby.leagues.season.actions import starting
from lobby.permission import NotAllowed

if TYPE_CHECKING:
    from accounts.users.models import User
    from lobby.leagues.models import Fixture, League, Season

SHOWN = 30  # matches that run
LONGEST_REASON = 1000
NOT_BEGUN = ("planned", "registration", "check_in", "drawn_up")
ROLES = (
    ("co_organiser", gettext_lazy("Co-organiser")),
    ("referee", gettext_lazy("Referee")),
    ("organiser", gettext_lazy("Organiser (taking over from me)")),
    ("", gettext_lazy("No role")),
)
APPOINTED = {
    "co_organiser": gettext_lazy("%(name)s is now a co-organiser."),
    "referee": gettext_lazy("%(name)s is now a referee."),
    "organiser": gettext_lazy("%(name)s is now the organiser."),
    "": gettext_lazy("%(name)s no longer has a role."),
}


@signed_in
@require_safe
@answered
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what those who run a league can do, each as far as their powers go."""
    league = leagues.league_of(slug=slug)
    powers = access.powers_of(request.user, league)
    if not powers:
        raise NotAllowed("Only this league's organisers and referees can open its desk.")
    season = _season(request, league)
    context: dict[str, Any] = {
        "league": league,
        "game": game_class(league.game).info,
        "powers": {power.value for power in powers},
        "season": season,
        "roles": people.roles_in(league=league),
        "role_choices": ROLES,
        "code": league.code if Power.CHANGE in powers else "",
        "interventions": people.ledger_of(league=league).count(),
        "is_silenced": writing.is_silenced(user_id=person_of(request).pk, now=read_clock()),
    }
    if season is not None:
        context |= _of_season(request, league, season)
    return render(request, "leagues/desk.html", context)


def _season(request: HttpRequest, league: League) -> Season | None:
    """Return the season that is asked for by ``season``, else the one in focus."""
    seasons = leagues.seasons_of(league=league)
    said = request.GET.get("season", "")
    chosen = next((one for one in seasons if str(one.number) == said), None)
    return chosen or leagues.in_focus(seasons)


def _of_season(request: HttpRequest, league: League, season: Season) -> dict[str, Any]:
    everyone = people.entrants_of(season=season)
    fixture = _fixture(request, league)
    return {
        "asking": [one for one in everyone if one.standing == "asking"],
        "people": [one for one in everyone if one.standing in ("registered", "playing", "leaving")],
        "waiting": [one for one in everyone if one.standing == "waiting"],
        "divisions": divisions.divisions_of(season=season),
        "substitutes": people.substitutes_of(season=season),
        **_matches(request, season),
        "fixture": fixture,
        "seats": list(fixture.seats.select_related("entrant")) if fixture else [],
        "before": season.phase in ("planned", "registration", "check_in"),
        **_start(season, everyone),
    }


def _start(season: Season, everyone: list[Any]) -> dict[str, Any]:
    """Return what it would do to start a season at once, or why it cannot be."""
    if season.phase not in NOT_BEGUN:
        return {}
    value, now = rows.value_of(season), read_clock()
    if starting.has_been_told(value, now):
        return {}
    try:
        foreseen = starting.foresee(value, now)
    except Refusal as error:
        return {"start_refused": error.text}
    names = {one.pk: one.name for one in everyone}
    told = [(one.text, effects_told(one.effects, names, value.zone)) for one in foreseen]
    return {"start_now": told}


def _matches(request: HttpRequest, season: Season) -> dict[str, Any]:
    """Return the matches to choose from: of the round that is asked for, else those that run."""
    asked = [request.GET.get(name, "") for name in ("division", "round")]
    if all(said.isascii() and said.isdecimal() and len(said) < 5 for said in asked):
        level, number = map(int, asked)
        found = people.matches_in(season=season, level=level, round=number)
        return {"matches": found, "level": level, "round": number}
    return {"matches": people.running_in(season=season, limit=SHOWN)}


def _fixture(request: HttpRequest, league: League) -> Fixture | None:
    """Return the match that is to be decided about."""
    said = request.GET.get("match", "")
    if not (said.isascii() and said.isdecimal() and len(said) < 16):
        return None
    return people.fixture_in(league=league, fixture_id=int(said))


# --- Deeds ----------------------------------------------------------------------------------------


@signed_in
@require_POST
@answered
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Do one of the things organisers and referees do: ``act``, and what it needs."""
    league = leagues.league_of(slug=slug)
    deed = DEEDS.get(posted(request, "act", most=20))
    try:
        if deed is None:
            raise Refusal(UNREAD)
        messages.success(request, deed(request, league))
    except NotAllowed:
        raise
    except Refusal as error:
        messages.error(request, str(error))
    if not access.powers_of(request.user, league):
        return redirect(league)
    return redirect(_desk_of(request, slug))


def _desk_of(request: HttpRequest, slug: str) -> str:
    said = posted(request, "season", most=6)
    query = f"?season={said}" if said.isascii() and said.isdecimal() else ""
    return f"{reverse('league-run', args=[slug])}{query}"


def _facts(request: HttpRequest) -> dict[str, Any]:
    reason = posted(request, "reason", most=LONGEST_REASON)
    return {"user": person_of(request), "reason": reason, "now": read_clock()}


def _in_season(request: HttpRequest, league: League) -> dict[str, Any]:
    season = leagues.season_of(slug=league.slug, number=number(request, "season"))
    return {**_facts(request), "season_id": season.pk}


def _of_match(request: HttpRequest, league: League) -> tuple[dict[str, Any], Fixture]:
    fixture = people.fixture_in(league=league, fixture_id=number(request, "match"))
    if fixture is None:
        raise Refusal("There's no such match in this league.")
    return {**_facts(request), "fixture_id": fixture.pk}, fixture


def _accept(request: HttpRequest, league: League) -> str:
    facts = _in_season(request, league)
    del facts["reason"]
    entrant = organising.accept(**facts, entrant_id=_entrant(request, league))
    return _("You've let %(name)s in.") % {"name": entrant.name}


def _refuse(request: HttpRequest, league: League) -> str:
    facts = _in_season(request, league)
    entrant = organising.refuse(**facts, entrant_id=_entrant(request, league))
    return _("You've turned %(name)s down.") % {"name": entrant.name}


def _remove(request: HttpRequest, league: League) -> str:
    facts = _in_season(request, league)
    entrant = organising.remove(**facts, entrant_id=_entrant(request, league))
    return _("You've removed %(name)s from the season.") % {"name": entrant.name}


def _move(request: HttpRequest, league: League) -> str:
    facts, level = _in_season(request, league), number(request, "level")
    entrant = organising.move(**facts, entrant_id=_entrant(request, league), level=level)
    facts = {"name": entrant.name, "level": level}
    return _("%(name)s now plays in division %(level)s.") % facts


def _substitute(request: HttpRequest, league: League) -> str:
    facts, other = _in_season(request, league), _other(request)
    organising.substitute(**facts, entrant_id=_entrant(request, league), other=other)
    return _("%(name)s now has that place.") % {"name": other.display_name}


def _entrant(request: HttpRequest, league: League) -> int:
    """Return the id of a place of the season that is named; raise Refusal for any other."""
    season = leagues.season_of(slug=league.slug, number=number(request, "season"))
    asked = number(request, "entrant")
    if not any(one.pk == asked for one in people.entrants_of(season=season)):
        raise Refusal("There's no such player in this season.")
    return asked


def _other(request: HttpRequest) -> User:
    found = people.person_of(name=posted(request, "name", most=40))
    if found is None:
        raise Refusal("Nobody here has that name. Check the spelling.")
    return found


def _settle(request: HttpRequest, league: League) -> str:
    facts, fixture = _of_match(request, league)
    count = fixture.seats.count()
    places = [number(request, f"place_{player}") for player in range(count)]
    organising.settle(**facts, places=places)
    return _("You've settled the match.")


def _annul(request: HttpRequest, league: League) -> str:
    organising.annul(**_of_match(request, league)[0])
    return _("The match no longer counts.")


def _give_time(request: HttpRequest, league: League) -> str:
    days = number(request, "days")
    organising.give_time(**_of_match(request, league)[0], days=days)
    words = ngettext(
        "You've given the match %(n)s more day.", "You've given the match %(n)s more days.", days
    )
    return words % {"n": days}


def _announce(request: HttpRequest, league: League) -> str:
    text = posted(request, "text", most=2001)
    organising.announce(league_id=league.pk, user=person_of(request), text=text, now=read_clock())
    if settings.MAIL_LEAVES:
        return _("Your announcement is up. Everyone in the league will get an email.")
    return _("Your announcement is up.")


def _postpone(request: HttpRequest, league: League) -> str:
    facts = _in_season(request, league)
    season = leagues.season_of(slug=league.slug, number=number(request, "season"))
    day = _day(posted(request, "starts_on", most=10))
    hour = time(agreed.rules_of(season).start_hour)
    starts_at = datetime.combine(day, hour, tzinfo=ZoneInfo(season.zone))
    organising.postpone(**facts, starts_at=starts_at)
    return _("You've moved the start of the season.")


def _start_now(request: HttpRequest, league: League) -> str:
    organising.start_now(**_in_season(request, league))
    return _("The season will start in a moment. We'll tell everyone who's playing.")


def _day(said: str) -> Any:
    try:
        day = parse_date(said)
    except ValueError:
        day = None
    if day is None:
        raise Refusal("Choose a day.")
    return day


def _appoint(request: HttpRequest, league: League) -> str:
    other, role = _other(request), posted(request, "role", most=20)
    founding.appoint(**_facts(request), league_id=league.pk, other=other, role=role)
    return APPOINTED[role] % {"name": other.display_name}


def _renew_code(request: HttpRequest, league: League) -> str:
    founding.renew_code(league_id=league.pk, user=person_of(request))
    return _("The league has a new code. The old one no longer works.")


def _close(request: HttpRequest, league: League) -> str:
    founding.close(**_facts(request), league_id=league.pk)
    return _("The league is closed.")


DEEDS: dict[str, Callable[[HttpRequest, League], str]] = {
    "accept": _accept,
    "refuse": _refuse,
    "remove": _remove,
    "move": _move,
    "substitute": _substitute,
    "settle": _settle,
    "annul": _annul,
    "time": _give_time,
    "announce": _announce,
    "postpone": _postpone,
    "start": _start_now,
    "appoint": _appoint,
    "code": _renew_code,
    "close": _close,
}
