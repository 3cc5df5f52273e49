"""Mails as the host of a site is shown them: what they look like, and none of their keys."""

import re
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.urls import get_resolver

from accounts.edge import reply_addresses, tokens
from accounts.notices import mail
from accounts.notices.delivery import bounces, census, letters
from accounts.notices.delivery.adapter import AccountAdapter
from accounts.notices.delivery.letters import BLANK, PUBLIC, Letter, without_keys
from accounts.notices.models import AccountMail, Delivery, Notification
from accounts.users.models import User
from tests.accounts.conftest import NOW

SITE = "https://tiles.example"
PART = re.compile(r"<(?:\w+:)?(\w+)>")


def opened(message: Any, *, is_sample: bool = False) -> Letter:
    return Letter(letters.read(message.message().as_bytes()), is_sample=is_sample)


@pytest.mark.parametrize(
    ("link", "shown"),
    [
        ("/", "/"),
        ("", ""),
        ("/match/4HJKL5MVP68C/", "/match/4HJKL5MVP68C/"),
        ("/match/4HJKL5MVP68C/#turn=abc234", "/match/4HJKL5MVP68C/#•••"),
        ("/my-games/?sesame=abc", "/my-games/?•••"),
        ("/leagues/tuesday/1/", "/leagues/tuesday/1/"),
        ("/u/WzEsInR1cm4iXQ.iZ6kQ9oK/", "/u/•••/"),
        ("/seat/WzEsInNlYXQiXQ.iZ6kQ9oK/", "/seat/•••/"),
        ("/tables/4HJKL5/", "/tables/•••/"),
        ("/calendar/abcdef.ics", "/calendar/•••.ics"),
        ("/accounts/confirm-email/MQ:1abcde:xyz/", "/accounts/confirm-email/•••/"),
        ("/accounts/confirm-email/MQ%3A1abcde%3Axyz/", "/accounts/confirm-email/•••/"),
        ("/accounts/password/reset/key/3-cx2-abc/", "/accounts/password/reset/key/•••-•••/"),
        ("/no/such/page/", "/•••"),
        ("/u/WzEsInR1cm4iXQ.iZ6kQ9oK/.", "/•••"),
    ],
)
def test_a_link_is_shown_without_its_keys(link: str, shown: str) -> None:
    assert without_keys(SITE + link) == SITE + shown


def test_what_calls_itself_a_link_may_be_none() -> None:
    assert without_keys("http://[x") == BLANK


def test_what_is_public_in_addresses_is_chosen() -> None:
    """Whoever adds a part to an address says by its name whether everybody may know it."""

    def parts(resolver: Any) -> set[str]:
        return {
            name
            for each in resolver.url_patterns
            if not str(each.pattern).startswith("admin/")
            for name in (
                parts(each) if hasattr(each, "url_patterns") else PART.findall(str(each.pattern))
            )
        }

    assert parts(get_resolver()) - PUBLIC == {
        "address_id", "code", "device_id", "form", "holiday_id", "key", "report_id", "token",
        "uidb36", "what",
    }  # fmt: skip


def test_a_notice_is_shown_as_it_is_but_for_its_keys(anna: User, settings: Any) -> None:
    settings.REPLY_HOST = "tiles.example"
    bounces.try_again(user=anna, now=NOW)
    notice = Notification.objects.get()
    made = bounces.again_mail(notice, NOW)
    assert isinstance(made, mail.Mail)
    message = mail.assemble(notice=notice, mail=made)
    token = tokens.sign_unsubscribe(user_id=anna.pk, kind="again")
    ticket = reply_addresses.bounce_address(anna.pk).partition("+")[2].partition("@")[0]
    whole, shown = opened(message, is_sample=True), opened(message)
    assert whole.text == made.text
    assert token in whole.text
    assert shown.text == made.text.replace(token, BLANK)
    assert shown.html == whole.html.replace(token, BLANK)
    assert whole.html.replace('<base target="_blank">', "") == made.html
    assert (shown.subject, shown.to) == ("Our emails are reaching you again", "anna@post.example")
    headers = dict(shown.headers)
    assert headers["List-Unsubscribe"] == f"<{SITE}/u/{BLANK}/>"
    assert headers["Message-ID"] == mail.message_id(notice.key)
    told = " ".join(value for _, value in shown.headers)
    assert (token in told, ticket in told) == (False, False)


