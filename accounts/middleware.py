"""Shows times as the person who looks would say them."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User


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
