"""The whole site with one command."""

import os
import shlex
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand
from django.db import connection
from typing_extensions import override

from config.local.errors import LocalError
from config.local.paths import PROJECT
from config.local.site import Site, Wishes


class Command(BaseCommand):
    """Run everything and keep it running until Ctrl-C."""

    help = (
        "Run the whole site: web, workers and clock, and PostgreSQL and Valkey of its own unless "
        "DATABASE_URL and REDIS_URL point to others."
    )
    requires_system_checks = []

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))
        parser.add_argument(
            "--host",
            default="127.0.0.1",
            help="the address to listen on; for any but the default, set SITE_URL as well",
        )
        parser.add_argument(
            "--no-sync",
            action="store_true",
            help="do not wait for the disk: quicker, but a power cut may ruin the data; for tests",
        )

    @override
    def handle(self, *, port: int, host: str, no_sync: bool, **options: Any) -> None:
        site = Site(Wishes(host=host, port=port, sync=not no_sync), self.say)
        try:
            site.run(advise)
        except LocalError as error:
            self.stderr.write(str(error))
            sys.exit(1)
        self.say("Tilepost has stopped.")

    def say(self, text: str) -> None:
        """Tell the person at the keyboard, who may look through a pipe."""
        self.stdout.write(text)
        self.stdout.flush()


def advise() -> str:
    """Return how to become the administrator while there is none."""
    try:
        if get_user_model().objects.filter(is_superuser=True).exists():
            return ""
    finally:
        connection.close()
    python = Path(sys.executable)
    if python.is_relative_to(PROJECT):
        python = python.relative_to(PROJECT)
    return (
        "There's no administrator yet. To create one, run this in another window, in this folder:\n"
        f"  {shlex.quote(str(python))} manage.py createsuperuser"
    )
