"""Somebody who waits at a live table and looks at other pages meanwhile: they are called over."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from django.http import HttpRequest

from accounts.users.models import User
from games.registry import game_class
from lobby.tables import reading

if TYPE_CHECKING:
    from lobby.tables.models import Lobby

KEY = "waits_at"  # in the session: the code of the table, so that nobody else's pages ask for one


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """The table at which somebody waits."""

    code: str
    title: str  # of its game
    url: str


def note(request: HttpRequest, lobby: Lobby) -> None:
    """Note that whoever asks waits at a live table, of which other pages then tell."""
    if request.session.get(KEY) != lobby.code:
        request.session[KEY] = lobby.code


def place_of(request: HttpRequest) -> Place | None:
    """Return where whoever asks waits; None on that table's own page, and when the wait is over."""
    user = request.user
    if not isinstance(user, User) or KEY not in request.session:
        return None
    lobby = reading.waits_at(code=str(request.session[KEY]), user_id=user.pk)
    if lobby is None:
        del request.session[KEY]
        return None
    url = lobby.get_absolute_url()
    if request.path == url:
        return None
    return Place(lobby.code, game_class(lobby.game).info.title, url)
