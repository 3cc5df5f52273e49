"""Reports and what moderators decide: kept for good, passed on to those concerned, decided once."""

import threading
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import InternalError, connection, transaction
from django.db.utils import DatabaseError

from accounts.notices.models import Notification
from accounts.trust import reports, writing
from accounts.trust.apps import MODERATORS
from accounts.trust.mails import report_mail, silence_mail
from accounts.trust.models import Decision, Measure, Report
from accounts.trust.reports import MOST_REPORTS, ReportError
from accounts.users.models import User
from tests.accounts.conftest import NOW, PASSWORD

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
LINES = [{"line": 7, "name": "ben", "text": "Bah", "at": NOW.isoformat(), "reported": True}]


def person(name: str, **facts) -> User:
    return User.objects.create_user(name, f"{name}@post.example", PASSWORD, **facts)


@pytest.fixture
def ben(db) -> User:
    return person("ben")


@pytest.fixture
def judge(db) -> User:
    user = person("judge")
    user.groups.add(Group.objects.get(name=MODERATORS))
    return user


def report(reporter: User, about: User, *, line: int = 7, now=NOW, **facts) -> Report:
    named = {"reason": "insult", "words": "", "lines": LINES} | facts
    return reports.report(
        reporter=reporter,
        about=about,
        about_name=about.username,
        place="Upwords: Anna, ben",
        path="/match/x/",
        line=line,
        now=now,
        **named,
    )


def decide(
    case: Report, judge: User, measure: Measure, *, days: int = 3, reason: str = "", now=NOW
):
    return reports.decide(
        report_id=case.pk, moderator=judge, measure=measure, days=days, reason=reason, now=now
    )


class TestReporting:
    def test_a_line_is_reported_once_by_each(self, anna, ben):
        first = report(anna, ben)
        assert report(anna, ben, reason="spam") == first
        assert report(person("carl"), ben) != first
        assert [case.lines for case in reports.open_reports()] == [LINES, LINES]

    def test_what_makes_no_sense_is_refused(self, anna, ben):
        with pytest.raises(ReportError, match="what's wrong"):
            report(anna, ben, reason="boring")
        with pytest.raises(ReportError, match="no more than 500 characters"):
            report(anna, ben, words="x" * 501)
        assert not Report.objects.exists()

    def test_nobody_reports_everything(self, anna, ben):
        for line in range(MOST_REPORTS):
            report(anna, ben, line=line)
        with pytest.raises(ReportError, match="a lot of reports today"):
            report(anna, ben, line=99)
        assert report(anna, ben, line=99, now=NOW + DAY)


