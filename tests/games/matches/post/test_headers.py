"""Whatever stands in a header: it is read as UTF-8, or does no harm, and its writer is answered."""

import asyncio
import email.policy
import json
import logging
import smtplib
import socket
from email.parser import BytesParser
from typing import Any

import pytest
from django.core import mail

from accounts.edge import reply_addresses
from accounts.notices.models import NoticeChoices
from accounts.users.models import AnswerAddress, User
from games.matches import reading
from games.matches.models import Match
from games.matches.post import door, inbound, tickets
from games.matches.post.inbound import Result
from games.matches.post.parsing import parse
from games.matches.post.reading import read, recipients
from tests.factories import NOW
from tests.games.matches.post.conftest import MOVE, SOON, address_of, send

pytestmark = pytest.mark.django_db

BOOKS = "anna@bücher.example"
A_LABEL = "anna@xn--bcher-kva.example"


def hand_in(match: Match, headers: bytes) -> Result:
    source = headers + b"\n\n" + MOVE.encode() + b"\n"
    return inbound.hand_in(source, now=SOON, to=[address_of(match)]).result


@pytest.fixture
def in_books(anna: User) -> User:
    """Anna, whose host has an umlaut."""
    anna.email = BOOKS
    anna.save()
    return anna


@pytest.mark.usefixtures("in_books")
@pytest.mark.parametrize(
    "sender",
    [
        f"Anna <{A_LABEL}>",
        f"Anna <{A_LABEL.upper()}>",
        f"Anna <{BOOKS}>",  # RFC 6532
        "Jörg Anna <Anna@BÜCHER.example>",
        f"=?utf-8?b?w7w=?= <{A_LABEL}>",
        "anna@bu\u0308cher.example",
    ],
)
def test_an_answer_from_a_host_with_letters_of_its_own_is_played(match: Match, sender: str) -> None:
    assert hand_in(match, b"From: " + sender.encode()) is Result.ACCEPTED
    assert [one.text for one in reading.moves(match_id=match.pk)] == [MOVE]
    assert mail.outbox[-1].to == [A_LABEL]


@pytest.mark.parametrize(
    ("sender", "result"),
    [
        ("Jörg <anna@example.org>".encode(), Result.ACCEPTED),
        ("Jörg <anna@example.org>".encode("latin-1"), Result.ACCEPTED),
        ("Jörg <anna@bücher.example>".encode("latin-1"), Result.FOREIGN),
        ("jörg@example.org".encode(), Result.FOREIGN),
        ("jörg@example.org".encode("latin-1"), Result.FOREIGN),
        (b"anna@example.org\xff", Result.FOREIGN),
        (b"\xff\xfe", Result.FOREIGN),
        (b"anna\0@example.org", Result.FOREIGN),
        (b"=?utf-8?q?=00?= <anna@example.org>", Result.ACCEPTED),
        (b"=?utf-8?b?7aCA?= <anna@example.org>", Result.ACCEPTED),
        (b"anna@example.org, \xffben@example.org", Result.FOREIGN),
    ],
)
def test_a_sender_in_bytes_beyond_ascii_is_read_or_refused_with_our_answer(
    match: Match, sender: bytes, result: Result
) -> None:
    assert hand_in(match, b"From: " + sender) is result
    (answer,) = mail.outbox
    assert answer.to == ["anna@example.org"]
    answer.message().as_bytes()


JUNK = (b"\xff\xfe", "ü".encode(), "ü".encode("latin-1"), b"\0", b"\xed\xa0\x80", b"=?x?q?=00?=")
HEADERS = (
    b"From", b"To", b"Cc", b"Subject", b"Message-ID", b"In-Reply-To", b"References", b"Date",
    b"Return-Path", b"Delivered-To", b"X-Original-To", b"Envelope-To", b"Precedence", b"List-Id",
    b"Auto-Submitted", b"X-Autoreply", b"MIME-Version", b"Content-Type",
    b"Content-Transfer-Encoding", b"Content-Disposition",
)  # fmt: skip


@pytest.mark.parametrize("name", HEADERS)
def test_no_header_is_a_fault(match: Match, name: bytes, caplog: Any) -> None:
    """Neither of the site, nor of what it keeps and sends."""
    caplog.set_level(logging.ERROR)
    for number, junk in enumerate(JUNK):
        for value in (junk, b"a" + junk + b"@example.org", b"<" + junk + b">", b"text/" + junk):
            told = {b"From": b"anna@example.org", b"Message-ID": b"<%d>" % number, name: value}
            source = b"\n".join(b"%s: %s" % pair for pair in told.items()) + b"\n\nhello\n"
            for message in (
                parse(source),
                BytesParser(policy=email.policy.default).parsebytes(source),
            ):
                done = inbound.hand_in(message, now=SOON, to=[address_of(match)])
                assert done.result is not Result.UNREADABLE
                one = read(message)
                for text in (one.id, one.sender, *recipients(message)):
                    assert text.encode("utf-8").isascii() or text.isprintable()
                    assert "\0" not in text
    for answer in mail.outbox:
        answer.message().as_bytes()
    assert caplog.records == []


REPORT = """From: MAILER-DAEMON@example.org
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Action: failed
Status: 5.1.1
Final-Recipient: {}
Diagnostic-Code: smtp; 550 {}

--b--
"""


