"""A drill finds out whether a backup can be used, and says what is wrong and where."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from django.core.management import CommandError, call_command
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from config.hosting import reading
from config.hosting.backups import drilling, keeping, making, programs, restoring
from config.hosting.backups.manifest import Manifest
from config.hosting.backups.places import Folder
from config.hosting.models import Backup, Drill
from games.matches import play
from games.matches.models import Match
from tests.config.hosting.many import copies
from tests.factories import NOW, make_match, make_user, move, play_out, seconds
from tests.size import runs

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

KEEP = keeping.Counts()


@pytest.fixture
def place(tmp_path: Path, settings: Any) -> Folder:
    settings.BACKUP_TO = str(tmp_path / "backups")
    return Folder(tmp_path / "backups")


@pytest.fixture
def matches() -> list[Match]:
    finished, running = make_match(make_user(), game="counting_tiles"), make_match()
    play_out(finished)
    for _ in range(12):
        move(running)
    copies([finished, running], runs(2000, quick=10) - 2)
    return [finished, running]


@pytest.fixture
def other(settings: Any, tmp_path: Path) -> Iterator[str]:
    """A database in which anything may be damaged; it's the one that is backed up next."""
    url, name = programs.own_database(), f"damaged_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield make_conninfo(url, dbname=name)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def back_up(place: Folder) -> Manifest:
    made = making.back_up(place=place, keep=KEEP)
    assert made is not None
    return made


def drilled(place: Folder) -> list[str]:
    return reading.faults_in_words(drilling.drill(place=place, name="latest", now=NOW))


@pytest.mark.sometimes
def test_a_drill_fails_where_it_should(
    place: Folder, matches: list[Match], other: str, settings: Any
) -> None:
    # One byte of a stored move, and another key.
    good = back_up(place)
    with restoring.checked(place, good) as dump:
        restoring.load(dump, good, other)
    altered = matches[1]
    with psycopg.connect(other) as connection:
        connection.execute("ALTER TABLE matches_move DISABLE TRIGGER USER")
        connection.execute(
            "UPDATE matches_move SET text = overlay(text placing '~' from 1 for 1) "
            "WHERE match_id = %s AND ply = 7",
            [altered.pk],
        )
    settings.DATABASE_DIRECT_URL = other
    back_up(place)
    settings.DATABASE_DIRECT_URL = ""
    right, settings.SECRET_KEY = settings.SECRET_KEY, "another"
    assert drilled(place) == [
        "SECRET_KEY isn't the one this backup was made with.",
        f"Match {altered.public_id} differs at ply 7: its text isn't what the replay gives.",
    ]
    settings.SECRET_KEY = right

    # A table that is missing.
    with psycopg.connect(other) as connection:
        connection.execute("DROP TABLE matches_move CASCADE")
    settings.DATABASE_DIRECT_URL = other
    back_up(place)
    settings.DATABASE_DIRECT_URL = ""
    with pytest.raises(CommandError, match=r"The table matches_move is missing\."):
        call_command("drill")
    faults = [reading.faults_in_words(one) for one in Drill.objects.order_by("pk")]
    assert [len(faults[0]), faults[1]] == [2, ["The table matches_move is missing."]]
    assert len(faults) == 2
    assert reading.last_good_drill() is None


def test_a_dump_that_is_not_what_was_written_is_not_restored(place: Folder) -> None:
    made = back_up(place)
    dump = place.folder / f"{made.name}.dump"
    written = bytearray(dump.read_bytes())
    written[len(written) // 2] ^= 1
    dump.write_bytes(written)
    assert drilled(place) == [
        f"The file {made.name}.dump isn't the one that was written: its checksum differs."
    ]
    dump.unlink()
    assert drilled(place) == [f"The file {made.name}.dump is missing."]


def test_rows_that_are_missing_are_counted(place: Folder, other: str) -> None:
    made = back_up(place)
    claimed = Manifest(**{**vars(made), "rows": {**made.rows, "matches_match": 3}})
    with restoring.checked(place, made) as dump, pytest.raises(restoring.Unusable) as wrong:
        restoring.load(dump, claimed, other)
    assert wrong.value.faults == [
        {"fault": "rows", "table": "matches_match", "found": 0, "expected": 3}
    ]


@pytest.mark.usefixtures("matches")
def test_a_drill_passes_in_a_database_of_the_hosts_own_too(
    place: Folder, other: str, settings: Any
) -> None:
    good = back_up(place)
    params = conninfo_to_dict(other)
    settings.DRILL_DATABASE_URL = (
        f"postgresql://{params['user']}@/{params['dbname']}?host={quote(str(params['host']))}"
    )
    assert drilled(place) == []
    drill = reading.last_good_drill()
    assert drill is not None
    assert (drill.name, drill.made_at, drill.matches) == (good.name, good.at, Match.objects.count())
    assert drill.plies == sum(Match.objects.values_list("ply", flat=True))

    # It's empty again, and emptied where a drill has been broken off.
    with psycopg.connect(other) as connection:
        assert connection.execute(making.TABLES).fetchall() == []
        connection.execute("CREATE TABLE left_behind (id int)")
    with drilling._scratch() as (url, _), psycopg.connect(url) as connection:
        assert url == settings.DRILL_DATABASE_URL
        assert connection.execute(making.TABLES).fetchall() == []
    with psycopg.connect(other) as connection:
        connection.execute("COMMENT ON SCHEMA public IS NULL")
        connection.execute("CREATE TABLE somebodys (id int)")
    (sentence,) = drilled(place)
    assert "DRILL_DATABASE_URL names a database that isn't empty." in sentence
    settings.DRILL_DATABASE_URL = programs.own_database()
    (sentence,) = drilled(place)
    assert "Name one that is for drills alone." in sentence
    assert reading.last_good_drill() == drill


def test_one_is_made_and_one_is_tried_at_a_time(place: Folder) -> None:
    with making._snapshot(), pytest.raises(making.AlreadyRuns):
        back_up(place)
    back_up(place)
    with drilling._alone(), pytest.raises(drilling.AlreadyRuns):
        drilled(place)
    assert (Backup.objects.count(), Drill.objects.count()) == (1, 0)


def test_none_is_made_before_it_is_due(place: Folder) -> None:
    assert making.back_up(place=place, keep=KEEP, if_due=True) is not None
    assert making.back_up(place=place, keep=KEEP, if_due=True) is None
    assert len(place.names()) == 1


def test_a_dump_that_breaks_off_is_no_backup(
    place: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making.programs, "environment", lambda _: ("dbname=nowhere", os.environ))
    with pytest.raises(making.BackupError, match="pg_dump failed"):
        back_up(place)
    assert (list(place.folder.iterdir()), Backup.objects.count()) == ([], 0)


def test_the_counts_are_those_of_the_dump_though_people_play_on(
    place: Folder, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = make_match()
    real = making.rows_in

    def counted(connection: Any, table: str) -> int:
        if table == "matches_move":
            play.keep_pulse(now=NOW)
            move(match, now=NOW + seconds(1))
        return real(connection, table)

    monkeypatch.setattr(making, "rows_in", counted)
    made = back_up(place)
    assert (made.rows["matches_move"], match.moves.count()) == (0, 1)
    with restoring.checked(place, made) as dump:
        restoring.load(dump, made, other)
