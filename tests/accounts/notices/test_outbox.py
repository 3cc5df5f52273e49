import threading
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import IntegrityError, connection, transaction

from accounts.notices import outbox as notifications
from accounts.notices.delivery import server
from accounts.notices.delivery.relay import LEASE, retry_delay
from accounts.notices.mail import Hold
from accounts.notices.models import Delivery, NoticeChoices, Notification
from accounts.notices.outbox import Notice, cancel, deliver, schedule, schedule_all
from accounts.notices.preferences import choosing
from accounts.users.models import User
from tests.accounts.conftest import NOW, write_mail
from tests.accounts.notices.backends import ProcessKilled

LATER = NOW + timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _mail_leaves(settings):
    settings.MAIL_LEAVES = True


def owe(user, key="turn:1:2", kind="turn", due_at=NOW):
    schedule(user_id=user.pk, kind=kind, key=key, ref={"match": 1}, due_at=due_at)


def write_with(render):
    """Have the kind of notice that goes by mail alone written in another way."""
    notifications.register_kind("turn", "It is your turn", render, on=("mail",))


def outcomes():
    rows = Delivery.objects.order_by("notification__key")
    return list(rows.values_list("notification__key", "status", "outcome"))


@pytest.mark.django_db
@pytest.mark.usefixtures("kinds")
class TestScheduling:
    def test_a_key_is_owed_once(self, anna):
        owe(anna)
        schedule(user_id=anna.pk, kind="turn", key="turn:1:2", ref={"other": 1}, due_at=LATER)
        row = Notification.objects.get()
        assert (row.ref, row.due_at) == ({"match": 1}, NOW)
        way = Delivery.objects.get()
        assert (way.channel, way.due_at, way.status) == ("mail", NOW, "queued")

    def test_several_are_owed_with_two_queries(self, anna, django_assert_num_queries):
        notices = [Notice(anna.pk, "turn", f"turn:1:{ply}", {}, NOW) for ply in range(5)]
        with django_assert_num_queries(2):
            schedule_all(notices=notices)
        assert Notification.objects.count() == 5

    def test_nothing_is_owed_when_its_occasion_is_rolled_back(self, anna):
        def fail():
            owe(anna)
            raise LookupError

        with pytest.raises(LookupError):
            transaction.atomic(fail)()
        assert Notification.objects.count() == 0

    def test_taking_back_by_key(self, anna):
        for key in ("a", "b", "c"):
            owe(anna, key)
        assert cancel(keys=["a", "c", "unknown"]) == 2
        assert outcomes() == [("a", "cancelled", ""), ("b", "queued", ""), ("c", "cancelled", "")]

    def test_what_takes_the_place_of_others_takes_them_back(self, anna, django_assert_num_queries):
        for key in ("turn:1:2", "turn:1:3"):
            owe(anna, key)
        notices = [Notice(anna.pk, "turn", "turn:1:4", {}, NOW)]
        with django_assert_num_queries(2):
            schedule_all(notices=notices, instead_of=["turn:1:2", "unknown"])
        assert outcomes() == [
            ("turn:1:2", "cancelled", ""),
            ("turn:1:3", "queued", ""),
            ("turn:1:4", "queued", ""),
        ]

    def test_nothing_may_take_the_place_of_others(self, anna):
        owe(anna)
        schedule_all(notices=[], instead_of=["turn:1:2"])
        assert outcomes() == [("turn:1:2", "cancelled", "")]

    def test_taking_back_nothing_takes_back_nothing(self, anna):
        owe(anna)
        assert cancel(keys=[]) == 0

    def test_what_was_taken_back_is_not_owed_again(self, anna):
        owe(anna)
        cancel(keys=["turn:1:2"])
        owe(anna)
        assert outcomes() == [("turn:1:2", "cancelled", "")]

    @pytest.mark.parametrize(
        "change",
        [
            {"status": "lost"},
            {"status": "sent"},
            {"sent_at": NOW},
            {"status": "held", "lease_until": NOW},
        ],
    )
    def test_the_database_refuses_impossible_rows(self, anna, change):
        owe(anna)
        with pytest.raises(IntegrityError), transaction.atomic():
            Delivery.objects.update(**change)


