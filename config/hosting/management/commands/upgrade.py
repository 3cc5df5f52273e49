"""``manage.py upgrade``: bring the database of a running site up to this version."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from accounts.edge.clock import read_clock
from config.hosting.backups import BackupError, embedded
from config.hosting.upgrades import upgrading


class Command(BaseCommand):
    """Look, back up, close the site, migrate, replay, and open it again."""

    help = (
        "Bring the database up to this version: preflight, backup, maintenance on, migrate, "
        "replay, maintenance off. Afterwards restart the site's programs."
    )

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--quick", action="store_true", help="replay only the newest matches, not all"
        )

    @override
    def handle(self, *, quick: bool, **options: Any) -> None:
        def say(text: str) -> None:
            self.stdout.write(text)
            self.stdout.flush()

        try:
            with embedded.running():
                upgrading.upgrade(say=say, read=read_clock, quick=quick)
        except (upgrading.Stopped, BackupError) as error:
            raise CommandError(str(error)) from error
