"""A person's budget of mails, digests, quiet hours, and mails that come back."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.core import mail

from accounts.notices import kinds
from accounts.notices import outbox as notifications
from accounts.notices.delivery import bounces
from accounts.notices.delivery.reasons import in_words
from accounts.notices.kinds import Notice, Urgency
from accounts.notices.mail import Hold, Mail
from accounts.notices.models import Delivery, NoticeChoices
from accounts.notices.preferences.reading import choices_of, person
from accounts.users.models import User
from tests.accounts.conftest import NOW

pytestmark = pytest.mark.django_db
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
QUIET = {"quiet_from": time(22), "quiet_to": time(7)}
MORNING = datetime(2026, 5, 5, 6, tzinfo=UTC)  # 08:00 in Vienna, the day after


@pytest.fixture(autouse=True)
def _three_kinds(monkeypatch) -> None:
    monkeypatch.setattr(kinds, "KINDS", {})
    for urgency in Urgency:
        notifications.register_kind(
            urgency.name.lower(), f"About {urgency.name}", write, urgency=urgency, on=("mail",)
        )


def write(notice, _now):
    if over := notice.ref.get("over"):
        return Hold(over)
    return Mail(notice.key, notice.key, notice.key, lines=(f"Of {notice.key}.",), link=notice.about)


def choose(user: User, **facts) -> None:
    NoticeChoices.objects.update_or_create(user=user, defaults=facts)


def owe(user, key, kind="can_wait", *, at=NOW, deadline=None, about=None, **ref) -> None:
    page = f"/table/{key}/" if about is None else about
    notice = Notice(user.pk, kind, key, ref, at, deadline, page)
    notifications.schedule_all(notices=[notice])


def sent(now) -> list[str]:
    """Deliver what is due and return the subjects of what left."""
    before = len(mail.outbox)
    notifications.deliver(now=now)
    return [message.subject for message in mail.outbox[before:]]


def lines() -> dict[str, tuple[str, str]]:
    rows = Delivery.objects.exclude(notification__kind="digest")
    return {row.notification.key: (row.status, in_words(row.outcome)) for row in rows}


class TestBudget:
    def test_what_can_wait_leaves_the_last_mails_of_a_day_alone(self, anna):
        choose(anna, mails_per_day=3)
        for key in "abcd":
            owe(anna, key)
        assert sent(NOW) == ["a", "b"]
        evening = datetime(2026, 5, 4, 16, tzinfo=UTC)  # 18:00 in Vienna
        assert sent(evening - MINUTE) == []
        assert lines()["c"] == (
            "queued",
            "we kept what was left of your daily email limit for last reminders",
        )
        assert sent(evening) == ["c, and 1 more"]
        assert [lines()[key][0] for key in "abcd"] == ["sent", "sent", "merged", "merged"]

    def test_a_last_word_takes_along_what_waits(self, anna):
        choose(anna, mails_per_day=2)
        for key in "abc":
            owe(anna, key)
        owe(anna, "last", "last", at=NOW + HOUR, deadline=NOW + 2 * HOUR)
        assert sent(NOW) == ["a"]
        assert sent(NOW + HOUR) == ["last, and 2 more"]
        body = str(mail.outbox[-1].body)
        assert "1 hour left, until Monday 4 May, 16:00" in body
        assert [f"https://tiles.example/table/{key}/" in body for key in ("b", "c", "last")] == [
            True,
            True,
            True,
        ]

    def test_the_last_mail_takes_along_what_would_be_too_late_tomorrow(self, anna):
        choose(anna, mails_per_day=1, **QUIET)
        dawn = datetime(2026, 5, 5, 5, tzinfo=UTC)  # 07:00 in Vienna
        owe(anna, "now", "last", deadline=NOW + HOUR)
        owe(anna, "tonight", "last", at=NOW + 8 * HOUR, deadline=NOW + 14 * HOUR)
        owe(anna, "at breakfast", "last", at=dawn, deadline=dawn + 59 * MINUTE)
        owe(anna, "at noon", "last", at=dawn + 5 * HOUR, deadline=dawn + 6 * HOUR)
        assert sent(NOW) == ["now, and 2 more"]
        assert sent(dawn) == []
        assert sent(dawn + 5 * HOUR) == ["at noon"]

    def test_when_all_is_spent_the_rest_comes_in_the_morning(self, anna):
        choose(anna, mails_per_day=1)
        owe(anna, "first", "last", deadline=NOW + HOUR)
        assert sent(NOW) == ["first"]
        for key in "ab":
            owe(anna, key, at=NOW + 2 * MINUTE)
        owe(anna, "last", "last", at=NOW + 2 * MINUTE, deadline=NOW + 30 * HOUR)
        assert sent(NOW + 3 * MINUTE) == []
        midnight = datetime(2026, 5, 4, 22, tzinfo=UTC)
        assert [sent(midnight - MINUTE), sent(midnight)] == [[], ["last, and 2 more"]]

    def test_what_would_be_too_late_after_a_quiet_morning_comes_at_midnight(self, anna):
        choose(anna, mails_per_day=1, quiet_from=time(22), quiet_to=time(10, 30))
        owe(anna, "first", "last", deadline=NOW + HOUR)
        assert sent(NOW) == ["first"]
        ten = datetime(2026, 5, 5, 8, tzinfo=UTC)  # in Vienna, while it is quiet
        owe(anna, "last", "last", at=ten - HOUR, deadline=ten)
        midnight = datetime(2026, 5, 4, 22, tzinfo=UTC)
        assert [sent(midnight - 150 * MINUTE), sent(midnight)] == [[], ["last"]]

    def test_digests_within_a_night_hold_up_nobody(self, anna):
        choose(anna, mails_per_day=1, digest_hours=[time(23)], **QUIET)
        owe(anna, "a")
        owe(User.objects.create_user("ben", "ben@post.example"), "b")
        assert sent(NOW) == ["b"]
        dawn = datetime(2026, 5, 5, 5, tzinfo=UTC)  # 07:00 in Vienna
        assert [sent(dawn - MINUTE), sent(dawn)] == [[], ["a"]]

    def test_the_day_is_the_readers_own(self, anna):
        choose(anna, mails_per_day=1)
        midnight = datetime(2026, 5, 4, 22, tzinfo=UTC)
        for key, at in (("a", midnight - 3 * HOUR), ("b", midnight - MINUTE), ("c", midnight)):
            owe(anna, key, "last", at=at, deadline=at + 9 * HOUR)
        assert sent(midnight - 3 * HOUR) == ["a"]
        assert sent(midnight - MINUTE) == []
        assert sent(midnight) == ["b, and 1 more"]

    def test_one_page_is_announced_once_and_by_its_own_mail(self, anna):
        choose(anna, mails_per_day=1)
        for key, kind in (("turn", "can_wait"), ("quarter", "soon"), ("last", "last")):
            owe(anna, key, kind, about="/table/7/", deadline=NOW + HOUR)
        assert sent(NOW) == ["last"]
        assert [status for status, _ in lines().values()] == ["merged"] * 3


class TestDigests:
    def test_they_come_at_hours_of_ones_own(self, anna):
        choose(anna, digest=True, digest_hours=[time(8), time(20)])
        owe(anna, "a")
        owe(anna, "b", at=NOW + HOUR)
        owe(anna, "soon", "soon", at=NOW + HOUR)
        evening = datetime(2026, 5, 4, 18, tzinfo=UTC)
        assert [sent(evening - MINUTE), sent(evening)] == [["soon"], ["a, and 1 more"]]
        owe(anna, "c", at=evening + MINUTE)
        assert [sent(MORNING - MINUTE), sent(MORNING)] == [[], ["c"]]

    def test_what_is_over_is_left_out(self, anna):
        choose(anna, digest=True, digest_hours=[time(20)])
        for key in "ab":
            owe(anna, key)
        owe(anna, "over", over="the turn was over")
        assert sent(NOW + 6 * HOUR) == ["a, and 1 more"]
        assert lines()["over"] == ("held", "the turn was over")

    def test_when_all_is_over_nothing_goes(self, anna):
        choose(anna, digest=True)
        for key in "ab":
            owe(anna, key, over="the turn was over")
        assert sent(MORNING) == []
        assert Delivery.objects.get(notification__kind="digest").status == "held"

    def test_one_link_ends_all_its_kinds(self, anna, client):
        choose(anna, digest=True, digest_hours=[time(20)])
        owe(anna, "a")
        owe(anna, "b", "soon", at=NOW + 9 * HOUR)
        Delivery.objects.update(bundled=True, due_at=NOW)
        assert sent(NOW) == ["a, and 1 more"]
        link = mail.outbox[0].extra_headers["List-Unsubscribe"][1:-1]
        page = client.get(link.removeprefix("https://tiles.example")).content.decode()
        assert "About CAN_WAIT; About SOON" in page
        client.post(link.removeprefix("https://tiles.example"), {"List-Unsubscribe": "One-Click"})
        wanted = {"can_wait": False, "soon": False, "last": True}
        assert choices_of(user_id=anna.pk) == wanted


class TestQuietHours:
    NIGHT = datetime(2026, 5, 4, 23, tzinfo=UTC)  # 01:00 in Vienna

    def test_notices_wait_for_their_end(self, anna):
        choose(anna, **QUIET)
        for key, kind in (("a", "can_wait"), ("b", "soon")):
            owe(anna, key, kind, at=self.NIGHT)
        owe(anna, "c", "last", at=self.NIGHT, deadline=MORNING + 9 * HOUR)
        assert sent(MORNING - HOUR - MINUTE) == []
        assert sent(MORNING - HOUR) == ["a", "b", "c"]

    @pytest.mark.parametrize("deadline", [NIGHT + HOUR, MORNING - HOUR, MORNING])
    def test_a_last_word_about_a_deadline_in_them_comes_before(self, anna, deadline):
        choose(anna, **QUIET)
        owe(anna, "a", "last", at=self.NIGHT, deadline=deadline)
        bedtime = datetime(2026, 5, 4, 20, tzinfo=UTC)
        assert [sent(bedtime - 31 * MINUTE), sent(bedtime - 30 * MINUTE)] == [[], ["a"]]

    def test_one_that_comes_up_in_them_is_sent_at_once(self, anna):
        choose(anna, **QUIET)
        owe(anna, "a", "last", at=self.NIGHT, deadline=self.NIGHT + HOUR)
        assert sent(self.NIGHT) == ["a"]

    def test_what_was_owed_before_somebody_chose_them_waits_too(self, anna):
        owe(anna, "a", at=self.NIGHT)
        choose(anna, **QUIET)
        assert [sent(self.NIGHT), sent(MORNING - HOUR)] == [[], ["a"]]

    def test_they_need_not_cross_midnight(self, anna):
        choose(anna, quiet_from=time(13), quiet_to=time(15))
        owe(anna, "a", at=NOW)
        assert [sent(NOW + HOUR - MINUTE), sent(NOW + HOUR)] == [[], ["a"]]


class TestBounces:
    def refuse(self, user, settings):
        usual = settings.EMAIL_BACKEND
        settings.EMAIL_BACKEND = "tests.accounts.notices.backends.Unknown"
        owe(user, "refused")
        notifications.deliver(now=NOW)
        settings.EMAIL_BACKEND = usual

    def test_a_mail_server_that_refuses_the_person_pauses_their_mail(self, anna, settings):
        self.refuse(anna, settings)
        said = "550 no such user"
        assert lines()["refused"] == ("bounced", f"your mail server refused it: {said}")
        assert person(anna.pk).refusal == said
        owe(anna, "later")
        assert sent(NOW + HOUR) == []
        assert lines()["later"] == ("held", f"your mail server refused an earlier email: {said}")

    def test_they_can_try_again(self, anna, settings):
        self.refuse(anna, settings)
        bounces.register()
        bounces.try_again(user=anna, now=NOW + HOUR)
        owe(anna, "later")
        assert sent(NOW + HOUR) == ["later", "Our emails are reaching you again"]
        assert person(anna.pk).refusal == ""

    def test_another_address_is_another_matter(self, anna, settings):
        self.refuse(anna, settings)
        User.objects.update(email="anna@elsewhere.example")
        owe(anna, "later")
        assert sent(NOW + HOUR) == ["later"]

    def test_a_mail_that_comes_back_later_pauses_too(self, anna):
        owe(anna, "a")
        sent(NOW)
        told = {"user_id": anna.pk, "reason": "5.1.1\n unknown"}
        assert notifications.note_bounce(address="other@post.example", **told) is False
        assert notifications.note_bounce(address="ANNA@post.example", **told) is True
        assert lines()["a"] == ("sent", "it came back: 5.1.1 unknown")
        assert person(anna.pk).refusal == "5.1.1 unknown"
