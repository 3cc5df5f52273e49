"""Whether this process is to be sent requests, and what a host should look at: /health/ready.

Balancers ask often, and several of them; what was found is told again for a second.
"""

import threading
import time
from datetime import datetime, timedelta
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.edge.clock import read_clock
from config.hosting.seeing import vitals
from config.hosting.seeing.vitals import Vitals
from config.processes import leaving

HELD = 1.0  # seconds


class _Found:
    """What was found last, and until when it is told again."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.until = 0.0
        self.facts: dict[str, Any] = {}


_found = _Found()


@require_safe
@never_cache
def ready(_request: HttpRequest) -> JsonResponse:
    """Answer 200 if this process is to be sent requests and 503 if not, with facts as JSON."""
    with _found.lock:  # whoever comes meanwhile is told the same
        if time.monotonic() >= _found.until:
            _found.facts = facts()
            _found.until = time.monotonic() + HELD
        told = {"leaving": leaving.has_begun(), **_found.facts}
    told["ready"] &= not told["leaving"]
    return JsonResponse(told, status=200 if told["ready"] else 503)


def facts() -> dict[str, Any]:
    """Return how this process and the site are, as facts: times in seconds."""
    try:
        found = vitals.look(now=read_clock())
    except (InterfaceError, OperationalError):
        room = vitals.room()  # a full disk is the first to be asked about
        warnings = ["disk"] if room < vitals.LOW else []
        return {"ready": False, "database": False, "disk": {"free": room}, "warnings": warnings}
    return {"ready": not found.is_full, "database": True, **_told(found)}


def _told(found: Vitals) -> dict[str, Any]:
    def age(at: datetime | None) -> float | None:
        return _seconds(found.age(at))

    return {
        "broker": found.broker,
        "maintenance": found.maintenance,
        "web": {"processes": found.processes, "silent": age(found.beat_at)},
        "sweeps": {"deadlines": age(found.swept.get("sweep_deadlines")), "late": found.late_sweeps},
        "deadlines": {"overdue": found.overdue, "oldest": age(found.overdue_at)},
        "mail": {"unsent": found.unsent, "oldest": age(found.unsent_at)},
        "failures": {
            "rows": sum(one.rows for one in found.failing),
            "oldest": age(min((one.since for one in found.failing), default=None)),
            "jobs": [one.queue for one in found.failing],
        },
        "backup": {"age": age(found.backup_at)},
        "drill": {"age": age(found.drill_at)},
        "clock": {"skew": _seconds(found.skew)},
        "disk": {"free": found.room},
        "warnings": found.warnings,
    }


def _seconds(span: timedelta | None) -> float | None:
    return None if span is None else round(span.total_seconds(), 3)
