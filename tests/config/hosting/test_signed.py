"""What lies where backups lie is used only if the site has signed it, and can run no program."""

import dataclasses
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import override_settings
from psycopg.conninfo import make_conninfo

from config.hosting import reading
from config.hosting.backups import drilling, keeping, making, manifest, programs, restoring
from config.hosting.backups.manifest import Manifest
from config.hosting.backups.places import LARGEST, Folder
from config.hosting.upgrades import preflight
from config.local.postgres import SUPERUSER
from tests import servers
from tests.factories import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

UNSIGNED = (
    "The backup {name} isn't signed with the SIGNING_KEY of this site, so somebody else may have "
    "made or changed it. Nothing in it has been used."
)
UNREADABLE = "We couldn't read what {name}.json says about the backup."
RENAMED = "The backup tilepost-2099-01-01-000000 was called {name} when it was made."
DAMAGED = "The file {name}.dump isn't the one that was written: its checksum differs."
MISSING = "There's no backup in {place}/{name}."
NEWER = "tilepost-2099-01-01-000000"
# The check runs for each row that is loaded.
HOSTILE = """
CREATE TABLE django_migrations (id int, app text, name text);
CREATE FUNCTION public.harmful(int) RETURNS bool LANGUAGE plpgsql AS 'BEGIN RETURN true; END';
CREATE TABLE public.hostile (id int CHECK (public.harmful(id)));
INSERT INTO public.hostile VALUES (1);
CREATE OR REPLACE FUNCTION public.harmful(int) RETURNS bool LANGUAGE plpgsql AS $$
BEGIN
    COPY (SELECT 1) TO PROGRAM 'touch {file}';
    RETURN true;
END $$
"""


def made(name: str) -> Iterator[str]:
    url, name = programs.own_database(), f"{name}_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        yield make_conninfo(url, dbname=name)
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def harm() -> Iterator[Path]:
    """The file that the hostile backup makes, if it can; any account may make one there."""
    path = Path("/tmp") / f"tilepost-harm-{os.getpid()}"  # noqa: S108 - so it's no luck
    yield path
    path.unlink(missing_ok=True)


@pytest.fixture(scope="module")
def hostile(harm: Path, tmp_path_factory: Any, django_db_setup: None) -> Folder:
    """A place with a backup that wants to run a program, signed as if the site had made it."""
    place = Folder(tmp_path_factory.mktemp("hostile"))
    for url in made("hostile"):
        with psycopg.connect(url) as database:
            database.execute(HOSTILE.format(file=harm))
        with override_settings(DATABASE_DIRECT_URL=url):
            assert making.back_up(place=place, keep=keeping.Counts()) is not None
    return place


@pytest.fixture
def place(hostile: Folder, tmp_path: Path) -> Folder:
    return Folder(shutil.copytree(hostile.folder, tmp_path / "backups"))


@pytest.fixture
def empty(settings: Any) -> Iterator[str]:
    """A database in which drills and restores happen."""
    for url in made("empty"):
        settings.DATABASE_DIRECT_URL = settings.DRILL_DATABASE_URL = url
        yield url


def untouched(database: str) -> bool:
    """Tell whether nothing was loaded, and not even room made for it."""
    with psycopg.connect(database) as asked:
        mark = asked.execute("SELECT obj_description('public'::regnamespace)").fetchone()
    return restoring.is_empty(database) and mark != (drilling.MARK,)


def only(place: Folder) -> Manifest:
    (name,) = place.names()
    return manifest.read(place.read(f"{name}.json"))


def drilled(place: Folder, settings: Any) -> list[str]:
    ours, settings.DATABASE_DIRECT_URL = settings.DATABASE_DIRECT_URL, ""
    try:
        return reading.faults_in_words(drilling.drill(place=place, name="latest", now=NOW))
    finally:
        settings.DATABASE_DIRECT_URL = ours


def rewritten(place: Folder, **facts: Any) -> None:
    known = dataclasses.replace(only(place), **facts)
    (place.folder / f"{place.names()[0]}.json").write_bytes(known.written())


def of_another_site(place: Folder) -> None:
    known = only(place).signed("the key of another site")
    rewritten(place, signature=known.signature)


def with_another_dump(place: Folder) -> None:
    dump = place.folder / f"{place.names()[0]}.dump"
    dump.write_bytes(dump.read_bytes()[:-1] + b"x")


def called_newer(place: Folder) -> None:
    for path in place.folder.iterdir():
        path.rename(path.with_stem(NEWER))


def with_text(text: str) -> Callable[[Folder], None]:
    def write(place: Folder) -> None:
        (place.folder / f"{place.names()[0]}.json").write_text(text)

    return write


