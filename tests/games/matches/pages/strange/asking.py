"""A request to the site as a browser, or nobody's browser, sends it; and what was amiss with it."""

import dataclasses
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote_plus

from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client

from tests.games.matches.pages.strange.values import FORM

LONGEST = 5.0  # seconds
_WRITTEN = "SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_xact_user_tables"


@dataclasses.dataclass(frozen=True)
class Ask:
    """One request: ``path`` is percent-encoded, with its query."""

    role: str
    method: str
    path: str
    body: bytes = b""
    kind: str = FORM
    headers: dict[str, str] = dataclasses.field(default_factory=dict)

    def __str__(self) -> str:
        sent = f"{self.method} {self.path[:200]} as {self.role} {self.headers or ''}"
        return f"{sent} {self.kind[:80]} {self.body[:300]!r}" if self.body else sent


def form(fields: list[tuple[str, str]]) -> bytes:
    """Return fields as a form sends them, half signs too."""
    return "&".join(
        f"{quote_plus(name, errors='surrogatepass')}={quote_plus(text, errors='surrogatepass')}"
        for name, text in fields
    ).encode()


class Asker:
    """Sends requests, takes back what each of them did, and keeps what was amiss."""

    def __init__(self, sessions: dict[str, str | None]) -> None:
        self.sessions = sessions
        self.count = 0
        self.slowest = (0.0, "")  # in seconds, and which
        self.amiss: dict[str, str] = {}  # by what is the same about them, the first of each

    def ask(self, one: Ask) -> HttpResponse | None:
        """Send a request; return its answer, None if there was none."""
        self.count += 1
        answer, took = self._asked(one)
        if took > LONGEST:  # the machine may have been busy with something else
            took = min(took, self._asked(one)[1])
        if took > LONGEST:
            self._note(f"{took:.1f} s: {one.method} {one.path.split('?')[0]}", one, "")
        self.slowest = max(self.slowest, (took, f"{one.method} {one.path[:120]}"))
        return answer

    def _asked(self, one: Ask) -> tuple[HttpResponse | None, float]:
        """Return the answer to a request and how many seconds it took; take back what it did."""
        cache.clear()  # nobody asks too often
        before = _written()
        with _taken_back():
            began = time.perf_counter()
            answer = self._answer(one)
            took = time.perf_counter() - began
            status = answer.status_code if answer else 0
            written = 400 <= status < 500 and _written() != before
            after = _content() if written else {}
        if written and (
            changed := [name for name, was in _content().items() if after[name] != was]
        ):
            self._note(f"{status}, but written: {', '.join(changed)}", one, "")
        return answer, took

    def _answer(self, one: Ask) -> HttpResponse | None:
        client = Client(raise_request_exception=False)
        if session := self.sessions[one.role]:
            client.cookies[settings.SESSION_COOKIE_NAME] = session
        try:
            answer = client.generic(
                one.method, one.path, one.body, one.kind, headers=one.headers or None
            )
            for _ in answer if answer.streaming and not answer.is_async else ():
                pass
        except Exception as error:  # noqa: BLE001 - whatever comes out of the site is its fault
            self._note(_place_of(error), one, "".join(traceback.format_exception(error)))
            return None
        # Some pages say with 503 what cannot be read just now; nothing here is away altogether.
        if answer.status_code >= 500 and (answer.status_code != 503 or "Retry-After" in answer):
            error = answer.exc_info[1] if getattr(answer, "exc_info", None) else None
            told = "".join(traceback.format_exception(error)) if error else ""
            self._note(_place_of(error) if error else f"{answer.status_code}", one, told)
        return answer

    def _note(self, what: str, one: Ask, told: str) -> None:
        self.amiss.setdefault(what, f"{one}\n{told[-3000:]}")


def _place_of(error: BaseException) -> str:
    """Return what an error is and the last line of ours that it came by."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [
        one for one in frames if "/.venv/" not in one.filename and "/tests/" not in one.filename
    ]
    at = f"{ours[-1].filename}:{ours[-1].lineno}" if ours else "elsewhere"
    return f"{type(error).__name__} at {at}: {str(error)[:120]}"


def _written() -> int:
    """Return how many rows were ever touched in this transaction, taken back or not."""
    with connection.cursor() as cursor:
        cursor.execute(_WRITTEN)
        return int(cursor.fetchone()[0] or 0)


@contextmanager
def _taken_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _content() -> dict[str, str]:
    """Return a digest of what each table holds, but for what the library notes of a visit."""
    tables: list[Any] = connection.introspection.django_table_names(only_existing=True)
    tables.remove("django_session")
    rows = "md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), ''))"
    each = (f"SELECT '{one}', {rows} FROM {one} t" for one in tables)  # noqa: S608 - ours
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(each))
        return dict(cursor.fetchall())