@pytest.mark.django_db
class TestDelivery:
    def test_a_mail_goes_out_once(self, anna, kinds):
        owe(anna)
        assert [deliver(now=NOW), deliver(now=LATER)] == [1, 0]
        message = mail.outbox[0]
        assert len(mail.outbox) == 1
        assert (message.to, message.subject) == (["anna@post.example"], "About turn:1:2")
        row = Delivery.objects.get()
        assert (row.status, row.sent_at, row.attempts, row.lease_until) == ("sent", NOW, 1, None)

    def test_nothing_goes_out_early(self, anna, kinds):
        owe(anna, due_at=LATER)
        assert [deliver(now=LATER - timedelta(seconds=1)), deliver(now=LATER)] == [0, 1]

    def test_the_longest_due_goes_first_and_a_round_has_an_end(self, anna, kinds):
        owe(anna, "second", due_at=NOW - timedelta(seconds=1))
        owe(anna, "third")
        owe(anna, "first", due_at=NOW - timedelta(seconds=2))
        assert deliver(now=NOW, limit=2) == 2
        assert [m.subject for m in mail.outbox] == ["About first", "About second"]

    def test_what_was_taken_back_is_not_sent(self, anna, kinds):
        owe(anna)
        cancel(keys=["turn:1:2"])
        assert (deliver(now=NOW), mail.outbox) == (0, [])

    def test_what_is_taken_back_while_it_is_written_is_not_sent(self, anna, kinds):
        def write_slowly(notice, now):
            cancel(keys=[notice.key])
            return write_mail(notice, now)

        write_with(write_slowly)
        owe(anna)
        assert (deliver(now=NOW), mail.outbox) == (0, [])
        assert outcomes() == [("turn:1:2", "cancelled", "")]

    def test_the_writer_sees_the_readers_time_zone(self, anna, kinds):
        from django.utils import timezone

        seen = []

        def write(notice, now):
            seen.append(timezone.localtime(now).strftime("%H:%M"))
            return write_mail(notice, now)

        write_with(write)
        owe(anna)
        deliver(now=NOW)
        assert seen == ["14:00"]


@pytest.mark.django_db
class TestHolding:
    def held_for(self, user, **changes):
        User.objects.filter(pk=user.pk).update(**changes)
        owe(user)
        assert (deliver(now=NOW), mail.outbox) == (0, [])
        row = Delivery.objects.get()
        assert row.status == "held"
        return row.outcome

    def test_guests_get_no_mail(self, anna, kinds):
        assert self.held_for(anna, is_guest=True) == "guests don't get emails"

    def test_without_an_address(self, anna, kinds):
        assert self.held_for(anna, email="") == "you haven't given us an email address"

    def test_a_closed_account(self, anna, kinds):
        assert self.held_for(anna, is_active=False) == "the account is closed"

    def test_switched_off_before(self, anna, kinds):
        choosing.choose_channels(user_id=anna.pk, wishes={("turn", "mail"): False})
        owe(anna)
        assert (deliver(now=NOW), outcomes()) == (0, [])

    def test_switched_off_meanwhile(self, anna, kinds):
        owe(anna)
        choosing.choose_channels(user_id=anna.pk, wishes={("turn", "mail"): False})
        assert [deliver(now=NOW), outcomes()] == [
            0,
            [("turn:1:2", "held", "you've switched it off in your preferences")],
        ]

    def test_an_unknown_kind(self, anna, kinds):
        del kinds["turn"]
        assert self.held_for(anna) == "we no longer send notifications of this kind"

    def test_an_address_nobody_has_confirmed(self, anna, kinds, settings):
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        EmailAddress.objects.create(user=anna, email=anna.email, verified=False)
        assert self.held_for(anna) == "your address isn't confirmed"

    def test_a_confirmed_address_gets_mail(self, anna, kinds, settings):
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        EmailAddress.objects.create(user=anna, email="Anna@post.example", verified=True)
        owe(anna)
        assert deliver(now=NOW) == 1

    def test_a_switch_turned_on_counts_from_then_on(self, anna, kinds):
        owe(anna, "before", kind="news")
        choosing.choose_channels(user_id=anna.pk, wishes={("news", "mail"): True})
        owe(anna, "after", kind="news")
        assert (deliver(now=NOW), outcomes()) == (1, [("after", "sent", "")])

    def test_the_writer_may_drop_it(self, anna, kinds):
        write_with(lambda *_: Hold("you have moved"))
        assert self.held_for(anna) == "you have moved"

    def test_the_writer_may_put_it_off(self, anna, kinds):
        answers = [Hold("at the table", until=LATER), Hold("at the table", until=NOW)]
        write_with(lambda *seen: answers.pop() if answers else write_mail(*seen))
        owe(anna)
        second = NOW + timedelta(seconds=1)  # never again in the same round
        assert [deliver(now=NOW), deliver(now=NOW), deliver(now=second)] == [0, 0, 0]
        row = Delivery.objects.get()
        assert (row.status, row.due_at, row.attempts) == ("queued", LATER, 0)
        assert row.outcome == "at the table"
        assert deliver(now=LATER) == 1


