"""Where a request or a task meets the world: what time it is, and who asks."""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User


def read_clock() -> datetime:
    """Return what time it is; once for each request or task, which then passes it on."""
    return timezone.now()  # noqa: TID251 - the edge where requests and tasks read the clock


def person_of(request: HttpRequest) -> User:
    """Return who is asking; raise PermissionDenied for somebody who is not signed in."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
