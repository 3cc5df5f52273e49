"""Who is looking: a person, or a visitor who becomes a guest by sitting down; and until when."""

from datetime import datetime

from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth import login
from django.contrib.sessions.models import Session
from django.http import HttpRequest

from accounts import services, zones
from accounts.models import User


def ensure_user(request: HttpRequest, *, now: datetime) -> User:
    """Return who is logged in; a visitor is made a guest and logged in.

    A form may tell the browser's ``time_zone``. When too many have come from one network address
    within the hour, the request ends with status 429.
    """
    if isinstance(request.user, User):
        return request.user
    if refusal := ratelimit.consume_or_429(request, action="guest"):
        raise ImmediateHttpResponse(refusal)
    guest = services.create_guest(now=now, time_zone=request.POST.get("time_zone", zones.UTC))
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    return guest


def forget_expired(*, now: datetime) -> int:
    """Delete the sessions that nobody can use any more; return how many."""
    return Session.objects.filter(expire_date__lt=now).delete()[0]
