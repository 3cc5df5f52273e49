"""What goes for every page: what is sent can be read, and times are the person's own."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.utils import timezone
from django.utils.cache import patch_cache_control

from accounts.edge import is_text
from accounts.models import User

FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})


class ReadableMiddleware:
    """Refuses what no text has in it, before a view or the database stumbles over it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request if its address and its form can be read."""
        forms = [request.GET, *_sent(request)]
        if not is_text(request.path):
            raise Http404("No page has such an address.")
        for form in forms:
            for name, values in form.lists():
                if not all(is_text(text) for text in (name, *values)):
                    return self._refuse(request)
        return self.get_response(request)

    def _refuse(self, request: HttpRequest) -> HttpResponse:
        text = "What was sent has signs in it that no text has."
        if "application/json" not in request.headers.get("Accept", ""):
            raise BadRequest(text)
        return JsonResponse({"ok": False, "error": "unreadable", "text": text}, status=400)


def _sent(request: HttpRequest) -> list[QueryDict]:
    """Return the form that was sent, if one was.

    One that cannot be read is none to whoever asks later: the page that says so asks too.
    """
    if request.method != "POST" or request.content_type not in FORMS:
        return []
    try:
        return [request.POST]
    except Exception:
        request.POST = QueryDict()
        raise


class PersonalMiddleware:
    """Has what is shown to somebody who is signed in kept by nobody on the way."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request; a page that says itself how long it may be kept is left alone."""
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
        with timezone.override(user.zone if isinstance(user, User) else None):
            return self.get_response(request)
