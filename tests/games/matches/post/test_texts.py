"""The text of a mail is that of all its parts, whichever pictures and files stand among them."""

import email
import email.policy

import pytest

from games.matches.post.parsing import parse
from games.matches.post.texts import text_of

TURN = "A90 1,0 road W"
PLAIN = "text/plain; charset=utf-8"
PICTURE = ("image/jpeg; name=image0.jpeg", "/9j/4AAQSkZJRgABAQ==", "inline; filename=image0.jpeg")
Part = tuple[str, ...]


def several(kind: str, *parts: Part) -> Part:
    """Return a part that is made of others: its type and what stands in it."""
    mark = f"{kind}-{sum(len(part[1]) for part in parts)}"
    inside = "".join(f"--{mark}\n{source(part)}\n" for part in parts)
    return (f"multipart/{kind}; boundary={mark}", f"{inside}--{mark}--\n")


def source(part: Part) -> str:
    head = f"Content-Type: {part[0]}\n"
    if len(part) > 2:
        head += f"Content-Disposition: {part[2]}\n"
    return f"{head}\n{part[1]}"


def said(part: Part) -> list[str]:
    whole = source(part).encode()
    text = text_of(parse(whole))
    message = email.message_from_bytes(whole, policy=email.policy.default)
    assert text_of(message) == text
    return text.split()


def plain(text: str) -> Part:
    return (PLAIN, f"{text}\n")


def html(text: str) -> Part:
    return ("text/html; charset=utf-8", f"<html><body>{text}</body></html>\n")


BLANK = html("<div><br></div><div>&nbsp;</div>")
FILE = (PLAIN, "a file\n", "attachment; filename=a.txt")
FORWARDED = ("message/rfc822", f"Subject: x\nContent-Type: {PLAIN}\n\nA0 0,1\n")
MAILS = {
    "iphone": several("mixed", plain(""), PICTURE, plain(TURN)),
    "apple": several("alternative", plain(TURN), several("mixed", BLANK, PICTURE, html(TURN))),
    "apple, no plain text": several("mixed", BLANK, PICTURE, html(f"<div>{TURN}</div>"), BLANK),
    "apple, blank plain text": several(
        "alternative", plain("\ufffc"), several("mixed", BLANK, PICTURE, html(TURN))
    ),
    "above": several("mixed", plain(TURN), PICTURE, plain("")),
    "related": several("related", html(TURN), PICTURE),
    "outlook": several(
        "mixed", several("alternative", plain(TURN), html(TURN)), PICTURE, FILE, FORWARDED
    ),
    "a file first": several("mixed", FILE, plain(TURN)),
    "a shown file first": several("mixed", (PLAIN, "a\n", "inline; filename=a.txt"), html(TURN)),
    "a mail first": several("mixed", FORWARDED, plain(TURN)),
    "a calendar first": several("mixed", ("text/calendar", "BEGIN:VCALENDAR\n"), plain(TURN)),
    "signed": several(
        "signed",
        several("mixed", plain(""), PICTURE, plain(TURN)),
        ("application/pgp-signature", "x"),
    ),
    "kinds": several("mixed", plain("\u00a0"), html(TURN)),
    "html first": several("alternative", html("<p>something else</p>"), plain(TURN)),
}  # fmt: skip


@pytest.mark.parametrize("part", MAILS.values(), ids=MAILS)
def test_the_parts_that_say_something_are_the_text(part: Part) -> None:
    assert said(part) == TURN.split()


def test_texts_around_a_picture_follow_one_another() -> None:
    parts = several("mixed", plain("My cat:"), PICTURE, html("and my turn:"), PICTURE, plain(TURN))
    assert said(parts) == ["My", "cat:", "and", "my", "turn:", *TURN.split()]


def test_files_and_mails_alone_say_nothing() -> None:
    assert said(several("mixed", FILE, FORWARDED, PICTURE)) == []
    assert said(several("alternative", PICTURE)) == []
    assert said(FILE) == []
