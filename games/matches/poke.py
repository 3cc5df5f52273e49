"""Hints over the channel layer: "there is something new", never what it is.

A poke may be lost, doubled or late; whoever gets one reads the database. A layer that does not
answer is left alone for a few seconds. A web process sends pokes from its event loop, where no move
waits for them; elsewhere one short wait is all that they can cost.
"""

import asyncio
import logging
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

_rest_until = 0.0
_loop: asyncio.AbstractEventLoop | None = None
_take: Callable[[dict[str, Any]], None] | None = None


def send_from(
    loop: asyncio.AbstractEventLoop | None, take: Callable[[dict[str, Any]], None] | None = None
) -> None:
    """Have this process send its pokes from its event loop, or no more (None).

    What is for all web processes it takes itself at once, and waits for no way around.
    """
    global _loop, _take
    get_channel_layer()  # to load it takes longer than a poke may
    _loop, _take = loop, take


def poke(messages: Iterable[tuple[str, dict[str, Any]]]) -> None:
    """Send (group, message) pairs to whoever listens; failures are noted and forgotten."""
    messages = list(messages)
    if _loop is not None and _take is not None:
        for group, message in messages:
            if group == MATCHES:
                _loop.call_soon_threadsafe(_take, message)
    if not messages or time.monotonic() < _rest_until:
        return
    if _loop is None:
        async_to_sync(_send)(messages, PATIENCE)
    else:
        asyncio.run_coroutine_threadsafe(_send(messages, LOOP_PATIENCE), _loop)


async def _send(messages: list[tuple[str, dict[str, Any]]], patience: float) -> None:
    global _rest_until
    layer = get_channel_layer()
    try:
        async with asyncio.timeout(patience):
            for group, message in messages:
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
