"""Prepared turns over HTTP: players list, prepare, sort and drop their own.

Nobody can read or change anyone else's.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_http_methods, require_POST

from accounts.edge.clock import read_clock
from accounts.edge.requests import body_of, read_json
from games.core.codec import BadData
from games.core.errors import IllegalAction, Refusal
from games.matches import play, reading
from games.matches.answers import Outcome, Unreadable
from games.matches.pages import access

Command = Callable[..., Outcome]


@require_http_methods(["GET", "HEAD", "POST"])
def turns(request: HttpRequest, public_id: str) -> HttpResponse:
    """List one's own, or prepare one: ``{"action": {...}, "condition": "legal", "ply": 12}``.

    With ``"repeat": true`` it stays when it was played.
    """
    if request.method != "POST":
        return _answer(request, public_id)
    kinds = {"action": dict, "condition": str, "ply": int}
    try:
        asked = _read(request, kinds, {"repeat": bool})
    except Unreadable as error:
        return _refusal(error, status=400)
    return _answer(request, public_id, play.prepare_turn, **{"repeat": False, **asked})


@require_http_methods(["DELETE", "PATCH"])
def turn(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Drop a prepared turn, or move it to a place in the list, counted from 0: ``{"place": 0}``."""
    if request.method == "DELETE":
        return _answer(request, public_id, play.drop_prepared, number=number)
    try:
        asked = _read(request, {"place": int})
    except Unreadable as error:
        return _refusal(error, status=400)
    return _answer(request, public_id, play.move_prepared, number=number, **asked)


@require_POST
def forced_turns(request: HttpRequest, public_id: str) -> HttpResponse:
    """Choose whether a turn with one legal action is played by itself: ``{"on": true}``."""
    try:
        asked = _read(request, {"on": bool})
    except Unreadable as error:
        return _refusal(error, status=400)
    return _answer(request, public_id, play.set_forced, **asked)


@require_POST
def choices(request: HttpRequest, public_id: str) -> HttpResponse:
    """Tell on which conditions a turn can be prepared: ``{"action": {...}}``; changes nothing."""
    match_id, player = access.place(request, public_id)
    if player is None:
        return _refusal(access.no_seat(request), status=403)
    try:
        asked = _read(request, {"action": dict})
        found = reading.choices(match_id=match_id, player=player, **asked)
    except (Unreadable, BadData):
        return _refusal(Unreadable(), status=400)
    except IllegalAction as error:
        return _refusal(error, status=422)
    return _private({"ok": True, **found})


def _answer(
    request: HttpRequest, public_id: str, command: Command | None = None, **arguments: Any
) -> HttpResponse:
    """Carry a command out, and answer with the list as it is then."""
    match_id, player = access.place(request, public_id)
    if player is None:
        return _refusal(access.no_seat(request), status=403)
    try:
        if command is not None:
            command(match_id=match_id, player=player, now=read_clock(), **arguments)
    except Refusal as error:
        return _refusal(error, status=422 if isinstance(error, IllegalAction) else 409)
    found = reading.prepared_turns(match_id=match_id, player=player)
    return _private({"ok": True, **found})


def _read(
    request: HttpRequest, kinds: dict[str, type], more: dict[str, type] | None = None
) -> dict[str, Any]:
    """Return what a request asks for: all of ``kinds``, and perhaps ``more``; raise Unreadable."""
    known = {**kinds, **(more or {})}
    try:
        asked = read_json(body_of(request))
        fits = isinstance(asked, dict) and kinds.keys() <= asked.keys() <= known.keys()
        if not (fits and all(type(value) is known[name] for name, value in asked.items())):
            raise ValueError("other names or types")
    except ValueError as error:
        raise Unreadable from error
    return dict(asked)


def _private(data: dict[str, Any]) -> HttpResponse:
    response = JsonResponse(data)
    response["Cache-Control"] = "no-store"
    return response


def _refusal(error: Refusal, *, status: int) -> HttpResponse:
    told = {"ok": False, "error": error.code, "text": str(error.text)}
    return JsonResponse(told, status=status)
