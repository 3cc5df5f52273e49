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

from config.meters import counting

logger = logging.getLogger(__name__)

PATIENCE = 0.5  # seconds, where somebody waits
LOOP_PATIENCE = 5.0  # seconds, where nobody does
REST = 5.0  # seconds

ALL = "matches"  # the group of all web processes
WATCHERS = "match."  # how the groups of those that have sockets of a match begin
COUNTED_EVERY = 0.1  # seconds, after which people are told together that their turns have changed

Message = dict[str, Any]

OWN = secrets.token_hex(8)  # by this a process knows what it has sent itself
_rest_until = 0.0
_loop: asyncio.AbstractEventLoop | None = None
_take: Callable[[Message], None] | None = None
_waiting: list[tuple[str, Message]] = []
_sending: asyncio.Task[None] | None = None
_counted: set[int] = set()  # whose turns have changed since all were told of that
_telling: asyncio.TimerHandle | None = None


def watchers(match_id: int) -> str:
    """Return the group of the web processes that have sockets of a match."""
    return f"{WATCHERS}{match_id}"


def send_from(
    loop: asyncio.AbstractEventLoop | None, take: Callable[[Message], None] | None = None
) -> None:
    """Have this process send its pokes from its event loop, or no more (None).

    What is for web processes it takes itself at once, and waits for no way around.
    """
    global _loop, _take, _telling
    get_channel_layer()  # to load it takes longer than a poke may
    _loop, _take, _telling = loop, take, None
    _counted.clear()


def poke(messages: Iterable[tuple[str, Message]]) -> None:
    """Send (group, message) pairs to whoever listens; failures are noted and forgotten."""
    messages = list(messages)
    if not messages:
        return
    if _loop is not None:
        _loop.call_soon_threadsafe(_hand_over, messages)
    elif time.monotonic() >= _rest_until:
        async_to_sync(_send)(messages, PATIENCE)
    else:
        counting.POKES_LOST.inc(len(messages))


async def tell(group: str, message: Message) -> None:
    """Send a message to web processes, from a coroutine."""
    await _send([(group, message)], PATIENCE)


def pokes_in(message: Message) -> list[Message]:
    """Return the pokes that came over the layer for web processes, but our own."""
    return [] if message["of"] == OWN else list(message["pokes"])


def _hand_over(messages: list[tuple[str, Message]]) -> None:
    """Take what is for us as well, and have the rest sent with what else is waiting."""
    for group, message in messages:
        if _take is not None and _is_for_processes(group):
            _take(message)
        if group == ALL and message["type"] == "turns.changed":
            _count(message["users"])
        else:
            _waiting.append((group, message))
    _send_soon()


def _is_for_processes(group: str) -> bool:
    return group == ALL or group.startswith(WATCHERS)


def _count(users: Iterable[int]) -> None:
    """Tell all whose turns have changed: now, or with others in a moment, so that it costs less."""
    global _telling
    _counted.update(users)
    if _telling is None and _loop is not None:
        _tell_counted()
        _telling = _loop.call_later(COUNTED_EVERY, _tell_more)


def _tell_counted() -> None:
    if _counted:
        _waiting.append((ALL, {"type": "turns.changed", "users": sorted(_counted)}))
        _counted.clear()


def _tell_more() -> None:
    """Tell what was counted meanwhile, and wait again; rest if there was nothing."""
    global _telling
    _telling = None
    if _counted:
        _count(())
        _send_soon()


def _send_soon() -> None:
    global _sending
    if time.monotonic() < _rest_until:
        counting.POKES_LOST.inc(len(_waiting))
        _waiting.clear()
    elif _waiting and (_sending is None or _sending.done()):
        _sending = asyncio.ensure_future(_send_waiting())


async def _send_waiting() -> None:
    while _waiting:
        messages = _waiting[:]
        _waiting.clear()
        await _send(messages, LOOP_PATIENCE)


async def _send(messages: list[tuple[str, Message]], patience: float) -> None:
    global _rest_until
    layer = get_channel_layer()
    own = OWN if _take is not None else ""
    pokes: dict[str, list[Message]] = {}
    for group, message in messages:
        if _is_for_processes(group):
            pokes.setdefault(group, []).append(message)
    sent = [(group, message) for group, message in messages if group not in pokes]
    for group, of_group in pokes.items():
        sent.append((group, {"type": "pokes", "of": own, "pokes": of_group}))
    try:
        async with asyncio.timeout(patience):
            for group, message in sent:
                await layer.group_send(group, message)
    except Exception as error:  # noqa: BLE001 - whatever fails here, the move stands
        _rest_until = time.monotonic() + REST
        counting.POKES_LOST.inc(len(messages))
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
