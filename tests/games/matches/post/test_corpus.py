"""Answers as mail programs write them, in several languages: what is read, and what becomes of it.

A mail is one file of the folder ``corpus``, as it came, but for the address it goes to.
"""

import email
import email.policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from django.core import mail

from games.matches import reading
from games.matches.models import Match
from games.matches.post import inbound
from games.matches.post.inbound import Result
from games.matches.post.quoting import own_lines
from games.matches.post.reading import read
from games.matches.post.texts import without_tags
from tests.games.matches.post.conftest import SOON, address_of

pytestmark = pytest.mark.django_db


CORPUS = Path(__file__).parent / "corpus"
# The file, the line that is read, and the outcome.
EXPECTED = [
    ("gmail_en", "A90 1,0 road W", "accepted"),
    ("gmail_en_wrapped", "A90 1,0 road W", "accepted"),
    ("gmail_de", "A90 1,0 road W", "accepted"),
    ("gmail_fr", "A90 1,0 road W", "accepted"),
    ("gmail_es", "A90 1,0 road W", "accepted"),
    ("gmail_it", "A90 1,0 road W", "accepted"),
    ("gmail_nl", "A90 1,0 road W", "accepted"),
    ("gmail_pt", "A90 1,0 road W", "accepted"),
    ("gmail_pl", "A90 1,0 road W", "accepted"),
    ("gmail_sv", "A90 1,0 road W", "accepted"),
    ("gmail_ja", "A90 1,0 road W", "accepted"),
    ("gmail_zh", "A90 1,0 road W", "accepted"),
    ("gmail_ru", "A90 1,0 road W", "accepted"),
    ("gmail_phone_html_only", "A90 1,0 road W", "accepted"),
    ("gmail_bold", "*A90 1,0 road W*", "accepted"),
    ("gmail_signature", "A90 1,0 road W", "accepted"),
    ("gmail_below", "A90 1,0 road W", "accepted"),
    ("gmail_empty", "", "illegal"),
    ("gmail_below_wrapped", "A90 1,0 road W", "accepted"),
    ("gmail_de_below_wrapped", "A90 1,0 road W", "accepted"),
    ("gmail_fr_between_wrapped", "A90 1,0 road W", "accepted"),
    ("gmail_html_below", "A90 1,0 road W", "accepted"),
    ("date_below_wrapped", "A90 1,0 road W", "accepted"),
    ("header_touches_answer", "A90 1,0 road W", "accepted"),
    ("outlook_desktop", "A90 1,0 road W", "accepted"),
    ("outlook_rule", "A90 1,0 road W", "accepted"),
    ("outlook_de", "A90 1,0 road W", "accepted"),
    ("outlook_fr", "A90 1,0 road W", "accepted"),
    ("outlook_es", "A90 1,0 road W", "accepted"),
    ("outlook_hu", "A90 1,0 road W", "accepted"),
    ("outlook_web", "A90 1,0 road W", "accepted"),
    ("outlook_phone", "A90 1,0 road W", "accepted"),
    ("outlook_only_quoted", "", "illegal"),
    ("outlook_word_html", "A90 1,0 road W", "accepted"),
    ("apple_mail", "A90 1,0 road W", "accepted"),
    ("apple_mail_de", "A90 1,0 road W", "accepted"),
    ("iphone", "A90 1,0 road W", "accepted"),
    ("iphone_de", "a90 1,0 road w", "accepted"),
    ("iphone_dash", "A90 1,0 road W.", "accepted"),
    ("photo_first_iphone", "A90 1,0 road W", "accepted"),
    ("photo_first_apple_html", "A90 1,0 road W", "accepted"),
    ("apple_mail_html", "A90 1,0 road W", "accepted"),
    ("thunderbird_below", "A90 1,0 road W", "accepted"),
    ("thunderbird_above", "A90 1,0 road W", "accepted"),
    ("thunderbird_between", "A90 1,0 road W", "accepted"),
    ("thunderbird_de", "A90 1,0 road W", "accepted"),
    ("thunderbird_html", "A90 1,0 road W", "accepted"),
    ("thunderbird_html_between", "A90 1,0 road W", "accepted"),
    ("k9", "A90 1,0 road W", "accepted"),
    ("k9_de", "A90 1,0 road W", "accepted"),
    ("yahoo", "A90 1,0 road W", "accepted"),
    ("yahoo_html", "A90 1,0 road W", "accepted"),
    ("mutt_below", "A90 1,0 road W", "accepted"),
    ("mutt_short", "A90 1,0 road W", "accepted"),
    ("mutt_alone", "A90 1,0 road W", "accepted"),
    ("gmx", "A90 1,0 road W", "accepted"),
    ("gmx_html", "A90 1,0 road W", "accepted"),
    ("proton", "A90 1,0 road W", "accepted"),
    ("proton_html_below", "A90 1,0 road W", "accepted"),
    ("roundcube", "A90 1,0 road W", "accepted"),
    ("emacs_gnus", "A90 1,0 road W", "accepted"),
    ("bar_quotes", "A90 1,0 road W", "accepted"),
    ("greeting", "A90 1,0 road W", "accepted"),
    ("greeting_de", "A90 1,0 road W", "accepted"),
    ("backquotes", "`A90 1,0 road W`", "accepted"),
    ("german_quotes", "„A90 1,0 road W“", "accepted"),
    ("no_break_spaces", "A90 1,0 road W", "accepted"),
    ("wide_letters", "A90 1,0 road W", "accepted"),
    ("capitals", "A90 1,0 ROAD W!", "accepted"),
    ("spread_out", "a 90 1 , 0 road {W}", "accepted"),
    ("no_subject_piece", "A90 1,0", "accepted"),
    ("two_lines", "A90 1,0 road W", "accepted"),
    ("chatter_first", "nice move! here is mine:", "accepted"),
    ("sentence_first", "Sorry for the delay! I was on holiday until yesterday.", "accepted"),
    ("two_turns_below", "I can't decide. Either", "illegal"),
    ("turn_in_signature", "I'll think about it.", "illegal"),
    ("illegal_place", "A90 7,7", "illegal"),
    ("other_tile", "V90 1,0 road WN", "illegal"),
    ("resign", "I resign", "refused"),
    ("pass", "pass", "illegal"),
    ("only_signature", "", "illegal"),
    ("nothing", "", "illegal"),
    ("base64", "A90 1,0 road W", "accepted"),
    ("quoted_printable", "A90 1,0 road W", "accepted"),
    ("unknown_charset", "A90 1,0 road W", "accepted"),
    ("wrong_charset", "A90 1,0 road W", "accepted"),
    ("flowed", "A90 1,0 road W", "accepted"),
    ("attachment", "A90 1,0 road W", "accepted"),
    ("signed", "A90 1,0 road W", "accepted"),
    ("signed_inline", "A90 1,0 road W", "accepted"),
    ("html_in_mixed", "A90 1,0 road W", "accepted"),
    ("blank_plain_part", "A90 1,0 road W", "accepted"),
    ("broken_parts", "", "illegal"),
    ("html_broken", "A90 1,0 road W", "accepted"),
    ("html_script", "A90 1,0 road W", "accepted"),
    ("wrong_sender", "A90 1,0 road W", "foreign"),
    ("display_name_trick", "A90 1,0 road W", "foreign"),
    ("two_senders", "A90 1,0 road W", "foreign"),
    ("forwarded", "have a look at this", "foreign"),
    ("forwarded_by_me", "", "illegal"),
    ("vacation_gmail", "", "robot"),
    ("vacation_outlook", "", "robot"),
    ("vacation_outlook_de", "", "robot"),
    ("vacation_sieve", "", "robot"),
    ("vacation_fr", "", "robot"),
    ("vacation_precedence", "", "robot"),
    ("mailing_list", "", "robot"),
    ("vacation_hu", "", "robot"),
    ("vacation_tagged", "", "robot"),
    ("vacation_unmarked", "Je suis en vacances jusqu'au 9 mars.", "robot"),
    ("vacation_autoresponder", "", "robot"),
    ("suppressing_exchange", "Back from my holiday!", "accepted"),
    ("read_receipt", "", "robot"),
    ("bounce", "", "bounce"),
    ("delayed", "", "robot"),
]
PLAYS = {"A90 1,0", "A90 1,0 road W"}


