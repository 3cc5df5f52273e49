"""Answers to mails come in by the doors of a running site: SMTP, LMTP, and a program."""

import signal
import smtplib
import socket
import subprocess
import sys
from collections.abc import Iterator
from email.message import EmailMessage
from urllib.parse import urlsplit

import psutil
import psycopg
import pytest

from config.local import paths
from config.local.postgres import Postgres
from tests.gauge import PATIENCE
from tests.prepared import PreparedSite
from tests.stack import Stack

MATCHES = 4
BEGIN = f"""
from django.utils import timezone
from accounts.users.models import User
from games.matches import play
from games.matches.post import tickets
from games.core.clock import Pace, TimeControl
for n in range({MATCHES}):
    names = [f"anna{{n}}", f"ben{{n}}"]
    people = [User.objects.create_user(name, name + "@example.org") for name in names]
    seats = [play.SeatPlan(name=one.username, user_id=one.pk) for one in people]
    match = play.start_match(game="tilekingdom", options={{}}, seats=seats, secret=bytes(range(32)),
        control=TimeControl(Pace.CORRESPONDENCE, 86400, 0), now=timezone.now(), agreement=None)
    print(match.pk, tickets.move_address(tickets.Place(people[0].pk, match.pk, 0, 0)))
"""
LOG = "SELECT string_agg(text, '|' ORDER BY ply) FROM matches_move WHERE match_id = %s"
SUBJECTS = """
from accounts.notices.delivery import kept_mails
for one in kept_mails.newest():
    if one.to == "anna{number}@example.org":
        print(one.subject)
"""
pytestmark = pytest.mark.slow
MOVE = "A90 1,0 road W"


@pytest.fixture(scope="module")
def site() -> Iterator[Stack]:
    few = {"WEB_WORKERS": "1", "WEB_SPARE": "0", "REPLY_HOST": "play.example"}
    with PreparedSite(env=few) as running:
        yield running


@pytest.fixture(scope="module")
def begun(site: Stack) -> list[list[str]]:
    """Matches that have begun, and where the first turn of each can be answered."""
    return [line.split() for line in site.manage("shell", "-v0", "-c", BEGIN).splitlines()]


def log(site: Stack, match: str) -> str:
    with psycopg.connect(Postgres(site.data_dir).url) as connection:
        found = connection.execute(LOG, [match]).fetchone()
    assert found is not None
    return str(found[0])


def answer(number: int, address: str, text: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"] = f"Anna <anna{number}@example.org>", address
    message["Message-ID"] = f"<{number}.{abs(hash(text))}@example.org>"
    message.set_content(f"{text}\n\n> Hello anna,\n> ben played A0 0,1.\n")
    return message


def subjects(site: Stack, number: int) -> list[str]:
    found = site.manage("shell", "-v0", "-c", SUBJECTS.format(number=number))
    return found.splitlines()


def door(site: Stack) -> tuple[str, int]:
    host, _, port = site.status()["mail"].partition(":")
    return host, int(port)


def test_a_conversation_by_smtp_plays_a_turn(site: Stack, begun: list[list[str]]) -> None:
    match, address = begun[1]
    assert door(site)[0] == "127.0.0.1"
    with smtplib.SMTP(*door(site), timeout=PATIENCE) as post:
        assert post.ehlo()[0] == 250
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            post.sendmail("x@example.org", ["anybody@play.example"], "x")
        assert refused.value.recipients["anybody@play.example"][0] == 550
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            post.sendmail("x@example.org", ["relay@elsewhere.example"], "x")
        message = answer(1, address, MOVE)
        assert post.send_message(message) == {}
        assert post.send_message(message) == {}
        assert post.send_message(answer(1, address, "A90 1,0")) == {}
    assert log(site, match) == MOVE
    told = [f"{words}: Tilekingdom with ben1" for words in ("Done", "Nothing was played")]
    assert sorted(subjects(site, 1)) == told


def test_a_conversation_by_lmtp_plays_a_turn(site: Stack, begun: list[list[str]]) -> None:
    match, address = begun[2]
    with smtplib.LMTP(*door(site), timeout=PATIENCE) as post:
        assert post.send_message(answer(2, address, MOVE.lower())) == {}
    assert log(site, match) == MOVE


def test_a_mail_server_hands_a_mail_to_a_program(site: Stack, begun: list[list[str]]) -> None:
    match, address = begun[0]
    message = answer(0, address, MOVE).as_bytes()
    assert [mail_in(site, message, to) for to in ("nobody@play.example", address)] == [67, 0]
    assert log(site, match) == MOVE
    # Without addresses its headers are looked at.
    assert mail_in(site, message) == 0
    assert mail_in(site, b"To: somebody@elsewhere.example\n\nhello\n") == 67
    without = {**site.env, "DATABASE_URL": "postgres://nobody@127.0.0.1:9/none"}
    assert mail_in(site, message, address, env=without) == 75
    assert subjects(site, 0) == ["Done: Tilekingdom with ben0"]


def mail_in(site: Stack, source: bytes, *to: str, env: dict[str, str] | None = None) -> int:
    command = [sys.executable, "manage.py", "mail_in", *to]
    done = subprocess.run(
        command,
        input=source,
        cwd=paths.PROJECT,
        env=env or site.env,
        capture_output=True,
        check=False,
    )
    return done.returncode


def test_a_long_mail_and_a_deep_one_are_taken(site: Stack, begun: list[list[str]]) -> None:
    match, address = begun[3]
    story = "".join(f"> line {number} of a long story\r\n" for number in range(10_000))
    head = "From: x@example.org\r\nContent-Type: multipart/report; boundary=b\r\n\r\n--b\r\n"
    nested = head + "Content-Type: message/rfc822\r\n\r\n" * 2_000
    with smtplib.SMTP(*door(site), timeout=PATIENCE) as post:
        for mail in (story, nested):
            assert post.sendmail("anna3@example.org", [address], mail) == {}
        assert post.send_message(answer(3, address, f"{MOVE}\n{story}")) == {}
    assert log(site, match) == MOVE


@pytest.mark.parametrize("target", ["http://evil.example/", "http://evil.example:80/"])
@pytest.mark.parametrize("host", ["evil.example", None])
def test_a_request_for_another_site_is_not_answered_as_ours(
    site: Stack, target: str, host: str | None
) -> None:
    """As a whole address in the first line, which no browser sends."""
    own = urlsplit(site.url)
    lines = [f"GET {target}accounts/password/reset/ HTTP/1.1", f"Host: {host or own.netloc}"]
    with socket.create_connection(("127.0.0.1", own.port or 80), timeout=PATIENCE) as connection:
        connection.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode())
        told = b"".join(iter(lambda: connection.recv(65536), b""))
    assert b"evil" not in told
    assert (b"HTTP/1.1 400" in told) is (host is not None)


def test_it_stops_cleanly(site: Stack) -> None:
    """By Ctrl-C; ``test_serve`` has it stop as a service manager does."""
    children = set(site.pids().values())
    assert site.stop(signal.SIGINT) == 0
    assert not any(map(psutil.pid_exists, children))
    assert site.output().endswith("Tilepost has stopped.\n")
    assert "ended" not in site.output()
