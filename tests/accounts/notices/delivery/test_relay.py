"""A mail is noted as sent when the mail server has said yes to it, and not a moment before.

So each goes at least once, whatever the server dies of, and twice only if it dies with the mail in
its keeping and the yes unsaid.
"""

import asyncio
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from accounts.notices import outbox as notifications
from accounts.notices.models import Delivery
from accounts.notices.outbox import Notice
from accounts.users.models import User
from tests.accounts.conftest import NOW

LATER = NOW + timedelta(hours=1)
BEFORE, BETWEEN, AFTER = "before it keeps the mail", "before it says yes", "after it said yes"


class Server:
    """A mail server that dies once, at a moment, and keeps what it said yes to."""

    def __init__(self) -> None:
        self.dies: str = ""
        self.mails: list[str] = []

    async def handle_DATA(  # noqa: N802 - so the library calls it
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        if self.dies == BEFORE:
            return self._die(server)
        content = envelope.original_content or b""
        self.mails += [
            line[9:] for line in content.decode().splitlines() if line[:9] == "Subject: "
        ]
        return self._die(server) if self.dies == BETWEEN else "250 kept"

    async def handle_QUIT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        return self._die(server) if self.dies == AFTER else "221 good-bye"

    def _die(self, server: SMTP) -> str:
        self.dies = ""
        transport: Any = server.transport
        transport.abort()
        return "421 never heard"


@pytest.fixture
def server(settings: Any) -> Iterator[Server]:
    found, loop = Server(), asyncio.new_event_loop()
    doing = loop.create_server(lambda: SMTP(found, loop=loop), "127.0.0.1", 0)
    listening = loop.run_until_complete(doing)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = listening.sockets[0].getsockname()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield found
    loop.call_soon_threadsafe(listening.close)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def relay(now: datetime) -> tuple[int, str]:
    """Have what is due sent; return how many went, and what is noted of the mail."""
    sent = notifications.deliver(now=now)
    return sent, Delivery.objects.get().status


@pytest.fixture
def owed(anna: User, kinds: object) -> None:
    notifications.schedule_all(notices=[Notice(anna.pk, "turn", "turn:1:2", {}, NOW)])


@pytest.mark.usefixtures("owed")
def test_a_mail_that_the_server_took_goes_once(server: Server) -> None:
    assert relay(NOW) == (1, "sent")
    assert relay(LATER) == (0, "sent")
    assert server.mails == ["About turn:1:2"]


@pytest.mark.usefixtures("owed")
@pytest.mark.parametrize(("moment", "times"), [(BEFORE, 1), (BETWEEN, 2)])
def test_a_mail_without_a_yes_goes_again(server: Server, moment: str, times: int) -> None:
    server.dies = moment
    assert relay(NOW) == (0, "queued")
    assert relay(LATER) == (1, "sent")
    assert server.mails == ["About turn:1:2"] * times


@pytest.mark.usefixtures("owed")
def test_a_server_that_dies_after_its_yes_gets_the_mail_no_second_time(server: Server) -> None:
    server.dies = AFTER
    assert relay(NOW) == (1, "sent")
    assert relay(LATER) == (0, "sent")
    assert server.mails == ["About turn:1:2"]
