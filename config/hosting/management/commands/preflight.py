"""``manage.py preflight``: whether all is ready for this version."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from accounts.edge.clock import read_clock
from config.hosting.backups import BackupError, embedded
from config.hosting.upgrades import preflight
from config.hosting.upgrades.preflight import Weight

SIGNS = {Weight.FINE: "ok", Weight.KNOW: "--", Weight.STOPS: "!!"}


class Command(BaseCommand):
    """Look at everything an upgrade needs, and change nothing."""

    help = (
        "Check whether the site is ready for this version: programs, rights, room, migrations to "
        "come, queues, backups, keys and clocks. Changes nothing; fails if anything is in the way."
    )

    @override
    def handle(self, **options: Any) -> None:
        try:
            with embedded.running():
                found = list(preflight.look(now=read_clock()))
        except BackupError as error:
            raise CommandError(str(error)) from error
        for one in found:
            self.stdout.write(f"{SIGNS[one.weight]} {one.text}")
        if stops := sum(one.weight is Weight.STOPS for one in found):
            lines = "line" if stops == 1 else "lines"
            raise CommandError(f"Mend what {stops} {lines} above say, marked with !!, first.")
        self.stdout.write("Ready.")
