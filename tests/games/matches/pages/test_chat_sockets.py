"""Hints that something was said: only to players, without a word of it, late rather than lost."""

import json
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.matches.live.watch import watch
from games.matches.models import ChatLine
from games.matches.talk import chat
from tests.games.matches.pages.test_sockets import Connect, connect, frame, table
from tests.gauge import PATIENCE

__all__ = ["connect", "table"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def frames_of(socket: Any) -> list[dict[str, Any]]:
    """Return what a socket has been sent so far."""
    sent = []
    while not await socket.receive_nothing(timeout=0.2):
        sent.append(json.loads(await socket.receive_from(timeout=PATIENCE)))
    return sent


async def test_players_are_told_to_look_and_nobody_else(connect: Connect, table: Any) -> None:
    match, anna, ben = table
    path = f"/ws/match/{match.public_id}/"
    sockets = [await connect(path, user) for user in (anna, ben, None)]
    for socket in sockets:
        await frame(socket)
    line = await sync_to_async(chat.say)(
        match_id=match.pk, user=anna, text="Hello there", cmd_id=uuid4(), now=timezone.now()
    )
    for socket in sockets[:2]:
        assert await frame(socket, "chat") == {"t": "chat", "line": line.pk}
    await watch.repair(timezone.now())
    told = [each for each in await frames_of(sockets[2]) if each["t"] == "chat"]
    assert told == []
    assert [each for each in await frames_of(sockets[0]) if each["t"] == "chat"] == []  # once

    await sync_to_async(chat.hide)(line=line.pk, now=timezone.now())
    assert await frame(sockets[1], "chat") == {"t": "chat", "line": None}


async def test_a_lost_hint_comes_later(connect: Connect, table: Any) -> None:
    match, anna, ben = table
    socket = await connect(f"/ws/match/{match.public_id}/", anna)
    await frame(socket)
    # A line nobody was told of, as when the layer was down.
    line = await sync_to_async(ChatLine.objects.create)(
        match=match, user=ben, player=1, name="ben", text="Hi", cmd_id=uuid4(), at=timezone.now()
    )
    await watch.repair(timezone.now())
    assert await frame(socket, "chat") == {"t": "chat", "line": line.pk}
