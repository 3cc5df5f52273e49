"""The program that takes mail over SMTP or LMTP."""

import asyncio
import contextlib
import signal
import socket
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from typing_extensions import override

from config.meters.keeping import kept
from games.matches.post import door


class Command(BaseCommand):
    """Take mail until told to stop."""

    help = (
        "Receive replies to the site's emails over SMTP or LMTP. `serve` runs this; on other hosts "
        "the mail server delivers them to this port or to `mail_in`."
    )

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=2525)
        parser.add_argument("--fd", type=int, help="a socket that is already listening")

    @override
    def handle(self, *, host: str, port: int, fd: int | None, **options: Any) -> None:
        listener = (
            socket.socket(fileno=fd) if fd is not None else socket.create_server((host, port))
        )
        with kept(), contextlib.suppress(asyncio.CancelledError):
            asyncio.run(_until_told(listener))


async def _until_told(listener: socket.socket) -> None:
    task = asyncio.create_task(door.serve(listener))
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    await task
