"""Mails that stay here because there is no mail server, and when they are deleted."""

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import override_settings
from django.utils import timezone

from accounts.notices.delivery import kept_mails
from accounts.notices.models import KeptMail
from tests.accounts.conftest import NOW

pytestmark = pytest.mark.django_db
BACKEND = "accounts.notices.delivery.kept_mails.Backend"


@pytest.fixture(autouse=True)
def _mails_stay_here() -> Iterator[None]:
    with override_settings(EMAIL_BACKEND=BACKEND):
        yield


def send(subject: str, text: str = "Play.", to: str = "anna@post.example") -> None:
    mail.send_mail(subject, text, None, [to])


def said(*arguments: str) -> str:
    out = StringIO()
    call_command("mails", *arguments, stdout=out)
    return out.getvalue()


def test_the_newest_comes_first() -> None:
    for number in range(3):
        send(f"Mail {number}")
    assert [one.subject for one in kept_mails.newest()] == ["Mail 2", "Mail 1", "Mail 0"]
    assert [one.subject for one in kept_mails.newest(limit=1)] == ["Mail 2"]


def test_each_is_found_by_its_number_and_by_nothing_else() -> None:
    send("Your turn")
    (kept,) = kept_mails.newest()
    found = kept_mails.find(kept.id)
    assert found is not None
    assert (found.to, found.subject) == ("anna@post.example", "Your turn")
    for other in ("", "0", "-1", "x", "1" * 30, "¹", "1.0"):
        assert kept_mails.find(other) is None


def test_nobody_reads_them_in_a_copy_of_the_database_without_the_key() -> None:
    send("A sign-in code", "Your code is 123456.")
    sealed = bytes(KeptMail.objects.get().sealed)
    assert b"123456" not in sealed
    with override_settings(SECRET_KEY="another"):
        assert kept_mails.newest() == []
        send("A new one")
        assert [one.subject for one in kept_mails.newest()] == ["A new one"]


def test_they_go_after_thirty_days() -> None:
    send("Old")
    send("New")
    old, new = KeptMail.objects.order_by("pk")
    KeptMail.objects.filter(pk=old.pk).update(written_at=NOW - timedelta(days=30, seconds=1))
    KeptMail.objects.filter(pk=new.pk).update(written_at=NOW - timedelta(days=30))
    assert [kept_mails.delete_old(now=NOW) for _ in range(2)] == [1, 0]
    assert [one.subject for one in kept_mails.newest()] == ["New"]


def test_one_that_was_just_written_stays() -> None:
    send("New")
    assert kept_mails.delete_old(now=timezone.now() + timedelta(days=29)) == 0


def test_whoever_has_locked_themselves_out_reads_the_newest_by_a_command() -> None:
    send("First", "Your code is 111111.")
    send("Second", "Your code is 222222.", to="ben@post.example")
    (second, first) = kept_mails.newest()
    assert said() == (
        f"To: ben@post.example\nDate: {second.message['Date']}\nSubject: Second\n"
        "\nYour code is 222222.\n"
    )
    assert said("--to", "Anna@post.example") == (
        f"To: anna@post.example\nDate: {first.message['Date']}\nSubject: First\n"
        "\nYour code is 111111.\n"
    )
    assert [line for line in said("--count", "5").split("\n") if line.startswith("Subject")] == [
        "Subject: Second",
        "Subject: First",
    ]
    with pytest.raises(CommandError, match="no emails like that"):
        said("--to", "nobody@post.example")
