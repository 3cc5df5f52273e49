"""Mail of which nobody can make sense gets a clear answer, once: it never comes again for days."""

import base64
import json
import random
from typing import Any

import pytest
from aiosmtpd.smtp import Envelope
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DataError, OperationalError
from django.test import Client
from django.utils import timezone
from typing_extensions import override

from accounts.edge import reply_addresses
from accounts.notices.models import NoticeChoices
from accounts.users.models import User
from games.matches import play, reading
from games.matches.management.commands import mail_in
from games.matches.models import Match
from games.matches.post import door, inbound, tickets
from games.matches.post.inbound import Result
from games.matches.post.parsing import parse
from games.matches.post.tickets import Place
from tests.factories import make_user
from tests.games.matches.post.conftest import MOVE, SOON, address_of, slow_match
from tests.size import runs

pytestmark = pytest.mark.django_db
DEEP = 5_000
ENDS = (b"\n", b"\r\n", b"\r")


@pytest.fixture
def match(db: None) -> Match:
    """One for each test: some of them commit."""
    return slow_match(make_user("anna"))


def parts_in_parts(end: bytes, kind: bytes) -> bytes:
    lines = [b"From: Anna <anna@example.org>", b"Content-Type: %s; boundary=b" % kind, b"", b"--b"]
    for number in range(DEEP):
        mark = b"b%d" % number
        lines += [b"Content-Type: multipart/mixed; boundary=" + mark, b"", b"--" + mark]
    return end.join([*lines, b"", MOVE.encode()])


def mails_in_mails(end: bytes, kind: bytes) -> bytes:
    lines = [b"From: Anna <anna@example.org>", b"Content-Type: %s; boundary=b" % kind, b"", b"--b"]
    return end.join([*lines, *(b"Content-Type: message/rfc822", b"") * DEEP, MOVE.encode()])


def hand_in(source: bytes, to: str) -> Result:
    return inbound.hand_in(source, now=SOON, to=[to]).result


@pytest.mark.parametrize("end", ENDS, ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("kind", [b"multipart/mixed", b"multipart/report"])
@pytest.mark.parametrize("nested", [parts_in_parts, mails_in_mails])
def test_however_deep_a_mail_is_nested_it_is_answered(
    match: Match, nested: Any, kind: bytes, end: bytes
) -> None:
    said = hand_in(nested(end, kind), address_of(match))
    assert said in (Result.ILLEGAL, Result.FOREIGN, Result.ROBOT)
    assert reading.moves(match_id=match.pk) == []


def test_a_mail_that_came_back_says_why_in_signs_that_can_be_kept(anna: User) -> None:
    report = (
        "From: x@example.org\nContent-Type: multipart/report; boundary=b\n\n--b\n"
        "Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n"
        "Final-Recipient: rfc822; anna@example.org\nAction: failed\nStatus: 5.1.1\n"
        "Diagnostic-Code: smtp; 550 =?utf-8?b?AAAA?= gone\n\n--b--\n"
    )
    assert hand_in(report.encode(), reply_addresses.bounce_address(anna.pk)) is Result.BOUNCE
    assert NoticeChoices.objects.get(user=anna).refused_reason == "550 gone"


HEADERS = (
    "From", "To", "Subject", "Message-ID", "Content-Type", "Content-Transfer-Encoding", "Date",
    "Return-Path", "Auto-Submitted", "Precedence", "Delivered-To", "Cc", "Content-Disposition",
)  # fmt: skip
VALUES = (
    "anna@example.org", "Anna <anna@example.org>", "<x@y>", "multipart/report; boundary=b",
    "multipart/mixed; boundary=b", "multipart/alternative; boundary=b", "text/plain",
    "text/html; charset=utf-7", "text/plain; charset=\0", "message/delivery-status",
    "message/rfc822", "base64", "quoted-printable", "x-uuencode", "7bit", "=?utf-8?q?=00?=",
    "=?utf-8?b?AAAA?=", "=?utf-8?q?=ED=A0=80?=", "\0", "\xff", "\xed\xa0\x80", "no", "=?x?q?a?=",
    '"', '""@', "<>", "group:;", "a@b, c@d", "inline; filename*=utf-8''%00",
)  # fmt: skip
LINES = (
    MOVE, "\0", "yes", "no", "--b", "--b--", "", "", "Final-Recipient: rfc822; anna@example.org",
    "Action: failed", "Status: 5.1.1", "Diagnostic-Code: smtp; 550 \0\xff gone", "\xed\xa0\x80",
    "Content-Type: message/delivery-status", "=00", "=ED=A0=80", "AAAA", "<p>", "begin 644 x",
    "<html>\0", "&#0;&#xD800;A90 1,0 road W", "> x", "On Monday somebody wrote:",
)  # fmt: skip


def drawn(rng: random.Random) -> bytes:
    """Return a mail that is put together at random."""
    head = [f"{rng.choice(HEADERS)}: {rng.choice(VALUES)}" for _ in range(rng.randint(0, 6))]
    body = [rng.choice(LINES) for _ in range(rng.randint(0, 20))]
    if rng.random() < 0.5:
        head.append("Content-Type: multipart/report; boundary=b")
        told = f"Diagnostic-Code: smtp; {rng.choice(VALUES)}"
        body[:0] = ["--b", LINES[13], "", "Reporting-MTA: dns; x", "", *LINES[8:11], told, ""]
    end = rng.choice(ENDS).decode()
    return end.join(["From: anna@example.org", *head, "", *body]).encode("latin-1")


def test_no_mail_is_a_fault_of_ours(match: Match, anna: User) -> None:
    """``handle`` itself never fails; what ``hand_in`` would catch is what nobody thought of."""
    place = Place(anna.pk, match.pk, 0, match.ply)
    doors = [
        address_of(match), tickets.offer_address(place, "draw"),
        reply_addresses.bounce_address(anna.pk),
    ]  # fmt: skip
    for number in range(runs(20_000, quick=150)):
        rng = random.Random(number)
        inbound.handle(parse(drawn(rng)), now=SOON, to=[rng.choice(doors)])


# --- What the doors answer ------------------------------------------------------------------------


class Broken(BaseEmailBackend):
    """A way for mail to leave that fails, so that no answer can be sent."""

    error: Exception

    @override
    def send_messages(self, email_messages: Any) -> int:
        raise self.error


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("error", "told", "code"),
    [
        (RecursionError("too deep"), door.UNREADABLE, 65),
        (ValueError("no text"), door.UNREADABLE, 65),
        (DataError("a NUL"), door.UNREADABLE, 65),
        (OperationalError("gone"), door.LATER, 75),
        (OSError("no mail server"), door.LATER, 75),
    ],
)
def test_only_what_can_be_better_later_is_asked_for_again(
    match: Match, settings: Any, error: Exception, told: str, code: int
) -> None:
    settings.EMAIL_BACKEND, Broken.error = f"{__name__}.Broken", error
    envelope = Envelope()
    envelope.original_content = b"From: anna@example.org\n\nhello"
    envelope.rcpt_tos = [address_of(match)]
    assert door.Door()._hand_in(envelope) == told
    assert mail_in.take(envelope.original_content, envelope.rcpt_tos) == code


