"""The folders of the embedded stack, who may enter them, and the account of its database."""

import contextlib
import os
import pwd
import shlex
from collections.abc import Iterator
from pathlib import Path

from config.local import paths
from config.local.errors import LocalError
from config.local.process import Account


def database_account() -> Account | None:
    """Return the account PostgreSQL runs under when we are root, or None for our own."""
    if os.geteuid() != 0:
        return None
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise LocalError(
            "PostgreSQL won't run as root, and this machine has no account named nobody. "
            "Start the site as an ordinary user, or set DATABASE_URL."
        ) from None
    return Account(nobody.pw_uid, nobody.pw_gid)


def prepare(data: Path) -> None:
    """Make the data folder and those for sockets and logs, closed to other users."""
    # As root, others may pass through these folders (not list them), for PostgreSQL is one of them.
    passing = 0o711 if os.geteuid() == 0 else 0o700
    try:
        for folder in (data, paths.run_dir(data)):
            folder.mkdir(parents=True, exist_ok=True)
            _own(folder, os.geteuid(), os.getegid(), passing)
        (data / "log").mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise LocalError(
            f"The site can't keep its data in {data} ({error.strerror}). "
            "Set TILEPOST_DATA to a folder of your own."
        ) from error
    if data.is_relative_to(paths.SYSTEM_DIR):
        paths.SYSTEM_DIR.chmod(0o711)


def close(data: Path) -> list[str]:
    """Close what only the site may read, as a copy of the folder may have opened it.

    Return the names of those that others could read.
    """
    found = [data / name for name in (*paths.PRIVATE, "log")]
    wide = [path for path in found if path.exists() and path.stat().st_mode & 0o077]
    with _told_how(data):
        for path in wide:
            _own(path, os.geteuid(), os.getegid(), 0o700 if path.is_dir() else 0o600)
    return [path.name for path in wide]


def give_all(folder: Path, account: Account | None) -> None:
    """Have a folder and all in it belong to the account alone, as PostgreSQL wants it."""
    with _told_how(folder):
        give(folder, account)
        for path in folder.rglob("*"):
            with contextlib.suppress(FileNotFoundError):  # a killed server's last files are going
                _give_one(path, account)


def _give_one(path: Path, account: Account | None) -> None:
    found = path.lstat()
    if account is not None and found.st_uid != account.user:
        os.chown(path, account.user, account.group, follow_symlinks=False)
    if found.st_mode & 0o077 and not path.is_symlink():
        path.chmod(found.st_mode & 0o700)


def give(folder: Path, account: Account | None) -> None:
    """Make a folder that belongs to the account alone; raise LocalError if it cannot get there."""
    folder.mkdir(exist_ok=True)
    if account is None:
        _own(folder, os.geteuid(), os.getegid(), 0o700)
        return
    _own(folder, account.user, account.group, 0o700)
    if not open_to_all(folder.parent):
        raise LocalError(
            f"PostgreSQL won't run as root, and the account nobody can't enter {folder.parent}. "
            "Set TILEPOST_DATA to a folder that others may pass through, such as one in /var/lib."
        )


def open_to_all(path: Path) -> bool:
    """Tell whether every account may enter the folder, or run the program."""
    path = path.resolve()
    return all(part.stat().st_mode & 0o001 for part in (path, *path.parents))


def _own(folder: Path, user: int, group: int, mode: int) -> None:
    """Set owner and mode without following a link that somebody else has put there."""
    if folder.is_symlink():
        raise LocalError(f"{folder} is a link, but the site needs a folder there. Remove the link.")
    os.chown(folder, user, group, follow_symlinks=False)
    folder.chmod(mode)


@contextlib.contextmanager
def _told_how(folder: Path) -> Iterator[None]:
    """Say how an administrator makes a folder ours again, of which a part belongs to another."""
    try:
        yield
    except PermissionError as error:
        raise LocalError(
            f"{error.filename} belongs to another account. As root, give it back: "
            f"chown -R {os.geteuid()}:{os.getegid()} {shlex.quote(str(folder))}"
        ) from None
