"""However a mail is made, reading it takes a moment: the time does not grow with its square."""

import base64
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.matches.post.parsing import LONGEST_SOURCE, parse
from games.matches.post.quoting import LONGEST_OWN, answer_in, own_lines
from games.matches.post.reading import read, recipients
from games.matches.post.texts import without_tags
from tests.size import runs

LONG = 20_000  # characters
EACH, PER_KB = 0.5, 0.002  # seconds of the processor
MOST_OF_TEXT = 0.15  # seconds of the processor; the longest takes a third, and some took 0.25
MOST = 1.0  # seconds of the processor; these took from 3 to 28
HEADERS = ["To", "From", "Subject", "Message-ID", "Auto-Submitted", "Content-Type", "Date"]
IN_HEADERS = ["a,", "a@b,", "<", "(", '"', "a@b <", "=?utf-8?q?a?= ", "x:", ";", "a b ", "\\"]
IN_HEADERS += ["[", "a=b;", "a*0=b;", "a*0*=b;", "\n ", "\n a@b,"]
IN_TEXT = ["a@b ", "12:30 ", "2020", ">", ">\n", "On Mon wrote:\n", "On Mon, a@b.c ", "Am 1.1. "]
IN_TEXT += ["Am 01.01.2020 schrieb ", "Dne 1 napsal(a):", "Den 1 skrev a:", "El x escribió:"]
IN_TEXT += ["Il 1 ha scritto:", "Op 1 schreef:", "Dnia 1 napisał(a):", "Le 1 a écrit:", "Von: x "]
IN_TEXT += [
    "2020年1月1日(月) 1:30 a <a>:",
    "2020年1月1日写道\uff1a",
    "2020년 1월 1일 님이 작성:",
    "1: 2020 ",
]
IN_TEXT += ["-----Original Message-----", "Disclaimer: mail ", "Best regards ", "Sent from my "]
IN_TEXT += ["A90 1,0\n", "A90 1,0\n2020:\n>", "\ufdfa", "\u202a", "\x0b", "hi a", "pass\n"]
IN_TEXT += ["From: x\n", "\n", " ", "---\n", "-", "\u00a0", "a\n", ":", "_", "Le ", "*From:* "]
IN_HTML = ["<!--", "<a ", "<a b='", "<", "<x", "</", "</x", "<?", "<!", "<![CDATA[", "<![", "&"]
IN_HTML += ["&#", "<b>", "<b>x", "<b></i>", "<style>", "<script></", "<a b b b ", "<blockquote>x"]

PARTS = b"Content-Type: multipart/mixed; boundary=b\n\n"
RETURNED = (
    b"Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n"
)
CHARSETS = ["punycode", "idna", "utf-7", "unicode_escape", "utf-16", "iso-2022-jp", "hz", "rot13"]


