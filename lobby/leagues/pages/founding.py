"""Founding a league: first the game and a kind of league, then a name, and all else if you like."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.edge.clock import read_clock
from accounts.edge.requests import person_of, signed_in
from accounts.trust import writing
from games.core.errors import Refusal
from games.registry import UnknownGame, game_class, infos
from games.words.lists.reading import offered_lists
from lobby.clubs import reading as clubs
from lobby.leagues.acts import founding
from lobby.leagues.pages.answers import answered
from lobby.leagues.pages.forms import ChangeForm, LeagueForm
from lobby.leagues.pages.presets import PRESETS, preset
from lobby.leagues.reading import access, leagues
from lobby.leagues.reading.access import Power
from lobby.permission import NotAllowed

LIST = "option_word_list"


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@answered
def new_league(request: HttpRequest) -> HttpResponse:
    """Ask which game and how, then for the rest; found the league."""
    user, slug = person_of(request), request.GET.get("game", "")
    if why := access.refusal(user) or writing.refusal(user=user, now=read_clock()):
        return render(request, "leagues/new.html", {"why": why}, status=403)
    chosen = preset(request.GET.get("preset", ""))
    try:
        cls = game_class(slug)
    except UnknownGame:
        return render(request, "leagues/new.html", {"games": infos(), "presets": PRESETS})
    if not chosen.suits(cls.info):
        chosen = PRESETS[0]
    form = _form(request, cls, chosen)
    if form.is_bound and form.is_valid():
        try:
            return redirect(_found(request, form, slug))
        except NotAllowed:
            raise
        except Refusal as error:
            form.add_error(None, str(error))
    context = {"form": form, "game": cls.info, "preset": chosen}
    return render(request, "leagues/found.html", context, status=422 if form.errors else 200)


def _form(request: HttpRequest, cls: Any, chosen: Any) -> LeagueForm:
    user = person_of(request)
    asked = request.POST.get(LIST) or request.GET.get("list", "")
    return LeagueForm(
        request.POST if request.method == "POST" else None,
        info=cls.info,
        options_class=cls.options_class,
        preset=chosen,
        zone=user.time_zone,
        today=read_clock().astimezone(user.zone).date(),
        clubs=clubs.run_by(user_id=user.pk),
        lists=offered_lists(user, also=asked) if cls.info.uses_words else [],
    )


def _found(request: HttpRequest, form: LeagueForm, game: str) -> Any:
    said = form.cleaned_data
    return founding.found(
        user=person_of(request),
        name=said["name"],
        about=said["about"],
        game=game,
        options=form.options(),
        control=form.control(),
        agreement=form.agreement(),
        league_rules=form.rules(),
        zone=said["zone"],
        first_day=said["starts_on"],
        club_id=said.get("club"),
        now=read_clock(),
    )


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@answered
def change_league(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask what the next seasons will agree on, and why; change it."""
    league, user = leagues.league_of(slug=slug), person_of(request)
    access.insist(user, league, Power.CHANGE)
    cls = game_class(league.game)
    asked = league.options.get("word_list", "")
    form = ChangeForm(
        request.POST if request.method == "POST" else None,
        league=league,
        info=cls.info,
        options_class=cls.options_class,
        lists=offered_lists(user, also=asked) if cls.info.uses_words else [],
    )
    if form.is_bound and form.is_valid():
        try:
            _change(request, form, league.pk)
            messages.success(
                request, _("Your changes are saved. They apply to seasons that haven't opened yet.")
            )
            return redirect(league)
        except NotAllowed:
            raise
        except Refusal as error:
            form.add_error(None, str(error))
    context = {"form": form, "game": cls.info, "league": league}
    return render(request, "leagues/change.html", context, status=422 if form.errors else 200)


def _change(request: HttpRequest, form: ChangeForm, league_id: int) -> None:
    said = form.cleaned_data
    founding.change(
        league_id=league_id,
        user=person_of(request),
        name=said["name"],
        about=said["about"],
        options=form.options(),
        control=form.control(),
        agreement=form.agreement(),
        league_rules=form.rules(),
        reason=said["reason"],
        now=read_clock(),
    )
