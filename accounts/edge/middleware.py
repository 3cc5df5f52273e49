"""What goes for every page: it can be read, and language and times are the reader's own."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _

from accounts.edge import languages
from accounts.edge.links import entrance
from accounts.edge.requests import BY_SIGNED_IN, SIGNED_IN, is_text

FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})


class LanguageMiddleware:
    """Speaks the language of the reader's browser, refusals included: so it comes before all else.

    Whoever is signed in may have chosen another one, which ``OwnLanguageMiddleware`` finds.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request in the reader's language, and say which that is."""
        with translation.override(languages.of_request(request)):
            request.LANGUAGE_CODE = translation.get_language()
            response = self.get_response(request)
            if languages.is_choice():
                patch_vary_headers(response, ["Accept-Language"])
            response.headers.setdefault("Content-Language", translation.get_language())
        return response


class OwnLanguageMiddleware:
    """Speaks the language that somebody has chosen; a visitor without a session costs nothing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request; ``LanguageMiddleware`` forgets the language afterwards."""
        user = request.user if settings.SESSION_COOKIE_NAME in request.COOKIES else None
        if user and user.is_authenticated and (own := languages.known_or_blank(user.language)):
            translation.activate(own)
            request.LANGUAGE_CODE = own
        return self.get_response(request)


class ReadableMiddleware:
    """Refuses characters that no text has, before a view or the database stumbles over them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request if its address and its form can be read."""
        forms = [request.GET, *_sent(request)]
        if not is_text(request.path):
            raise Http404
        for form in forms:
            for name, values in form.lists():
                if not all(is_text(text) for text in (name, *values)):
                    return self._refuse(request)
        return self.get_response(request)

    def _refuse(self, request: HttpRequest) -> HttpResponse:
        text = _("We couldn't read that. Check what you typed and try again.")
        if "application/json" not in request.headers.get("Accept", ""):
            raise BadRequest(text)
        return JsonResponse({"ok": False, "error": "unreadable", "text": text}, status=400)


def _sent(request: HttpRequest) -> list[QueryDict]:
    """Return the form that was sent, if one was.

    A form that cannot be read is emptied, since the page that says so asks for it again.
    """
    if request.method != "POST" or request.content_type not in FORMS:
        return []
    try:
        return [request.POST]
    except Exception:
        request.POST = QueryDict()
        raise


class PersonalMiddleware:
    """Keeps caches on the way from storing what somebody who is signed in sees."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request; a page that says itself how long it can be kept is left alone."""
        response = self.get_response(request)
        personal = settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated
        if personal and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_store=True)
        return response


class TimeZoneMiddleware:
    """Activates the person's time zone; a visitor without a session costs nothing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request within the person's time zone."""
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return self.get_response(request)
        user = request.user
        with timezone.override(user.zone if user.is_authenticated else None):
            return self.get_response(request)


class SignedInMiddleware:
    """Carries out nothing as a visitor's that the page of somebody signed in has sent.

    Their session is over, and they don't know: they are told so, and shown the way back.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request; a visitor who was one before costs nothing."""
        if BY_SIGNED_IN in request.headers and not request.user.is_authenticated:
            text = _("You've been signed out. Sign in and try again.")
            return JsonResponse({"ok": False, "error": "signed_out", "text": text}, status=403)
        if any(SIGNED_IN in form for form in _sent(request)) and not request.user.is_authenticated:
            messages.warning(request, _("You've been signed out. Sign in to go on."))
            return redirect(entrance(request, "account_login"))
        return self.get_response(request)
