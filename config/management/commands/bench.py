"""How fast the site is on this machine."""

import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from config.local import folders, paths
from config.local.errors import LocalError

# What would lead the measured site to other servers, or to another address, than its own.
FOREIGN = ("DATABASE_URL", "REDIS_URL", "SITE_URL", "EMAIL_URL", "ALLOWED_HOSTS")


class Command(BaseCommand):
    """Measure rules, computer players and the whole site, and hold the figures against floors."""

    help = (
        "Measure how fast this machine plays: rules, computer players, and the whole site with a "
        "database of its own. The last line is JSON."
    )
    requires_system_checks = []

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--quick", action="store_true", help="a few seconds of everything; no floors judged"
        )
        parser.add_argument(
            "--no-peer", action="store_true", help="do not install and measure other servers"
        )

    @override
    def handle(self, *, quick: bool, no_peer: bool, **options: Any) -> None:
        wishes = ["--quick"] * quick + ["--no-peer"] * no_peer
        # On the disk of the real data, and never among them.
        home = paths.data_dir()
        try:
            folders.prepare(home)
        except LocalError as error:
            raise CommandError(str(error)) from error
        with tempfile.TemporaryDirectory(prefix="bench-", dir=home) as folder:
            env = {key: value for key, value in os.environ.items() if key not in FOREIGN}
            command = [sys.executable, "-m", "config.bench", *wishes]
            done = subprocess.run(  # noqa: S603 - our own command
                command,
                cwd=paths.PROJECT,
                env={**env, "TILEPOST_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"},
                check=False,
            )
        sys.exit(done.returncode)
