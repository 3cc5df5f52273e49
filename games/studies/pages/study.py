"""The page of a study, and what its script asks: positions, turns, comments, sharing, reports."""

from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import body_of, read_json
from accounts.trust.models import Reason
from accounts.users.models import User
from games.core.codec import BadData
from games.core.errors import IllegalAction, Refusal
from games.matches.answers import Unreadable
from games.matches.pages.tries import TooOften, too_often
from games.registry import UnknownGame, game_class
from games.studies import acts, moderating, reading, told
from games.studies.reading import Opened

Data = dict[str, Any]
Act = Callable[[str, User, Data], Data]

MOST_VIEWS = 12  # positions at once
LONGEST_NUMBER = 6


class NotSignedIn(Refusal):
    """Somebody who isn't signed in wants what needs an account."""

    code = "signed_out"


_STATUS: dict[type, int] = {
    NotSignedIn: 403,
    TooOften: 429,
    acts.MayNotWrite: 403,
    IllegalAction: 422,
    Unreadable: 400,
    reading.UnknownNode: 404,
}


@never_cache
@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Show a study: the board, the tree of turns, and what is said."""
    opened = _open(request, code)
    try:
        game = game_class(opened.study.game).info
    except UnknownGame as error:
        raise Http404(gettext("This site no longer has this game.")) from error
    context = {
        "study": opened.study,
        "title": reading.title_of(opened.study),
        "game": game,
        "is_owner": opened.is_owner,
        "told": told.told(opened),
        "reasons": Reason.choices,
        "can_report": request.user.is_authenticated and not opened.is_owner,
    }
    response = render(request, "studies/study.html", context)
    response["X-Robots-Tag"] = "noindex"  # who got the link may look, and nobody else
    return response


@never_cache
@require_safe
def views(request: HttpRequest, code: str) -> HttpResponse:
    """Answer with the positions of some nodes: ``?nodes=0,4,5``."""

    def look() -> Data:
        opened = _open(request, code)
        numbers = [_number(text) for text in request.GET.get("nodes", "").split(",")]
        if len(numbers) > MOST_VIEWS:
            raise Unreadable
        return {"views": told.views_of(opened, numbers, now=read_clock())}

    return _answered(request, look)


@require_POST
def preview(request: HttpRequest, code: str) -> HttpResponse:
    """Tell what a turn would bring: ``{"node": 4, "action": {...}}``, as at a table."""

    def look() -> Data:
        data = _read(request)
        opened = _open(request, code)
        return {"preview": told.preview(opened, _node(data), data.get("action"))}

    return _answered(request, look)


@require_POST
def play(request: HttpRequest, code: str) -> HttpResponse:
    """Play a turn at a node: ``{"node": 4, "action": {...}}``; answer with where it leads."""

    def act(code: str, user: User, data: Data) -> Data:
        now, node = read_clock(), _node(data)
        number = acts.play(code=code, user=user, node=node, action=data.get("action"), now=now)
        return _grown(code, user, number)

    return _act(request, code, act)


@require_POST
def clock(request: HttpRequest, code: str) -> HttpResponse:
    """Have the clock of the game move at a node: ``{"node": 4}``."""

    def act(code: str, user: User, data: Data) -> Data:
        now, node = read_clock(), _node(data)
        return _grown(code, user, acts.let_clock_move(code=code, user=user, node=node, now=now))

    return _act(request, code, act)


@require_POST
def cut(request: HttpRequest, code: str) -> HttpResponse:
    """Delete a turn with all that follows: ``{"node": 4}``; answer with the tree that is left."""

    def act(code: str, user: User, data: Data) -> Data:
        parent = acts.cut(code=code, user=user, node=_node(data), now=read_clock())
        opened = reading.open_study(code=code, user_id=user.pk)
        return {"node": parent, "study": told.told(opened)}

    return _act(request, code, act)


@require_POST
def comment(request: HttpRequest, code: str) -> HttpResponse:
    """Say something at a node: ``{"node": 4, "text": "..."}``; no text deletes what was said."""

    def act(code: str, user: User, data: Data) -> Data:
        node, text = _node(data), _text(data, "text")
        made = acts.comment(code=code, user=user, node=node, text=text, now=read_clock())
        return {"comment": None if made is None else told.comment_told(made, is_owner=True)}

    return _act(request, code, act)


@require_POST
def rename(request: HttpRequest, code: str) -> HttpResponse:
    """Give a study another title: ``{"title": "..."}``."""

    def act(code: str, user: User, data: Data) -> Data:
        title = _text(data, "title")
        return {"title": acts.rename(code=code, user=user, title=title, now=read_clock())}

    return _act(request, code, act)


@require_POST
def share(request: HttpRequest, code: str) -> HttpResponse:
    """Let everyone with the link look, or nobody: ``{"on": true}``."""

    def act(code: str, user: User, data: Data) -> Data:
        on = data.get("on")
        if type(on) is not bool:
            raise Unreadable
        return {"is_shared": acts.share(code=code, user=user, on=on, now=read_clock())}

    return _act(request, code, act)


@require_POST
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Report a study, or a comment in it: ``{"comment": 7, "reason": "spam", "words": ""}``."""

    def act(code: str, user: User, data: Data) -> Data:
        about = data.get("comment")
        if about is not None and (type(about) is not int or not 0 <= about < 2**63):
            raise Unreadable
        moderating.report(
            code=code,
            comment=about,
            user=user,
            reason=_text(data, "reason"),
            words=_text(data, "words"),
            now=read_clock(),
        )
        return {}

    return _act(request, code, act)


