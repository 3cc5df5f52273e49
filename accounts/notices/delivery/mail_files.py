"""The mails that became files because no mail server is set: for the administrator to read.

A file of Django's file backend holds one mail or several, each followed by a line of 79 dashes.
Old ones are deleted away.
"""

import contextlib
import email
import email.policy
import email.utils
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

RULE = b"\n" + b"-" * 79 + b"\n"
KEPT = timedelta(days=30)


@dataclass(frozen=True)
class MailFile:
    """One mail in a file; ``id`` is made of the file's name and the mail's place in it."""

    id: str
    message: EmailMessage

    @property
    def to(self) -> str:
        """Return whom it is for."""
        return str(self.message.get("To", ""))

    @property
    def subject(self) -> str:
        """Return what it is about."""
        return str(self.message.get("Subject", ""))


def newest(folder: Path, *, limit: int = 100) -> list[MailFile]:
    """Return the newest mails of a folder, the latest first."""
    mails: list[MailFile] = []
    for path in sorted(_files(folder), reverse=True):
        mails += reversed(list(_mails(path)))
        if len(mails) >= limit:
            break
    return mails[:limit]


def find(folder: Path, mail_id: str) -> MailFile | None:
    """Return one mail, or None. Files are looked up by name, so no id leads out of the folder."""
    stem, _, _ = mail_id.rpartition("-")
    for path in _files(folder):
        if path.stem == stem:
            return next((mail for mail in _mails(path) if mail.id == mail_id), None)
    return None


def delete_old(folder: Path, *, now: datetime) -> int:
    """Delete the files of a folder that were written thirty days ago; return how many."""
    deleted = 0
    for path in _files(folder):
        with contextlib.suppress(FileNotFoundError):  # another worker is as tidy
            if _written_at(path) < now - KEPT:
                path.unlink()
                deleted += 1
    return deleted


def _written_at(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, tz=UTC)


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.glob("*.log") if path.is_file() and not path.is_symlink()]


def _mails(path: Path) -> Iterator[MailFile]:
    sources = [source for source in path.read_bytes().split(RULE) if source.strip()]
    for index, source in enumerate(sources):
        message = email.message_from_bytes(source, policy=email.policy.default)
        yield MailFile(id=f"{path.stem}-{index}", message=message)
