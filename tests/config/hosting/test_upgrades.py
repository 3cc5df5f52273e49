"""Old programs can run on after each migration, and an upgrade leaves nothing half-done."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.postgres.operations import AddIndexConcurrently
from django.core.management import CommandError, call_command
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState
from django.test import Client

from accounts.edge.clock import read_clock
from config.hosting.backups import drilling
from config.hosting.models import Backup
from config.hosting.upgrades import preflight, upgrading
from config.hosting.upgrades.operations import LOOKED_AT, Effect, _effect, effects
from config.hosting.upgrades.preflight import Finding, Weight
from config.processes import maintenance
from config.version import VERSION
from games.matches import play
from tests.factories import NOW, make_match, move, seconds

OURS = ("accounts", "config", "games", "lobby")


def later_migrations() -> list[tuple[str, str]]:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    return [
        (app, name)
        for (app, name), migration in sorted(loader.disk_migrations.items())
        if type(migration).__module__.startswith(OURS) and name != "0001_initial"
    ]


@pytest.mark.parametrize(("app", "name"), later_migrations())
def test_every_migration_since_the_first_is_additive(app: str, name: str) -> None:
    """If this fails: have the column empty or filled in by the database, and remove nothing."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    assert [one for one in effects(loader, app, name) if not one.is_additive] == []


def test_migrations_looked_at_by_hand_are_there_and_say_why() -> None:
    assert set(LOOKED_AT) <= set(later_migrations())
    assert all(len(reason) > 20 for reason in LOOKED_AT.values())


def effect(operation: Any) -> tuple[bool, str]:
    """Return whether an operation on a small app is additive, and which table it locks to read."""
    state = ProjectState()
    fields = [
        ("id", models.BigAutoField(primary_key=True)),
        ("name", models.CharField(max_length=9)),
    ]
    state.add_model(ModelState("club", "Club", fields))
    after = state.clone()
    operation.state_forwards("club", after)
    found = _effect(operation, "club", state, after, looked_at=False)
    assert isinstance(found, Effect)
    return found.is_additive, found.locks


@pytest.mark.parametrize(
    ("operation", "is_additive", "locks"),
    [
        (migrations.AddField("Club", "at", models.DateTimeField(null=True)), True, ""),
        (migrations.AddField("Club", "n", models.IntegerField(db_default=0)), True, ""),
        (migrations.AddField("Club", "n", models.IntegerField(default=0)), False, ""),
        (
            migrations.AddField("Club", "n", models.IntegerField(null=True, db_index=True)),
            True, "club_club",
        ),
        (migrations.RemoveField("Club", "name"), False, "club_club"),
        (migrations.RenameField("Club", "name", "title"), False, "club_club"),
        (migrations.AlterField("Club", "name", models.CharField(max_length=10)), True, ""),
        (migrations.AlterField("Club", "name", models.CharField(max_length=8)), False, ""),
        (
            migrations.AlterField("Club", "name", models.CharField(max_length=9, null=True)),
            True, "",
        ),
        (migrations.AlterField("Club", "name", models.IntegerField()), False, ""),
        (
            migrations.AlterField("Club", "name", models.CharField(max_length=9, help_text="it")),
            True, "",
        ),
        (migrations.AddIndex("Club", models.Index("name", name="by_name")), True, "club_club"),
        (AddIndexConcurrently("Club", models.Index("name", name="by_name")), True, ""),
        (
            migrations.CreateModel("Other", [("id", models.BigAutoField(primary_key=True))]),
            True, "",
        ),
        (migrations.DeleteModel("Club"), False, ""),
        (migrations.RunSQL("UPDATE club_club SET name = ''"), False, ""),
    ],
)  # fmt: skip
def test_what_an_operation_does(operation: Any, is_additive: bool, locks: str) -> None:
    assert effect(operation) == (is_additive, locks)


def found() -> list[Finding]:
    return list(preflight.look(now=read_clock()))


