"""What the figures were measured on, and how quickly its disk says that it has written."""

import os
import platform
import re
import resource
import statistics
import sys
import time
from pathlib import Path

from django.db import connection

WRITES = 200
BLOCK = 8192  # bytes: a page of PostgreSQL


def describe() -> list[tuple[str, str]]:
    """Return (name, value) of what the figures depend on; asks the database for its version."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        version = cursor.fetchone()[0]
        cursor.execute("SHOW fsync")
        sync = cursor.fetchone()[0]
    return [
        ("Processor", f"{_processor()}, {os.cpu_count()} cores"),
        ("System", f"{platform.system()} {platform.release()}"),
        ("Python", f"{platform.python_version()}, {Path(sys.executable).resolve()}"),
        ("PostgreSQL", f"{version}, fsync {sync}"),
    ]


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return platform.processor() or platform.machine()
    found = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return found.group(1) if found else platform.machine()


def load() -> str:
    """Return how many programs have wanted a core in the last 1, 5 and 15 minutes."""
    return " ".join(f"{average:.2f}" for average in os.getloadavg())


def own_memory() -> float:
    """Return the bytes that this process alone has written; a file it maps is not among them."""
    try:
        rollup = Path("/proc/self/smaps_rollup").read_text(encoding="ascii")
    except FileNotFoundError:  # a system without it: the most it ever held, shared or not
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else 1024 * most
    found = re.search(r"^Private_Dirty:\s+(\d+) kB$", rollup, re.MULTILINE)
    return 1024 * float(found[1]) if found else 0.0


def sync_ms(folder: Path) -> float:
    """Return the median ms in which a page written to a file of this folder is on the disk."""
    path = folder / "sync-test"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    page = bytes(BLOCK)
    # macOS has no fdatasync.
    sync = getattr(os, "fdatasync", os.fsync)
    times = []
    try:
        for number in range(WRITES):
            os.pwrite(descriptor, page, number % 16 * BLOCK)
            before = time.perf_counter()
            sync(descriptor)
            times.append(time.perf_counter() - before)
    finally:
        os.close(descriptor)
        path.unlink()
    return statistics.median(times) * 1000
