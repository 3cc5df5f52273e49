"""A data folder as the first start of a site leaves it, made once and copied for each site.

It lies in the virtual environment, and is made anew when what goes into it has changed. Its
database server holds the site's own database, with the word lists, and EMPTY, with tables alone.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from config.local import folders, paths
from config.local.postgres import SUPERUSER, Postgres, find_programs
from config.web import storage
from games.core.table.words import WORD_LISTS
from games.words.lists.release import packed_release
from tests.stack import Stack

EMPTY = "tilepost_empty"
# What tests do that a site never does: they make databases, and alter what is only added to.
RIGHTS = (
    f"ALTER ROLE {paths.DATABASE} CREATEDB",
    f"GRANT SET ON PARAMETER session_replication_role TO {paths.DATABASE}",
)
STORE = Path(sys.prefix) / "prepared"
STATIC = Path(sys.prefix) / "prepared-static"
WORDS = Path(sys.prefix) / "prepared-words"
KEPT = 8  # folders of other states of the project, so that going back and forth costs nothing
# By name, for other folders of the project come and go while tests run.
APPS = ("accounts", "config", "games", "lobby")
STATIC_MADE_OF = (
    "requirements.txt", "config/*.py", "config/language/*.py", "config/web/**/*.py",
    "static/**/*.*",
    *(f"{app}/*/static/**/*.*" for app in APPS),
)  # fmt: skip
WORDS_MADE_OF = ("games/words/**/*.*", "games/core/table/words.py", "games/*/bots/signatures.py")
MADE_OF = (
    "requirements.txt", "games/words/**/*.*", "config/local/postgres.py", "tests/prepared.py",
    *(f"{app}/*/migrations/*.*" for app in APPS),
)  # fmt: skip
NOT_KEPT = ("log", "run", "run.json", "lock")


def folder() -> Path:
    """Return the prepared folder, made if it is missing; nothing may be changed in it."""
    return _kept(STORE, str(find_programs()), MADE_OF, _make)


def static() -> Path:
    """Return the folder of the static files as a site collects them; nothing may be changed."""
    return _kept(STATIC, " ".join(sorted(storage.named_by_pages())), STATIC_MADE_OF, _collect)


def words() -> Path:
    """Return the folder of the packed word lists of the release; nothing may be changed."""
    return _kept(WORDS, "", WORDS_MADE_OF, _pack)


def _kept(store: Path, fact: str, made_of: Iterable[str], make: Callable[[Path], None]) -> Path:
    """Return the folder made of these files, the one made before if there is one."""
    place = store / _fingerprint(fact, made_of)
    store.mkdir(exist_ok=True)
    with (store / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            make(place)
        os.utime(place)
        folders_by_use = sorted(filter(Path.is_dir, store.iterdir()), key=_changed_at)
        for old in folders_by_use[:-KEPT]:
            shutil.rmtree(old)
    return place


def copy(target: Path, *, but: Container[str] = ()) -> None:
    """Copy what the prepared folder holds to a folder that is there, owners and times too."""
    entries = [entry for entry in folder().iterdir() if entry.name not in but]
    subprocess.run(["cp", "-a", *entries, target], check=True)


def _changed_at(place: Path) -> float:
    return place.stat().st_mtime


def _fingerprint(fact: str, made_of: Iterable[str]) -> str:
    digest = hashlib.sha256(fact.encode())
    for pattern in made_of:
        for path in sorted(paths.PROJECT.glob(pattern)):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(str(path.relative_to(paths.PROJECT)).encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _make(place: Path) -> None:
    """Make the folder elsewhere, where the database's account may go, and move it here whole."""
    with tempfile.TemporaryDirectory(prefix="tilepost-prepared-") as name:
        data = Path(name)
        folders.prepare(data)
        server = Postgres(data, sync=False)
        with _running(server):
            _manage(data, server, "migrate", "-v0")
            with psycopg.connect(server.login(SUPERUSER), autocommit=True) as connection:
                for right in RIGHTS:
                    connection.execute(right)
            with psycopg.connect(server.login(paths.DATABASE), autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {EMPTY} TEMPLATE {paths.DATABASE}")
            _manage(data, server, "prepare")
        for left in NOT_KEPT:
            path = data / left
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        draft = place.with_name(f"{place.name}.new")
        shutil.rmtree(draft, ignore_errors=True)
        subprocess.run(["cp", "-a", data, draft], check=True)
        draft.rename(place)


def _collect(place: Path) -> None:
    """Collect the static files of the site, which needs no database for it."""
    with tempfile.TemporaryDirectory(prefix="tilepost-static-") as name:
        _run(Path(name), {}, "collectstatic", "--no-input", "-v0")
        shutil.copytree(Path(name) / "static", draft := place.with_name(f"{place.name}.new"))
        draft.rename(place)


def _pack(place: Path) -> None:
    draft = place.with_name(f"{place.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir()
    for slug, _ in WORD_LISTS:
        (draft / slug).write_bytes(packed_release(slug))
    draft.rename(place)


@contextmanager
def _running(server: Postgres) -> Iterator[None]:
    process = server.spawn()
    try:
        server.wait_until_ready(process)
        yield
    finally:
        server.stop(process)


def _manage(data: Path, server: Postgres, *command: str) -> None:
    _run(data, {"DATABASE_URL": server.url}, *command)


def _run(data: Path, own: Mapping[str, str], *command: str) -> None:
    own = {**own, "TILEPOST_DATA": str(data)}
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=paths.PROJECT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **own},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


class PreparedSite(Stack):
    """A site of its own that has had its first start already, and whose static files are there."""

    def __init__(self, *, env: Mapping[str, str] | None = None, **wishes: Any) -> None:
        super().__init__(env={"STATIC_ROOT": str(static()), **(env or {})}, **wishes)
        folders.prepare(self.data_dir)
        copy(self.data_dir)
