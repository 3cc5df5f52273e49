"""Sockets of lists and waiting tables while the server that carries pokes is away."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client, override_settings

from config.asgi import application
from config.local import folders
from config.local.valkey import Valkey
from lobby.consumers import DEAF
from tests.factories import make_user
from tests.gauge import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


class Carrier:
    """A server of this test's own that carries pokes, and can go away."""

    def __init__(self, folder: Path) -> None:
        folders.prepare(folder)
        self.server = Valkey(folder)
        self.process: Any = None

    def start(self) -> None:
        self.process = self.server.spawn()
        self.server.wait_until_ready(self.process)

    def stop(self) -> None:
        if self.process is not None:
            self.server.stop(self.process)
            self.process = None


@pytest.fixture
def carrier(tmp_path: Path) -> Iterator[Carrier]:
    own = Carrier(tmp_path)
    layer = settings.CHANNEL_LAYERS["default"]
    config = {"hosts": [{"address": own.server.url, "socket_timeout": None}]}
    with override_settings(CHANNEL_LAYERS={"default": {**layer, "CONFIG": config}}):
        yield own
    own.stop()


@sync_to_async
def headers() -> list[tuple[bytes, bytes]]:
    """Return what a newcomer's browser sends."""
    client = Client()
    client.force_login(make_user())
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    cookie = f"{settings.SESSION_COOKIE_NAME}={session}".encode()
    return [(b"origin", settings.SITE_URL.encode()), (b"cookie", cookie)]


async def knock_as_it_goes_away(page: WebsocketCommunicator, carrier: Carrier) -> dict[str, Any]:
    """Open a socket that has its channel, but joins its group too late; return what it is told."""
    told: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        await asyncio.to_thread(carrier.stop)
        kind = "disconnect" if told else "connect"
        return {"type": f"websocket.{kind}", "code": DEAF}

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    await application(page.scope, receive, send)
    return told[0]


PATHS = ("/ws/me/", "/ws/tables/")


@pytest.mark.parametrize("path", PATHS)
async def test_a_page_that_would_hear_nothing_gets_no_socket(carrier: Carrier, path: str) -> None:
    page = WebsocketCommunicator(application, path, await headers())
    assert await page.connect(timeout=PATIENCE) == (False, DEAF)
    await page.wait(timeout=PATIENCE)


@pytest.mark.parametrize("path", PATHS)
async def test_a_page_that_cannot_join_its_group_tries_again(carrier: Carrier, path: str) -> None:
    own = await headers()
    carrier.start()
    page = WebsocketCommunicator(application, path, own)
    told = await knock_as_it_goes_away(page, carrier)
    assert (told["type"], told["code"]) == ("websocket.close", DEAF)

    carrier.start()
    again = WebsocketCommunicator(application, path, own)
    assert await again.connect(timeout=PATIENCE) == (True, None)
    await again.disconnect(timeout=PATIENCE)
