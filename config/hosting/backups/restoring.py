"""Restoring a backup into an empty database, after all has been checked that can be.

What lies where backups lie may have been written by somebody else. So nothing of it is used unless
the site has signed it; what was checked is a copy that nobody else can change; and it's loaded by
an account that can do nothing on the database's machine, for a dump can hold functions.
"""

import contextlib
import hashlib
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from django.db.migrations.loader import MigrationLoader

from config.hosting.backups import BackupError, keeping, keys, manifest, programs
from config.hosting.backups.making import TABLES, rows_in
from config.hosting.backups.manifest import Manifest
from config.hosting.backups.places import DUMP, MANIFEST, Folder, Place
from config.hosting.faults import Fault, fault
from config.version import VERSION

JOBS = 2
# pg_restore of version 17 and newer sets this, which older servers don't know and can do without.
_HARMLESS = re.compile(r'unrecognized configuration parameter "transaction_timeout"')


class Unusable(BackupError):
    """A backup that can't be used, with all that is wrong with it."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("")
        self.faults = list(faults)


def find(place: Place, name: str) -> tuple[Place, str]:
    """Return where a backup lies and what it's called; it's named, a file, or ``latest``."""
    path = Path(name)
    if path.suffix in (DUMP, MANIFEST):
        return Folder(path.parent), path.stem
    if name != "latest":
        return place, name
    names = [one for one in place.names() if keeping.made_at(one)]
    if not names:
        raise Unusable(fault("none", place=place.address))
    return place, names[-1]


def described(place: Place, name: str, *, key: str | None) -> Manifest:
    """Return what a backup tells of itself; raise Unusable if it isn't signed with a key of ours.

    Without a key, whoever could write there is believed.
    """
    try:
        known = manifest.read(place.read(f"{name}{MANIFEST}"))
    except FileNotFoundError:
        raise Unusable(fault("none", place=f"{place.address}/{name}")) from None
    except (OSError, ValueError) as error:
        raise Unusable(fault("manifest", name=name)) from error
    if key is not None and not known.is_signed(key):
        raise Unusable(fault("unsigned", name=name))
    if known.name != name:
        raise Unusable(fault("renamed", name=name, was=known.name[:100]))
    return known


def misfits(known: Manifest) -> list[Fault]:
    """Return why this version of the site can't use a backup."""
    if _number(known.version) > _number(VERSION):
        return [fault("newer", version=known.version, ours=VERSION)]
    loader = MigrationLoader(None, ignore_no_migrations=True)
    return [
        fault("unknown_migration", app=app, migration=name)
        for app, names in known.migrations.items()
        for name in names
        if app in loader.migrated_apps and (app, name) not in loader.disk_migrations
    ]


def wrong_keys(known: Manifest, used: Mapping[str, str]) -> list[Fault]:
    """Return which keys aren't those that a backup was made with."""
    return [fault("key", key=name) for name in keys.differing(known.keys, used)]


def _number(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


@contextlib.contextmanager
def checked(place: Place, known: Manifest) -> Iterator[Path]:
    """Have a copy of a backup's dump for a while; raise Unusable if it isn't what was written."""
    with tempfile.TemporaryDirectory(prefix="tilepost-backup-") as folder:
        dump = Path(folder) / f"{known.name}{DUMP}"
        try:
            place.copy(dump.name, dump, known.size)
        except FileNotFoundError:
            raise Unusable(fault("dump_missing", name=known.name)) from None
        except OSError as error:
            raise BackupError(
                f"We couldn't copy {dump.name} to {folder}: {error.strerror}. If there's no room, "
                "set TMPDIR to another folder."
            ) from error
        with dump.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        if (dump.stat().st_size, digest) != (known.size, known.sha256):
            raise Unusable(fault("damaged", name=known.name))
        yield dump


def is_empty(database: str) -> bool:
    """Tell whether a database has no tables yet."""
    with programs.connect(database) as connection:
        return connection.execute(TABLES).fetchone() is None


def refuse_powerful(database: str) -> None:
    """Raise Unusable if a dump could do something on the database's machine."""
    with programs.connect(database) as connection:
        if found := connection.execute(programs.POWERFUL).fetchone():
            raise Unusable(fault("powerful", account=str(found[0])))


def load(dump: Path, known: Manifest, database: str) -> None:
    """Load a dump into an empty database; raise Unusable where it isn't what was dumped."""
    refuse_powerful(database)
    with programs.connect(database) as connection:
        server = connection.info.server_version // 10_000
    program, _ = programs.find("pg_restore", at_least=max(server, known.dumped_by))
    named, env = programs.environment(database)
    command = [str(program), "--no-owner", "--no-privileges", "--no-comments", f"--jobs={JOBS}"]
    done = subprocess.run(  # noqa: S603 - a program found by ourselves
        [*command, f"--dbname={named}", dump], env=env, capture_output=True, text=True, check=False
    )
    # Lines that follow these could tell what is in a row.
    errors = [line for line in done.stderr.splitlines() if "error:" in line]
    errors = [line.partition("error:")[2].strip() for line in errors if not _HARMLESS.search(line)]
    if errors or (done.returncode and not _HARMLESS.search(done.stderr)):
        said = errors[0] if errors else f"pg_restore ended with code {done.returncode}"
        raise Unusable(fault("restore", said=said[:300]))
    if wrong := _miscounted(known, database):
        raise Unusable(*wrong)


def _miscounted(known: Manifest, database: str) -> list[Fault]:
    wrong: list[Fault] = []
    with programs.connect(database) as connection:
        there = {str(table) for (table,) in connection.execute(TABLES)}
        for table, expected in known.rows.items():
            if table not in there:
                wrong.append(fault("table", table=table))
            elif (found := rows_in(connection, table)) != expected:
                wrong.append(fault("rows", table=table, found=found, expected=expected))
    return wrong
