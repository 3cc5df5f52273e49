"""``manage.py backup``: everything in the database, kept where BACKUP_TO says."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from config.hosting.backups import BackupError, embedded, keeping, keys, making, places


class Command(BaseCommand):
    """Make a backup, or write the keys that belong to it and aren't in it."""

    help = (
        "Make a backup of everything in the database, and remove those too old to be kept. The "
        "site's keys aren't in it: write them to a file with --keys, and keep that elsewhere."
    )

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", help="a folder, or s3://bucket/prefix, instead of BACKUP_TO")
        parser.add_argument("--keys", type=Path, help="write the site's keys here, and do no more")
        parser.add_argument(
            "--if-due", action="store_true", help="only if the newest is older than a day"
        )

    @override
    def handle(self, *, to: str, if_due: bool, **options: Any) -> None:
        try:
            if options["keys"]:
                keys.write(options["keys"])
                self.stdout.write(
                    f"The keys are in {options['keys']}. Keep them apart from the backups."
                )
                return
            place = places.place_of(to or settings.BACKUP_TO)
            keep = keeping.counts(settings.BACKUP_KEEP)
            with embedded.running():
                made = making.back_up(place=place, keep=keep, if_due=if_due)
        except making.AlreadyRuns as error:
            if not if_due:
                raise CommandError(str(error)) from error
        except BackupError as error:
            raise CommandError(str(error)) from error
        else:
            if made is not None:
                megabytes = made.size / 1_000_000
                self.stdout.write(f"{made.name}: {megabytes:.1f} MB in {place.address}.")
