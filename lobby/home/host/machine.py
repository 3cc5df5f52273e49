"""What the site runs on, and whether that answers."""

import dataclasses
import platform
from datetime import datetime, timedelta
from typing import Any

import django
from django.conf import settings
from django.db import connection
from redis.exceptions import RedisError

from config.processes import broker
from games.matches.reading.census import Standing
from games.registry import infos
from games.words.lists import reading as lists

# Web processes beat every two seconds, and each deadline is swept for within a few.
LATE = timedelta(minutes=1)


@dataclasses.dataclass(frozen=True, slots=True)
class Versions:
    """Which versions of everything the site runs on; ``valkey`` is "" while it doesn't answer."""

    python: str
    django: str
    postgresql: str
    valkey: str
    games: list[tuple[str, int]]
    lists: list[tuple[str, int]]


@dataclasses.dataclass(frozen=True, slots=True)
class Health:
    """What is well: the database is, or nobody would read this."""

    redis: bool
    web: bool
    beat_at: datetime | None
    processes: int
    sweeps: bool
    overdue_at: datetime | None


def versions() -> Versions:
    """Return the versions of everything the site runs on."""
    return Versions(
        python=platform.python_version(),
        django=django.get_version(),
        postgresql=_postgresql(),
        valkey=_valkey(),
        games=[(info.title, info.rules_version) for info in infos()],
        lists=[(title, number) for _, title, number, *_ in lists.editions()],
    )


def health(standing: Standing, *, redis: bool, now: datetime) -> Health:
    """Return what is well, given how matches stand and whether Redis answers."""
    return Health(
        redis=redis,
        web=standing.beat_at is not None and now - standing.beat_at <= LATE,
        beat_at=standing.beat_at,
        processes=standing.processes,
        sweeps=standing.overdue_at is None or now - standing.overdue_at <= LATE,
        overdue_at=standing.overdue_at,
    )


def _postgresql() -> str:
    connection.ensure_connection()
    number = connection.connection.info.server_version  # known since then
    return f"{number // 10_000}.{number % 10_000}"


def _valkey() -> str:
    try:
        with broker.client(settings.REDIS_URL) as one:
            told: dict[str, Any] = one.info("server")
    except RedisError:
        return ""
    return str(told.get("valkey_version") or told.get("redis_version", ""))
