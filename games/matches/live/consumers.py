"""Sockets of the match page: the server sends news and asks for heartbeats; moves use HTTP."""

import contextlib
import json
from datetime import datetime
from typing import Any

from django.db import InterfaceError, OperationalError
from typing_extensions import override

from accounts.edge import languages
from config.processes.threads import TooLate
from games.core.errors import Refusal
from games.matches import play, reading
from games.matches.clocks.turns import is_slow
from games.matches.live.sockets import SocketConsumer
from games.matches.live.threads import in_thread, now
from games.matches.live.watch import ping_frame, watch

UNKNOWN_MATCH = 4004
# A page that is left shuts its socket with one of these (RFC 6455, 7.4.1). All else ends otherwise:
# by the network, or by us, and the page comes again.
LEFT = (1000, 1001, 1005)


class MatchConsumer(SocketConsumer):
    """One viewer of one match."""

    channel_layer_alias = "none"  # the watch hears the pokes for all sockets of the process

    match_id: int
    user_id: int | None
    seat_id: int | None
    version: int
    heard_at: datetime
    hidden_at: datetime | None  # since when the page has not been seen, None if it is
    language: str

    @override
    async def connect(self) -> None:
        user, hidden = self.scope["user"], self.scope["query_string"] == b"hidden"
        try:
            match_id, seat, version = await in_thread(
                _enter, self.scope["url_route"]["kwargs"]["public_id"], user.pk, hidden
            )
        except reading.UnknownMatch:
            await self.close(code=UNKNOWN_MATCH)
            return
        self.match_id, self.version, self.heard_at = match_id, -1, now()
        # A page that comes back while it is hidden may have been so for long.
        self.hidden_at = self.heard_at - play.UNREAD if hidden else None
        self.user_id, self.seat_id = user.pk, seat.pk if seat else None
        self.language = languages.of_socket(user, self.scope["headers"])
        await self.accept()
        watch.add(self)
        await watch.follow(match_id)
        await watch.refresh(match_id, version)
        await self.deliver(ping_frame())  # the time a page came with is old by its way

    @override
    async def disconnect(self, code: int) -> None:
        if not hasattr(self, "match_id"):
            return
        left = watch.remove(self)
        if left and code in LEFT and self.seat_id is not None:
            # A clean good-bye: presence ends now and not with the heartbeat that will not come. It
            # may be the database that has gone, and that all their sockets end by.
            with contextlib.suppress(InterfaceError, OperationalError, TooLate):
                await watch.say_good_bye(self.match_id, self.seat_id)

    @override
    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take a frame: only ``{"t": "pong"}`` means anything, with ``"hidden": true`` or not."""
        try:
            frame = json.loads(text_data or "")
        except (ValueError, RecursionError):
            return
        if isinstance(frame, dict) and frame.get("t") == "pong":
            self.heard_at = now()
            is_hidden = frame.get("hidden") is True
            self.hidden_at = (self.hidden_at or self.heard_at) if is_hidden else None

    async def deliver(self, text: str) -> None:
        """Send a frame that is already JSON."""
        await self.send(text_data=text)


def _enter(public_id: str, user_id: int | None, hidden: bool) -> tuple[int, Any, int]:
    """Find match and seat; an owner who comes back is present, but on no hidden page of a slow one.

    At a live table they get their seat back from the computer by that.
    """
    at = now()  # not when it was asked for: this waits for a thread
    match = reading.find(public_id=public_id)
    seat = reading.seat_of(match_id=match.pk, user_id=user_id)
    if reading.hidden_in(match_id=match.pk, player=seat.player if seat else None):
        raise reading.UnknownMatch(public_id)
    if seat is None or not reading.is_running(match) or (hidden and is_slow(match)):
        return match.pk, seat, match.version
    version = match.version
    until = {seat.pk: at + play.HEARTBEAT}
    if play.record_presence(until=until, now=at, process=watch.process):
        with contextlib.suppress(Refusal):  # it may end in this very moment
            version = play.reclaim(match_id=match.pk, player=seat.player, now=at).version
    return match.pk, seat, version
