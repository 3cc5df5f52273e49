"""During maintenance every page says so, sockets come again later, and workers rest."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from config.asgi import application
from config.celery import app
from config.processes import maintenance
from config.web import unavailable
from config.web.sockets import COME_AGAIN, EndForMaintenance
from games.matches import play
from games.matches.pages import moves
from tests.factories import NOW, make_match, seconds

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _asks_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(maintenance._Known, "asked_at", -maintenance.LOOK_EVERY)
    play.begin_maintenance(now=NOW)
    play.keep_pulse(now=NOW)
    yield
    maintenance.note(is_on=False)


def told(answer: Any) -> tuple[int, str, str]:
    return answer.status_code, answer["Retry-After"], answer["Cache-Control"]


@pytest.mark.parametrize("at", ["/", "/my-games/", "/admin/", "/rules/upwords/", "/nowhere/"])
def test_a_page_says_so_and_looks_again(client: Client, at: str) -> None:
    answer = client.get(at)
    assert told(answer) == (503, "20", "no-store")
    assert answer["Refresh"] == "20"
    assert "This page opens by itself when we&#x27;re done" in answer.text.replace("'", "&#x27;")


def test_a_form_that_was_sent_is_not_sent_again_by_the_page(client: Client) -> None:
    answer = client.post("/accounts/login/", {"login": "anna", "password": "of no use"})
    assert told(answer) == (503, "20", "no-store")
    assert "Refresh" not in answer
    assert "Go back and try again when we're done." in answer.text


def test_a_command_of_a_page_is_told_in_words(client: Client) -> None:
    match = make_match()
    answer = client.post(f"/match/{match.public_id}/moves", "{}", content_type="application/json")
    said = {"ok": False, "error": "maintenance", "text": str(unavailable.RESTS)}
    assert (told(answer), answer.json()) == ((503, "20", "no-store"), said)


def test_a_move_by_the_short_way_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "answer", lambda _request: pytest.fail("it was asked"))
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"{}", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/match/222222222222/moves",
        "query_string": b"", "headers": [(b"host", b"localhost")],
    }  # fmt: skip
    asyncio.run(application(scope, receive, send))
    assert sent[0]["status"] == 503


def test_signs_of_life_go_on(client: Client) -> None:
    assert client.get("/health/live").status_code == 200


def test_the_site_is_open_again_afterwards(client: Client) -> None:
    play.end_maintenance(now=NOW + seconds(60))
    assert client.get("/rules/").status_code == 200


def test_nobody_opens_a_socket(settings: Any) -> None:
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    headers = [(b"origin", settings.SITE_URL.encode())]
    scope = {"type": "websocket", "path": "/ws/me/", "query_string": b"", "headers": headers}
    asyncio.run(application(scope, receive, send))
    assert [sent[0]["status"], sent[1]["type"]] == [503, "websocket.http.response.body"]


def test_pages_with_an_open_socket_are_told_to_come_again() -> None:
    heard: list[dict[str, Any]] = []
    sent: list[dict[str, Any]] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        heard.append(await receive())

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def meet() -> None:
        sockets = EndForMaintenance(inner)
        maintenance.note(is_on=False)
        one = asyncio.create_task(sockets({}, receive, send))
        await asyncio.sleep(0)
        sockets.look()
        assert sent == []
        maintenance.note(is_on=True)
        sockets.look()
        await one

    asyncio.run(meet())
    assert sent == [{"type": "websocket.close", "code": COME_AGAIN}]
    assert heard == [{"type": "websocket.disconnect", "code": COME_AGAIN}]


def test_workers_carry_no_task_out() -> None:
    done: list[str] = []

    def note(what: str) -> None:
        done.append(what)

    task = app.task(note, name="tests.note", shared=False)
    try:
        task.apply(("while it is closed",))
        play.end_maintenance(now=NOW + seconds(60))
        maintenance._Known.asked_at = -maintenance.LOOK_EVERY
        task.apply(("afterwards",))
    finally:
        del app.tasks["tests.note"]
    assert done == ["afterwards"]
