"""One address tells the figures of the whole site, to those who know its secret."""

import copy
import time
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from config.hosting.models import Backup, Drill
from config.meters.counting import LATENESS, SOCKETS
from config.meters.keeping import Keeper
from config.meters.models import Level
from games.matches.models import Match, Seat, Sweep, TurnTimer, new_public_id
from games.matches.play import enrol, keep_pulse
from tests.factories import make_match, make_user
from tests.gauge import patience
from tests.size import runs

pytestmark = pytest.mark.django_db
TOKEN = "a token of this test"


@pytest.fixture(autouse=True)
def _token(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN


def scrape() -> dict[str, dict[tuple[tuple[str, str], ...], float]]:
    """Return what Prometheus reads: the samples of each name by their labels."""
    answer = Client().get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    found: dict[str, dict[tuple[tuple[str, str], ...], float]] = {}
    for family in text_string_to_metric_families(answer.content.decode()):
        for sample in family.samples:
            labels = tuple(sorted(sample.labels.items()))
            found.setdefault(sample.name, {})[labels] = sample.value
    return found


class TestWhoSeesIt:
    def test_without_a_setting_there_is_no_such_page(self, settings: Any) -> None:
        settings.METRICS_TOKEN = ""
        for headers in ({}, {"authorization": "Bearer "}):
            assert Client().get("/metrics", headers=headers).status_code == 404

    @pytest.mark.parametrize(
        "said", ["", TOKEN, "Bearer", "Bearer ", "Bearer wrong", f"Basic {TOKEN}", "Bearer é"]
    )
    def test_whoever_does_not_know_the_secret_learns_nothing(self, said: str) -> None:
        headers = {"authorization": said} if said else {}
        answer = Client().get("/metrics", headers=headers)
        assert (answer.status_code, answer.content) == (401, b"unauthorized\n")

    def test_nobody_is_let_in_by_signing_in(self) -> None:
        client = Client()
        client.force_login(make_user(is_staff=True, is_superuser=True))
        assert client.get("/metrics").status_code == 401


def test_what_processes_counted_is_told() -> None:
    keeper = Keeper()
    for late in (0.3, 7, 1000):
        LATENESS.labels("live").observe(late)
    keeper.keep(now=timezone.now())
    found = scrape()
    buckets = found["tilepost_deadline_lateness_seconds_bucket"]
    live = [value for labels, value in buckets.items() if ("pace", "live") in labels]
    assert live == [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3]
    assert found["tilepost_deadline_lateness_seconds_count"][("pace", "live"),] == 3.0


def test_counts_of_buckets_that_had_nothing_are_told_too() -> None:
    """Prometheus wants all buckets: those below the first that counted anything are 0."""
    keeper = Keeper()
    LATENESS.labels("correspondence").observe(1000)
    keeper.keep(now=timezone.now())
    buckets = scrape()["tilepost_deadline_lateness_seconds_bucket"]
    slow = [dict(labels) for labels in buckets if ("pace", "correspondence") in labels]
    assert [labels["le"] for labels in slow] == [
        "0.1", "0.25", "0.5", "1.0", "2.0", "5.0", "10.0", "30.0", "60.0", "300.0", "+Inf",
    ]  # fmt: skip
    assert [buckets[tuple(labels.items())] for labels in slow] == [0] * 10 + [1]


def test_what_is_open_in_all_processes_that_live() -> None:
    now = timezone.now()
    for name, ago in (("one", 5), ("two", 20), ("dead", 40)):
        at = now - timedelta(seconds=ago)
        Level.objects.create(process=name, name="tilepost_sockets", value=3, at=at)
    with SOCKETS.track_inprogress():
        pass
    assert scrape()["tilepost_sockets"] == {(): 6.0}


def test_how_the_site_is() -> None:
    now = timezone.now()
    keep_pulse(now=now)
    enrol(now=now)
    late, other = make_match(), make_match()
    for match, fires_at in ((late, now - timedelta(seconds=30)), (other, now + timedelta(hours=1))):
        TurnTimer.objects.filter(match=match).update(fires_at=fires_at)
    found = scrape()
    assert [found[f"tilepost_{name}"][()] for name in (
        "broker_up", "web_processes", "matches_running", "deadlines_overdue", "computer_turns",
    )] == [1, 1, 2, 1, 0]  # fmt: skip
    assert 30 <= found["tilepost_deadline_oldest_seconds"][()] < 40
    assert "tilepost_backup_age_seconds" not in found
    assert "tilepost_sweep_age_seconds" not in found
    Sweep.objects.create(name="sweep_deadlines", at=now)
    Backup.objects.create(made_at=now, place="x", name="x", size=1, seconds=1)
    Drill.objects.create(at=now, name="x", seconds=1, faults=[{"fault": "none", "place": "x"}])
    found = scrape()
    assert found["tilepost_backup_age_seconds"][()] < 10
    assert list(found["tilepost_sweep_age_seconds"]) == [(("name", "sweep_deadlines"),)]
    assert "tilepost_drill_age_seconds" not in found  # it wasn't good


def test_a_scrape_asks_little() -> None:
    scrape()
    with CaptureQueriesContext(connection) as asked:
        scrape()
    assert len(asked) <= 10


def copied(row: Any, **facts: Any) -> Any:
    row = copy.copy(row)
    row._state = copy.copy(row._state)
    for name, value in facts.items():
        setattr(row, name, value)
    return row


def test_a_scrape_of_a_large_site_takes_no_second() -> None:
    """5,000 matches are being played; a few in ``make test``."""
    match, copies = make_match(), runs(5000, quick=50)
    made = Match.objects.bulk_create(
        (copied(match, pk=None, public_id=new_public_id()) for _ in range(copies)), batch_size=500
    )
    timers = [copied(match.timer, match_id=one.pk) for one in made]
    TurnTimer.objects.bulk_create(timers, batch_size=500)
    seats = [copied(seat, pk=None, match_id=one.pk) for one in made for seat in match.seats.all()]
    Seat.objects.bulk_create(seats, batch_size=500)
    scrape()
    began = time.perf_counter()
    assert scrape()["tilepost_matches_running"] == {(): copies + 1.0}
    assert time.perf_counter() - began < patience(1)
