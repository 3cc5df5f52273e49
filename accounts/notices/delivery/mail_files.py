"""The mails that became files because no mail server is set: for the administrator to read.

A file of Django's file backend holds one mail or several, each followed by a line of 79 dashes.
Old ones are thrown away.
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
class Letter:
    """One mail in a file; ``id`` is made of the file's name and the mail's place in it."""

    id: str
    message: EmailMessage

    @property
    def date(self) -> datetime | None:
        """Return when it was written."""
        try:
            return email.utils.parsedate_to_datetime(str(self.message.get("Date", "")))
        except ValueError:
            return None

    @property
    def sender(self) -> str:
        """Return whom it is from."""
        return str(self.message.get("From", ""))

    @property
    def to(self) -> str:
        """Return whom it is for."""
        return str(self.message.get("To", ""))

    @property
    def subject(self) -> str:
        """Return what it is about."""
        return str(self.message.get("Subject", ""))

    @property
    def headers(self) -> list[tuple[str, str]]:
        """Return all headers, in their order."""
        return [(name, str(value)) for name, value in self.message.items()]

    @property
    def text(self) -> str:
        """Return the plain text."""
        body = self.message.get_body(("plain",))
        return str(body.get_content()) if body else ""

    @property
    def pictures(self) -> list[bytes]:
        """Return the PNGs that come with it."""
        parts = (part for part in self.message.walk() if part.get_content_type() == "image/png")
        return [bytes(part.get_content()) for part in parts]


def newest(folder: Path, *, limit: int = 100) -> list[Letter]:
    """Return the newest mails of a folder, the latest first."""
    letters: list[Letter] = []
    for path in sorted(_files(folder), reverse=True):
        letters += reversed(list(_letters(path)))
        if len(letters) >= limit:
            break
    return letters[:limit]


def find(folder: Path, letter_id: str) -> Letter | None:
    """Return one mail, or None. Files are looked up by name, so no id leads out of the folder."""
    stem, _, _ = letter_id.rpartition("-")
    for path in _files(folder):
        if path.stem == stem:
            return next((letter for letter in _letters(path) if letter.id == letter_id), None)
    return None


def throw_old_away(folder: Path, *, now: datetime) -> int:
    """Delete the files of a folder that were written thirty days ago; return how many."""
    thrown = 0
    for path in _files(folder):
        with contextlib.suppress(FileNotFoundError):  # another worker is as tidy
            if _written_at(path) < now - KEPT:
                path.unlink()
                thrown += 1
    return thrown


def _written_at(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, tz=UTC)


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.glob("*.log") if path.is_file() and not path.is_symlink()]


def _letters(path: Path) -> Iterator[Letter]:
    sources = [source for source in path.read_bytes().split(RULE) if source.strip()]
    for index, source in enumerate(sources):
        message = email.message_from_bytes(source, policy=email.policy.default)
        yield Letter(id=f"{path.stem}-{index}", message=message)
