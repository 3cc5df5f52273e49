"""The frames of real sockets, byte by byte, whatever the others hold."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from config.asgi import application
from games.core.rng import Rng
from tests.conformance.hidden import deal_otherwise
from tests.factories import put
from tests.games.matches.pages.secrecy.positions import Case, cases, put_down
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words
from tests.gauge import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.fixture
def common_lists(transactional_db: None) -> None:
    """Lists of the commonest words, for other connections to see."""
    load_words(common_words())


@sync_to_async
def position(slug: str) -> Case:
    """Store a position of a game's usual table for good."""
    *_, case = (case for case in cases(slug, 3) if case.is_changed)
    put_down(case.table, case.stored)
    return case


@sync_to_async
def stand(case: Case, state: Any) -> None:
    data = case.table.rules.encode_state(state)
    put(case.table.match, data)


@sync_to_async
def headers(case: Case, player: int | None) -> list[tuple[bytes, bytes]]:
    origin = (b"origin", settings.SITE_URL.encode())
    if player is None:
        return [origin]
    client = Client()
    client.force_login(case.table.people[player])
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return [origin, (b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode())]


async def frame(case: Case, player: int | None) -> str:
    """Return what a socket is sent when it opens."""
    path = f"/ws/match/{case.table.match.public_id}/"
    socket = WebsocketCommunicator(application, path, await headers(case, player))
    assert await socket.connect(timeout=PATIENCE) == (True, None)
    text: str = await socket.receive_from(timeout=PATIENCE)
    await socket.disconnect(timeout=PATIENCE)
    return text


async def test_no_byte_of_a_frame_gives_away_what_is_hidden(hiding: str) -> None:
    case = await position(hiding)
    state, rules = case.stored.state, case.table.rules
    for player in (None, *range(len(case.table.people))):
        other = deal_otherwise(rules, state, player, Rng(case.stored.secret, 0, "socket"))
        assert other != state
        await stand(case, state)
        first = await frame(case, player)
        await stand(case, other)
        assert await frame(case, player) == first
