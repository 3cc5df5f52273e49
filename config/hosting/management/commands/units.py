"""systemd units of the site, for a machine without containers."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from typing_extensions import override

from config.hosting.setup import units
from config.local.paths import PROJECT


class Command(BaseCommand):
    """Print the units, or write them into a folder."""

    help = (
        "Print systemd units for each program of the site, or write them: as root, "
        "manage.py units --write /etc/systemd/system"
    )
    requires_system_checks = []

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--user", default="tilepost", help="the account they run under")
        parser.add_argument("--folder", type=Path, default=PROJECT, help="where the project is")
        parser.add_argument("--python", type=Path, help="its Python, .venv/bin/python by default")
        parser.add_argument(
            "--environment",
            type=Path,
            default=Path("/etc/tilepost/environment"),
            help="the file with the settings",
        )
        parser.add_argument("--write", type=Path, help="the folder to write them into")

    @override
    def handle(
        self,
        *,
        user: str,
        folder: Path,
        python: Path | None,
        environment: Path,
        write: Path | None,
        **options: Any,
    ) -> None:
        python = python or folder / ".venv/bin/python"
        found = units.written(user=user, folder=folder, python=python, environment=environment)
        try:
            for name, text in found:
                if write is None:
                    self.stdout.write(f"# --- {name}\n{text}")
                else:
                    (write / name).write_text(text, encoding="utf-8")
                    self.stdout.write(f"Wrote {write / name}.")
        except OSError as error:
            self.stderr.write(f"We couldn't write into {write}: {error.strerror}.")
            sys.exit(1)
