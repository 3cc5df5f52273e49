"""The secrets of a site, made once."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from typing_extensions import override

from config.hosting.setup import keys


class Command(BaseCommand):
    """Make the secrets that are missing; what is there stays."""

    help = (
        "Make the secrets of a new site as files, for compose.yaml and for settings that end in "
        "_FILE. Secrets that are there already stay as they are."
    )
    requires_system_checks = []

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=Path("secrets"))
        parser.add_argument(
            "--database", default=keys.DATABASE_HOST, help="the host of the database server"
        )

    @override
    def handle(self, *, folder: Path, database: str, **options: Any) -> None:
        made = list(keys.make(folder, database=database))
        if made:
            self.stdout.write(f"Made in {folder}: {', '.join(made)}. Keep a copy elsewhere.")
        else:
            self.stdout.write(f"All secrets are in {folder} already. Nothing was changed.")
