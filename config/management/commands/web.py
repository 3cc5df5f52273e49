"""A web process by itself, for containers, systemd and several machines."""

import os
import signal
import sys
from argparse import ArgumentParser
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand
from typing_extensions import override

from config.local import listening, web
from config.local.errors import LocalError
from config.processes import alive


class Command(BaseCommand):
    """Serve pages and sockets until told to stop."""

    help = (
        "Serve pages and sockets in this process. A socket that systemd hands over comes before "
        "--uds, and that before --host and --port."
    )
    requires_system_checks = []

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))
        parser.add_argument("--uds", type=Path, help="the path of a socket to listen at instead")

    @override
    def handle(self, *, host: str, port: int, uds: Path | None, **options: Any) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, _end)  # the first process of a container ends by nothing else
        try:
            listener = listening.inherited(os.environ, os.getpid())
            if listener is None:
                listener = (
                    listening.listen_beside(uds) if uds else listening.listen(host, port, "web")
                )
        except LocalError as error:
            self.stderr.write(str(error))
            sys.exit(1)
        listening.allow_sockets()
        where = listening.address(listener)
        alive.note(Path(settings.DATA_DIR), "web", f"{where} {urlsplit(settings.SITE_URL).netloc}")
        try:
            web.alone([listener])
        finally:
            if uds is not None:
                uds.unlink(missing_ok=True)


def _end(_number: int, _frame: FrameType | None) -> NoReturn:
    """End without a complaint: somebody wants it so."""
    sys.exit(0)
