"""The language in which the site speaks to somebody: theirs, else their browser's, else its own."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext

from accounts.edge.refusal import Refusal

if TYPE_CHECKING:  # users are made of what is here
    from accounts.users.models import User


def offered() -> list[tuple[str, str]]:
    """Return the languages of this site as (code, name)."""
    return [(code, str(name)) for code, name in settings.LANGUAGES]


def is_choice() -> bool:
    """Tell whether there is a language to choose."""
    return len(settings.LANGUAGES) > 1


def known_or_blank(code: str) -> str:
    """Return a code if the site speaks that language, else "", which leaves it to the browser."""
    return code if code in dict(settings.LANGUAGES) else ""


def of_request(request: HttpRequest) -> str:
    """Return the language that somebody's browser asks for, of those the site speaks."""
    return translation.get_language_from_request(request)


def of_headers(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return the language that a browser asks for by the headers of an ASGI scope."""
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = (
        dict(headers).get(b"accept-language", b"").decode("latin-1")
    )
    return of_request(request)


def of_socket(user: object, headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return the language to speak on somebody's socket: theirs, else their browser's."""
    own = known_or_blank(getattr(user, "language", ""))
    return own or of_headers(headers)


def kept_of(request: HttpRequest) -> str:
    """Return the language to keep for somebody who signs up here; "" if there is no choice."""
    return of_request(request) if is_choice() else ""


def language_of(user: "User") -> str:
    """Return the language to write to somebody in while no browser of theirs is there to ask."""
    return known_or_blank(user.language) or settings.LANGUAGE_CODE


def direction_of(language: str) -> str:
    """Return which way a language is written: "ltr" or "rtl"."""
    return "rtl" if language.partition("-")[0] in settings.LANGUAGES_BIDI else "ltr"


def said(refusal: Refusal) -> str:
    """Return a refusal of the clocks and calendars in the language of the moment."""
    return gettext(refusal.message).format(**refusal.facts)


def listed(words: Sequence[str]) -> str:
    """Return names one after the other, as the language of the moment has it: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    *most, last = words
    return gettext("%(most)s and %(last)s") % {"most": gettext(", ").join(most), "last": last}


@contextmanager
def speaking_to(user: "User") -> Iterator[None]:
    """Write in somebody's language: mails, pushes, all that leaves without a request of theirs."""
    with translation.override(language_of(user)):
        yield
