"""What a host finds on the page that tells how the site is."""

import re
import shutil
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.notices.models import Delivery, Notification
from config.celery import app
from config.hosting.models import Backup, Drill
from config.hosting.seeing import signs, status, vitals
from config.hosting.seeing.signs import Sign, State
from config.meters import queues
from config.processes import maintenance
from config.version import VERSION
from games.matches.models import Outage, Pulse, Sweep, TurnTimer, WebProcess
from games.matches.play import enrol, keep_pulse
from games.matches.reading import census
from games.matches.reading.census import Load
from tests.factories import make_match, make_user

pytestmark = pytest.mark.django_db
URL = "/admin/status/"
Look = Callable[..., dict[str, Sign]]


@pytest.fixture
def look() -> Look:
    """The signs of a site, by their titles; what it runs on answers."""
    now = timezone.now()
    keep_pulse(now=now)
    enrol(now=now, node="play-1")
    Sweep.objects.create(name="sweep_deadlines", at=now)
    Backup.objects.create(made_at=now, place="/backups", name="x", size=3_000_000, seconds=2)
    Drill.objects.create(at=now, name="x", matches=2000, seconds=100)

    def found(after: timedelta = timedelta(0)) -> dict[str, Sign]:
        seen, load = vitals.look(now=now + after), census.load()
        every = [
            *signs.reach(seen, database="18.6", broker="9.1"),
            *signs.work(seen, load),
            *signs.safety(seen),
        ]
        return {one.title: one for one in every}

    return found


def host() -> Client:
    client = Client()
    client.force_login(make_user(is_staff=True, is_superuser=True))
    return client


class TestWhoSeesIt:
    def test_superusers_alone(self) -> None:
        assert host().get(URL).status_code == 200
        staff, player = Client(), Client()
        staff.force_login(make_user(is_staff=True))
        player.force_login(make_user())
        assert staff.get(URL).status_code == 403
        assert (player.get(URL).status_code, Client().get(URL).status_code) == (302, 302)

    def test_it_only_reads(self) -> None:
        assert host().post(URL).status_code == 405

    def test_the_home_of_the_administration_leads_there(self) -> None:
        assert f'href="{URL}"' in host().get("/admin/").content.decode()


