"""What players ask in practice: what they may do, and what seems best."""

import functools
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from accounts.edge.clock import read_clock
from games.core.errors import Refusal
from games.matches import reading
from games.matches.pages import access, tries
from games.matches.pages.matches import refused


@require_POST
def list_options(request: HttpRequest, public_id: str) -> HttpResponse:
    """Tell a player in practice what they may do now."""
    return _advice(request, public_id, reading.options)


@require_POST
def list_ideas(request: HttpRequest, public_id: str) -> HttpResponse:
    """Tell a player in practice what seems best to a strong player."""
    ask = tries.asker(request, now=read_clock())
    return _advice(request, public_id, functools.partial(reading.ideas, ask=ask))


def _advice(
    request: HttpRequest, public_id: str, ask: Callable[..., dict[str, Any]]
) -> HttpResponse:
    match_id, player = access.place(request, public_id)
    if player is None:
        return refused(access.no_seat(request), status=403)
    if tries.too_often(user_id=request.user.pk):
        return refused(tries.TooOften())
    try:
        found = ask(match_id=match_id, player=player)
    except Refusal as error:
        return refused(error)
    return JsonResponse({"ok": True, **found})
