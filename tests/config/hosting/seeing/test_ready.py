"""Balancers learn whether to send requests here, and hosts what to look at."""

import shutil
import threading
from collections.abc import Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from redis.exceptions import ConnectionError as RedisGone

from accounts.edge import clock
from accounts.notices.models import Delivery, Notification
from config.hosting.models import Backup, Drill
from config.hosting.seeing import ready, vitals
from config.meters import queues
from config.processes import leaving, maintenance
from games.matches.models import Sweep, TurnTimer
from games.matches.play import enrol, keep_pulse
from tests.factories import make_match, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "_found", ready._Found())


def ask() -> tuple[int, dict[str, Any]]:
    answer = Client().get("/health/ready")
    return answer.status_code, answer.json()


@pytest.fixture
def healthy() -> Iterator[None]:
    """A site of which there is nothing to say."""
    now = timezone.now()
    keep_pulse(now=now)
    enrol(now=now)
    Backup.objects.create(made_at=now, place="x", name="x", size=1, seconds=1)
    Drill.objects.create(at=now, name="x", seconds=1)
    return


def test_a_site_that_is_well(healthy: None) -> None:
    status, told = ask()
    assert (status, told["ready"], told["database"], told["broker"]) == (200, True, True, True)
    assert told["warnings"] == []
    assert told["web"]["processes"] == 1
    assert told["deadlines"] == {"overdue": 0, "oldest": None}
    assert told["mail"] == {"unsent": 0, "oldest": None}
    assert told["failures"] == {"rows": 0, "oldest": None, "jobs": []}
    assert abs(told["clock"]["skew"]) < 0.5
    assert 0 <= told["drill"]["age"] < 5


def test_a_new_site_is_ready_and_has_no_backup() -> None:
    status, told = ask()
    assert (status, told["warnings"]) == (200, ["backup", "drill"])


def test_what_fails_is_told(healthy: None) -> None:
    now = timezone.now()
    for row in (7, 8):
        queues.put_off("deliver_notices", row, now=now - timedelta(seconds=3))
    status, told = ask()
    assert (status, told["warnings"]) == (200, ["failures"])
    assert 3 <= told["failures"].pop("oldest") < 13
    assert told["failures"] == {"rows": 2, "jobs": ["deliver_notices"]}


def test_what_a_host_should_look_at(healthy: None) -> None:
    now = timezone.now()
    match, user = make_match(), make_user()
    TurnTimer.objects.filter(match=match).update(fires_at=now - timedelta(seconds=11))
    notice = Notification.objects.create(user=user, kind="turn", key="x", due_at=now)
    late = now - timedelta(minutes=11)
    Delivery.objects.create(notification=notice, user=user, channel="mail", due_at=late)
    Backup.objects.update(made_at=now - timedelta(days=3))
    Drill.objects.update(at=now - timedelta(days=9))
    status, told = ask()
    assert (status, told["warnings"]) == (200, ["deadlines", "mail", "backup", "drill"])
    assert told["deadlines"]["overdue"] == told["mail"]["unsent"] == 1


def test_sweeps_that_do_not_come(healthy: None) -> None:
    now = timezone.now()
    for name, seconds in (
        ("sweep_deadlines", 14), ("sweep_absences", 5), ("sweep_vacancies", 90),
        ("remove_idle_guests", 7200), ("of_another_version", 9000),
    ):  # fmt: skip
        Sweep.objects.create(name=name, at=now - timedelta(seconds=seconds))
    _, told = ask()
    assert told["sweeps"]["late"] == ["sweep_deadlines"]
    assert 14 <= told["sweeps"]["deadlines"] < 20
    assert told["warnings"] == ["sweeps"]


def test_a_site_that_nobody_reaches_or_whose_clock_is_wrong(healthy: None) -> None:
    late = timezone.now() + timedelta(seconds=20)
    clock.compare(read=lambda: late)
    found = vitals.look(now=late)
    assert (found.processes, found.warnings) == (1, ["web", "clock"])
    assert timedelta(seconds=19) < found.skew < timedelta(seconds=21)


