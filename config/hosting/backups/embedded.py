"""The site's own PostgreSQL, started for a command while the site doesn't run."""

import contextlib
import fcntl
import os
from collections.abc import Iterator

from config.hosting.backups import BackupError
from config.local import folders, paths
from config.local.errors import LocalError
from config.local.postgres import Postgres


@contextlib.contextmanager
def running() -> Iterator[None]:
    """Have the site's own database server answer, if it has one; leave one that runs alone."""
    if os.environ.get("DATABASE_URL"):
        yield
        return
    try:
        with _alone() as alone:
            if not alone:
                yield
                return
            server = Postgres(paths.data_dir())
            process = server.spawn()
            try:
                server.wait_until_ready(process)
                yield
            finally:
                server.stop(process)
    except LocalError as error:
        raise BackupError(str(error)) from error


@contextlib.contextmanager
def _alone() -> Iterator[bool]:
    """Hold the data folder, as the site does while it runs; tell whether nobody else does."""
    data = paths.data_dir()
    folders.prepare(data)
    with (data / "lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
