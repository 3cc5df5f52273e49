"""The door for a mail server on the same machine: SMTP, and LMTP for those who speak that.

Nothing is relayed and nobody signs in. Only addresses with a ticket of ours are known here; each
mail is handed in while its bringer waits, so it is ours once we said yes, and theirs until then.
"""

import asyncio
import functools
import logging
import socket

from aiosmtpd.smtp import SMTP, Envelope, Session, syntax
from django.db import connection

from accounts.edge.clock import read_clock
from config.processes.threads import Threads, TooLate
from games.matches.post import inbound, tickets
from games.matches.post.inbound import LARGEST, Result

THREADS = 2
PATIENCE = 60  # seconds of silence
PATIENCE_OF_BRINGERS = 20.0  # seconds, after which they had better come again

TAKEN = "250 2.0.0 OK"
UNKNOWN = "550 5.1.1 There is no such address"
ONE_AT_A_TIME = "452 4.5.3 One recipient at a time, please"
LATER = "451 4.3.0 Please try again later"
UNREADABLE = "554 5.6.0 We couldn't read this email"

logger = logging.getLogger(__name__)


class Speaker(SMTP):
    """SMTP with the greeting of LMTP: with one recipient for each mail both answer alike."""

    def __init__(self, door: "Door") -> None:
        super().__init__(
            door,
            data_size_limit=LARGEST,
            enable_SMTPUTF8=True,  # else a mail with a header in UTF-8 is sent back before us
            hostname="localhost",
            ident="Tilepost",
            timeout=PATIENCE,
        )

    @syntax("LHLO hostname")
    async def smtp_LHLO(self, hostname: str) -> None:  # noqa: N802 - the library's way to say it
        """Greet one who speaks LMTP (RFC 2033)."""
        await self.smtp_EHLO(hostname)


class Door:
    """Takes mail for those who are known, one recipient for each."""

    def __init__(self) -> None:
        self._threads = Threads(THREADS, "mail", seconds=PATIENCE_OF_BRINGERS)

    async def handle_RCPT(  # noqa: N802 - likewise
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept an address that carries one of our tickets."""
        if not tickets.is_ours(address):
            return UNKNOWN
        if envelope.rcpt_tos:
            return ONE_AT_A_TIME
        envelope.rcpt_tos.append(address)
        return TAKEN

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Hand a mail in; whoever brought it keeps it unless that was possible."""
        try:
            return await self._threads.run(functools.partial(self._hand_in, envelope))
        except TooLate:
            return LATER

    def _hand_in(self, envelope: Envelope) -> str:
        try:
            now = read_clock()
            source = envelope.original_content or b""
            outcome = inbound.hand_in(source, now=now, to=envelope.rcpt_tos)
        except inbound.NOT_NOW:
            logger.exception("a mail could not be handed in; it may come again")
            return LATER
        finally:
            connection.close()
        return UNREADABLE if outcome.result is Result.UNREADABLE else TAKEN


async def serve(listener: socket.socket) -> None:
    """Take mail at a listening socket until cancelled."""
    door, loop = Door(), asyncio.get_running_loop()
    server = await loop.create_server(lambda: Speaker(door), sock=listener)
    async with server:
        await server.serve_forever()
