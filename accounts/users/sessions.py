"""Who is looking: a person, or a visitor who becomes a guest by sitting down; and until when."""

import threading
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, login
from django.contrib.auth.signals import user_logged_out
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from accounts.edge import languages, zones
from accounts.edge.requests import FORM_ID
from accounts.users import services
from accounts.users.forms import GuestForm
from accounts.users.models import User

NAME = "guest_name"  # of the field by which a visitor chooses a name


def ensure_user(request: HttpRequest, *, now: datetime, asks_name: bool = True) -> User:
    """Return who is logged in; a visitor is made a guest and logged in.

    A visitor without a name, or with one they can't have, gets a page that asks for one and then
    sends the same form again: there the request ends. Where nobody ``asks_name``, a name is drawn
    for them, to be changed later. A form may tell the browser's ``time_zone``. When too many have
    come from one network address within the hour, the request ends with status 429.
    """
    if isinstance(request.user, User):
        return request.user
    form = None if not asks_name and NAME not in request.POST else _form_of(request)
    if form and not form.is_valid():
        raise ImmediateHttpResponse(_ask_name(request, form))
    if refusal := ratelimit.consume_or_429(request, action="guest"):
        raise ImmediateHttpResponse(refusal)
    try:
        guest = services.create_guest(
            now=now,
            name=form.cleaned_data[NAME] if form else "",
            time_zone=request.POST.get("time_zone") or zones.UTC,
            language=languages.kept_of(request),
        )
    except services.NameTaken as error:
        assert form is not None  # noqa: S101 - no name that we drew can be taken
        form.add_error(NAME, _("Someone has just taken that name. Try another."))
        raise ImmediateHttpResponse(_ask_name(request, form)) from error
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    return guest


def _form_of(request: HttpRequest) -> GuestForm:
    """Return what a visitor has said of themselves, or the form that asks them."""
    return GuestForm(request.POST) if NAME in request.POST else guest_form()


def guest_form() -> GuestForm:
    """Return the form in which a visitor chooses a name, with a friendly one filled in."""
    return GuestForm(initial={NAME: services.suggest_name()})


def _ask_name(request: HttpRequest, form: GuestForm) -> HttpResponse:
    """Return the page that asks a visitor for a name and goes on to what they were about to do."""
    mine = {*form.fields, "csrfmiddlewaretoken", FORM_ID}
    sent = [(name, one) for name, many in request.POST.lists() for one in many if name not in mine]
    context = {"form": form, "sent": sent}
    return render(request, "accounts/guest_name.html", context, status=422 if form.errors else 200)


class Opened(NamedTuple):
    """A session as it was when somebody opened a socket in it; ``stamp`` follows the password."""

    key: str
    user_id: int
    stamp: str


def over(*, opened: Collection[Opened], now: datetime) -> set[Opened]:
    """Return which sessions have ended: by signing out, by a new password, with the account."""
    keys = Session.objects.filter(session_key__in={one.key for one in opened}, expire_date__gt=now)
    alive = set(keys.values_list("session_key", flat=True))
    people = User.objects.filter(pk__in={one.user_id for one in opened}, is_active=True)
    stamps = {user.pk: user.get_session_auth_hash() for user in people.only("pk", "password")}
    return {one for one in opened if one.key not in alive or stamps.get(one.user_id) != one.stamp}


def forget_expired(*, now: datetime) -> int:
    """Delete the sessions that have expired; return how many."""
    return Session.objects.filter(expire_date__lt=now).delete()[0]


# --- Whose session it is, kept for a second -------------------------------------------------------

KEPT = timedelta(seconds=1)
MOST_KEPT = 4096

# Every second somebody plays these are asked, and to have them written takes longer than to ask.
_SESSION = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"
_PERSON = "SELECT password, language FROM users_user WHERE id = %s AND is_active"


class Known(NamedTuple):
    """Somebody who is signed in: their id, and the language they have chosen."""

    user_id: int
    language: str
    until: datetime


_known: dict[str, Known] = {}
_known_lock = threading.Lock()


def known(key: str, *, now: datetime) -> Known | None:
    """Return who is signed in by a session; what was read is good for a second.

    None for visitors, and whenever Django itself has to look closer.
    """
    found = _known.get(key)
    if found is None or found.until <= now:
        found = _look_up(key, now) if key else None
        with _known_lock:
            _known.pop(key, None)
            while len(_known) >= MOST_KEPT:
                del _known[next(iter(_known))]
            if found is not None:
                _known[key] = found
    return found


def _look_up(key: str, now: datetime) -> Known | None:
    with connection.cursor() as cursor:
        cursor.execute(_SESSION, [key, now])
        row = cursor.fetchone()
        data = SessionStore().decode(row[0]) if row else {}
        user_id = data.get(SESSION_KEY)
        if user_id is None:
            return None
        cursor.execute(_PERSON, [user_id])
        row = cursor.fetchone()
    if row is None:
        return None
    user = User(pk=int(user_id), password=row[0])
    if not constant_time_compare(data.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()):
        return None
    return Known(user.pk, row[1], now + KEPT)


@receiver(user_logged_out)
def _forget(request: HttpRequest | None, **_: Any) -> None:
    """Know somebody no more who signs out, from that instant on."""
    key = getattr(getattr(request, "session", None), "session_key", None)
    with _known_lock:
        _known.pop(key or "", None)
