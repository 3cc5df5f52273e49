"""Play now: with whoever waits, or comes next, and against the computer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import person_of, signed_in
from accounts.users.sessions import ensure_user
from games.core.clock import Pace
from games.core.errors import Refusal
from games.daily.days import is_on
from games.matches import reading as matches
from games.registry import game_class, infos
from lobby.tables import reading
from lobby.tables.acts import held, opening, pairing
from lobby.tables.choices import Visibility
from lobby.tables.pages.forms import usual

if TYPE_CHECKING:
    from datetime import datetime

    from accounts.users.models import User
    from lobby.tables.models import Lobby

EASY = "easy"
HOWS = (
    (Pace.LIVE.value, _("Live")),
    (Pace.CORRESPONDENCE.value, _("Turn-based")),
    (EASY, _("Against Easy")),
)


class PlayForm(forms.Form):
    """Which game, and how: live, turn-based, or against the computer."""

    game = forms.ChoiceField(
        choices=lambda: [(info.slug, info.title) for info in infos()],
        error_messages={
            "required": _("Choose a game."),
            "invalid_choice": _("Choose a game."),
        },
    )
    how = forms.ChoiceField(
        choices=HOWS,
        error_messages={
            "required": _("Choose live, turn-based or against Easy."),
            "invalid_choice": _("Choose live, turn-based or against Easy."),
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest) -> HttpResponse:
    """Ask for a game and how to play it, and sit down; a visitor becomes a guest."""
    asked = request.GET.get("game", "")
    games = infos()
    first = asked if asked in {info.slug for info in games} else games[0].slug
    form = PlayForm(request.POST or None, initial={"game": first})
    if request.method == "POST" and form.is_valid():
        now = read_clock()
        try:
            user = ensure_user(request, now=now, asks_name=False)
            lobby = _seated(user, form.cleaned_data["game"], form.cleaned_data["how"], now)
            return redirect(_board(lobby, user))
        except Refusal as error:
            form.add_error(None, str(error))
    waiting = reading.waiting_by_game(user_id=request.user.pk)
    context = {
        "form": form,
        "games": [(info, *(waiting[info.slug, pace.value] for pace in Pace)) for info in games],
        "chosen": form["game"].value(),
        "waiting": waiting.total(),
        "has_daily": is_on(),
    }
    status = 422 if form.is_bound else 200
    return render(request, "lobby/play.html", context, status=status)


def _seated(user: User, game: str, how: str, now: datetime) -> Lobby:
    """Return the table at which somebody sits now, whether it has begun or waits."""
    if how == EASY:
        return opening.practise(user=user, game=game, level=EASY, now=now)
    terms = usual(game, pace=how, seats=pairing.TWO, visibility=Visibility.OPEN)
    return pairing.play_now(
        user=user, game=game, control=terms.control(), agreement=terms.agreement(), now=now
    )


# --- Against the computer -------------------------------------------------------------------------


@require_safe
def practice(request: HttpRequest) -> HttpResponse:
    """Offer every game against the computer, at once."""
    levels = [(level, label, held.LEVEL_NOTES[level]) for level, label in held.LEVELS.items()]
    context = {"games": infos(), "levels": levels}
    return render(request, "lobby/practice.html", context)


@require_POST
def practise(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a game against the computer; a visitor plays as a guest."""
    if slug not in settings.GAMES:
        raise Http404(gettext("There's no such game."))
    now = read_clock()
    level = request.POST.get("level", "")
    try:
        user = ensure_user(request, now=now, asks_name=False)
        lobby = opening.practise(user=user, game=slug, level=level, now=now)
    except Refusal as error:
        messages.error(request, str(error))
        return redirect("practice")
    return redirect(_board(lobby, user))


@require_POST
@signed_in
def meanwhile(request: HttpRequest, code: str) -> HttpResponse:
    """Play against Easy, or alone where one does, while a table waits; or go on with that game."""
    try:
        lobby = reading.find(code=code)
    except reading.UnknownTable as error:
        raise Http404(gettext("There's no table with this code.")) from error
    if lobby.began:
        return redirect(lobby.began)
    user = person_of(request)
    level = EASY if game_class(lobby.game).info.max_players > 1 else ""
    match = reading.game_meanwhile(user_id=user.pk, game=lobby.game, level=level)
    if match is not None:
        return redirect(match)
    try:
        begun = opening.practise(user=user, game=lobby.game, level=level, now=read_clock())
    except Refusal as error:
        messages.error(request, str(error))
        return redirect(lobby)
    return redirect(_board(begun, user))


def _board(lobby: Lobby, user: User) -> Any:
    """Return where somebody plays: the match, or their own of a duel; else where they wait."""
    if lobby.duel is None:
        return lobby.match or lobby
    seats = matches.entrants_of(duel_id=lobby.duel.pk)
    return next((seat.match for seat in seats if seat.user_id == user.pk), lobby.duel)