class TestDeciding:
    @pytest.mark.parametrize(
        ("measure", "told"),
        [(Measure.NOTHING, "leaving it as it is"), (Measure.HIDE, "done something about it")],
    )
    def test_the_reporter_is_told(self, anna, ben, judge, measure, told):
        case = report(anna, ben)
        assert "haven't looked at it yet" in reports.outcome(case)
        decide(case, judge, measure)
        assert told in reports.outcome(reports.get(report_id=case.pk))
        notice = Notification.objects.get(user=anna)
        assert told in report_mail(notice, NOW).text
        assert not Notification.objects.filter(user=ben).exists()
        assert reports.open_reports() == []

    def test_whoever_is_silenced_reads_until_when_and_why(self, anna, ben, judge):
        decide(report(anna, ben), judge, Measure.SILENCE, reason="Insults.")
        silent = reports.silence_of(user_id=ben.pk, now=NOW)
        assert silent.until_at == NOW + 3 * DAY
        text = silence_mail(Notification.objects.get(user=ben), NOW).text
        assert "7 May 2026" in text
        assert "Insults." in text
        assert "Anna" not in text
        assert reports.silence_of(user_id=ben.pk, now=NOW + 3 * DAY) is None
        held = silence_mail(Notification.objects.get(user=ben), NOW + 3 * DAY)
        assert held.reason == "you could already post messages again"

    def test_a_silence_is_lifted(self, anna, ben, judge):
        case = report(anna, ben)
        decide(case, judge, Measure.SILENCE, reason="Insults.")
        reports.lift(report_id=case.pk, moderator=judge, reason="They are sorry.", now=NOW + DAY)
        assert reports.silence_of(user_id=ben.pk, now=NOW + DAY) is None
        acts = [(each.measure, each.by_name, each.reason) for each in case.decisions.order_by("pk")]
        assert acts == [("silence", "judge", "Insults."), ("lift", "judge", "They are sorry.")]
        with pytest.raises(ReportError, match="isn't silenced"):
            reports.lift(report_id=case.pk, moderator=judge, reason="", now=NOW + DAY)

    def test_all_reports_of_a_line_are_decided_together(self, anna, ben, judge):
        carl = person("carl")
        cases = [report(anna, ben), report(carl, ben), report(carl, ben, line=8)]
        decide(cases[1], judge, Measure.SILENCE, reason="Insults.")
        assert reports.open_reports() == [cases[2]]
        assert [decision.measure for decision in Decision.objects.order_by("report")] == [
            "hide",
            "silence",
        ]
        assert Notification.objects.filter(kind="report").count() == 2

    @pytest.mark.parametrize(
        ("named", "told"),
        [
            ({"measure": Measure.LIFT}, "Choose what"),
            ({"measure": Measure.SILENCE}, "Say why"),
            ({"measure": Measure.SILENCE, "days": 2, "reason": "x"}, "how long"),
            ({"measure": Measure.HIDE, "reason": "x" * 501}, "no more than 500 characters"),
        ],
    )
    def test_a_decision_is_complete(self, anna, ben, judge, named, told):
        with pytest.raises(ReportError, match=told):
            decide(report(anna, ben), judge, **named)
        assert not Decision.objects.exists()

    def test_only_moderators_who_have_no_part_in_it(self, anna, ben, judge):
        with pytest.raises(ReportError, match="Only moderators"):
            decide(report(anna, ben), anna, Measure.HIDE)
        for reporter, about in ((judge, ben), (anna, judge)):
            with pytest.raises(ReportError, match="involves you"):
                decide(report(reporter, about, line=9), judge, Measure.HIDE)
        assert not Decision.objects.exists()

    def test_nothing_can_be_changed_afterwards(self, anna, ben, judge):
        decide(report(anna, ben), judge, Measure.HIDE)
        for change in (
            lambda: Decision.objects.update(reason="other"),
            lambda: Decision.objects.all().delete(),
        ):
            with pytest.raises((InternalError, DatabaseError)), transaction.atomic():
                change()

    def test_what_was_done_outlives_the_accounts(self, anna, ben, judge):
        case = report(anna, ben)
        decide(case, judge, Measure.SILENCE, reason="Insults.")
        User.objects.all().delete()
        (decision,) = reports.get(report_id=case.pk).decisions.all()
        case.refresh_from_db()
        assert (case.about, case.about_name, decision.by_name) == (None, "ben", "judge")

    @pytest.mark.django_db(transaction=True)
    def test_two_moderators_at_once_make_one_decision(self, anna, ben):
        Group.objects.get_or_create(name=MODERATORS)
        judges = [person("one", is_superuser=True), person("two", is_superuser=True)]
        cases = [report(anna, ben), report(person("carl"), ben)]
        together, told = threading.Barrier(2), []

        def decide_it(case: Report, judge: User) -> None:
            together.wait()
            try:
                decide(case, judge, Measure.HIDE)
            except ReportError as error:
                told.append(str(error))
            connection.close()

        threads = [
            threading.Thread(target=decide_it, args=pair)
            for pair in zip(cases, judges, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert told == ["Someone has already dealt with this report."]
        assert Decision.objects.count() == 2  # one for each report, by one moderator
        assert Decision.objects.values("by").distinct().count() == 1


class TestVoice:
    def test_who_may_write_how(self, anna, settings):
        assert writing.writing_of(user=anna, now=NOW).free
        guest = person("guest-bcdfg", is_guest=True)
        assert not writing.writing_of(user=guest, now=NOW).free
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        told = writing.writing_of(user=anna, now=NOW)
        assert (told.free, told.silence) == (False, None)
        assert "Confirm your email address" in told.why
        anna.emailaddress_set.create(email=anna.email, verified=True, primary=True)
        assert writing.writing_of(user=anna, now=NOW).free
