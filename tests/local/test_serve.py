"""`manage.py serve`, as somebody at a keyboard meets it."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest
from django.core.management import call_command
from typing_extensions import override

from config.local import paths
from config.local.postgres import Postgres
from tests.gauge import PATIENCE
from tests.prepared import PreparedSite
from tests.stack import Stack

pytestmark = pytest.mark.slow
SERVERS, WEBS = {"postgres", "valkey"}, {"web-1", "web-2"}
PROGRAMS = {"postgres", "valkey", "web-1", "web-2", "web-spare", "steady", "bots", "beat", "mail"}


@pytest.fixture(scope="module")
def site() -> Iterator[Stack]:
    with Stack(env={"WEB_WORKERS": "2"}) as running:
        yield running


def get(site: Stack, path: str = "/health/live") -> int:
    address = site.url + path
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310 - our own site
        return answer.status


def exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def runs(process: psutil.Process) -> bool:
    """Tell whether it still does; nobody may have asked yet how one ended that lost its parent."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def wait_for(condition, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def start_another(env: dict[str, str], *options: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", *options],
        cwd=paths.PROJECT,
        env=env,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_it_says_where_it_is_and_how_to_become_the_administrator(site: Stack) -> None:
    assert get(site) == 200
    assert set(site.pids()) == PROGRAMS
    first, *advice = site.output().splitlines()
    assert first == f"Tilepost runs at {site.url} - press Ctrl-C to stop it."
    assert advice[-1].endswith(" manage.py createsuperuser")


def test_a_second_start_says_so_and_harms_nobody(site: Stack) -> None:
    before = site.pids()
    assert start_another(site.env, "--port", "0") == (
        1,
        f"Tilepost is already running at {site.url}. To stop it, press Ctrl-C in its window.\n",
    )
    assert site.pids() == before
    assert get(site) == 200


def test_a_taken_port_is_reported_before_anything_starts(site: Stack, tmp_path: Path) -> None:
    port = site.url.rpartition(":")[2]
    code, said = start_another({**site.env, "TILEPOST_DATA": str(tmp_path)}, "--port", port)
    assert code == 1
    assert said.startswith(f"Another program is using port {port}.")
    assert not (tmp_path / "postgres").exists()


def test_commands_in_another_window_meet_the_running_site(site: Stack) -> None:
    site.env["DJANGO_SUPERUSER_PASSWORD"] = "correct horse battery"
    name = ("--username", "chief", "--email", "chief@post.example")
    site.manage("createsuperuser", "--noinput", *name)
    with psycopg.connect(Postgres(site.data_dir).url) as connection:
        found = connection.execute("SELECT username FROM users_user WHERE is_superuser")
        assert found.fetchall() == [("chief",)]


class Watched(PreparedSite):
    """A site that notes what it says of itself while it starts."""

    def __init__(self) -> None:
        super().__init__(env={"WEB_WORKERS": "2"})
        self.said: list[dict[str, Any]] = []

    @override
    def status(self) -> dict[str, Any]:
        self.said.append(super().status())
        return self.said[-1]


@pytest.mark.sometimes
def test_pages_come_first_and_with_them_the_clocks() -> None:
    with Watched() as site:
        before = [set(one["programs"]) for one in site.said if one and not one["ready"]]
        assert before[-1] == SERVERS | WEBS
        assert set(site.pids()) == PROGRAMS


@pytest.mark.sometimes
def test_everything_restarts_and_no_request_fails(site: Stack) -> None:
    before = site.pids()
    with subprocess.Popen(
        [sys.executable, "manage.py", "reload"],
        cwd=paths.PROJECT, env=site.env, stdout=subprocess.PIPE, text=True,
    ) as asked:  # fmt: skip
        answers = [get(site)]
        while asked.poll() is None:
            answers.append(get(site, "/rules/"))
            time.sleep(0.05)
        said, _ = asked.communicate()
    *steps, last = said.splitlines()
    assert (asked.returncode, last) == (0, "Everything has been restarted.")
    assert "Restarting web-1, 5 to go." in steps
    assert set(answers) == {200}
    after = site.pids()
    assert {name for name in PROGRAMS if after[name] == before[name]} == {"postgres", "valkey"}


def test_there_has_to_be_a_site_to_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TILEPOST_DATA", str(tmp_path))
    with pytest.raises(SystemExit) as ended:
        call_command("reload")
    assert ended.value.code == 1
    told = "Tilepost isn't running here. Start it with: python manage.py serve\n"
    assert capsys.readouterr().err == told


def test_no_request_fails_while_one_that_stands_by_replaces_a_killed_web_process(
    site: Stack,
) -> None:
    spare = site.pids()["web-spare"]
    site.kill("web-1")
    for _ in range(40):
        assert get(site) == 200
    wait_for(lambda: site.pids()["web-1"] == spare)
    # Until there is another one to stand by, the next one starts by itself.
    killed = site.kill("web-2")
    wait_for(lambda: site.pids()["web-2"] != killed)
    assert site.pids()["web-2"] != spare
    assert get(site) == 200
    wait_for(lambda: site.pids()["web-spare"] != spare)


@pytest.mark.parametrize("names", [SERVERS, PROGRAMS - SERVERS - WEBS], ids=["servers", "rest"])
def test_every_killed_program_comes_back(site: Stack, names: set[str]) -> None:
    killed = {name: site.kill(name) for name in sorted(names)}

    def are_back() -> bool:
        now = site.pids()
        return all(now[name] != pid and exists(now[name]) for name, pid in killed.items())

    wait_for(are_back)
    wait_for(lambda: get(site) == 200)


def test_it_survives_its_own_violent_end_and_finds_its_data(site: Stack) -> None:
    programs = [psutil.Process(pid) for pid in site.pids().values()]
    site.kill_supervisor()
    # Fewer programs than before, and the files that lie there already, are enough to see it.
    site.env |= {"WEB_WORKERS": "1", "WEB_SPARE": "0"}
    site.env["STATIC_ROOT"] = str(site.data_dir / "static")
    site.start()
    assert not any(runs(one) for one in programs)
    assert get(site) == 200
    assert site.output() == f"Tilepost runs at {site.url} - press Ctrl-C to stop it.\n"


def test_it_stops_cleanly(site: Stack) -> None:
    """As a service manager stops it; ``test_mail_door`` presses Ctrl-C."""
    children = set(site.pids().values())
    assert site.stop(signal.SIGTERM) == 0
    assert not any(exists(pid) for pid in children)
    assert site.output().endswith("Tilepost has stopped.\n")
    assert "ended" not in site.output()
