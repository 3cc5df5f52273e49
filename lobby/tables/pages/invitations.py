"""A table for a friend in one go: a game, a pace, and then the page with the link to send."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.edge.clock import read_clock
from accounts.users.sessions import ensure_user
from games.core.clock import Pace
from games.core.errors import Refusal
from games.registry import infos
from lobby.tables.acts import opening
from lobby.tables.choices import Visibility
from lobby.tables.pages.forms import usual

if TYPE_CHECKING:
    from lobby.tables.models import Lobby

TWO = 2  # the friend, and who asks
PACES = [
    (Pace.LIVE.value, _("Now: you both sit at the table, with seconds on the clock")),
    (
        Pace.CORRESPONDENCE.value,
        _("By email: 2 days a move, and an email when it's your turn")
        if settings.MAIL_LEAVES
        else _("Turn-based: 2 days a move"),
    ),
]


class InvitationForm(forms.Form):
    """Which game, and how fast; all else is as usual."""

    game = forms.ChoiceField(
        choices=lambda: [(info.slug, info.title) for info in infos()], widget=forms.RadioSelect
    )
    pace = forms.ChoiceField(choices=PACES, widget=forms.RadioSelect)


@require_http_methods(["GET", "HEAD", "POST"])
def with_a_friend(request: HttpRequest) -> HttpResponse:
    """Ask for a game and a pace, and open a private table for two; a visitor becomes a guest."""
    asked = request.GET.get("game", "")
    games = infos()
    first = asked if asked in {info.slug for info in games} else games[0].slug
    initial = {"game": first, "pace": Pace.LIVE.value}
    form = InvitationForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(_opened(request, **form.cleaned_data))
        except Refusal as error:
            form.add_error(None, str(error))
    context = {"form": form, "games": games, "chosen": form["game"].value(), "paces": PACES}
    status = 422 if form.is_bound else 200
    return render(request, "lobby/friend.html", context, status=status)


def _opened(request: HttpRequest, *, game: str, pace: str) -> Lobby:
    """Open the table with the settings that a new one has when nothing is changed."""
    terms = usual(game, pace=pace, seats=TWO, visibility=Visibility.PRIVATE)
    now = read_clock()
    return opening.create(
        host=ensure_user(request, now=now),
        game=game,
        options=terms.options(),
        control=terms.control(),
        agreement=terms.agreement(),
        seats=TWO,
        visibility=Visibility.PRIVATE,
        start_rule=terms.cleaned_data["start_rule"],
        now=now,
    )
