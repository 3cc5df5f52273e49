"""Learning from a match: its page, and what its boards ask."""

from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import body_of, read_json
from games.core import codec
from games.core.codec import BadData
from games.core.errors import IllegalAction, Refusal
from games.matches import reading as matches
from games.matches.answers import Unreadable
from games.matches.pages import access, tries
from games.reviews import learn, reading
from games.reviews.learn import Learning
from games.reviews.material import NOT_OVER, NotReviewable
from games.reviews.pages.answers import refused
from games.reviews.recent import material_of

Asked = Callable[[Learning, codec.JSON], dict[str, Any]]


@require_safe
def learn_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the turns of a match that its player can learn from, one after another."""
    try:
        learning = _open(request, public_id)
    except access.HiddenMatch as hidden:
        return redirect(hidden.duel)
    except NotReviewable:
        return redirect("match-review", public_id=public_id)
    context = {
        "match": learning.loaded.match,
        "game": learning.made.rules.info,
        "seat": learning.player,
        "name": learning.loaded.names[learning.player],
        "steps": learn.steps(learning, now=read_clock()),
    }
    return render(request, "reviews/learn.html", context)


@require_POST
def try_turn(request: HttpRequest, public_id: str, ply: int) -> HttpResponse:
    """Say what a try comes to: JSON ``{"action": {...}}``; nothing is stored."""
    now = read_clock()

    def judge(learning: Learning, action: codec.JSON) -> dict[str, Any]:
        ask = tries.asker(request, now=now)
        return learn.attempt(learning, ply=ply, action=action, ask=ask, now=now)

    return _answer(request, public_id, judge)


@require_POST
def show(request: HttpRequest, public_id: str, ply: int) -> HttpResponse:
    """Show the best turn; it doesn't count as found."""
    now = read_clock()

    def reveal(learning: Learning, _action: codec.JSON) -> dict[str, Any]:
        return learn.shown(learning, ply=ply, now=now)

    return _answer(request, public_id, reveal)


@require_POST
def preview_turn(request: HttpRequest, public_id: str, ply: int) -> HttpResponse:
    """Tell what a turn would bring: JSON ``{"action": {...}}``, as at a table."""

    def look(learning: Learning, action: codec.JSON) -> dict[str, Any]:
        return {"ok": True, "preview": learn.preview(learning, ply=ply, action=action)}

    return _answer(request, public_id, look)


def _open(request: HttpRequest, public_id: str) -> Learning:
    """Return what can be learnt from a match; raise Http404, HiddenMatch or NotReviewable."""
    match_id, _ = access.look(request, public_id)
    loaded = matches.load(match_id=match_id)
    if not matches.is_revealed(loaded.match):
        raise NotReviewable(NOT_OVER)
    review = reading.review_of(match_id=match_id)
    if review is None or review.report is None:
        raise NotReviewable("This match hasn't been reviewed yet.")
    return Learning(
        loaded, material_of(loaded), reading.report_of(review), _player(request, loaded)
    )


def _player(request: HttpRequest, loaded: matches.Loaded) -> int:
    """Return whose turns are asked for: the visitor's own, unless they want another's."""
    own = next((s.player for s in loaded.seats if s.user_id and s.user_id == request.user.pk), 0)
    asked = request.GET.get("seat", "")
    if asked.isascii() and asked.isdigit() and len(asked) < 3:
        player = int(asked)
        if player < loaded.match.players:
            return player
        raise Http404(gettext("There's no such seat at this match."))
    return own


def _answer(request: HttpRequest, public_id: str, asked: Asked) -> HttpResponse:
    address = get_adapter().get_client_ip(request)
    if tries.too_often(user_id=request.user.pk, address=address):
        return refused(tries.TooOften())
    try:
        return JsonResponse(asked(_open(request, public_id), _read_action(body_of(request))))
    except IllegalAction as refusal:
        return refused(refusal, status=422)
    except BadData:
        return refused(Unreadable("We couldn't read that move."), status=400)
    except Refusal as refusal:
        return refused(refusal)


def _read_action(body: bytes) -> codec.JSON:
    try:
        return read_json(body)["action"]
    except (ValueError, TypeError, LookupError) as error:
        raise BadData("$: expected an action") from error
