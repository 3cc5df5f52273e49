"""``manage.py restore``: a backup into an empty database."""

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from config.hosting import faults
from config.hosting.backups import BackupError, embedded, keys, places, programs, restoring
from config.hosting.backups.manifest import Manifest
from config.local.paths import PROJECT


class Command(BaseCommand):
    """Restore a backup, bring it up to date, and leave the rest to the first start."""

    help = (
        "Restore a backup into an empty database, while the site isn't running. Afterwards start "
        "the site: matches go on, and every clock gets back the time since the backup."
    )
    requires_system_checks = []

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "name", nargs="?", default="latest", help="its name, its file, or latest (the default)"
        )
        parser.add_argument(
            "--from", dest="place", help="a folder, or s3://bucket/prefix, instead of BACKUP_TO"
        )
        parser.add_argument(
            "--keys", type=Path, help="use the keys in this file, made by: backup --keys FILE"
        )
        parser.add_argument(
            "--new-keys", action="store_true", help="go on though the keys are others"
        )
        parser.add_argument(
            "--unsigned",
            action="store_true",
            help="believe whoever could write where the backups are: their signature isn't checked",
        )

    @override
    def handle(self, *, name: str, place: str | None, **options: Any) -> None:
        try:
            found, name = restoring.find(places.place_of(place or settings.BACKUP_TO), name)
            used = keys.read(options["keys"]) if options["keys"] else keys.ours()
            known = self._known(found, name, None if options["unsigned"] else used[keys.SIGNING])
            self._check(known, used, options["new_keys"])
            with embedded.running():
                self._restore(found, known, options["keys"] and used)
        except restoring.Unusable as unusable:
            raise CommandError("\n".join(map(faults.in_words, unusable.faults))) from unusable
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            "All of it is there again. Start the site now: every clock gets back the time since "
            "the backup was made."
        )

    def _known(self, place: places.Place, name: str, key: str | None) -> Manifest:
        """Return what a backup tells of itself; raise Unusable or BackupError."""
        try:
            known = restoring.described(place, name, key=key)
        except restoring.Unusable as unusable:
            lines = [faults.in_words(one) for one in unusable.faults]
            if any(one["fault"] == "unsigned" for one in unusable.faults):
                lines.append(
                    "If it was made with other keys, name the file that has them with --keys FILE. "
                    "If they're lost, and you're sure that only you could write to "
                    f"{place.address}, add --unsigned."
                )
            raise BackupError("\n".join(lines)) from unusable
        if key is None:
            self.stdout.write(
                f"The signature of {known.name} isn't checked: this site will hold whatever "
                f"somebody who could write to {place.address} has put there."
            )
        return known

    def _check(self, known: Manifest, used: dict[str, str], new_keys: bool) -> None:
        """Raise Unusable or BackupError if this backup can't be restored here."""
        if wrong := restoring.misfits(known):
            raise restoring.Unusable(*wrong)
        differing = restoring.wrong_keys(known, used)
        lines = [
            f"{faults.in_words(one)} With another one, {keys.COSTS[str(one['key'])]}."
            for one in differing
        ]
        if differing and not new_keys:
            lines.append(
                "Nothing has been changed. Name the file with the right keys with --keys FILE. "
                "If they're lost, add --new-keys to go on without them."
            )
            raise BackupError("\n".join(lines))
        for line in lines:
            self.stdout.write(line)
        for setting, value in known.settings.items():
            if (ours := str(getattr(settings, setting, ""))) != value:
                self.stdout.write(f"{setting} was {value!r} then, and is {ours!r} now.")

    def _restore(
        self, place: places.Place, known: Manifest, own_keys: dict[str, str] | None
    ) -> None:
        database = programs.own_database()
        restoring.refuse_powerful(database)
        if not restoring.is_empty(database):
            raise BackupError(
                "The database isn't empty, so nothing has been changed. Stop the site, and "
                "restore into a new database or, with the site's own server, a new data folder "
                "(TILEPOST_DATA)."
            )
        with restoring.checked(place, known) as dump:
            if own_keys:
                keys.put_in_place(own_keys)
            megabytes = known.size / 1_000_000
            self.stdout.write(
                f"Restoring {known.name} ({megabytes:.1f} MB), from {known.at:%d %B %Y, %H:%M} UTC."
            )
            restoring.load(dump, known, database)
        self.stdout.write(f"{sum(known.rows.values()):,} rows are as they were counted then.")
        # A process of its own: it has to read the keys anew.
        done = subprocess.run([sys.executable, "manage.py", "prepare"], cwd=PROJECT, check=False)
        if done.returncode:
            raise BackupError(
                "The database is restored, but couldn't be brought up to date. See above for why, "
                "then run manage.py prepare again."
            )