def is_answer(line: str) -> bool:
    return line == "A90 1,0"


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
    """On one line and on many, with quotations below and between."""
    for end in ("", "\n", "\n>\n"):
        long = ((piece + end) * LONG)[:LONG]
        for text in (long, long[: LONG // 2] + "\n" + ">\n" * (LONG // 4), f"x\n{long}:\n>"):
            times = (processor_time(own_lines, text, is_answer) for _ in range(3))
            assert any(one < MOST_OF_TEXT for one in times)


def test_a_line_is_asked_for_once_and_few_are() -> None:
    asked: Counter[str] = Counter()

    def meaning(line: str) -> str:
        asked[line] += 1
        return "a turn" if is_answer(line) else ""

    numbers = "\n".join(map(str, range(LONG)))
    for text in ("2020:\n>\n" * LONG, "A90 1,0\n2020:\n>\n" * LONG, "x\n" * LONG, numbers):
        asked.clear()
        answer_in(text, meaning)
        assert (max(asked.values()), len(asked) < LONGEST_OWN) == (1, True)


@pytest.mark.parametrize("piece", IN_HTML)
def test_html_is_read_in_a_moment(piece: str) -> None:
    assert processor_time(without_tags, (piece * LONG)[:LONG]) < MOST


@pytest.mark.parametrize("name", HEADERS)
def test_headers_are_read_in_a_moment(name: str) -> None:
    for piece in IN_HEADERS[: runs(len(IN_HEADERS), quick=3)]:
        header = f"{name}: x{(piece * LONG)[:LONG]}\n"
        parts = "Content-Type: multipart/mixed; boundary=b\n\n" + f"--b\n{header}\nhi\n" * 50
        for source in (f"{header}\nhi\n", f"{header * 9}\nhi\n", parts):
            assert processor_time(read_whole, source.encode()) < MOST, piece


@pytest.mark.parametrize(
    "source",
    [
        b"From: a@b.c\n\n" + b"> x\n" * 100_000,
        b"From: a@b.c\n\n" + b"x" * 10_000_000,
        PARTS + b"--b\n" * 60_000,
        b"Content-Type: message/rfc822\n\n" * 9_000,
        PARTS + (b"--b\nContent-Type: x" + b"(" * 500 + b"\n\nhi\n") * 400,
        RETURNED + b"Status: " + b"=?utf-8?q?a?= " * 18_000 + b"\n\n",
        RETURNED + b"Action: failed\nX: " + b"=?utf-8?q?a?= " * 18_000 + b"\n\n",
        b"".join(
            b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(9_000)
        ),
    ],
    ids=[
        "lines", "one line", "parts", "mails in mails", "headers of parts", "a status",
        "another header of a status", "parts in parts",
    ],
)  # fmt: skip
def test_a_large_mail_is_read_in_a_moment(source: bytes) -> None:
    assert processor_time(read_whole, source) < MOST


@pytest.mark.parametrize("charset", CHARSETS)
@pytest.mark.parametrize("piece", [b"b", b"zz9", b"+AAA", b"\\u12", b"\x1b$B"])
def test_a_text_of_any_charset_is_read_in_a_moment(charset: str, piece: bytes) -> None:
    head = f"Content-Type: text/plain; charset={charset}\n\n".encode()
    assert processor_time(read_whole, head + piece * (LONGEST_SOURCE // len(piece))) < MOST


def mixed(rng: random.Random, size: int) -> bytes:
    """Return a mail of about so many bytes, of a few pieces that come again and again."""
    kinds = [
        "text/plain",
        "text/html",
        "multipart/mixed; boundary=b",
        "multipart/report; boundary=b",
    ]
    said = [f"{rng.choice(HEADERS)}: {rng.choice(IN_HEADERS) * rng.choice((1, 300))}"]
    said += [f"Content-Type: {rng.choice(kinds)}; charset={rng.choice(CHARSETS)}", ""]
    pieces = [
        rng.choice((*IN_HEADERS, *IN_TEXT, *IN_HTML, "--b\n", "\n" + "\n".join(said) + "\n", "=3D"))
        for _ in range(rng.randint(1, 4))
    ]
    body = "".join(piece * rng.choice((1, 1, 1_000)) for piece in pieces)
    return "\n".join([*said, body * (size // len(body) + 1)]).encode()[:size]


def test_no_mail_takes_more_than_so_long_for_each_kilobyte() -> None:
    """What grows with the square of a mail takes seconds for the larger of the two sizes."""
    for number in range(runs(3_000, quick=25)):
        for size in (64 * 1024, LONGEST_SOURCE):
            source = mixed(random.Random(number), size)
            most = EACH + PER_KB * size / 1024
            assert processor_time(read_whole, source) < most, (number, size)


def test_what_is_far_down_is_not_looked_at() -> None:
    near, far = b"\n" * 1_000 + b"A90 1,0\n", b"\n" * LONGEST_SOURCE + b"A90 1,0\n"
    assert own_lines(read(parse(b"From: a@b.c\n\n" + near)).text, is_answer) == ["A90 1,0"]
    assert own_lines(read(parse(b"From: a@b.c\n\n" + far)).text, is_answer) == []


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
