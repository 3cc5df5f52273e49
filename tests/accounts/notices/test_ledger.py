"""The page of notifications: every one of them, what became of it in words, and nobody else's."""

import re
from datetime import UTC, datetime, time, timedelta

import pytest
from django.utils import timezone

from accounts.notices import kinds as registry
from accounts.notices import ledger
from accounts.notices import outbox as notifications
from accounts.notices.delivery import account_mails, bounces, budget
from accounts.notices.kinds import Notice
from accounts.notices.mail import Hold
from accounts.notices.models import Delivery, NoticeChoices
from accounts.notices.preferences.reading import choices_of
from accounts.users.models import User
from games.matches.post.composing import names_of_tables
from tests.accounts.conftest import NOW, write_mail
from tests.factories import make_match, make_user

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _kinds(kinds) -> None:
    notifications.register_kind("turn", "It is your turn", write_mail, on=("mail", "app"))


def owe(user, key, *, at=NOW, about="/match/a/") -> None:
    notifications.schedule_all(notices=[Notice(user.pk, "turn", key, {}, at, None, about)])


def words(user, now=NOW + HOUR, **more) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return what the ledger says, by the words of each notice."""
    with timezone.override(user.zone):
        days = ledger.days(user=user, until=now, **more)
        return [
            (line.subject, [(way.channel, way.words) for way in line.ways])
            for day in days
            for line in day.lines
        ]


def test_what_was_sent_says_when(anna, settings):
    settings.MAIL_LEAVES = True
    owe(anna, "a")
    notifications.deliver(now=NOW)
    assert words(anna) == [
        ("About a", [("Email", "sent at 14:00"), ("On the site", "sent at 14:00")])
    ]


def test_what_went_with_a_digest_says_so(anna, settings):
    settings.MAIL_LEAVES = True
    NoticeChoices.objects.create(user=anna, digest=True, digest_hours=[time(18)])
    for key, page in (("a", "/match/a/"), ("b", "/match/b/")):
        owe(anna, key, about=page)
    evening = datetime(2026, 5, 4, 16, tzinfo=UTC)
    assert words(anna)[0][1][0] == ("Email", "goes out on Monday 4 May, 18:00")
    notifications.deliver(now=evening)
    assert [ways[0] for _, ways in words(anna, evening)] == [
        ("Email", "sent in one email with others at 18:00"),
        ("Email", "sent in one email with others at 18:00"),
    ]


def test_what_stayed_here_was_not_sent(anna, client):
    """Without a mail server: a notice by itself, two in a digest, and a mail about the account."""
    owe(anna, "a")
    notifications.deliver(now=NOW)
    here = "written at {}, but not sent, because this site has no mail server"
    assert words(anna) == [
        ("About a", [("Email", here.format("14:00")), ("On the site", "sent at 14:00")])
    ]
    NoticeChoices.objects.create(user=anna, digest=True, digest_hours=[time(18)])
    for key, page in (("b", "/match/b/"), ("c", "/match/c/")):
        owe(anna, key, about=page, at=NOW + HOUR)
    evening = datetime(2026, 5, 4, 16, tzinfo=UTC)
    notifications.deliver(now=evening)
    assert [ways[0][1] for _, ways in words(anna, evening)][:2] == [here.format("18:00")] * 2
    client.post("/accounts/login/code/", {"email": anna.email})
    (line,) = [
        ways for name, ways in words(anna, timezone.now() + HOUR) if name == "A sign-in code"
    ]
    assert "but not sent" in line[0][1]


def test_what_was_held_back_says_why(anna):
    answers = [Hold("the turn was over"), Hold("at the table", until=NOW + 9 * HOUR)]
    notifications.register_kind("turn", "T", lambda *_: answers.pop(), on=("mail",))
    for key in ("a", "b"):
        owe(anna, key, at=NOW - HOUR)
    notifications.deliver(now=NOW)
    notifications.cancel(keys=["a"])
    assert [ways for _, ways in words(anna)] == [
        [("Email", "held back: the turn was over")],
        [("Email", "held back (you were at the table), and then no longer needed")],
    ]


def test_what_the_mail_server_refused_says_so_and_every_page_does(anna, settings, client):
    settings.EMAIL_BACKEND = "tests.accounts.notices.backends.Unknown"
    owe(anna, "a")
    notifications.deliver(now=NOW)
    refused = "your mail server refused it: 550 no such user"
    assert words(anna)[0][1][0] == ("Email", refused)
    client.force_login(anna)
    page = client.get("/account/notices/").content.decode()
    assert "refused an email to anna@post.example (550 no such user)" in page
    bounces.register()
    answer = client.post("/account/notices/try-again/", {"next": "/preferences/"})
    assert answer["Location"] == "/preferences/"
    assert "refused an email" not in client.get("/account/notices/").content.decode()
    assert Delivery.objects.filter(notification__kind="again", status="queued").count() == 1


def test_what_is_to_come_is_told_too(anna):
    owe(anna, "a", at=NOW + 3 * HOUR)
    assert words(anna) == []
    with timezone.override(anna.zone):
        (line,) = ledger.planned(user=anna, now=NOW)
    assert [way.words for way in line.ways] == ["goes out on Monday 4 May, 17:00"] * 2


def test_one_table_can_be_read_alone(anna):
    owe(anna, "a", about="/match/a/")
    owe(anna, "b", about="/match/b/")
    notifications.deliver(now=NOW)
    assert [subject for subject, _ in words(anna, about="/match/b/")] == ["About b"]
    pages = ledger.tables(user=anna, since=NOW - HOUR)
    assert pages == [("/match/a/", "About a"), ("/match/b/", "About b")]


def test_what_is_to_come_is_told_by_the_name_of_its_page(anna, monkeypatch):
    monkeypatch.setattr(registry, "NAMERS", [])
    notifications.register_namer(
        lambda user_id, pages: {page: f"{user_id} at {page}" for page in pages if "a" in page}
    )
    owe(anna, "a", at=NOW + HOUR, about="/match/a/")
    owe(anna, "b", at=NOW + 2 * HOUR, about="/b/")
    lines = ledger.planned(user=anna, now=NOW)
    assert [(line.subject, line.label) for line in lines] == [
        (f"{anna.pk} at /match/a/", "It is your turn"),
        ("It is your turn", "It is your turn"),
    ]


def test_a_match_is_named_by_its_game_and_the_others():
    ben, cara = make_user("Ben"), make_user("Cara")
    match = make_match(ben, cara)
    page = match.get_absolute_url()
    pages = [page, "/match/none/", "/preferences/"]
    assert names_of_tables(ben.pk, pages) == {page: "Tilekingdom with Cara"}
    assert names_of_tables(cara.pk, pages) == {page: "Tilekingdom with Ben"}


class TestMailsAboutTheAccount:
    """They are noted once they went, counted by no budget, and hold nothing of what was in them."""

    def ask_for_a_code(self, client, email: str = "anna@post.example") -> None:
        answer = client.post("/accounts/login/code/", {"email": email})
        assert answer.status_code == 302

    def test_a_code_is_noted_and_not_what_it_is(self, anna, client, mailoutbox, settings):
        settings.MAIL_LEAVES = True
        self.ask_for_a_code(client)
        assert account_mails.deliver(now=timezone.now()) == 1
        (letter,) = mailoutbox
        (code,) = re.findall(r"(?m)^ {4}(\S+)$", letter.body)
        row = Delivery.objects.select_related("notification").get()
        assert (row.user, row.channel, row.status) == (anna, "mail", "sent")
        assert (row.subject, row.link, row.notification.about) == ("A sign-in code", "", "")
        assert row.notification.ref == {}
        facts = [str(value) for value in (*vars(row).values(), *vars(row.notification).values())]
        assert not any(code in fact or "anna@post" in fact for fact in facts)
        (line,) = words(anna, timezone.now() + HOUR)
        assert line[0] == "A sign-in code"
        assert line[1][0][1].endswith(", without counting towards your daily email limit")

    def test_it_is_no_mail_of_the_days_budget(self, anna, client, mailoutbox):
        NoticeChoices.objects.create(user=anna, mails_per_day=1)
        self.ask_for_a_code(client)
        assert budget.spent(user_id=anna.pk, since=timezone.now() - HOUR) == 0

    def test_a_strangers_address_is_noted_nowhere(self, anna, client, mailoutbox):
        self.ask_for_a_code(client, "nobody@post.example")
        assert len(mailoutbox) == 1
        assert not Delivery.objects.exists()


def test_days_are_the_readers_own(anna):
    owe(anna, "late", at=datetime(2026, 5, 3, 21, 59, tzinfo=UTC))
    owe(anna, "early", at=datetime(2026, 5, 3, 22, 1, tzinfo=UTC))
    days = ledger.days(user=anna, until=NOW)
    assert [(day.day.day, len(day.lines)) for day in days] == [(4, 1), (3, 1)]


class TestPage:
    @pytest.fixture
    def as_anna(self, client, anna):
        client.force_login(anna)
        return client

    def test_it_shows_nothing_of_others(self, as_anna, anna):
        ben = User.objects.create_user("Ben", "ben@post.example")
        owe(anna, "annas own", at=timezone.now() - HOUR)
        owe(ben, "bens own", at=timezone.now() - HOUR)
        notifications.deliver(now=timezone.now())
        for query in ("", "?about=/match/a/"):
            page = as_anna.get(f"/account/notices/{query}").content.decode()
            assert ("annas own" in page, "bens own" in page) == (True, False)

    def test_new_ones_are_counted_until_they_are_looked_at(self, as_anna, anna):
        owe(anna, "a", at=timezone.now() - HOUR)
        notifications.deliver(now=timezone.now())
        assert ledger.standing(user=anna).unread == 1
        assert "1 new notification" in as_anna.get("/preferences/").content.decode()
        as_anna.get("/account/notices/")
        assert ledger.standing(user=anna).unread == 0

    @pytest.mark.parametrize(
        "query",
        ["?until=nonsense", "?until=9999-99-99T00:00", "?until=0001-01-01T00:00"],
    )
    def test_a_page_that_is_not_there_is_todays(self, as_anna, query):
        assert as_anna.get(f"/account/notices/{query}").status_code == 200

    def test_weeks_before_are_a_page_away(self, as_anna, anna):
        owe(anna, "long ago", at=timezone.now() - timedelta(days=10))
        page = as_anna.get("/account/notices/")
        older = page.context["older"]
        assert len(page.context["days"]) == 0
        assert len(as_anna.get(f"/account/notices/?{older}").context["days"]) == 1

    def test_one_click_ends_a_kind_of_mail(self, as_anna, anna):
        as_anna.post("/account/notices/stop/", {"kind": "turn"})
        assert choices_of(user_id=anna.pk) == {"turn": False, "news": False}

    def test_no_other_kind_is_ended(self, as_anna, anna):
        as_anna.post("/account/notices/stop/", {"kind": "nonsense"})
        assert choices_of(user_id=anna.pk) == {"turn": True, "news": False}

    def test_looking_is_for_oneself(self, client):
        assert client.get("/account/notices/").status_code == 302
        assert client.get("/account/notices/stop/").status_code == 302
