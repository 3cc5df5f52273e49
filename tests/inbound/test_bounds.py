"""However a mail is made, reading it takes a moment: the time does not grow with its square."""

import base64
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.post.parsing import LONGEST_SOURCE, parse
from games.post.reading import first_line, read, recipients, without_tags

LONG = 20_000  # characters
MOST = 1.0  # seconds of the processor; these took from 3 to 28
HEADERS = ["To", "From", "Subject", "Message-ID", "Auto-Submitted", "Content-Type", "Date"]
IN_HEADERS = ["a,", "a@b,", "<", "(", '"', "a@b <", "=?utf-8?q?a?= ", "x:", ";", "a b ", "\\"]
IN_HEADERS += ["[", "a=b;", "a*0=b;", "a*0*=b;", "\n ", "\n a@b,"]
IN_TEXT = ["a@b ", "12:30 ", "2020", ">", ">\n", "On Mon wrote:\n", "On Mon, a@b.c ", "Am 1.1. "]
IN_TEXT += ["From: x\n", "\n", " ", "---\n", "-", "\u00a0", "a\n", ":", "_", "Le ", "*From:* "]
IN_HTML = ["<!--", "<a ", "<a b='", "<", "<x", "</", "</x", "<?", "<!", "<![CDATA[", "<![", "&"]
IN_HTML += ["&#", "<b>", "<b>x", "<b></i>", "<style>", "<script></", "<a b b b ", "<blockquote>x"]


@pytest.fixture(autouse=True, scope="module")
def _prepared() -> None:
    first_line("what is kept from one mail to the next")


def processor_time(function: Callable[..., Any], *args: Any) -> float:
    began = time.thread_time()
    function(*args)
    return time.thread_time() - began


def read_whole(source: bytes) -> None:
    message = parse(source)
    list(recipients(message))
    read(message)


@pytest.mark.parametrize("piece", IN_TEXT)
def test_a_text_is_read_in_a_moment(piece: str) -> None:
    long = (piece * LONG)[:LONG]
    for text in (long, long[: LONG // 2] + "\n" + ">\n" * (LONG // 4), "x\n" + long):
        assert processor_time(first_line, text) < MOST


@pytest.mark.parametrize("piece", IN_HTML)
def test_html_is_read_in_a_moment(piece: str) -> None:
    assert processor_time(without_tags, (piece * LONG)[:LONG]) < MOST


@pytest.mark.parametrize("name", HEADERS)
def test_headers_are_read_in_a_moment(name: str) -> None:
    for piece in IN_HEADERS:
        header = f"{name}: x{(piece * LONG)[:LONG]}\n"
        parts = "Content-Type: multipart/mixed; boundary=b\n\n" + f"--b\n{header}\nhi\n" * 50
        for source in (f"{header}\nhi\n", f"{header * 9}\nhi\n", parts):
            assert processor_time(read_whole, source.encode()) < MOST, piece


@pytest.mark.parametrize(
    "source",
    [
        b"From: a@b.c\n\n" + b"> x\n" * 100_000,
        b"From: a@b.c\n\n" + b"x" * 10_000_000,
        b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n" * 60_000,
        b"Content-Type: message/rfc822\n\n" * 9_000,
        b"".join(
            b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(9_000)
        ),
    ],
    ids=["lines", "one line", "parts", "mails in mails", "parts in parts"],
)
def test_a_large_mail_is_read_in_a_moment(source: bytes) -> None:
    assert processor_time(read_whole, source) < MOST


def test_what_is_far_down_is_not_looked_at() -> None:
    near, far = b"\n" * 1_000 + b"A90 1,0\n", b"\n" * LONGEST_SOURCE + b"A90 1,0\n"
    assert read(parse(b"From: a@b.c\n\n" + near)).line == "A90 1,0"
    assert read(parse(b"From: a@b.c\n\n" + far)).line == ""


@pytest.mark.django_db
def test_a_provider_s_mail_for_nobody_is_not_read(client: Client, settings: Any) -> None:
    settings.MAIL_WEBHOOK, settings.ANYMAIL = "sparkpost", {"WEBHOOK_SECRET": "a:b"}
    evil = "Content-Type: x" + ";" * LONG + "\n\nhi\n"
    content = {"email_rfc822": evil, "email_rfc822_is_base64": False}
    mail = {"rcpt_to": "anybody@play.example", "content": content}
    token = base64.b64encode(b"a:b").decode()

    def post() -> None:
        answer = client.post(
            "/mail-in/",
            json.dumps([{"msys": {"relay_message": mail}}]),
            content_type="application/json",
            headers={"authorization": f"Basic {token}"},
        )
        assert answer.status_code == 200

    assert processor_time(post) < MOST