def mail_in(name: str, address: str) -> EmailMessage:
    source = (CORPUS / f"{name}.eml").read_bytes()
    source = source.replace(b"move+ticket@play.example", address.encode())
    message = email.message_from_bytes(source, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def first_line(text: str) -> str:
    return next(iter(own_lines(text, lambda line: line in PLAYS)), "")


def test_every_mail_is_expected_to_become_something() -> None:
    assert sorted(path.stem for path in CORPUS.glob("*.eml")) == sorted(row[0] for row in EXPECTED)
    assert len(EXPECTED) >= 60


@pytest.mark.parametrize(("name", "line", "result"), EXPECTED)
def test_what_becomes_of_a_mail(name: str, line: str, result: str, match: Match) -> None:
    message = mail_in(name, address_of(match))
    assert first_line(read(message).text) == line
    assert inbound.handle(message, now=SOON).result is Result(result)
    moves = [one.text for one in reading.moves(match_id=match.pk)]
    assert (len(moves) == 1 and moves[0] in PLAYS) if result == "accepted" else moves == []
    assert [one.to for one in mail.outbox] == (
        [] if result in ("robot", "bounce") else [["anna@example.org"]]
    )


def test_a_second_reply_finds_the_turn_over(match: Match) -> None:
    address = address_of(match)
    names = ["gmail_en", "iphone", "gmail_en"]
    results = [inbound.handle(mail_in(name, address), now=SOON).result for name in names]
    assert results == [Result.ACCEPTED, Result.OVER, Result.ACCEPTED]
    assert (len(reading.moves(match_id=match.pk)), len(mail.outbox)) == (1, 2)


@pytest.mark.slow
def test_no_mail_is_too_strange_to_read() -> None:
    whole = (CORPUS / "gmail_de.eml").read_bytes()
    for end in range(0, len(whole), 7):
        read(email.message_from_bytes(whole[:end], policy=email.policy.default))
        spoilt = whole[:end] + b"\xff\x00--\n" + whole[end:]
        read(email.message_from_bytes(spoilt, policy=email.policy.default))
    for strange in (b"", b"\n", b"\x00", b"From: \xff\n\n", b"Content-Type: x/y; boundary=\n\n--"):
        assert read(email.message_from_bytes(strange, policy=email.policy.default)).sender == ""
    assert first_line("On " * 400 + "\n" * 400) != ""
    assert without_tags("<" * 5000) == "<" * 5000
