"""Mails that became files, and when they are deleted."""

import os
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.core import mail

from accounts.notices.delivery import mail_files
from accounts.notices.delivery.letters import Letter
from tests.accounts.conftest import NOW

DAY = timedelta(days=1)


class TestFiles:
    def write(self, folder: Path, name: str, at: datetime) -> None:
        path = folder / name
        path.write_bytes(b"Subject: Hello\n\nYou.\n")
        os.utime(path, (at.timestamp(), at.timestamp()))

    def names(self, folder: Path) -> Iterable[str]:
        return sorted(path.name for path in folder.iterdir())

    def test_files_go_after_thirty_days(self, tmp_path: Path) -> None:
        self.write(tmp_path, "old.log", NOW - 30 * DAY - timedelta(seconds=1))
        self.write(tmp_path, "new.log", NOW - 30 * DAY)
        assert [mail_files.delete_old(tmp_path, now=NOW) for _ in range(2)] == [1, 0]
        assert self.names(tmp_path) == ["new.log"]

    def test_nothing_but_mails_is_touched(self, tmp_path: Path) -> None:
        old, apart = NOW - 60 * DAY, tmp_path / "folder.log"
        apart.mkdir()
        self.write(apart, "inside.log", old)
        self.write(tmp_path, "notes.txt", old)
        (tmp_path / "link.log").symlink_to(tmp_path / "notes.txt")
        assert mail_files.delete_old(tmp_path, now=NOW) == 0
        assert self.names(tmp_path) == ["folder.log", "link.log", "notes.txt"]

    def test_a_site_that_never_wrote_one_has_none(self, tmp_path: Path) -> None:
        assert mail_files.delete_old(tmp_path / "mail", now=NOW) == 0

    def test_a_mail_of_the_site_is_one_of_them(self, tmp_path: Path, settings) -> None:
        settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
        settings.EMAIL_FILE_PATH = tmp_path
        mail.send_mail("Your turn", "Play.", None, ["anna@post.example"])
        (written,) = mail_files.newest(tmp_path)
        date = Letter(written.message).date
        assert date is not None
        written_at = date.replace(tzinfo=UTC)
        ages = (written_at + 29 * DAY, written_at + 31 * DAY)
        assert [mail_files.delete_old(tmp_path, now=now) for now in ages] == [0, 1]
