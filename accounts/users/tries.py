"""How often somebody can try to come in, counted so that no stranger's tries keep an owner out.

Tries are counted by account and network address together, by the address alone, and by the account
alone, which may have many more. A device on which its owner has signed in before is counted by
itself (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). How many tries there are is
in ``ACCOUNT_RATE_LIMITS``.
"""

import secrets
from collections.abc import Iterator

from allauth.account.internal.userkit import filter_users_by_email, get_user_by_username
from allauth.core.internal import ratelimit
from allauth.core.internal.ratelimit import RateLimitUsage
from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.utils.translation import ngettext

from accounts.users.models import User

APP = "allauth.account"
COOKIE_AGE = 60 * 60 * 24 * 365
MOST_OWNERS = 5  # of one device
_SALT = "accounts.users.tries"
_CAME_BY_MAIL = "came_by_mail"  # in the session: who has just chosen a new password


def consume(request: HttpRequest, what: str, *, login: str) -> RateLimitUsage:
    """Count a try to come in as whoever has a name or an email address.

    Raise ValidationError, which says how long to wait, if there were too many. Nothing differs for
    a name that nobody has.
    """
    usage = RateLimitUsage(usage=[])
    for action, key in _counts(request, what, login):
        counted = ratelimit.consume(request, app=APP, action=action, key=key)
        if counted is None:
            raise _too_many(action)
        usage.usage += counted.usage
    return usage


def key_of(request: HttpRequest, login: str) -> str:
    """Return by what tries are counted from a network address that isn't known to the owner."""
    return _from_here(request, _who(_owner(login), login))


def _counts(request: HttpRequest, what: str, login: str) -> list[tuple[str, str]]:
    owner = _owner(login)
    if owner and (device := _device(request, owner)):
        return [(f"{what}_known_device", f"{owner.pk}:{device}")]
    who = _who(owner, login)
    return [(what, _from_here(request, who)), (f"{what}_anywhere", who)]


def _who(owner: User | None, login: str) -> str:
    return f"user {owner.pk}" if owner else login.casefold()


def _from_here(request: HttpRequest, who: str) -> str:
    return f"{who}:{ratelimit.get_ip(request)}"


def _owner(login: str) -> User | None:
    """Return whose name or address it is, as the account library finds them."""
    found = filter_users_by_email(login, prefer_verified=True, for_login=True)
    owner = found[0] if found else get_user_by_username(login)
    return owner if isinstance(owner, User) else None


def _too_many(action: str) -> ValidationError:
    rates = ratelimit.get_rates(app=APP, action=action)
    minutes = round(max(rate.duration for rate in rates) / 60)
    text = ngettext(
        "Too many tries. You can try again in %(minutes)d minute.",
        "Too many tries. You can try again in %(minutes)d minutes.",
        minutes,
    )
    return ValidationError(text % {"minutes": minutes}, code="too_many_login_attempts")


# --- Devices --------------------------------------------------------------------------------------


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Have a device know, until the password changes, that somebody has signed in on it."""
    others = [known for known in _known(request) if known[0] != user.pk]
    known = [[user.pk, secrets.token_urlsafe(9), user.get_session_auth_hash()], *others]
    response.set_cookie(
        settings.KNOWN_DEVICE_COOKIE_NAME,
        signing.dumps(known[:MOST_OWNERS], salt=_SALT),
        max_age=COOKIE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def note_new_password(request: HttpRequest, login: str) -> None:
    """Let somebody in from here who has just chosen a new password by a link from their mail."""
    if owner := _owner(login):
        request.session[_CAME_BY_MAIL] = owner.pk


def _device(request: HttpRequest, owner: User) -> str:
    """Return what tells a device that its owner has signed in on from others, "" for a stranger."""
    if owner.pk in (request.user.pk, request.session.get(_CAME_BY_MAIL)):
        return "session"
    stamp = owner.get_session_auth_hash()
    fitting = (
        device
        for user_id, device, known in _known(request)
        if user_id == owner.pk and constant_time_compare(known, stamp)
    )
    return next(fitting, "")


def _known(request: HttpRequest) -> Iterator[tuple[int, str, str]]:
    """Yield who has signed in on this device: their id, the device's name, a stamp."""
    said = request.COOKIES.get(settings.KNOWN_DEVICE_COOKIE_NAME, "")
    try:
        yield from signing.loads(said, salt=_SALT, max_age=COOKIE_AGE)
    except signing.BadSignature:
        return
