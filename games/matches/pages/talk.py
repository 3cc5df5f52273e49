"""The addresses by which players talk at a table: reading, saying, reporting, muting.

Each player asks for what they can read; anyone without a seat hears just that.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.edge.clock import read_clock
from accounts.edge.requests import body_of, read_json
from accounts.users.models import User
from games.core.errors import IllegalAction, Refusal
from games.matches.pages import access
from games.matches.talk import chat

Answer = dict[str, Any]
SPEECH = {"text", "phrase", "cmd_id"}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_talk(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer with what is said; a POST says ``{"text" or "phrase": "...", "cmd_id": uuid}``."""
    if request.method == "POST":
        return _answer(request, public_id, _say)
    return _answer(request, public_id, lambda **who: chat.view(**who, now=read_clock()))


@require_POST
def read_to(request: HttpRequest, public_id: str) -> HttpResponse:
    """Note how far a player has read: ``{"line": 17}``."""
    return _answer(request, public_id, _read)


@require_POST
def report_line(request: HttpRequest, public_id: str) -> HttpResponse:
    """Put a line before the moderators: ``{"line": 17, "reason": "insult", "words": "..."}``."""
    return _answer(request, public_id, _report)


@require_POST
def mute_player(request: HttpRequest, public_id: str) -> HttpResponse:
    """Stop reading a player, or start again: ``{"player": 1, "everywhere": false, "on": true}``."""
    return _answer(request, public_id, _mute)


def _answer(request: HttpRequest, public_id: str, act: Callable[..., Any]) -> HttpResponse:
    match_id, _player = access.place(request, public_id)
    user = request.user
    if not isinstance(user, User):
        return _refusal(access.no_seat(request), 403)
    try:
        named = {"data": _read_object(body_of(request))} if request.method == "POST" else {}
        told = act(match_id=match_id, user=user, **named)
    except IllegalAction as error:
        return _refusal(error, 422)
    except Refusal as error:
        return _refusal(error, 429 if error.code == chat.TooFast.code else 403)
    return JsonResponse({"ok": True, **(told or {})})


def _read_object(body: bytes) -> Answer:
    try:
        data = read_json(body)
    except ValueError as error:
        raise IllegalAction("We couldn't read that.") from error
    if not isinstance(data, dict):
        raise IllegalAction("We couldn't read that.")
    return data


def _say(*, match_id: int, user: User, data: Answer) -> None:
    if not data.keys() <= SPEECH or ("text" in data) == ("phrase" in data):
        raise IllegalAction("We couldn't read that.")
    if "phrase" in data and data["phrase"] not in [*chat.PHRASES]:
        raise IllegalAction("There's no such phrase.")
    try:
        cmd_id = UUID(data["cmd_id"])
    except (ValueError, TypeError, AttributeError, LookupError) as error:
        raise IllegalAction("We couldn't read that.") from error
    text, phrase = data.get("text"), data.get("phrase")
    chat.say(
        match_id=match_id, user=user, cmd_id=cmd_id, text=text, phrase=phrase, now=read_clock()
    )


def _read(*, match_id: int, user: User, data: Answer) -> None:
    chat.mark_read(match_id=match_id, user=user, line=_number(data, "line"))


def _report(*, match_id: int, user: User, data: Answer) -> None:
    reason, words = data.get("reason"), data.get("words", "")
    if not isinstance(reason, str) or not isinstance(words, str):
        raise IllegalAction("We couldn't read that.")
    chat.report(
        match_id=match_id,
        user=user,
        line_id=_number(data, "line"),
        reason=reason,
        words=words,
        now=read_clock(),
    )


def _mute(*, match_id: int, user: User, data: Answer) -> None:
    everywhere, on = data.get("everywhere", False), data.get("on")
    if type(everywhere) is not bool or type(on) is not bool:
        raise IllegalAction("We couldn't read that.")
    player = _number(data, "player")
    chat.mute(
        match_id=match_id, user=user, player=player, everywhere=everywhere, on=on, now=read_clock()
    )


def _number(data: Answer, name: str) -> int:
    number = data.get(name)
    if type(number) is not int or not 0 <= number < 2**63:
        raise IllegalAction("We couldn't read that.")
    return number


def _refusal(error: Refusal, status: int) -> HttpResponse:
    code = "refused" if status == 422 else error.code
    return JsonResponse({"ok": False, "error": code, "text": str(error.text)}, status=status)
