"""What the boards of challenges ask: what a turn is worth, and what it would bring."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from allauth.account.adapter import get_adapter
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.edge.clock import read_clock
from accounts.edge.requests import body_of, read_json
from games.core import codec
from games.core.codec import BadData
from games.core.errors import IllegalAction, Refusal
from games.core.language.text import Text
from games.daily import acts, days, reading, told
from games.daily.models import Challenge
from games.daily.pages.asked import challenge, member
from games.matches.answers import Unreadable
from games.matches.pages import tries
from games.thinking.asking import Later


class SignIn(Refusal):
    """A visitor wants to take part."""

    code = "sign_in"
    usual = Text("To take part, press Start on this challenge's page, or sign in.")


class StillOpen(Refusal):
    """A challenge whose solutions aren't told yet, for others can still answer."""

    code = "still_open"
    usual = Text("This challenge can still be answered. Its solutions come when its day is over.")


_STATUS: dict[type[Refusal], int] = {SignIn: 403}

Asked = Callable[[Challenge, codec.JSON], dict[str, Any]]


@require_POST
def answer(request: HttpRequest, slug: str, day: date, number: int) -> HttpResponse:
    """Judge somebody's only try in a position: JSON ``{"action": {...}}``."""
    now, user_id = read_clock(), member(request)

    def judge(found: Challenge, action: codec.JSON) -> dict[str, Any]:
        if user_id is None:
            raise SignIn
        judged = acts.answer(
            challenge=found,
            user_id=user_id,
            number=number,
            action=action,
            ask=tries.asker(request, now=now),
            now=now,
        )
        return told.judged(judged, now=now)

    return _answer(request, challenge(slug, day), judge)


@require_POST
def preview(request: HttpRequest, slug: str, day: date, number: int) -> HttpResponse:
    """Tell what a turn would bring: JSON ``{"action": {...}}``, as at a table."""
    now, user_id = read_clock(), member(request)

    def look(found: Challenge, action: codec.JSON) -> dict[str, Any]:
        if user_id is None:
            raise SignIn
        acts.check_open(found, now=now)
        _check_next(found, user_id, number)
        return {"ok": True, "preview": told.preview(told.posed(found, number), action)}

    return _answer(request, challenge(slug, day), look)


def _check_next(found: Challenge, user_id: int, number: int) -> None:
    """Raise NotYet for a position beyond the one that is somebody's next."""
    if number > len(reading.answers_of(reading.entry_of(found, user_id))) + 1:
        raise acts.NotYet


@require_POST
def attempt(request: HttpRequest, slug: str, day: date, number: int) -> HttpResponse:
    """Say what a try comes to in a position of a day that is over: nothing is stored."""
    now = read_clock()

    def judge(found: Challenge, action: codec.JSON) -> dict[str, Any]:
        _check_told(found, now)
        return told.attempt(told.posed(found, number), action, now=now)

    return _answer(request, challenge(slug, day), judge)


@require_POST
def past_show(request: HttpRequest, slug: str, day: date, number: int) -> HttpResponse:
    """Show the best turn in a position of a day that is over."""
    now = read_clock()

    def reveal(found: Challenge, _action: codec.JSON) -> dict[str, Any]:
        _check_told(found, now)
        return told.shown(told.posed(found, number), now=now)

    return _answer(request, challenge(slug, day), reveal)


@require_POST
def past_preview(request: HttpRequest, slug: str, day: date, number: int) -> HttpResponse:
    """Tell what a turn would bring in a position of a day that is over."""
    now = read_clock()

    def look(found: Challenge, action: codec.JSON) -> dict[str, Any]:
        _check_told(found, now)
        return {"ok": True, "preview": told.preview(told.posed(found, number), action)}

    return _answer(request, challenge(slug, day), look)


def _check_told(found: Challenge, now: datetime) -> None:
    """Raise StillOpen while nothing of a challenge's solutions can be told."""
    if now < days.told_at(found.day):
        raise StillOpen


def _answer(request: HttpRequest, found: Challenge | None, asked: Asked) -> HttpResponse:
    address = get_adapter().get_client_ip(request)
    try:
        if tries.too_often(user_id=request.user.pk, address=address):
            raise tries.TooOften
        if found is None:
            raise acts.NotNow
        return JsonResponse(asked(found, _read_action(body_of(request))))
    except told.UnknownPosition as error:
        raise Http404(gettext("There's no such position in this challenge.")) from error
    except IllegalAction as refusal:
        return _refused(refusal, status=422)
    except BadData:
        return _refused(Unreadable("We couldn't read that move."), status=400)
    except Refusal as refusal:
        return _refused(refusal, status=_STATUS.get(type(refusal), 409))


def _refused(refusal: Refusal, *, status: int) -> HttpResponse:
    if isinstance(refusal, Later):
        return tries.come_back(refusal)
    told_so = {"ok": False, "error": refusal.code, "text": str(refusal.text)}
    return JsonResponse(told_so, status=status)


def _read_action(body: bytes) -> codec.JSON:
    try:
        return read_json(body)["action"]
    except (ValueError, TypeError, LookupError) as error:
        raise BadData("$: expected an action") from error
