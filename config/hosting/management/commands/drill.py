"""``manage.py drill``: find out whether the newest backup can be used."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from accounts.edge.clock import read_clock
from config.hosting import faults
from config.hosting.backups import BackupError, drilling, embedded, places


class Command(BaseCommand):
    """Restore a backup into a database of its own, and check everything in it."""

    help = (
        "Try the newest backup: restore it elsewhere, migrate it, replay every match, and compare. "
        "The site goes on meanwhile. What came of it is noted, and is shown to administrators."
    )

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", default="latest")
        parser.add_argument(
            "--from", dest="place", help="a folder, or s3://bucket/prefix, instead of BACKUP_TO"
        )
        parser.add_argument(
            "--if-due", action="store_true", help="only if the last drill was a week ago"
        )

    @override
    def handle(self, *, name: str, place: str | None, if_due: bool, **options: Any) -> None:
        now = read_clock()
        try:
            with embedded.running():
                if if_due and not drilling.is_due(now=now):
                    return
                found = places.place_of(place or settings.BACKUP_TO)
                done = drilling.drill(place=found, name=name, now=now)
        except BackupError as error:
            raise CommandError(str(error)) from error
        if done.faults:
            raise CommandError("\n".join(map(faults.in_words, done.faults)))
        self.stdout.write(
            f"{done.name} is good: {done.matches:,} matches and {done.plies:,} plies are as they "
            f"were played, in {done.seconds:.0f} s."
        )