def test_maintenance_is_told_and_pages_say_so_themselves(healthy: None) -> None:
    """A balancer that sent nobody here would keep the page that explains it from people."""
    maintenance.note(is_on=True)
    status, told = ask()
    maintenance.note(is_on=False)
    assert (status, told["maintenance"], told["warnings"]) == (200, True, ["maintenance"])


@pytest.mark.parametrize(
    ("free", "status", "warnings"),
    [(vitals.LOW, 200, []), (vitals.LOW - 1, 200, ["disk"]), (vitals.FULL - 1, 503, ["disk"])],
)
def test_a_disk_that_gets_full_is_told_before(
    healthy: None, monkeypatch: pytest.MonkeyPatch, settings: Any,
    free: int, status: int, warnings: list[str],
) -> None:  # fmt: skip
    host = str(settings.DATA_DIR / "run" / "pg")
    monkeypatch.setitem(settings.DATABASES["default"]["OPTIONS"], "host", host)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    found, told = ask()
    assert (found, told["warnings"], told["disk"]) == (status, warnings, {"free": free})
    assert told["ready"] is (status == 200)


def test_a_full_disk_that_is_not_the_database_s_sends_nobody_away(
    healthy: None, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    host = "/var/run/postgresql"  # the system's, or "" for one of another machine
    monkeypatch.setitem(settings.DATABASES["default"]["OPTIONS"], "host", host)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
    assert ask()[0] == 200


def test_without_a_broker_it_is_ready(healthy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves count without it, so there is no reason to send people elsewhere."""

    def gone(*_: object, **__: object) -> None:
        raise RedisGone

    monkeypatch.setattr(cache, "set", gone)
    status, told = ask()
    assert (status, told["broker"], told["warnings"]) == (200, False, ["broker"])


@pytest.mark.parametrize(("free", "warnings"), [(vitals.LOW, []), (0, ["disk"])])
def test_without_its_database_it_is_not_ready(
    monkeypatch: pytest.MonkeyPatch, free: int, warnings: list[str]
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))

    def gone(*_: object) -> None:
        raise OperationalError("password=secret")

    with connection.execute_wrapper(gone):
        status, told = ask()
    assert (status, told) == (
        503,
        {
            "ready": False, "leaving": False, "database": False,
            "disk": {"free": free}, "warnings": warnings,
        },
    )  # fmt: skip


def test_a_process_that_is_told_to_stop_says_so_at_once(
    healthy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was found a moment ago: what comes now would meet nobody soon."""
    assert ask()[0] == 200
    monkeypatch.setattr(leaving, "_begun", True)
    status, told = ask()
    assert (status, told["ready"], told["leaving"]) == (503, False, True)


def test_many_who_ask_within_a_second_ask_the_database_once(healthy: None) -> None:
    with CaptureQueriesContext(connection) as asked:
        ask()
    assert 0 < len(asked) <= 7
    with CaptureQueriesContext(connection) as asked:
        assert ask()[0] == 200
    assert len(asked) == 0


def test_those_who_ask_at_the_same_time_wait_for_one_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = []
    entered, go_on = threading.Event(), threading.Event()

    def facts() -> dict[str, Any]:
        looked.append(1)
        entered.set()
        go_on.wait(10)
        return {"ready": True}

    monkeypatch.setattr(ready, "facts", facts)
    answers: list[int] = []
    threads = [threading.Thread(target=lambda: answers.append(ask()[0])) for _ in range(4)]
    for thread in threads:
        thread.start()
    entered.wait(10)
    go_on.set()
    for thread in threads:
        thread.join()
    assert (answers, len(looked)) == ([200] * 4, 1)


def test_it_is_told_over_http_and_by_no_cache() -> None:
    answer = Client().get("/health/ready")
    assert "no-store" in answer["Cache-Control"]
    assert Client().post("/health/ready").status_code == 405
    assert Client().head("/health/ready").status_code == 200
