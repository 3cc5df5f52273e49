"""Hints over the channel layer: "there is something new", never what it is.

A poke may be lost, doubled or late; whoever gets one reads the database. A layer that does not
answer is left alone for a few seconds. A web process sends pokes from its event loop, where no move
waits for them; elsewhere one short wait is all that they can cost.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

PATIENCE = 0.5  # seconds, where somebody waits
LOOP_PATIENCE = 5.0  # seconds, where nobody does
REST = 5.0  # seconds

MATCHES = "matches"  # the group of all web processes

Message = dict[str, Any]

OWN = secrets.token_hex(8)  # by this a process knows what it has sent itself
_rest_until = 0.0
_loop: asyncio.AbstractEventLoop | None = None
_take: Callable[[Message], None] | None = None
_waiting: list[tuple[str, Message]] = []
_sending: asyncio.Task[None] | None = None


def send_from(
    loop: asyncio.AbstractEventLoop | None, take: Callable[[Message], None] | None = None
) -> None:
    """Have this process send its pokes from its event loop, or no more (None).

    What is for all web processes it takes itself at once, and waits for no way around.
    """
    global _loop, _take
    get_channel_layer()  # to load it takes longer than a poke may
    _loop, _take = loop, take


def poke(messages: Iterable[tuple[str, Message]]) -> None:
    """Send (group, message) pairs to whoever listens; failures are noted and forgotten."""
    messages = list(messages)
    if not messages:
        return
    if _loop is not None:
        _loop.call_soon_threadsafe(_hand_over, messages)
    elif time.monotonic() >= _rest_until:
        async_to_sync(_send)(messages, PATIENCE)


async def tell_all(message: Message) -> None:
    """Send a message to all web processes, from a coroutine."""
    await _send([(MATCHES, message)], PATIENCE)


def pokes_in(message: Message) -> list[Message]:
    """Return the pokes that came over the layer for all web processes, but our own."""
    return [] if message["of"] == OWN else list(message["pokes"])


def _hand_over(messages: list[tuple[str, Message]]) -> None:
    """Take what is for us as well, and have the rest sent with what else is waiting."""
    global _sending
    for group, message in messages:
        if group == MATCHES and _take is not None:
            _take(message)
    if time.monotonic() < _rest_until:
        return
    _waiting.extend(messages)
    if _sending is None or _sending.done():
        _sending = asyncio.ensure_future(_send_waiting())


async def _send_waiting() -> None:
    while _waiting:
        messages = _waiting[:]
        _waiting.clear()
        await _send(messages, LOOP_PATIENCE)


async def _send(messages: list[tuple[str, Message]], patience: float) -> None:
    global _rest_until
    layer = get_channel_layer()
    pokes = [message for group, message in messages if group == MATCHES]
    sent = [(group, message) for group, message in messages if group != MATCHES]
    if pokes:
        own = OWN if _take is not None else ""
        sent.append((MATCHES, {"type": "pokes", "of": own, "pokes": pokes}))
    try:
        async with asyncio.timeout(patience):
            for group, message in sent:
                await layer.group_send(group, message)
    except Exception as error:  # noqa: BLE001 - whatever fails here, the move stands
        _rest_until = time.monotonic() + REST
        logger.warning("pokes rest for %s s: %r", REST, error)


async def join(group: str, channel: str) -> bool:
    """Have a group's pokes reach a socket; tell whether they will."""
    return await _quietly("group_add", group, channel)


async def leave(group: str, channel: str) -> None:
    """Have a group's pokes reach a socket no more."""
    await _quietly("group_discard", group, channel)


async def _quietly(method: str, group: str, channel: str) -> bool:
    try:
        async with asyncio.timeout(PATIENCE):
            await getattr(get_channel_layer(), method)(group, channel)
    except Exception as error:  # noqa: BLE001 - whatever fails here, no pokes come
        logger.warning("%s of %s failed: %r", method, group, error)
        return False
    return True