def with_a_pipe(place: Folder) -> None:
    path = place.folder / f"{place.names()[0]}.json"
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("harmed", "sentence"),
    [
        (lambda place: rewritten(place, signature=""), UNSIGNED),
        (lambda place: rewritten(place, signature="\ud800"), UNSIGNED),
        (lambda place: rewritten(place, sha256="0" * 64, size=7), UNSIGNED),
        (lambda place: rewritten(place, name="../../etc/passwd"), UNSIGNED),
        (lambda place: rewritten(place, rows={}), UNSIGNED),
        (of_another_site, UNSIGNED),
        (called_newer, RENAMED),
        (with_another_dump, DAMAGED),
        (with_text("{}"), UNREADABLE),
        (with_text("[" * 100_000), UNREADABLE),
        (with_text('"' + "x" * LARGEST + '"'), UNREADABLE),
        (with_a_pipe, MISSING),
    ],
    ids=[
        "unsigned", "no text", "another dump", "another path", "other rows", "another site",
        "another name", "a dump that differs", "nothing", "deep", "large", "a pipe",
    ],
)  # fmt: skip
def test_what_the_site_did_not_write_is_not_loaded(
    harmed: Callable[[Folder], None],
    sentence: str,
    place: Folder,
    empty: str,
    harm: Path,
    settings: Any,
) -> None:
    (name,) = place.names()
    harmed(place)
    told = sentence.format(name=name, place=place.folder)
    assert drilled(place, settings) == [told]
    with pytest.raises(CommandError) as refused:
        call_command("restore", "--from", place.address)
    assert str(refused.value).splitlines()[0] == told
    assert untouched(empty)
    assert not harm.exists()


def test_what_the_site_has_signed_can_run_no_program(
    place: Folder, empty: str, harm: Path, settings: Any
) -> None:
    settings.DRILL_DATABASE_URL = ""  # in a server that is made for it
    denied = (
        'PostgreSQL couldn\'t restore the backup: COPY failed for table "hostile": ERROR:  '
        "permission denied to COPY to or from an external program"
    )
    said = drilled(place, settings)
    assert not harm.exists()
    assert said == [denied]
    with pytest.raises(CommandError) as refused:
        call_command("restore", "--from", place.address)
    assert str(refused.value) == denied
    assert not harm.exists()


def test_a_backup_whose_key_is_lost_can_be_believed(
    place: Folder, empty: str, harm: Path, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    of_another_site(place)
    with pytest.raises(CommandError, match=r"and you're sure that only you could write to .*add"):
        call_command("restore", "--from", place.address)
    with pytest.raises(CommandError, match="permission denied"):
        call_command("restore", "--from", place.address, "--unsigned")
    said = capsys.readouterr().out.splitlines()
    assert said[0] == (
        f"The signature of {place.names()[0]} isn't checked: this site will hold whatever somebody "
        f"who could write to {place.address} has put there."
    )
    assert not harm.exists()


def test_the_latest_is_one_of_those_that_the_site_makes(place: Folder) -> None:
    (name,) = place.names()
    for other in ("zzz", "tilepost-2099-99-99-000000", "tilepost-\x1b[31m"):
        (place.folder / f"{other}.json").write_text("{}")
    assert restoring.find(place, "latest") == (place, name)


def test_what_was_checked_is_what_is_loaded(place: Folder) -> None:
    known = only(place)
    with restoring.checked(place, known) as dump:
        with_another_dump(place)
        (place.folder / f"{known.name}.dump").unlink()
        assert len(dump.read_bytes()) == known.size
        assert dump.parent.stat().st_mode & 0o077 == 0
    assert not dump.exists()


@pytest.mark.parametrize(
    "right",
    ["SUPERUSER", "ROLE pg_execute_server_program", "NOINHERIT ROLE pg_write_server_files"],
)
def test_nothing_is_loaded_by_an_account_that_could_run_programs(
    right: str, place: Folder, empty: str, harm: Path
) -> None:
    if not servers.postgres_is_ours():
        pytest.skip("needs a server of our own")
    name = f"mighty_{os.getpid()}"
    kind, _, granted = right.partition("ROLE ")
    known = only(place)
    with psycopg.connect(empty, user=SUPERUSER, autocommit=True) as server:
        server.execute(f"CREATE ROLE {name} LOGIN {kind}")
        if granted:
            server.execute(f"GRANT {granted} TO {name}")
        try:
            mighty = make_conninfo(empty, user=name)
            with (
                restoring.checked(place, known) as dump,
                pytest.raises(restoring.Unusable) as refused,
            ):
                restoring.load(dump, known, mighty)
            assert refused.value.faults == [{"fault": "powerful", "account": name}]
        finally:
            server.execute(f"DROP ROLE {name}")
    restoring.refuse_powerful(empty)
    assert untouched(empty)
    assert not harm.exists()


@pytest.mark.django_db(transaction=True)
def test_a_host_is_told_of_an_account_that_could_run_programs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def told() -> list[str]:
        connection.close()
        return [one.text for one in preflight._rights() if "could run programs" in one.text]

    if not servers.postgres_is_ours():
        pytest.skip("needs a server of our own")
    assert told() == []
    with monkeypatch.context() as other:
        other.setitem(connection.settings_dict, "USER", SUPERUSER)
        assert len(told()) == 1
    assert told() == []
