"""While database or cache is away we ask everyone to come back, and nothing counts as broken."""

import asyncio
import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection, connections
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from redis.exceptions import RedisError

from config import urls
from config.asgi import application
from config.hosting.seeing import vitals
from config.processes.threads import TooLate
from config.web import unavailable
from config.web.unavailable import ComeAgain
from games.matches.clocks.pulse import LONGEST
from tests.config.processes.test_broker import Watching
from tests.threads import close_connections

pytestmark = pytest.mark.django_db

SCRIPT = Path("static/shell/common/command.js")


def count(request: HttpRequest) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 41 + 1")
        return HttpResponse(cursor.fetchone()[0])


def cut_off(request: HttpRequest) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    return HttpResponse()


def broken(request: HttpRequest) -> HttpResponse:
    raise ValueError("of no use")


handler500 = urls.handler500
urlpatterns = [
    path("count", count),
    path("cut-off", cut_off),
    path("broken", broken),
    path("health/live", broken),
]


@pytest.fixture
def visitor(settings: Any) -> Iterator[ThreadPoolExecutor]:
    """A thread with a database connection of its own, as those that serve pages."""
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = ["config.web.unavailable.PatientMiddleware"]
    with ThreadPoolExecutor(1) as thread:
        yield thread
        thread.submit(lambda: connection.close()).result()
        unavailable._loss.over()


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Where new connections look for the database meanwhile: a door that nobody opens."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        host, port = door.getsockname()
        monkeypatch.setitem(connections.settings["default"], "HOST", host)
        monkeypatch.setitem(connections.settings["default"], "PORT", port)
        yield door


def ask(thread: ThreadPoolExecutor, method: str, at: str, **headers: str) -> Future[Any]:
    client = Client(raise_request_exception=False)
    return thread.submit(client.generic, method, at, headers=headers)


def missed_for(seconds: float) -> None:
    """Have the database been away for so long."""
    unavailable._loss.since = time.monotonic() - seconds


def test_a_page_says_after_a_while_that_it_looks_again(
    visitor: ThreadPoolExecutor, away: socket.socket
) -> None:
    missed_for(unavailable.PATIENCE + 0.1)
    for method in unavailable.LOOKING:
        answer = ask(visitor, method, "/count").result()
        assert answer.status_code == 503
        told = [answer[name] for name in ("Retry-After", "Refresh", "Cache-Control")]
        assert told == ["2", "2", "no-store"]
    assert "This page will keep trying." in ask(visitor, "GET", "/count").result().text


def test_a_form_that_was_sent_is_not_sent_again_by_the_page(
    visitor: ThreadPoolExecutor, away: socket.socket
) -> None:
    missed_for(unavailable.PATIENCE_OF_MOVES + 0.1)
    answer = ask(visitor, "POST", "/count").result()
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert "Refresh" not in answer
    assert "Go back and try again" in answer.text


def test_a_script_is_told_in_json(visitor: ThreadPoolExecutor, away: socket.socket) -> None:
    missed_for(unavailable.PATIENCE_OF_MOVES + 0.1)
    answer = ask(visitor, "POST", "/count", accept="application/json").result()
    told = {"ok": False, "error": "unavailable", "text": unavailable.TEXT}
    assert (answer.status_code, answer.json(), answer["Retry-After"]) == (503, told, "2")


def test_a_move_waits_longer_than_a_page_for_the_database_to_be_back(
    visitor: ThreadPoolExecutor, away: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    missed_for(unavailable.PATIENCE + 0.1)
    assert ask(visitor, "GET", "/count").result().status_code == 503
    away.listen()
    move = ask(visitor, "POST", "/count")
    away.accept()[0].close()  # it has tried in vain
    monkeypatch.undo()
    away.close()
    assert (move.result().status_code, move.result().text) == (200, "42")
    assert unavailable._loss.since is None


def test_a_move_waits_as_long_as_no_clock_gets_the_time_back_and_less_than_the_page_does() -> None:
    (patience,) = re.findall(r"PATIENCE = ([\d_]+);", SCRIPT.read_text(encoding="utf-8"))
    assert LONGEST.total_seconds() < unavailable.PATIENCE_OF_MOVES < int(patience) / 1000


def test_signs_of_life_wait_for_nothing(visitor: ThreadPoolExecutor, away: socket.socket) -> None:
    assert ask(visitor, "GET", "/health/live").result().status_code == 500  # the view was asked
    assert unavailable._loss.since is None


def test_a_database_that_vanishes_under_a_page_is_no_error_of_the_page(
    visitor: ThreadPoolExecutor,
) -> None:
    assert ask(visitor, "GET", "/cut-off").result().status_code == 503
    assert ask(visitor, "GET", "/broken").result().status_code == 500


@pytest.mark.parametrize(
    ("at", "form"),
    [
        ("/accounts/login/", {"login": "anna", "password": "wrong"}),
        ("/accounts/signup/", {"username": "anna", "email": "anna@example.org"}),
        ("/practice/tilekingdom/", {"level": "easy", "guest_name": "anna"}),
    ],
)
def test_whoever_comes_while_the_cache_is_away_is_told_to_come_back(
    settings: Any, at: str, form: dict[str, str]
) -> None:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        place = f"redis://127.0.0.1:{door.getsockname()[1]}"
        cache = {**settings.CACHES["default"], "LOCATION": place}
        settings.CACHES = {"default": cache}
        answer = Client(raise_request_exception=False).post(at, form)
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")


@pytest.fixture(
    params=["maxmemory 1", "replicaof 127.0.0.1 1", "requirepass other"],
    ids=["full", "read-only", "another password"],
)
def refusing(request: pytest.FixtureRequest, tmp_path: Path, settings: Any) -> Iterator[None]:
    """A Valkey that answers and refuses."""
    server = Watching("valkey", tmp_path, [request.param], sentinel=False)
    try:
        server.start()
        place = f"redis://127.0.0.1:{server.port}"
        settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": place}}
        yield
    finally:
        server.leave()


def test_a_cache_that_refuses_is_no_fault_of_ours_and_is_told(refusing: None) -> None:
    client = Client(raise_request_exception=False)
    answer = client.post("/accounts/login/", {"login": "anna", "password": "wrong"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert vitals.broker_answers() is False


def test_whoever_opens_a_socket_meanwhile_is_told_to_come_back(
    settings: Any, away: socket.socket
) -> None:
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    cookie = f"{settings.SESSION_COOKIE_NAME}={'x' * 32}".encode()
    headers = [(b"origin", settings.SITE_URL.encode()), (b"cookie", cookie)]
    scope = {"type": "websocket", "path": "/ws/me/", "query_string": b"", "headers": headers}
    close_connections()
    asyncio.run(application(scope, receive, send))
    first, last = sent
    assert (first["status"], first["headers"]) == (503, [(b"retry-after", b"2")])
    assert last == {"type": "websocket.http.response.body", "body": b""}


@pytest.mark.parametrize("error", [OperationalError, RedisError, TooLate])
def test_a_socket_that_is_open_already_is_shut_for_its_page_to_come_back(
    error: type[Exception],
) -> None:
    sent: list[dict[str, Any]] = []

    async def inner(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        raise error

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(ComeAgain(inner)({}, None, send))
    assert sent == [{"type": "websocket.accept"}, {"type": "websocket.close", "code": 1013}]