# --- Reading and answering ------------------------------------------------------------------------


def _open(request: HttpRequest, code: str) -> Opened:
    try:
        return reading.open_study(code=code, user_id=request.user.pk)
    except reading.UnknownStudy as error:
        raise Http404(gettext("There's no such study.")) from error


def _grown(code: str, user: User, number: int) -> Data:
    """Return a node, which may be new, and the view that it leads to."""
    opened = reading.open_study(code=code, user_id=user.pk)
    node = opened.nodes[number]
    return {
        "node": told.nodes_told(opened.study, [node])[0],
        "view": told.view_of(opened, number, now=read_clock()),
    }


def _act(request: HttpRequest, code: str, act: Act) -> HttpResponse:
    """Answer somebody who wants to change a study."""

    def done() -> Data:
        if not isinstance(request.user, User):
            raise NotSignedIn("Sign in first.")
        try:
            return act(code, request.user, _read(request))
        except reading.UnknownStudy as error:
            raise Http404(gettext("There's no such study.")) from error

    return _answered(request, done)


def _answered(request: HttpRequest, make: Callable[[], Data]) -> HttpResponse:
    """Answer with what is made, or with why it can't be."""
    address = get_adapter().get_client_ip(request)
    try:
        if too_often(user_id=request.user.pk, address=address):
            raise TooOften
        return JsonResponse({"ok": True, **make()})
    except BadData:
        return _refused(Unreadable("We couldn't read that move."))
    except Refusal as refusal:
        return _refused(refusal)


def _refused(refusal: Refusal) -> HttpResponse:
    status = next((_STATUS[kind] for kind in type(refusal).__mro__ if kind in _STATUS), 409)
    told = {"ok": False, "error": refusal.code, "text": str(refusal.text)}
    return JsonResponse(told, status=status)


def _read(request: HttpRequest) -> Data:
    try:
        data = read_json(body_of(request))
    except ValueError as error:
        raise Unreadable from error
    if not isinstance(data, dict):
        raise Unreadable
    return data


def _node(data: Data) -> int:
    number = data.get("node")
    if type(number) is not int or not 0 <= number < 10**LONGEST_NUMBER:
        raise Unreadable
    return number


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER):
        raise Unreadable
    return int(text)


def _text(data: Data, name: str) -> str:
    text = data.get(name)
    if not isinstance(text, str):
        raise Unreadable
    return text
