"""Mails about accounts leave: no page waits for the mail server, and none is lost in silence."""

import re
import socket
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client

from accounts.notices.delivery import account_mails, server
from accounts.notices.models import AccountMail, Delivery
from accounts.users.models import User
from tests.accounts.conftest import NOW
from tests.accounts.notices.backends import ProcessKilled

pytestmark = pytest.mark.django_db
CODE = "Code: K7QX"
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def mails_leave(settings: Any) -> None:
    settings.MAIL_LEAVES = True


def owe(user: User | None, to: str = "anna@post.example") -> None:
    message = EmailMessage("A code", CODE, "site@tiles.example", [to])
    account_mails.send(message, template="account/email/login_code", user=user, now=NOW)


def told() -> list[tuple[str, str, str]]:
    """Return the lines of the ledger."""
    return list(Delivery.objects.values_list("subject", "status", "outcome"))


def test_no_page_waits_for_a_mail_server_that_says_nothing(
    anna: User, client: Client, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_TIMEOUT = 60
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_HOST, settings.EMAIL_PORT = silent.getsockname()
        people = ("anna@post.example", *(f"nobody{number}@post.example" for number in range(3)))
        answers = [client.post("/accounts/password/reset/", {"email": to}) for to in people]
        silent.setblocking(False)
        with pytest.raises(BlockingIOError):
            silent.accept()  # nobody has called it
    assert [answer.status_code for answer in answers] == [302] * 4
    assert [mail.user for mail in AccountMail.objects.order_by("pk")] == [anna, None, None, None]


def test_it_goes_once_and_is_noted(anna: User, client: Client) -> None:
    client.post("/accounts/login/code/", {"email": "anna@post.example"})
    assert (mail.outbox, told()) == ([], [])
    now = AccountMail.objects.get().due_at
    assert [account_mails.deliver(now=now), account_mails.deliver(now=now + HOUR)] == [1, 0]
    (letter,) = mail.outbox
    assert letter.to == ["anna@post.example"]
    assert len(re.findall(r"(?m)^ {4}(\S+)$", str(letter.body))) == 1
    assert told() == [("A sign-in code", "sent", account_mails.OUTSIDE)]
    assert not AccountMail.objects.exists()


def test_what_it_says_is_kept_sealed(anna: User) -> None:
    owe(anna)
    sealed = bytes(AccountMail.objects.get().sealed)
    assert b"K7QX" not in sealed
    account_mails.deliver(now=NOW)
    assert [letter.body for letter in mail.outbox] == [CODE]


def test_it_is_tried_again_and_then_given_up_with_a_word(anna: User, settings: Any) -> None:
    settings.EMAIL_BACKEND = "tests.accounts.notices.backends.Refusing"
    owe(anna)
    waits, now = [], NOW
    while row := AccountMail.objects.first():
        waits.append((row.due_at - now).total_seconds())
        now = row.due_at
        server._answered()  # it's back, and takes no mail
        assert account_mails.deliver(now=now - timedelta(seconds=1)) == 0
        assert account_mails.deliver(now=now) == 0
    assert waits == [0, 10, 20, 40, 80, 160, 320, 640]
    assert told() == [("A sign-in code", "failed", "no mail server would accept it")]


def test_a_server_that_is_back_takes_it(anna: User, settings: Any) -> None:
    usual, settings.EMAIL_BACKEND = (
        settings.EMAIL_BACKEND,
        "tests.accounts.notices.backends.Refusing",
    )
    owe(anna)
    assert account_mails.deliver(now=NOW) == 0
    settings.EMAIL_BACKEND = usual
    assert account_mails.deliver(now=NOW + timedelta(seconds=10)) == 1
    assert told() == [("A sign-in code", "sent", account_mails.OUTSIDE)]


def test_an_address_that_nobody_has_is_tried_once(anna: User, settings: Any) -> None:
    settings.EMAIL_BACKEND = "tests.accounts.notices.backends.Unknown"
    owe(anna)
    assert account_mails.deliver(now=NOW) == 0
    assert told() == [("A sign-in code", "failed", "no mail server would accept it")]
    assert not AccountMail.objects.exists()


def test_one_that_cannot_be_read_holds_up_no_other(anna: User) -> None:
    owe(anna)
    AccountMail.objects.update(sealed=b"by another key")
    owe(None, "nobody@post.example")
    assert account_mails.deliver(now=NOW) == 1
    assert told() == [("A sign-in code", "failed", "we couldn't send it")]
    assert [letter.to for letter in mail.outbox] == [["nobody@post.example"]]


def test_whoever_dies_over_it_leaves_it_to_another(anna: User, settings: Any) -> None:
    usual = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "tests.accounts.notices.backends.KilledAfterSending"
    owe(anna)
    with pytest.raises(ProcessKilled):
        account_mails.deliver(now=NOW)
    settings.EMAIL_BACKEND = usual
    again: list[datetime] = [
        NOW + account_mails.LEASE - timedelta(seconds=1),
        NOW + account_mails.LEASE,
    ]
    assert [account_mails.deliver(now=now) for now in again] == [0, 1]
