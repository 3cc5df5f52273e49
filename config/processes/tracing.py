"""By which mark the lines of one request, or of one task, are found in the logs."""

import re
from collections.abc import Iterable
from contextvars import ContextVar
from uuid import uuid4

from django.conf import settings

HEADER = "X-Request-ID"
_READABLE = re.compile(rb"[A-Za-z0-9._-]{8,64}")
_current: ContextVar[tuple[str, str] | None] = ContextVar("trace", default=None)


def current() -> tuple[str, str] | None:
    """Return what runs here, ``request_id`` or ``task_id``, and its mark; None for neither."""
    return _current.get()


def begin_request(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Mark what runs from here on as a request's, and return its mark.

    A proxy that is trusted may have given it one.
    """
    mark = _told(headers) if settings.TRUSTED_PROXIES else ""
    mark = mark or uuid4().hex
    _current.set(("request_id", mark))
    return mark


def begin_task(mark: str) -> None:
    """Mark what runs in this thread from here on as a task's; "" as nobody's."""
    _current.set(("task_id", mark) if mark else None)


def _told(headers: Iterable[tuple[bytes, bytes]]) -> str:
    name = HEADER.lower().encode()
    found = [value for key, value in headers if key == name and _READABLE.fullmatch(value)]
    return found[-1].decode() if found else ""
