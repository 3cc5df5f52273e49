"""The programs that work on tasks, as command lines: `serve` looks after them all.

Where something else looks after programs, ``manage.py worker``, ``bots`` and ``beat`` start one
each.
"""

import os
import sys

from config.processes import alive

_CELERY = (sys.executable, "-m", "celery", "--quiet", "-A", "config")
_WORKER = (*_CELERY, "worker", "--without-gossip", "--without-mingle", "-l", "warning")

STEADY = (*_WORKER, "-n", "steady@%h", "-P", "threads", "-c", "6", "-Q", "clock,default")
BOTS = (*_WORKER, "-n", "bots@%h", "-P", "prefork", "-c", "2", "-Q", "bots,reviews")
BEAT = (*_CELERY, "beat", "--pidfile=", "-l", "warning")
BOTS_NICE = 10  # computer players think; nothing else is to wait for them


def become(role: str, command: tuple[str, ...], nice: int = 0) -> None:
    """Have this process be the program of a role from now on; it takes our signals."""
    if nice:
        os.nice(nice)
    os.execve(command[0], command, {**os.environ, alive.ROLE: role})  # noqa: S606 - our own
