"""Which backups are kept: those of a day, and of so many days, weeks and months the last each."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from config.hosting.backups import BackupError

_NAME = re.compile(r"tilepost-(\d{4}-\d\d-\d\d-\d{6})")


@dataclass(frozen=True)
class Counts:
    """Of how many days, weeks and months a backup is kept."""

    days: int = 7
    weeks: int = 4
    months: int = 12


def counts(text: str) -> Counts:
    """Read such numbers as ``7,4,12``; raise BackupError."""
    parts = text.split(",")
    if len(parts) != 3 or not all(part.strip().isdecimal() for part in parts):
        raise BackupError(
            f"BACKUP_KEEP has to be three numbers, of days, weeks and months, not {text!r}. "
            "The usual one is 7,4,12."
        )
    return Counts(*map(int, parts))


def made_at(name: str) -> datetime | None:
    """Return when a backup was made by its name, or None if it isn't one that we gave."""
    found = _NAME.fullmatch(name)
    try:
        return found and datetime.strptime(found[1], "%Y-%m-%d-%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        return None


def kept(names: Iterable[str], keep: Counts) -> set[str]:
    """Return the names of backups to be kept; the newest and those of the day before it always are.

    So one that was made before an upgrade isn't gone at the next.
    """
    known = {name: at for name in names if (at := made_at(name))}
    newest_first = sorted(known, key=lambda name: known[name], reverse=True)
    newest = max(known.values(), default=None)
    found = {name for name, at in known.items() if newest and at > newest - timedelta(days=1)}
    spans: list[tuple[int, Callable[[datetime], object]]] = [
        (keep.days, lambda at: at.date()),
        (keep.weeks, lambda at: at.isocalendar()[:2]),
        (keep.months, lambda at: (at.year, at.month)),
    ]
    for count, span in spans:
        last: dict[object, str] = {}
        for name in newest_first:
            last.setdefault(span(known[name]), name)
        found |= set(list(last.values())[:count])
    return found
