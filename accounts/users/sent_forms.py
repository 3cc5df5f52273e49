"""A form takes effect once, however often it is sent: a second click gets the first one's answer.

Forms that make something, or count something, carry ``{% form_id %}``. What such a form led to is
kept in one transaction with what it did, so the database decides which of two was first, and the
other waits for it. A form that was refused leaves nothing behind and can be sent again; one that is
sent again with other words is another form.
"""

import contextlib
import json
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib import messages
from django.contrib.messages.storage.base import BaseStorage, Message
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import OperationalError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.edge.clock import read_clock
from accounts.edge.middleware import FORMS
from accounts.edge.requests import FORM_ID
from accounts.users.models import SentForm

KEPT = timedelta(hours=1)
PATIENCE = 5.0  # seconds for which a second click waits; the database's is as long
# The cookie that tells a page, should somebody come back to it, that its form was answered: by then
# whoever presses the button wants another one.
ANSWERED = "form-answered"
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class SentFormMiddleware:
    """Answers a form that was carried out already as it was answered then."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request; only a form with an id costs anything."""
        if request.method != "POST" or request.content_type not in FORMS:
            return self.get_response(request)
        form_id = request.POST.get(FORM_ID, "")
        if not _ID.fullmatch(form_id):
            return self.get_response(request)
        key, facts = _key_of(request), {"browser": _browser_of(request), "at": read_clock()}
        with _alone(key), transaction.atomic():
            form, is_first = SentForm.objects.get_or_create(key=key, defaults=facts)
            if is_first:
                return _known(self._carry_out(request, form), form_id)
        if _is_own(request, form):
            return _known(_answer_again(request, form), form_id)
        return self.get_response(request)

    def _carry_out(self, request: HttpRequest, form: SentForm) -> HttpResponse:
        """Answer a form that comes for the first time; keep what follows if it led somewhere."""
        is_visitor = not request.user.is_authenticated
        response = self.get_response(request)
        if response.status_code >= 500:
            transaction.set_rollback(True)
        elif not isinstance(response, HttpResponseRedirect):
            form.delete()
        else:
            if is_visitor and request.session.modified:
                request.session.save()  # whoever waits for us goes on in it
                form.session_key = request.session.session_key or ""
            form.person = request.user.pk
            form.leads_to = response.url
            form.said = [[one.level, str(one)] for one in _waiting(request)]
            form.save()
        return response


@dataclass(eq=False)
class _Clicks:
    """The clicks by which one form is here at the moment, and which of them is carried out."""

    number: int = 0
    newest: object = None
    first: object = None


_clicks: dict[str, _Clicks] = {}
_changed = threading.Condition()


@contextlib.contextmanager
def _alone(key: str) -> Iterator[None]:
    """Keep others with the same form out of the block, in this process.

    A browser hears the answer to its last click alone, so only that one waits: whoever clicks
    thirty times holds two threads. All other clicks raise OperationalError, and so does the last if
    it takes too long.
    """
    own = object()
    with _changed:
        clicks = _clicks.setdefault(key, _Clicks())
        clicks.number, clicks.newest = clicks.number + 1, own
        _changed.notify_all()
    try:
        with _changed:
            _changed.wait_for(lambda: clicks.first is None or clicks.newest is not own, PATIENCE)
            if clicks.first is not None:
                raise OperationalError("the same form is being carried out")
            clicks.first = own
        yield
    finally:
        with _changed:
            clicks.number -= 1
            if clicks.first is own:
                clicks.first = None
            if not clicks.number:
                del _clicks[key]
            _changed.notify_all()


def forget(*, now: datetime) -> int:
    """Forget the forms that were sent an hour ago; return how many."""
    return SentForm.objects.filter(at__lt=now - KEPT).delete()[0]


def _key_of(request: HttpRequest) -> str:
    """Return a digest of all a form says, its id among it, and of where it goes."""
    fields = [one for one in request.POST.lists() if one[0] != "csrfmiddlewaretoken"]
    files = [(name, one.name, one.size) for name, many in request.FILES.lists() for one in many]
    said = json.dumps([request.get_full_path(), sorted(fields), files])
    return salted_hmac("accounts.sent_form", said, algorithm="sha256").hexdigest()


def _browser_of(request: HttpRequest) -> str:
    """Return what tells one visitor's browser from another: its secret against forgery, hashed."""
    secret = request.META.get("CSRF_COOKIE") or ""
    return salted_hmac("accounts.sent_form.browser", secret, algorithm="sha256").hexdigest()


def _is_own(request: HttpRequest, form: SentForm) -> bool:
    """Tell whether it's the sender of a form who sends it again.

    A visitor may have come in by it: their second click was on its way before they knew. They are
    known by their browser, until they sign out.
    """
    if request.user.is_authenticated:
        return request.user.pk == form.person
    if not constant_time_compare(_browser_of(request), form.browser):
        return False
    if not form.session_key:
        return form.person is None
    alive = Session.objects.filter(session_key=form.session_key, expire_date__gt=read_clock())
    return alive.exists()


def _answer_again(request: HttpRequest, form: SentForm) -> HttpResponse:
    """Lead to where the form has led; a visitor goes on in the session that began with it."""
    if form.session_key and not request.user.is_authenticated:
        request.session = SessionStore(form.session_key)
        request.session.modified = True
    told = {str(one) for one in _waiting(request)}
    for level, text in form.said:
        if text not in told:
            messages.add_message(request, level, text)
    return HttpResponseRedirect(form.leads_to)


def _waiting(request: HttpRequest) -> list[Message]:
    """Return what the next page will say, and leave it waiting."""
    storage = messages.get_messages(request)
    waiting: list[Message] = list(storage)
    if isinstance(storage, BaseStorage):
        storage.used = False
    return waiting


def _known(response: HttpResponse, form_id: str) -> HttpResponse:
    if isinstance(response, HttpResponseRedirect):
        response.set_cookie(ANSWERED, form_id, secure=settings.HTTPS, samesite="Lax")
    return response