class TestSigns:
    def test_a_site_that_is_well(self, look: Look) -> None:
        found = look()
        assert {one.state for one in found.values()} == {State.GOOD}
        assert found["Pages"].says == ["1 process is serving pages."]
        assert found["Last backup"].says == [
            "Made 0 seconds ago: 2.9\xa0MB in 2 seconds.", "It's in /backups.",
        ]  # fmt: skip
        assert found["Last trial of a backup"].says == [
            "Tried 0 seconds ago, with 2000 matches played again.",
            "Everything in it could be used.",
        ]
        assert status.worst(list(found.values())) == State.GOOD

    def test_a_disk_that_gets_full(self, look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
        found = []
        for free in (vitals.LOW, 200 * 1024**2, 1024**2):
            disk = SimpleNamespace(free=free)
            monkeypatch.setattr(shutil, "disk_usage", lambda _, disk=disk: disk)
            found.append(look()["Disk"])
        assert [one.state for one in found] == [State.GOOD, State.LOOK, State.BAD]
        assert found[1].says == [
            "There's 200.0\xa0MB of free space where this machine keeps the site's data.",
            "When it's full, nobody can move.",
        ]

    def test_what_gets_old(self, look: Look) -> None:
        found = look(timedelta(days=3))
        assert found["Last backup"].state == State.LOOK
        assert look(timedelta(days=5))["Last backup"].state == State.BAD
        found = look(timedelta(days=9))
        assert (found["Last trial of a backup"].state, found["Pages"].state) == (
            State.LOOK, State.BAD,
        )  # fmt: skip
        assert found["Periodic jobs"].says == [
            "1 job is late:", "Moves for players whose time is up",
        ]  # fmt: skip
        assert found["Periodic jobs"].state == State.BAD
        assert status.worst(list(found.values())) == State.BAD

    def test_what_is_overdue(self, look: Look) -> None:
        now, match = timezone.now(), make_match()
        TurnTimer.objects.filter(match=match).update(fires_at=now - timedelta(seconds=20))
        notice = Notification.objects.create(user=make_user(), kind="turn", key="x", due_at=now)
        Delivery.objects.create(
            notification=notice,
            user=notice.user,
            channel="mail",
            due_at=now - timedelta(minutes=15.5),
        )
        found = look()
        assert found["Turns out of time"].state == found["Emails"].state == State.LOOK
        assert found["Turns out of time"].says[0] == "1 turn is overdue."
        assert found["Emails"].says == [
            "1 email is due.", "The oldest has been due for 15\xa0minutes.",
        ]  # fmt: skip

    def test_a_drill_that_found_something_says_what(self, look: Look) -> None:
        faults = [
            {"fault": "table", "table": "matches_move"},
            {"fault": "key", "key": "SECRET_KEY"},
        ]
        Drill.objects.create(at=timezone.now(), name="x", seconds=1, faults=faults)
        sign = look()["Last trial of a backup"]
        assert sign.state == State.BAD
        assert sign.says[1:] == [
            "The table matches_move is missing.",
            "SECRET_KEY isn't the one this backup was made with.",
        ]

    def test_a_site_without_a_backup(self, look: Look) -> None:
        Backup.objects.all().delete()
        Drill.objects.all().delete()
        found = look()
        assert [found[name].state for name in ("Last backup", "Last trial of a backup")] == [
            State.LOOK, State.LOOK,
        ]  # fmt: skip

    @pytest.mark.parametrize(
        ("waited", "state"), [(1, State.GOOD), (61, State.LOOK), (601, State.BAD)]
    )
    def test_computer_players_that_are_slow(self, look: Look, waited: int, state: State) -> None:
        now = timezone.now()
        load = Load(1, 2, now - timedelta(seconds=waited))
        sign = signs.work(vitals.look(now=now), load)[2]
        assert (sign.title, sign.state, sign.says[0]) == (
            "Computer players", state, "2 turns wait for them.",
        )  # fmt: skip

    def test_each_periodic_job_has_a_name_in_words(self) -> None:
        assert set(vitals.periods()) == set(signs.JOBS)

    def test_so_has_each_task_that_somebody_asks_for(self) -> None:
        app.loader.import_default_modules()
        ours = {name for name in app.tasks if not name.startswith("celery.")}
        assert {name.rpartition(".")[2] for name in ours} - set(signs.JOBS) == set(signs.TASKS)

    def test_what_fails(self, look: Look) -> None:
        assert (look()["Failures"].state, look()["Failures"].says) == (
            State.GOOD, ["Nothing has failed lately."],
        )  # fmt: skip
        now = timezone.now()
        queues.put_off("note_result", 7, now=now)
        again = "Whatever failed is tried again by itself; the log says why it failed."
        sign = look()["Failures"]
        assert (sign.state, sign.says) == (
            State.LOOK, ["Noting results: 1 failed, 0 seconds ago.", again],
        )  # fmt: skip
        queues.put_off("deliver_notices", "", now=now - timedelta(seconds=150))
        sign = look()["Failures"]
        said = "Sending notifications: this has failed for 2\xa0minutes."
        assert (sign.state, sign.says[0]) == (State.BAD, said)

    def test_maintenance(self, look: Look) -> None:
        maintenance.note(is_on=True)
        sign = look()["Pages"]
        maintenance.note(is_on=False)
        assert sign.state == State.LOOK
        assert sign.says[0] == "The site is closed for maintenance."

    @pytest.mark.parametrize(
        ("seconds", "words"),
        [(-1, "0 seconds"), (1, "1 second"), (59, "59 seconds"), (60, "1\xa0minute"),
         (7300, "2\xa0hours"), (86400 * 9, "1\xa0week")],
    )  # fmt: skip
    def test_spans_are_told_in_words(self, seconds: int, words: str) -> None:
        assert signs.span(timedelta(seconds=seconds)) == words


class TestPage:
    def test_each_sign_has_its_word_and_its_picture(self, look: Look) -> None:
        page = host().get(URL).content.decode()
        every = re.findall(r'<li class="status-sign is-(\w+)".*?</svg>([^<]+)</p>', page, re.DOTALL)
        assert len(every) == len(look())
        words = {"good": "Well", "warn": "Take a look", "bad": "Not well"}
        assert [words[state] for state, _ in every] == [word.strip() for _, word in every]

    def test_what_is_to_be_looked_at_is_linked(self, look: Look) -> None:
        Backup.objects.all().delete()
        page = host().get(URL).content.decode()
        assert '<a href="#sign-last-backup">Last backup</a>' in page
        assert 'id="sign-last-backup"' in page

    def test_outages_processes_and_jobs(self, look: Look) -> None:
        now = timezone.now()
        Outage.objects.create(began_at=now - timedelta(hours=1), ended_at=now)
        Outage.objects.create(began_at=now - timedelta(minutes=1), ended_at=now, process=1234)
        Sweep.objects.create(name="of_another_version", at=now)
        context = host().get(URL).context
        assert [(gap.lasted, gap.process) for gap in context["gaps"]] == [
            ("1\xa0minute", 1234), ("1\xa0hour", None),
        ]  # fmt: skip
        assert [one.is_silent for one in context["processes"]] == [False]
        WebProcess.objects.create(beat_at=timezone.now(), node="play-2", version="0.9")
        response = host().get(URL)
        assert [(one.node, one.version) for one in response.context["processes"]] == [
            ("play-1", VERSION), ("play-2", "0.9"),
        ]  # fmt: skip
        assert response.content.decode().count("version 0.9") == 1
        assert [(str(job.title), job.every) for job in context["jobs"]] == [
            ("Moves for players whose time is up", "1 second"), ("of_another_version", ""),
        ]  # fmt: skip

    def test_what_the_database_holds(self) -> None:
        context = host().get(URL).context
        assert context["size"] > 1_000_000
        shares = [share for _, share in context["tables"]]
        assert (len(shares), shares[0]) == (8, 100)
        assert shares == sorted(shares, reverse=True)

    def test_more_matches_ask_no_more(self, look: Look) -> None:
        client, asked = host(), []
        for _ in range(2):
            make_match()
            client.get(URL)
            with CaptureQueriesContext(connection) as found:
                client.get(URL)
            asked.append(len(found))
        assert asked[0] == asked[1] <= 30

    def test_a_new_site_has_one_too(self) -> None:
        Pulse.objects.all().delete()
        page: Any = host().get(URL)
        assert page.status_code == 200
        assert "No job has run yet." in page.content.decode()
