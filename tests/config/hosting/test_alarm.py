"""Backups are made daily and tried weekly, and administrators hear of it if none proves good."""

from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from accounts.notices import outbox
from accounts.notices.mail import Mail
from accounts.notices.models import Notification
from accounts.users.models import User
from config.hosting import tasks
from config.hosting.backups import alarm
from config.hosting.backups.places import Folder
from config.hosting.faults import fault
from config.hosting.models import Backup, Drill
from tests.factories import NOW, mails_owed, make_user

pytestmark = pytest.mark.django_db
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture(autouse=True)
def host() -> User:
    return make_user("chief", is_superuser=True, date_joined=NOW - 30 * DAY)


def good(days: float) -> Drill:
    return Drill.objects.create(at=NOW - days * DAY, name="b", seconds=1)


def bad(days: float, count: int = 1) -> Drill:
    wrong = [fault("table", table=f"t{n}") for n in range(count)]
    return Drill.objects.create(at=NOW - days * DAY, name="b", seconds=1, faults=wrong)


def told(notice: Notification) -> list[str]:
    mail = alarm.alarm_mail(notice, NOW)
    assert isinstance(mail, Mail)
    return list(mail.lines)


def test_administrators_alone_hear_of_it_once_a_day(host: User) -> None:
    make_user("anna")
    make_user("gone", is_superuser=True, is_active=False)
    good(9)
    for hours in (0, 1, 11):
        alarm.warn(now=NOW + hours * HOUR)
    assert [notice.user for notice in mails_owed(kind="backups")] == [host]
    alarm.warn(now=NOW + DAY)
    assert mails_owed(kind="backups").count() == 2


def test_it_says_since_when_and_what_was_wrong() -> None:
    good(9)
    bad(1, count=7)
    Backup.objects.create(made_at=NOW, place="/b", name="b", size=1, seconds=1)
    alarm.warn(now=NOW)
    (notice,) = mails_owed(kind="backups")
    assert told(notice) == [
        f"The last backup that was proved good was tried on {(NOW - 9 * DAY):%-d %B %Y}.",
        "This is what the last drill found:",
        *(f"The table t{n} is missing." for n in range(5)),
        "And 2 more.",
    ]


def test_a_site_that_was_never_backed_up_is_told_so() -> None:
    alarm.warn(now=NOW)
    (notice,) = mails_owed(kind="backups")
    assert told(notice) == [
        "No backup of this site has been proved good yet.",
        "There hasn't been a drill yet. To run one: manage.py drill",
        "There's no backup yet. To make one: manage.py backup",
    ]


@pytest.mark.parametrize("days", [0, 3, 7.9])
def test_nobody_hears_anything_while_one_has_lately_proved_good(days: float) -> None:
    bad(0)
    good(days)
    alarm.warn(now=NOW)
    assert mails_owed(kind="backups").count() == 0


def test_a_new_site_has_a_week_to_begin(host: User) -> None:
    User.objects.filter(pk=host.pk).update(date_joined=NOW - 7 * DAY)
    alarm.warn(now=NOW)
    assert mails_owed(kind="backups").count() == 0


def test_a_mail_that_waits_is_held_back_once_a_drill_has_gone_well() -> None:
    alarm.warn(now=NOW)
    (notice,) = mails_owed(kind="backups")
    good(0)
    held = alarm.alarm_mail(notice, NOW)
    assert not isinstance(held, Mail)
    assert held.reason == "a backup has been proved good since"
    assert outbox.deliver(now=NOW) == 0


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    monkeypatch.setattr(tasks, "_begin", lambda *command: found.append(command))
    settings.BACKUP_TO = str(tmp_path)
    return found


def test_a_backup_is_begun_when_the_newest_is_a_day_old(begun: list[tuple[str, ...]]) -> None:
    now = timezone.now()
    row = Backup.objects.create(made_at=now - DAY / 2, place="/b", name="b", size=1, seconds=1)
    tasks.back_up_when_due()
    assert begun == []
    Backup.objects.filter(pk=row.pk).update(made_at=now - DAY)
    tasks.back_up_when_due()
    assert begun == [("backup", "--if-due")]


def test_a_drill_is_begun_when_there_is_a_backup_and_the_last_was_a_week_ago(
    begun: list[tuple[str, ...]], tmp_path: Path
) -> None:
    tasks.drill_when_due()
    assert begun == []
    Folder(tmp_path).store("tilepost-2026-11-26-120000.json", BytesIO(b"{}"))
    tasks.drill_when_due()
    assert begun == [("drill", "--if-due")]
    now = timezone.now()
    row = Drill.objects.create(at=now - 6 * DAY, name="b", seconds=1)
    tasks.drill_when_due()
    assert len(begun) == 1
    Drill.objects.filter(pk=row.pk).update(faults=[fault("table", table="t")])
    tasks.drill_when_due()
    assert len(begun) == 2


def test_a_host_who_makes_their_own_is_left_alone(
    begun: list[tuple[str, ...]], settings: Any
) -> None:
    settings.BACKUP_TO = "none"
    tasks.back_up_when_due()
    tasks.drill_when_due()
    tasks.warn_when_overdue()
    assert (begun, mails_owed(kind="backups").count()) == ([], 0)