@pytest.mark.django_db(transaction=True)
def test_during_maintenance_a_mail_may_come_again(match: Match) -> None:
    play.begin_maintenance(now=SOON)
    envelope = Envelope()
    envelope.original_content = b"From: anna@example.org\n\nhello"
    envelope.rcpt_tos = [address_of(match)]
    assert door.Door()._hand_in(envelope) == door.LATER
    assert mail_in.take(envelope.original_content, envelope.rcpt_tos) == 75


@pytest.fixture
def provider(client: Client, settings: Any) -> Any:
    settings.MAIL_WEBHOOK, settings.ANYMAIL = "postmark", {"WEBHOOK_SECRET": "a:b"}
    token = base64.b64encode(b"a:b").decode()

    def post(body: bytes) -> int:
        headers = {"authorization": f"Basic {token}"}
        answer = client.post("/mail-in/", body, content_type="application/json", headers=headers)
        return int(answer.status_code)

    return post


@pytest.mark.parametrize(
    "body", [b"[" * 100_000, b"{", b"\xff", b"[]", b"7", b"null", b'{"Headers": 1}']
)
def test_what_a_provider_posts_that_is_no_mail_is_refused(provider: Any, body: bytes) -> None:
    assert provider(body) in (200, 400)


@pytest.mark.parametrize(
    "content",
    [
        {}, {"email_rfc822": "\ud800"}, {"email_rfc822": "a", "email_rfc822_is_base64": True}, [],
    ],
)  # fmt: skip
def test_mails_that_come_together_do_not_fall_with_one_of_them(
    match: Match,
    provider: Any,
    settings: Any,
    content: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.MAIL_WEBHOOK = "sparkpost"
    monkeypatch.setattr(timezone, "now", lambda: SOON)
    good = {"email_rfc822": f"From: Anna <anna@example.org>\n\n{MOVE}\n"}
    told = [
        {"msys": {"relay_message": {"rcpt_to": address_of(match), "content": one}}}
        for one in (content, good)
    ]
    assert provider(json.dumps([None, 7, *told]).encode()) == 200
    (entry,) = reading.moves(match_id=match.pk)
    assert entry.text == MOVE


def test_a_provider_s_mail_that_is_nested_deep_is_taken_once(match: Match, provider: Any) -> None:
    to = address_of(match)
    raw = mails_in_mails(b"\r", b"multipart/report").decode()
    assert provider(json.dumps({"OriginalRecipient": to, "RawEmail": raw}).encode()) == 200
    assert reading.moves(match_id=match.pk) == []
