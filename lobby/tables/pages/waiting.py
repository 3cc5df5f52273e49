"""Somebody who waits at live tables and looks at other pages meanwhile: they are called over."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from django.http import HttpRequest

from accounts.users.models import User
from games.registry import game_class
from lobby.tables import reading

if TYPE_CHECKING:
    from lobby.tables.models import Lobby

KEY = "waits_at"  # in the session: the codes of tables, so that nobody else's pages ask for any


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """A table at which somebody waits, or the match it has become, which waits for them."""

    code: str
    title: str  # of its game
    url: str
    has_begun: bool


def note(request: HttpRequest, lobby: Lobby) -> None:
    """Note that whoever asks waits at a live table, of which other pages then tell."""
    codes = request.session.get(KEY, [])
    if lobby.code not in codes:
        request.session[KEY] = [*codes, lobby.code]


def places_of(request: HttpRequest) -> list[Place]:
    """Return where whoever asks waits, and which of these matches have begun without them.

    Where they are told of it anyway, it isn't among them. A match is forgotten once its page has
    been there.
    """
    user = request.user
    if not isinstance(user, User) or KEY not in request.session:
        return []
    codes = request.session[KEY]
    found = [(lobby, _place(lobby)) for lobby in reading.wait_for(codes=codes, user_id=user.pk)]
    kept = [one.code for _, one in found if not one.has_begun or one.url != request.path]
    if not kept:
        del request.session[KEY]
    elif set(kept) != set(codes):
        request.session[KEY] = kept
    return [
        one
        for lobby, one in found
        if request.path not in (one.url, reading.offered_at(lobby, user_id=user.pk))
    ]


def _place(lobby: Lobby) -> Place:
    leads_to = lobby.match or lobby
    title = game_class(lobby.game).info.title
    return Place(lobby.code, title, leads_to.get_absolute_url(), lobby.match is not None)
