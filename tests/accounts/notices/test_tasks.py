"""What nobody needs any longer goes, by the hour; everything else stays."""

from datetime import timedelta

from accounts.notices import outbox as notifications
from accounts.notices import tasks
from accounts.notices.models import Delivery, Notification
from accounts.users.tasks import forget_expired_sessions, remove_idle_guests
from config.celery import app
from tests.accounts.conftest import NOW

DAY = timedelta(days=1)


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


def test_the_beat_rings_every_one_of_them(db: None) -> None:
    rung = {entry["task"] for entry in app.conf.beat_schedule.values()}
    clearing = (
        remove_idle_guests,
        forget_expired_sessions,
        tasks.forget_ended_notices,
        tasks.delete_old_mails,
    )
    assert {task.name for task in clearing} <= rung
    assert [task() for task in clearing] == [0, 0, 0, 0]
