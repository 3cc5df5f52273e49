"""The page about what a season does by itself: what comes, what was done, and a rehearsal."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import person_of, signed_in
from games.core.language.text import Text
from lobby.answers import posted, tell
from lobby.leagues.acts import organisers as organising
from lobby.leagues.acts.rows import undoing
from lobby.leagues.pages.answers import answered
from lobby.leagues.reading import access, leagues, people
from lobby.leagues.reading import values as rows
from lobby.leagues.reading.access import Power
from lobby.leagues.season import plan
from lobby.leagues.season.plan.machine import possible
from lobby.leagues.season.rehearsal import rehearse
from lobby.leagues.season.wording import effects as wording

if TYPE_CHECKING:
    from lobby.leagues.season.values import Effect

MOST_NEWCOMERS = 120
MOST_LEAVERS = 20
EXACT = 2  # so many steps ahead are told with all they do
Told = list[tuple[Text, list[Text]]]


@dataclasses.dataclass(frozen=True, slots=True)
class Planned:
    """A step that is to come, or a line of a rehearsal."""

    at: datetime
    text: Text
    effects: Told


@require_safe
@answered
def season_plan(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show what a season will do and what it has done; for organisers a rehearsal too."""
    season = leagues.season_of(slug=slug, number=number)
    powers = access.powers_of(request.user, season.league)
    value = rows.value_of(season)
    names = {each.pk: each.name for each in people.entrants_of(season=season)}
    context: dict[str, Any] = {
        "league": season.league,
        "season": season,
        "ahead": _ahead(value, names),
        "done": people.steps_of(season=season),
        "undoable": undoing.last_of(season, now=read_clock()),
        "may_run": Power.RUN in powers,
        "zone": season.zone,
        "newcomers": 0 if value.entrants else max(value.rules.least, value.rules.division_ideal),
        "leavers": 1,
        "late": 10,
    }
    if Power.RUN in powers and "rehearse" in request.GET:
        context |= _rehearsal(request, value, names)
    return render(request, "leagues/plan.html", context)


def _ahead(value: Any, names: Mapping[int, str]) -> list[Planned]:
    """Return the steps to come, the first of them with exactly what they change."""
    planned: list[Planned] = []
    exact = {step.key for step in possible(value)}
    for step in plan.upcoming(value):
        effects: tuple[Effect, ...] = ()
        if step.key in exact and step.kind not in ("time", "remind") and len(planned) < EXACT:
            effects = plan.planned(value, step, plan.Nobody()).effects
        planned.append(Planned(step.at, step.text, effects_told(effects, names, value.zone)))
    return planned


def effects_told(effects: tuple[Effect, ...], names: Mapping[int, str], zone: str) -> Told:
    """Return what effects change, in words, with the times of a zone."""
    there = ZoneInfo(zone)
    return wording.in_words(
        effects, names, lambda at: date_format(at.astimezone(there), "l j F, H:i")
    )


def _rehearsal(request: HttpRequest, value: Any, names: Mapping[int, str]) -> dict[str, Any]:
    """Return the timetable of a season that is played through, and what was asked for."""
    newcomers = _asked(request, "newcomers", 0, MOST_NEWCOMERS)
    leavers = _asked(request, "leavers", 1, MOST_LEAVERS)
    late = _asked(request, "late", 10, 100)
    lines = rehearse(value, newcomers=newcomers, leavers=leavers, late=late, now=read_clock())
    told = [
        Planned(line.at, line.text, effects_told(line.effects, names, value.zone)) for line in lines
    ]
    return {"rehearsed": told, "newcomers": newcomers, "leavers": leavers, "late": late}


def _asked(request: HttpRequest, name: str, usual: int, most: int) -> int:
    said = request.GET.get(name, "")
    valid = said.isascii() and said.isdecimal() and len(said) < 5
    return min(int(said), most) if valid else usual


@signed_in
@require_POST
@answered
def act(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Put a season on hold, let it go on, or undo its last step, with a reason."""
    season = leagues.season_of(slug=slug, number=number)
    facts: dict[str, Any] = {
        "season_id": season.pk,
        "user": person_of(request),
        "reason": posted(request, "reason", most=1000),
        "now": read_clock(),
    }
    _do(request, posted(request, "act", most=20), facts)
    return redirect("season-plan", slug=slug, number=number)


def _do(request: HttpRequest, what: str, facts: dict[str, Any]) -> None:
    match what:
        case "hold":
            tell(
                request,
                lambda: organising.hold(**facts),
                _("The season is on hold until you resume it."),
            )
        case "go_on":
            tell(request, lambda: organising.go_on(**facts), _("The season has resumed."))
        case "undo":
            tell(
                request,
                lambda: organising.undo(**facts),
                _("You've undone the step, and the season is on hold."),
            )