@pytest.mark.django_db
class TestFailing:
    def test_the_pause_doubles_with_a_little_more(self):
        pauses = [retry_delay(key="k", attempts=n).total_seconds() for n in range(1, 13)]
        for attempts, pause in enumerate(pauses):
            assert 30 * 2**attempts <= pause < 37.5 * 2**attempts
        assert retry_delay(key="k", attempts=3) == retry_delay(key="k", attempts=3)
        assert retry_delay(key="k", attempts=3) != retry_delay(key="m", attempts=3)

    def test_a_mail_server_that_is_away_is_asked_again(self, anna, kinds, settings):
        owe(anna)
        usual = settings.EMAIL_BACKEND
        settings.EMAIL_BACKEND = "tests.accounts.notices.backends.Refusing"
        assert deliver(now=NOW) == 0
        row = Delivery.objects.get()
        due_at = NOW + retry_delay(key=row.notification.key, attempts=1)
        assert (row.status, row.attempts, row.due_at) == ("queued", 1, due_at)
        assert row.outcome == "SMTPServerDisconnected: Connection unexpectedly closed"
        settings.EMAIL_BACKEND = usual
        assert [deliver(now=due_at - timedelta(seconds=1)), deliver(now=due_at)] == [0, 1]
        assert outcomes() == [("turn:1:2", "sent", "")]

    def test_one_bad_mail_stops_no_other(self, anna, kinds):
        def write(notice, now):
            if notice.key == "bad":
                raise LookupError("no such match")
            return write_mail(notice, now)

        write_with(write)
        owe(anna, "bad", due_at=NOW - timedelta(seconds=1))
        owe(anna, "good")
        assert deliver(now=NOW) == 1
        bad, good = outcomes()
        assert bad == ("bad", "queued", "LookupError: no such match")
        assert good == ("good", "sent", "")

    def test_after_twelve_attempts_it_is_given_up(self, anna, kinds, settings):
        owe(anna)
        settings.EMAIL_BACKEND = "tests.accounts.notices.backends.Refusing"
        now = NOW
        for attempts in range(1, 13):
            server._answered()  # it's asked again
            assert deliver(now=now) == 0
            now += retry_delay(key="turn:1:2", attempts=attempts)
        row = Delivery.objects.get()
        assert (row.status, row.attempts, row.lease_until) == ("failed", 12, None)
        assert deliver(now=now + timedelta(days=9)) == 0

    def test_a_crash_after_sending_costs_one_mail_too_many(self, anna, kinds, settings):
        owe(anna)
        usual = settings.EMAIL_BACKEND
        settings.EMAIL_BACKEND = "tests.accounts.notices.backends.KilledAfterSending"
        with pytest.raises(ProcessKilled):
            deliver(now=NOW)
        settings.EMAIL_BACKEND = usual
        lease_end = NOW + LEASE
        assert [deliver(now=lease_end - timedelta(seconds=1)), len(mail.outbox)] == [0, 1]
        assert [deliver(now=lease_end), deliver(now=lease_end + LEASE)] == [1, 0]
        first, second = mail.outbox
        assert first.extra_headers["Message-ID"] == second.extra_headers["Message-ID"]

    def test_a_mail_that_kills_every_process_is_given_up(self, anna, kinds):
        def crash(notice, now):
            raise ProcessKilled

        write_with(crash)
        owe(anna)
        now = NOW
        for _ in range(12):
            with pytest.raises(ProcessKilled):
                deliver(now=now)
            now += LEASE
        assert deliver(now=now) == 0
        assert Delivery.objects.get().status == "failed"


@pytest.mark.django_db(transaction=True)
class TestSideBySide:
    def in_thread(self, work):
        def run():
            try:
                work()
            finally:
                connection.close()

        thread = threading.Thread(target=run)
        thread.start()
        return thread

    def test_two_processes_send_each_mail_once(self, anna, kinds):
        NoticeChoices.objects.create(user=anna, mails_per_day=100)
        for number in range(30):
            owe(anna, f"turn:{number:02}")
        start = threading.Barrier(2)
        sent = []

        def work():
            start.wait()
            sent.append(deliver(now=NOW))

        for thread in [self.in_thread(work), self.in_thread(work)]:
            thread.join()
        assert sum(sent) == 30
        subjects = sorted(m.subject for m in mail.outbox)
        assert subjects == [f"About turn:{number:02}" for number in range(30)]

    def test_a_row_somebody_holds_is_passed_over(self, anna, kinds):
        owe(anna, "a-held", due_at=NOW - timedelta(seconds=1))
        owe(anna, "b-free")
        held, done = threading.Event(), threading.Event()

        def hold():
            with transaction.atomic():
                Delivery.objects.select_for_update().get(notification__key="a-held")
                held.set()
                done.wait(10)

        thread = self.in_thread(hold)
        held.wait(10)
        try:
            assert deliver(now=NOW) == 1
        finally:
            done.set()
            thread.join()
        assert [m.subject for m in mail.outbox] == ["About b-free"]
        assert deliver(now=NOW) == 1
