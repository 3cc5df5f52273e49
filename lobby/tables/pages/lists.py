"""The lobby: the open tables, as many of them as somebody wants to see."""

from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.edge import typed
from accounts.trust import friends
from accounts.users.models import User
from games.core.clock import Pace
from games.registry import infos
from lobby.tables import marks, reading
from lobby.tables.reading import Wish

PACES = (
    ("", _("Any pace")),
    (Pace.LIVE.value, _("Live")),
    (Pace.CORRESPONDENCE.value, _("Turn-based")),
)


class WishForm(forms.Form):
    """Which tables to list; the address of the page keeps it."""

    game = forms.ChoiceField(
        label=_("Game"),
        choices=lambda: [("", _("Any game")), *((info.slug, info.title) for info in infos())],
        required=False,
    )
    pace = forms.ChoiceField(label=_("Pace"), choices=PACES, required=False)
    rated = forms.BooleanField(label=_("Only rated"), required=False)

    @property
    def said(self) -> str:
        """Return what was said as an address has it, "" for nothing."""
        wish = self.wish()
        said = {"game": wish.game, "pace": wish.pace, "rated": "on" if wish.rated else ""}
        return urlencode({name: value for name, value in said.items() if value})

    def wish(self) -> Wish:
        """Return what is wished for; what can't be read wishes for nothing."""
        self.is_valid()
        said = self.cleaned_data
        return Wish(said.get("game", ""), said.get("pace", ""), bool(said.get("rated")))


@require_safe
def open_tables(request: HttpRequest) -> HttpResponse:
    """List the tables anyone may join; only the list itself for a page that refreshes it."""
    form = WishForm(request.GET)
    wish = form.wish()
    context = {
        "games": infos(),
        "tables_mark": marks.current(),
        "tables": reading.open_tables(user_id=request.user.pk, wish=wish),
        "wish": form,
        "wished": wish != Wish(),
    }
    if "fragment" in request.GET:
        return render(request, "lobby/open_tables.html", context)
    context["friend"] = asked_friend(request)
    return render(request, "lobby/tables.html", context)


def asked_friend(request: HttpRequest) -> User | None:
    """Return the friend for whom a seat is to be kept, as the address names them."""
    name, user_id = typed.read(request.GET.get("friend", "")).lower(), request.user.pk
    if not name or user_id is None:
        return None
    known = (friend.person for friend in friends.friends_of(user_id=user_id))
    return next((person for person in known if person.username.lower() == name), None)
