"""A request goes through the middleware and the view in one thread, and ends what it began."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

import pytest
from django.core.signals import request_finished
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path
from django.utils import timezone

from config.web import serving, unavailable
from config.web.serving import Pages

Answer = tuple[int, bytes]
MOVES = "match/k7q2m9xw4trc/moves"
threads: list[str] = []
door = threading.Event()


def _note(get_response: Any) -> Any:
    def middleware(request: HttpRequest) -> HttpResponse:
        threads.append(threading.current_thread().name)
        return get_response(request)

    return middleware


def echo(request: HttpRequest) -> HttpResponse:
    threads.append(threading.current_thread().name)
    return HttpResponse(request.body.upper())


def wait(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(door.wait(60)))


def zone(request: HttpRequest) -> HttpResponse:
    before = timezone.get_current_timezone_name()
    timezone.activate("Europe/Vienna")
    return HttpResponse(before)


def stream(request: HttpRequest) -> StreamingHttpResponse:
    async def parts():
        yield b"one,"
        yield b"two"

    return StreamingHttpResponse(parts())


def broken(request: HttpRequest) -> HttpResponse:
    raise ValueError("of no use")


def arrival(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.scope["arrived_at"].isoformat())


urlpatterns = [
    path("arrival", arrival),
    path("echo", echo),
    path(MOVES, echo),
    path("wait", wait),
    path("zone", zone),
    path("lists/broad/import/", zone),
    path("stream", stream),
    path("broken", broken),
]


@pytest.fixture(autouse=True)
def site(settings):
    threads.clear()
    door.clear()
    chain = [f"{__name__}._note", "django.middleware.common.CommonMiddleware"]
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=chain, ALLOWED_HOSTS=["site"]):
        yield


def ask(pages: Pages, *paths: str, body: bytes = b"") -> list[tuple[int, bytes]]:
    """Return (status, body) of requests, one after the other."""

    async def all_of_them() -> list[tuple[int, bytes]]:
        return [await _ask(pages, path, body) for path in paths]

    return asyncio.run(all_of_them())


async def _ask(
    pages: Pages,
    path: str,
    body: bytes = b"",
    *,
    method: str = "POST",
    left: bool = False,
    headers: dict[bytes, bytes] | None = None,
) -> tuple[int, bytes]:
    """Return status and body; whoever asks has ``left`` when they have said it."""
    sent: list[dict[str, Any]] = []
    parts = [body[:3], body[3:]]

    async def receive() -> dict[str, Any]:
        if not parts:
            await (asyncio.sleep(0) if left else asyncio.Event().wait())
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [
            (b"host", b"site"),
            (b"content-length", str(len(body)).encode()),
            *(headers or {}).items(),
        ],
    }
    await pages(scope, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])


async def _while_busy(pages: Pages, *askings: Callable[[], Awaitable[Answer]]) -> list[Answer]:
    """Return what comes of requests that find the only thread busy until all have been made."""
    busy = asyncio.create_task(_ask(pages, "/wait"))
    await asyncio.sleep(0)
    waiting = [asyncio.create_task(asking()) for asking in askings]
    await asyncio.wait(waiting, timeout=0.1)
    door.set()
    await busy
    return [await one for one in waiting]


def test_middleware_and_view_run_in_one_thread_of_the_pool():
    assert ask(Pages(threads=3), "/echo", body=b"a longer body") == [(200, b"A LONGER BODY")]
    assert len(threads) == 2
    assert set(threads) == {"pages_0"}


def test_what_a_request_activates_ends_with_it():
    assert ask(Pages(threads=1), "/zone", "/zone") == [(200, b"UTC")] * 2


def test_a_request_knows_when_it_came_even_if_all_threads_were_busy():
    pages = Pages(threads=1)

    async def come_and_wait() -> tuple[int, bytes]:
        busy = asyncio.create_task(_ask(pages, "/wait", b""))
        await asyncio.sleep(0)
        answer = asyncio.create_task(_ask(pages, "/arrival", b""))
        await asyncio.sleep(0)
        opened_at.append(timezone.now())
        door.set()
        assert await busy == (200, b"True")
        return await answer

    opened_at: list[datetime] = []
    status, body = asyncio.run(come_and_wait())
    assert status == 200
    assert datetime.fromisoformat(body.decode()) < opened_at[0]


def test_no_page_is_made_for_somebody_who_has_gone() -> None:
    pages = Pages(threads=1)
    gone, here = asyncio.run(
        _while_busy(
            pages,
            lambda: _ask(pages, "/echo", method="GET", left=True),
            lambda: _ask(pages, "/zone", method="GET"),
        )
    )
    assert (gone[0], here[0]) == (503, 200)
    assert len(threads) == 2  # the middleware of the first and of the last


def test_what_somebody_has_sent_is_done_though_they_have_gone() -> None:
    pages = Pages(threads=1)
    (gone,) = asyncio.run(_while_busy(pages, lambda: _ask(pages, "/echo", b"move", left=True)))
    assert gone == (200, b"MOVE")


def test_whoever_has_waited_for_long_is_told_to_come_again(monkeypatch) -> None:
    monkeypatch.setattr(serving, "PATIENCE", 0.01)
    pages = Pages(threads=1)
    page, script, form = asyncio.run(
        _while_busy(
            pages,
            lambda: _ask(pages, "/echo", method="GET"),
            lambda: _ask(pages, "/echo", headers={b"accept": b"application/json"}),
            lambda: _ask(pages, "/echo"),
        )
    )
    assert [status for status, _ in (page, script, form)] == [503] * 3
    assert b"This page will keep trying." in page[1]
    assert json.loads(script[1])["error"] == "unavailable"
    assert b"Go back and try again in a moment." in form[1]


@pytest.mark.parametrize(("method", "comes_back"), [("GET", True), ("POST", False)])
def test_those_who_come_back_come_one_after_the_other(method: str, comes_back: bool) -> None:
    scope = {"method": method, "headers": [(b"accept-language", b"en")]}
    answers = [unavailable.busy(scope) for _ in range(200)]
    times = {answer["Retry-After"] for answer in answers}
    assert times == {"2", "3", "4", "5"}
    assert {answer.get("Refresh") for answer in answers} == (times if comes_back else {None})
    assert {answer["Cache-Control"] for answer in answers} == {"no-store"}


@pytest.mark.django_db  # their threads may have a connection already, which is looked at
def test_moves_wait_for_no_page() -> None:
    pages, from_a_mail = Pages(threads=1), {b"x-turn-key": b"-"}  # the middleware looks at those

    async def meanwhile() -> Answer:
        busy = asyncio.create_task(_ask(pages, "/wait"))
        await asyncio.sleep(0)
        answer = await _ask(pages, f"/{MOVES}", b"{}", headers=from_a_mail)
        door.set()
        await busy
        return answer

    assert asyncio.run(meanwhile()) == (200, b"{}")
    assert {name.partition("_")[0] for name in threads} == {"pages", "moves"}


def test_who_is_cut_off_by_the_end_of_the_process_is_told_to_come_again() -> None:
    pages = Pages(threads=1)

    async def ended() -> Answer:
        asking = asyncio.create_task(_ask(pages, "/wait"))
        await asyncio.sleep(0.05)
        asking.cancel()
        answer = await asking
        door.set()
        return answer

    assert asyncio.run(ended())[0] == 503


def test_no_more_of_a_body_is_read_than_the_page_takes():
    pages = Pages(threads=1, longer={"/echo": 40_000})
    assert ask(pages, "/echo", body=b"x" * 40_000) == [(200, b"X" * 40_000)]
    refused = (413, b"That's too much to send in one go. Try something smaller.")
    assert ask(pages, "/echo", body=b"x" * 40_001) == [refused]
    assert ask(pages, "/zone", body=b"x" * 150_000) == [refused]
    assert threads == ["slow-pages_0"] * 2  # no view was asked


def test_the_pages_beside_a_large_one_take_no_more_than_usual():
    pages, much = Pages(threads=1, longer={"/lists/*/import/*": 200_000}), b"x" * 150_000
    answers = ask(pages, "/lists/broad/import/", "/lists/broad/", "/lists/import", body=much)
    assert [status for status, _ in answers] == [200, 413, 413]


def test_a_large_upload_holds_no_thread_of_the_other_pages():
    pages = Pages(threads=1, longer={"/wait": 40_000}, slow=1)

    async def meanwhile() -> tuple[tuple[int, bytes], tuple[int, bytes]]:
        first = asyncio.create_task(_ask(pages, "/wait", b"a mail"))
        await asyncio.sleep(0)
        other = await _ask(pages, "/echo", b"a page")
        door.set()
        return await first, other

    assert asyncio.run(meanwhile()) == ((200, b"True"), (200, b"A PAGE"))


def test_a_stream_is_closed_when_it_has_been_sent():
    ended = []

    def note(sender: Any, **_: Any) -> None:
        ended.append(sender)

    request_finished.connect(note)
    try:
        assert ask(Pages(threads=1), "/stream", "/echo") == [(200, b"one,two"), (200, b"")]
    finally:
        request_finished.disconnect(note)
    assert len(ended) == 2


def test_an_error_is_answered_with_500(caplog):
    assert ask(Pages(threads=1), "/broken")[0][0] == 500
    assert "of no use" in caplog.text


def test_a_visitor_who_hangs_up_mid_request_is_not_served():
    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        raise AssertionError("nothing is to be sent")

    scope = {"type": "http", "method": "POST", "path": "/echo", "headers": []}
    asyncio.run(Pages(threads=1)(scope, receive, send))
    assert threads == []
