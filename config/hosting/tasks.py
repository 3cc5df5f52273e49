"""What a host would otherwise have to think of: backups daily, drills weekly, and an alarm.

Beat asks often whether one is due. Each is a process of its own, so no worker's thread waits for
it, and a lock in the database lets one run at a time for the whole site.
"""

import subprocess
import sys

from celery import shared_task
from django.conf import settings

from accounts.edge.clock import read_clock
from config.hosting.backups import alarm, drilling, making, places
from config.local.paths import PROJECT

NOWHERE = "none"  # where backups go if the host makes their own
NICE = "15"
_running: list["subprocess.Popen[bytes]"] = []


@shared_task
def back_up_when_due() -> None:
    """Begin a backup if the newest is older than a day."""
    if settings.BACKUP_TO != NOWHERE and making.is_due(now=read_clock()):
        _begin("backup", "--if-due")


@shared_task
def drill_when_due() -> None:
    """Begin a drill if the last was a week ago, and there is a backup to try."""
    if settings.BACKUP_TO == NOWHERE or not drilling.is_due(now=read_clock()):
        return
    if places.place_of(settings.BACKUP_TO).names():
        _begin("drill", "--if-due")


@shared_task
def warn_when_overdue() -> None:
    """Tell the administrators if no drill has gone well for too long."""
    if settings.BACKUP_TO != NOWHERE:
        alarm.warn(now=read_clock())


def _begin(*command: str) -> None:
    """Begin a command that gives way to everything else, unless one runs already."""
    _running[:] = [process for process in _running if process.poll() is None]
    if _running:
        return
    nice = ["nice", "-n", NICE, sys.executable, "manage.py", *command]
    process = subprocess.Popen(  # noqa: S603 - our own program
        nice, cwd=PROJECT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    _running.append(process)