@pytest.mark.parametrize("name", ["login_code", "password_reset_code", "email_confirmation"])
def test_a_code_is_not_shown(anna: User, name: str) -> None:
    facts = {"user": anna, "code": "BCDF-GHJK", "activate_url": "/accounts/confirm-email/x:y:z/"}
    message = AccountAdapter().write_mail(f"account/email/{name}", anna.email, facts)
    shown = opened(message)
    assert "BCDF-GHJK" in message.subject
    assert shown.subject == message.subject.replace("BCDF-GHJK", BLANK)
    assert shown.text.strip() == str(message.body).replace("BCDF-GHJK", BLANK).strip()
    assert shown.html == ""
    assert "BCDF-GHJK" not in str(shown.headers)


def test_pictures_come_with_the_page() -> None:
    message = EmailMultiAlternatives("Look", "Look.", "s@tiles.example", ["a@post.example"])
    message.mixed_subtype = "related"
    message.attach_alternative('<html><head></head><body><img src="cid:board"></body>', "text/html")
    message.attach(mail._inline_image("board", b"\x89PNG..."))
    shown = opened(message)
    assert shown.pictures == [b"\x89PNG..."]
    assert shown.html == (
        '<html><head><base target="_blank"></head><body>'
        '<img src="data:image/png;base64,iVBORy4uLg=="></body>'
    )


def test_a_mail_without_anything_has_nothing_to_show() -> None:
    shown = Letter(EmailMessage())
    assert (shown.date, shown.sender, shown.to, shown.subject) == (None, "", "", "")
    assert (shown.text, shown.html, shown.headers, shown.pictures) == ("", "", [], [])


class TestFates:
    def sent(self, user: User, key: str, **facts: Any) -> Delivery:
        notice = Notification.objects.create(
            user=user, kind=facts.pop("kind", "again"), key=key, due_at=NOW
        )
        given = {"status": "sent", "sent_at": NOW, **facts}
        return Delivery.objects.create(
            notification=notice, user=user, channel="mail", due_at=NOW, **given
        )

    def test_what_became_of_mails_is_found_by_their_ids(
        self, anna: User, django_assert_num_queries: Any
    ) -> None:
        ben = User.objects.create_user("Ben", "ben@post.example")
        self.sent(anna, "plain")
        self.sent(anna, "back", outcome="it came back: %(fact)s\tno such box")
        several = self.sent(anna, "several", kind="digest")
        for number in range(3):
            facts = {"status": "merged", "sent_at": None, "merged_into": several}
            self.sent(anna, f"merged{number}", **facts)
        self.sent(ben, "other")
        with django_assert_num_queries(1):
            found = census.fates(addresses=[anna.email])
        again = "Our emails are reaching you again"
        assert found == {
            mail.message_id("plain"): census.Fate(again, 1, ""),
            mail.message_id("back"): census.Fate(again, 1, "it came back: no such box"),
            mail.message_id("several"): census.Fate("Several notifications in one email", 3, ""),
        }

    def test_mails_about_accounts_that_wait(self, anna: User) -> None:
        assert census.account_mails(now=NOW) == (0, None)
        hour = timedelta(hours=1)
        for due_at, attempts in ((NOW - hour, 0), (NOW, 0), (NOW + hour, 1), (NOW + hour, 0)):
            AccountMail.objects.create(
                user=anna, template="login_code", sealed=b"x", due_at=due_at, attempts=attempts
            )
        assert census.account_mails(now=NOW) == (3, NOW - hour)
