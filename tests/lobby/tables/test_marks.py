"""A page that shows the open tables as they are is told nothing; any other is told at once."""

import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from config.asgi import application
from lobby.tables import marks
from lobby.tables.acts import seating
from lobby.tables.models import Lobby
from tests.factories import NOW, make_user
from tests.gauge import PATIENCE
from tests.lobby.tables.acts.test_pairing import open_table

pytestmark = pytest.mark.django_db(transaction=True)


def _open() -> Lobby:
    return open_table(make_user("anna"), seats=3, now=NOW)


def _sit_down(table: Lobby) -> None:
    seating.join(lobby_id=table.pk, user=make_user(), now=NOW)


def _seen(path: str) -> str:
    """Return the address of the socket of a page that a visitor opens."""
    found = re.search(r'data-live-socket="(/ws/tables/[^"]+)"', Client().get(path).content.decode())
    assert found, path
    return found[1]


async def _told(address: str) -> list[str]:
    """Open a socket and shut it; return what it was told meanwhile."""
    page = WebsocketCommunicator(application, address, [(b"origin", settings.SITE_URL.encode())])
    assert await page.connect(timeout=PATIENCE) == (True, None)
    await page.disconnect(timeout=PATIENCE)  # waits until everything is said
    return [page.output_queue.get_nowait()["text"] for _ in range(page.output_queue.qsize())]


def test_each_change_has_a_mark_of_its_own() -> None:
    found = [marks.current(), marks.current()]
    table = _open()
    found.append(marks.current())
    _sit_down(table)
    found.append(marks.current())
    assert found[0] == found[1]
    assert len(set(found)) == 3


@pytest.mark.asyncio
@pytest.mark.parametrize("path", ["/", "/tables/"])
async def test_a_page_asks_again_only_if_something_changed_meanwhile(path: str) -> None:
    table = await sync_to_async(_open)()
    address = await sync_to_async(_seen)(path)
    assert await _told(address) == []
    await sync_to_async(_sit_down)(table)
    assert await _told(address) == ['{"t": "changed"}']


@pytest.mark.asyncio
@pytest.mark.parametrize("address", ["/ws/tables/", "/ws/tables/?seen=", "/ws/tables/?seen=%00"])
async def test_who_has_no_mark_asks(address: str) -> None:
    assert await _told(address) == ['{"t": "changed"}']


def test_without_a_cache_every_page_asks(settings: Any) -> None:
    known = settings.CACHES["default"]
    settings.CACHES = {"default": known | {"LOCATION": "redis://127.0.0.1:1"}}
    marks.change()
    assert marks.current() == ""
