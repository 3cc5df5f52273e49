"""The running site brought up to date, without a page that fails."""

import json
import os
import signal
import sys
import time
from typing import Any

from django.core.management.base import BaseCommand
from typing_extensions import override

from config.local import paths

PATIENCE = 180.0  # seconds


class Command(BaseCommand):
    """Have the site that runs in this folder start its programs anew, one at a time."""

    help = (
        "Restart the programs of the running site after an update, one at a time, each before "
        "the old one stops. If the environment has changed, restart serve instead."
    )
    requires_system_checks = []

    @override
    def handle(self, **options: Any) -> None:
        before = _status()
        if before is None:
            self.stderr.write("Tilepost isn't running here. Start it with: python manage.py serve")
            sys.exit(1)
        try:
            os.kill(before["pid"], signal.SIGUSR1)
        except (ProcessLookupError, PermissionError):
            self.stderr.write("Tilepost isn't running here under your account.")
            sys.exit(1)
        end, left = time.monotonic() + PATIENCE, None
        while time.monotonic() < end:
            time.sleep(0.1)
            now = _status()
            # A supervisor of an older version doesn't say what is left.
            if now and (more := now.get("renewing")) and more != left:
                left = more
                self.stdout.write(f"Restarting {left[0]}, {len(left) - 1} to go.")
                end = time.monotonic() + PATIENCE  # it gets on
            if now and now["failed"] > before["failed"]:
                self.stderr.write(
                    "Something went wrong; its window says what. Everything else keeps running."
                )
                sys.exit(1)
            if now and now["renewed"] > before["renewed"]:
                self.stdout.write("Everything has been restarted.")
                return
        self.stderr.write("This is taking longer than it should. Its window may say why.")
        sys.exit(1)


def _status() -> dict[str, Any] | None:
    try:
        found = json.loads((paths.data_dir() / "run.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and found.get("ready") else None
