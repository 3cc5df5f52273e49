"""Adding what a process has counted to the table, every few seconds and when it ends."""

import contextlib
import json
import logging
import secrets
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from django.db import connection

from accounts.edge.clock import read_clock
from config.meters.counting import REGISTRY

EVERY = 10.0  # seconds
LAST = 3.0  # seconds for which a process that ends waits for its last words to be kept
FORGOTTEN = timedelta(minutes=10)  # after which what a process had open is deleted

# Rows are written in one order, so that no two processes wait for each other.
_ADD = """
INSERT INTO meters_count (name, labels, value)
SELECT * FROM unnest(%s::text[], %s::text[], %s::double precision[]) ORDER BY 1, 2
ON CONFLICT (name, labels) DO UPDATE SET value = meters_count.value + excluded.value
"""
_SAY = """
INSERT INTO meters_level (process, name, value, at)
SELECT %s, name, value, %s FROM unnest(%s::text[], %s::double precision[]) new (name, value)
ON CONFLICT (process, name) DO UPDATE SET value = excluded.value, at = excluded.at
"""
_FORGET = "DELETE FROM meters_level WHERE at < %s OR process = %s"

logger = logging.getLogger(__name__)
Key = tuple[str, str]  # the name of a sample, and its labels


class Keeper:
    """What a process has counted, and how much of it is in the table."""

    def __init__(self) -> None:
        """Begin with what is counted from now on."""
        self.process = secrets.token_hex(8)
        self._kept, _ = counted()
        # All is said once, be it 0: a histogram has all its buckets, and a count begins somewhere.
        self._told: set[Key] = set()
        self._said: dict[str, float] = {}

    def keep(self, *, now: datetime) -> None:
        """Add what is new to the table, and say what is open here; at most two statements."""
        counts, levels = counted()
        new = {
            key: value - self._kept.get(key, 0.0)
            for key, value in counts.items()
            if value != self._kept.get(key, 0.0) or key not in self._told
        }
        with connection.cursor() as cursor:
            if new:
                names, labels = zip(*new, strict=True)
                cursor.execute(_ADD, [list(names), list(labels), list(new.values())])
                self._kept, self._told = counts, {*counts}
            if any(levels.values()) or any(self._said.values()):
                cursor.execute(_SAY, [self.process, now, list(levels), list(levels.values())])
                self._said = levels

    def leave(self, *, now: datetime) -> None:
        """Add what is new, and say that nothing is open here any longer."""
        self.keep(now=now)
        with connection.cursor() as cursor:
            cursor.execute(_FORGET, [now - FORGOTTEN, self.process])


def counted() -> tuple[dict[Key, float], dict[str, float]]:
    """Return what this process has counted since it began, and what it has open now."""
    counts: dict[Key, float] = {}
    levels: dict[str, float] = {}
    for family in REGISTRY.collect():
        for sample in family.samples:
            if family.type == "gauge":
                levels[sample.name] = sample.value
            elif not sample.name.endswith("_created"):
                counts[sample.name, json.dumps(sample.labels, sort_keys=True)] = sample.value
    return counts, levels


class Keeping:
    """A thread that keeps what this process counts until it is told to stop."""

    def __init__(self) -> None:
        self._keeper = Keeper()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="meters", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Keep what is left, and end."""
        if not self._over.is_set():
            self._over.set()
            self._thread.join(LAST)

    def _run(self) -> None:
        while not self._over.wait(EVERY):
            self._try(self._keeper.keep)
        self._try(self._keeper.leave)

    def _try(self, act: Callable[..., None]) -> None:
        try:
            act(now=read_clock())
        except Exception as error:  # noqa: BLE001 - the next time adds it
            logger.warning("figures were not kept: %r", error)
        finally:
            connection.close()  # for a moment's work every ten seconds


@contextlib.contextmanager
def kept() -> Iterator[None]:
    """Have what this process counts kept while something runs."""
    keeping = Keeping()
    try:
        yield
    finally:
        keeping.stop()
