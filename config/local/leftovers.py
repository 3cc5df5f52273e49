"""What a site that was killed has left running: the next one of its folder ends that first."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import psutil

from config.local.process import kill_session

FOLDER = "TILEPOST_DATA"  # in the environment of all programs of a site; tells whose they are


def end(note: Path, data: Path, patience: float = 10.0) -> None:
    """Stop the programs that the last site of a folder noted down; kill those that won't stop.

    ``patience`` is in seconds. Servers that know by their own files whom they follow are left to
    themselves.
    """
    left = list(_left(note, data))
    for one in left:  # Linux has asked them already, when their site died
        with contextlib.suppress(psutil.Error):
            one.terminate()
    _, late = psutil.wait_procs(left, patience)
    for one in late:
        with contextlib.suppress(psutil.Error):
            one.kill()
    psutil.wait_procs(late, patience)
    for one in left:
        kill_session(one.pid)


def _left(note: Path, data: Path) -> Iterator[psutil.Process]:
    """Yield what still runs; a number that has gone to another program since is none of it."""
    try:
        pids = json.loads(note.read_text(encoding="utf-8"))["programs"].values()
    except (OSError, ValueError, TypeError, KeyError):
        return
    for pid in pids:
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(pid)
            if process.environ().get(FOLDER) == str(data):
                yield process
