"""What nobody needs any longer goes, by the hour; everything else stays."""

import os
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client

from accounts.notices import outbox as notifications
from accounts.notices import tasks
from accounts.notices.delivery import mail_files
from accounts.notices.models import Delivery, Notification
from accounts.users import sessions
from accounts.users.tasks import forget_expired_sessions, remove_idle_guests
from config.celery import app
from tests.accounts.conftest import NOW

DAY = timedelta(days=1)


class TestSessions:
    @pytest.fixture(autouse=True)
    def _three(self, db: None) -> None:
        for name, end in (("over", NOW - DAY), ("ending", NOW), ("open", NOW + DAY)):
            Session.objects.create(session_key=name, session_data="", expire_date=end)

    def test_only_those_that_have_expired_go(self) -> None:
        assert sessions.forget_expired(now=NOW) == 1
        assert set(Session.objects.values_list("pk", flat=True)) == {"ending", "open"}

    def test_a_second_run_finds_nothing(self) -> None:
        assert [sessions.forget_expired(now=NOW) for _ in range(2)] == [1, 0]

    def test_whoever_is_signed_in_stays_so(self, anna) -> None:
        client = Client()
        client.force_login(anna)
        sessions.forget_expired(now=Session.objects.latest("expire_date").expire_date)
        assert client.get("/preferences/").status_code == 200


def owe(user, key: str, *, days: float, status: str = "queued") -> None:
    """Write a notice that was due so many days ago."""
    due_at = NOW - days * DAY
    notifications.schedule(user_id=user.pk, kind="turn", key=key, ref={}, due_at=due_at)
    sent_at = due_at if status == "sent" else None
    Delivery.objects.filter(notification__key=key).update(status=status, sent_at=sent_at)


def known() -> set[str]:
    return set(Notification.objects.values_list("key", flat=True))


class TestNotices:
    def test_those_that_ended_go_after_ninety_days(self, anna) -> None:
        for status in ("sent", "cancelled", "held", "failed"):
            owe(anna, f"old {status}", days=90.01, status=status)
            owe(anna, f"new {status}", days=89.99, status=status)
        assert notifications.forget_ended(now=NOW) == 4
        assert known() == {"new sent", "new cancelled", "new held", "new failed"}

    def test_what_is_still_owed_stays_however_old(self, anna) -> None:
        owe(anna, "owed", days=900)
        assert notifications.forget_ended(now=NOW) == 0
        assert known() == {"owed"}

    def test_a_run_does_no_more_than_its_share(self, anna) -> None:
        for number in range(5):
            owe(anna, str(number), days=100, status="sent")
        assert [notifications.forget_ended(now=NOW, limit=2) for _ in range(4)] == [2, 2, 1, 0]


class TestLetters:
    def write(self, folder: Path, name: str, at: datetime) -> None:
        path = folder / name
        path.write_bytes(b"Subject: Hello\n\nYou.\n")
        os.utime(path, (at.timestamp(), at.timestamp()))

    def names(self, folder: Path) -> Iterable[str]:
        return sorted(path.name for path in folder.iterdir())

    def test_files_go_after_thirty_days(self, tmp_path: Path) -> None:
        self.write(tmp_path, "old.log", NOW - 30 * DAY - timedelta(seconds=1))
        self.write(tmp_path, "new.log", NOW - 30 * DAY)
        assert [mail_files.throw_old_away(tmp_path, now=NOW) for _ in range(2)] == [1, 0]
        assert self.names(tmp_path) == ["new.log"]

    def test_nothing_but_mails_is_touched(self, tmp_path: Path) -> None:
        old, apart = NOW - 60 * DAY, tmp_path / "folder.log"
        apart.mkdir()
        self.write(apart, "inside.log", old)
        self.write(tmp_path, "notes.txt", old)
        (tmp_path / "link.log").symlink_to(tmp_path / "notes.txt")
        assert mail_files.throw_old_away(tmp_path, now=NOW) == 0
        assert self.names(tmp_path) == ["folder.log", "link.log", "notes.txt"]

    def test_a_site_that_never_wrote_one_has_none(self, tmp_path: Path) -> None:
        assert mail_files.throw_old_away(tmp_path / "mail", now=NOW) == 0

    def test_a_mail_of_the_site_is_one_of_them(self, tmp_path: Path, settings) -> None:
        settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
        settings.EMAIL_FILE_PATH = tmp_path
        mail.send_mail("Your turn", "Play.", None, ["anna@post.example"])
        (written,) = mail_files.newest(tmp_path)
        assert written.date is not None
        written_at = written.date.replace(tzinfo=UTC)
        ages = (written_at + 29 * DAY, written_at + 31 * DAY)
        assert [mail_files.throw_old_away(tmp_path, now=now) for now in ages] == [0, 1]


def test_the_beat_rings_every_one_of_them(db: None) -> None:
    rung = {entry["task"] for entry in app.conf.beat_schedule.values()}
    clearing = (
        remove_idle_guests,
        forget_expired_sessions,
        tasks.forget_ended_notices,
        tasks.throw_old_letters_away,
    )
    assert {task.name for task in clearing} <= rung
    assert [task() for task in clearing] == [0, 0, 0, 0]
    assert settings.EMAIL_FILE_PATH.name == "mail"