@pytest.mark.django_db
class TestPreflight:
    def test_a_site_that_is_well_has_nothing_in_its_way(self, settings: Any) -> None:
        settings.SECRET_KEY = "x" * 50
        assert [one for one in found() if one.weight is Weight.STOPS] == []
        texts = [one.text for one in found()]
        assert "The database has had all migrations." in texts
        assert "There's no backup yet." in texts

    def test_what_is_in_the_way_is_said(self, settings: Any, tmp_path: Path) -> None:
        settings.DEBUG, settings.SECRET_KEY, settings.SIGNING_KEY = True, "short", "x"
        settings.BACKUP_TO = str(tmp_path / "not" / "there")
        stops = [one.text for one in found() if one.weight is Weight.STOPS]
        assert stops == [
            "DEBUG is on: errors would show strangers how the site works.",
            "SECRET_KEY is too short. Use at least 50 random characters.",
            "SIGNING_KEY has to be 32 bytes as base64url.",
        ]
        with pytest.raises(CommandError, match=r"Mend what 3 lines above say"):
            call_command("preflight")

    def test_migrations_to_come_are_told(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "DELETE FROM django_migrations WHERE app = 'matches' AND name <> '0001_initial'"
            )
        (known,) = [name for app, name in later_migrations() if name == "0003_maintenance"]
        assert Finding(Weight.FINE, f"To come: matches {known}, additive.") in found()

    def test_a_database_that_is_newer_stops_everything(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO django_migrations (app, name, applied) "
                "VALUES ('matches', '0999_x', now())"
            )
        (stop,) = [one.text for one in found() if "0999_x" in one.text]
        assert "which this version doesn't have" in stop


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def _ready(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    params = connection.get_connection_params()
    host = quote(str(params["host"]))
    url = f"postgresql://{params['user']}@/{params['dbname']}?host={host}"
    monkeypatch.setenv("DATABASE_URL", url)
    settings.SECRET_KEY = "x" * 50
    settings.BACKUP_TO = str(tmp_path)
    yield
    maintenance.note(is_on=False)


@pytest.mark.slow
@pytest.mark.usefixtures("_ready")
@pytest.mark.django_db(transaction=True)
class TestUpgrade:
    def test_it_backs_up_replays_and_gives_the_time_back(self, said: list[str]) -> None:
        play.keep_pulse(now=NOW)
        match = make_match()
        move(match, now=NOW)
        before = match.timer.deadline_at
        instants = iter(NOW + seconds(n) for n in (1, 2, 30, 62))
        upgrading.upgrade(say=said.append, read=lambda: next(instants), quick=False)
        assert said[-2:] == [
            "1 matches are as they were played.",
            "The site is open again, and every clock got 60 s back.",
        ]
        match.timer.refresh_from_db()
        assert match.timer.deadline_at == before + seconds(60)
        assert Backup.objects.count() == 1

    def test_one_that_fails_leaves_the_site_closed_and_says_what_to_do(
        self, said: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = make_match()
        move(match)
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE matches_move DISABLE TRIGGER USER")
            cursor.execute("UPDATE matches_move SET text = '~'")
            cursor.execute("ALTER TABLE matches_move ENABLE TRIGGER USER")
        with pytest.raises(upgrading.Stopped) as stopped:
            upgrading.upgrade(say=said.append, read=read_clock, quick=True)
        (backup,) = Backup.objects.all()
        lines = str(stopped.value).splitlines()
        assert lines[0] == (
            f"Match {match.public_id} differs at ply 1: its text isn't what the replay gives."
        )
        assert lines[-1].endswith(f"manage.py restore {backup.name}")
        assert play.in_maintenance()

    def test_nothing_happens_while_something_is_in_the_way(
        self, said: list[str], settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.DEBUG = True
        monkeypatch.setattr(drilling, "proofs", lambda *_, **__: pytest.fail("it went on"))
        with pytest.raises(upgrading.Stopped, match="Nothing has been changed"):
            upgrading.upgrade(say=said.append, read=read_clock, quick=True)
        assert not play.in_maintenance()
        assert Backup.objects.count() == 0


def test_the_version_is_the_newest_heading_of_the_changes(client: Client) -> None:
    headings = re.findall(r"^## (.*)$", Path("CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert headings[0] == VERSION
    answer = client.get("/version")
    assert (answer.status_code, answer.json()) == (200, {"version": VERSION})


@pytest.mark.django_db
def test_a_database_from_before_there_were_backups_is_looked_at_too(
    settings: Any, said: list[str]
) -> None:
    settings.SECRET_KEY = "x" * 50
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE hosting_backup, hosting_drill")
        cursor.execute("ALTER TABLE matches_pulse DROP COLUMN maintenance_at")
        cursor.execute(
            "DELETE FROM django_migrations WHERE app = 'hosting' "
            "OR (app = 'matches' AND name = '0003_maintenance')"
        )
    assert Finding(Weight.KNOW, "There's no backup yet.") in found()
    with pytest.raises(upgrading.Stopped, match="stop the site instead, make a backup"):
        upgrading.upgrade(say=said.append, read=read_clock, quick=True)
