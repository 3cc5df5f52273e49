"""Pages of lessons, and what their boards ask: what a turn comes to, and what it would bring."""

from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import body_of, read_json
from games.core import codec
from games.core.codec import BadData
from games.core.errors import IllegalAction, Refusal
from games.matches.answers import Unreadable
from games.matches.pages import lessons, tries
from games.matches.pages.lessons import Loaded, UnknownStep
from games.registry import UnknownGame, game_class, infos, lesson_of

Asked = Callable[[Loaded, codec.JSON], dict[str, Any]]


@require_safe
def lesson_index(request: HttpRequest) -> HttpResponse:
    """List the games with their lessons."""
    games = [{"info": info, "steps": lesson_of(info.slug).steps} for info in infos()]
    return render(request, "games/learn_index.html", {"games": games})


@require_safe
def lesson_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game's lesson: its board, and beside it what to do."""
    loaded = _open(slug)
    now = read_clock()
    context = {
        "game": game_class(slug).info,
        "steps": lessons.told(loaded, now=now),
        "farewell": loaded.lesson.farewell,
    }
    return render(request, "games/learn.html", context)


@require_POST
def try_turn(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Say what a turn comes to in a step: JSON ``{"action": {...}}``; nothing is stored."""
    now = read_clock()

    def judge(loaded: Loaded, action: codec.JSON) -> dict[str, Any]:
        return lessons.attempt(loaded, number=number, action=action, now=now)

    return _answer(request, slug, judge)


@require_POST
def show(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show how a step is done; it doesn't count as done."""
    now = read_clock()

    def reveal(loaded: Loaded, _action: codec.JSON) -> dict[str, Any]:
        return lessons.shown(loaded, number=number, now=now)

    return _answer(request, slug, reveal)


@require_POST
def preview_turn(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Tell what a turn would bring: JSON ``{"action": {...}}``, as at a table."""

    def look(loaded: Loaded, action: codec.JSON) -> dict[str, Any]:
        found = lessons.preview(loaded, number=number, action=action)
        return {"ok": True, "preview": found}

    return _answer(request, slug, look)


def _open(slug: str) -> Loaded:
    try:
        return lessons.load(slug)
    except UnknownGame as error:
        raise Http404(gettext("There's no such game.")) from error


def _answer(request: HttpRequest, slug: str, asked: Asked) -> HttpResponse:
    loaded = _open(slug)
    address = get_adapter().get_client_ip(request)
    if tries.too_often(user_id=request.user.pk, address=address):
        return tries.come_back(tries.TooOften())
    try:
        return JsonResponse(asked(loaded, _read_action(body_of(request))))
    except UnknownStep as error:
        raise Http404(gettext("This lesson has no such step.")) from error
    except IllegalAction as refusal:
        return _refusal(refusal, status=422)
    except BadData:
        return _refusal(Unreadable("We couldn't read that move."), status=400)


def _read_action(body: bytes) -> codec.JSON:
    try:
        return read_json(body)["action"]
    except (ValueError, TypeError, LookupError) as error:
        raise BadData("$: expected an action") from error


def _refusal(refusal: Refusal, *, status: int) -> HttpResponse:
    told = {"ok": False, "error": refusal.code, "text": str(refusal.text)}
    return JsonResponse(told, status=status)