@pytest.mark.parametrize(
    "recipient",
    [
        f"rfc822; {A_LABEL}",
        f"rfc822;{BOOKS}",
        f"utf-8; {BOOKS}",
        r"utf-8; anna@b\x{FC}cher.example",
        f"rfc822; {A_LABEL.upper()}",
    ],
)
def test_a_mail_that_comes_back_from_such_a_host_is_known(in_books: User, recipient: str) -> None:
    to = [reply_addresses.bounce_address(in_books.pk)]
    source = REPORT.format(recipient, "keiner da \udcff\0").encode("utf-8", "surrogateescape")
    assert inbound.hand_in(source, now=NOW, to=to).result is Result.BOUNCE
    found = NoticeChoices.objects.get(user=in_books)
    assert found.refused_address == A_LABEL
    assert found.refused_reason == "550 keiner da \ufffd"


@pytest.mark.parametrize("junk", JUNK)
def test_a_report_of_nobody_is_no_fault(anna: User, junk: bytes, caplog: Any) -> None:
    to = [reply_addresses.bounce_address(anna.pk)]
    source = REPORT.format("rfc822; JUNK", "JUNK").encode().replace(b"JUNK", junk)
    assert inbound.hand_in(source, now=NOW, to=to).result is not Result.UNREADABLE
    assert (NoticeChoices.objects.count(), caplog.records) == (0, [])


def test_halves_of_signs_that_a_provider_posts_do_no_harm(
    match: Match, client: Any, settings: Any
) -> None:
    settings.MAIL_WEBHOOK, settings.ANYMAIL = "postmark", {"WEBHOOK_SECRET": "a:b"}
    junk = "\ud800\0ü"
    told = {
        "OriginalRecipient": address_of(match),
        "From": f"{junk} <{junk}@example.org>",
        "FromFull": {"Email": f"{junk}@example.org", "Name": junk},
        "Subject": junk,
        "MessageID": junk,
        "Headers": [{"Name": name, "Value": junk} for name in ("Message-ID", "Return-Path", "To")],
        "TextBody": MOVE,
    }
    headers = {"authorization": "Basic YTpi"}
    for body in (told, {**told, "RawEmail": f"From: {junk}@example.org\nTo: {junk}\n\n{MOVE}"}):
        answer = client.post(
            "/mail-in/", json.dumps(body), content_type="application/json", headers=headers
        )
        assert answer.status_code == 200
    assert reading.moves(match_id=match.pk) == []


# --- Other addresses ------------------------------------------------------------------------------


def test_an_answer_from_elsewhere_says_what_to_do(match: Match) -> None:
    sender = {"from": "anna+tiles@example.org"}
    assert send(match, MOVE, **sender).result is Result.FOREIGN
    (answer,) = mail.outbox
    assert "anna+tiles@example.org replied to an email we sent you." in answer.body
    assert "add this address and answer again" in answer.body
    link = "https://tiles.example/account/addresses/"
    assert f"Add an address:\n{link}\n" in answer.body
    assert f'href="{link}"' in answer.alternatives[0][0]


@pytest.mark.parametrize("sender", ["anna+tiles@example.org", "Anna <ANNA+tiles@Example.ORG>"])
def test_an_address_that_was_added_and_confirmed_plays(
    match: Match, anna: User, sender: str
) -> None:
    row = AnswerAddress.objects.create(user=anna, email="anna+tiles@example.org", asked_at=NOW)
    assert send(match, MOVE, **{"from": sender}).result is Result.FOREIGN
    row.confirmed_at = NOW
    row.save()
    done = send(match, MOVE, message_id="<two@x>", **{"from": sender})
    assert done.result is Result.ACCEPTED
    assert mail.outbox[-1].to == ["anna@example.org"]  # never there


def test_it_is_nobody_elses(match: Match, anna: User) -> None:
    ben = User.objects.get(username="ben")
    AnswerAddress.objects.create(user=ben, email="b@x.example", asked_at=NOW, confirmed_at=NOW)
    assert send(match, MOVE, **{"from": "b@x.example"}).result is Result.FOREIGN


# --- The door -------------------------------------------------------------------------------------


def test_the_door_takes_headers_and_addresses_in_utf_8(settings: Any) -> None:
    settings.REPLY_HOST = "spiele.bücher.example"
    ticket = tickets.move_address(tickets.Place(1, 1, 0, 0)).partition("@")[0]

    def converse(where: tuple[str, int]) -> None:
        with smtplib.SMTP(*where, timeout=20) as post:
            post.ehlo()
            assert post.has_extn("SMTPUTF8")
            post.command_encoding = "utf-8"
            for host in ("spiele.bücher.example", "spiele.xn--bcher-kva.example"):
                assert post.mail("jörg@bücher.example", ["SMTPUTF8"])[0] == 250
                assert post.docmd(f"RCPT TO:<{ticket}@{host}>")[0] == 250
                post.rset()
            assert post.mail("jörg@bücher.example", ["SMTPUTF8"])[0] == 250
            assert post.docmd(f"RCPT TO:<{ticket}@spiele.bucher.example>")[0] == 550

    async def both() -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        task = asyncio.create_task(door.serve(listener))
        try:
            await asyncio.to_thread(converse, listener.getsockname())
        finally:
            task.cancel()

    asyncio.run(both())
