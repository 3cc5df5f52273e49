"""A table whose first turn is known, and the mails that answer the one that tells of it."""

import email
import email.policy
import functools
from email.message import EmailMessage
from typing import Any

import pytest

from accounts.users.models import User
from games.core.clock import Pace
from games.matches.models import Match, Seat
from games.matches.post import composing, inbound, tickets
from games.matches.post.inbound import Outcome
from games.matches.post.tickets import Place
from tests.conftest import Build
from tests.factories import NOW, make_match, make_user, seconds

DAY = 86_400
HOST = "play.example"
MOVE = "A90 1,0 road W"  # legal in the first position of the usual secret
MOVED = "1 place east of the start tile, turned 90 degrees, with a subject on its road"
SOON = NOW + seconds(60)


_PICTURES = functools.cache(composing._png)  # all of them small


@pytest.fixture(autouse=True)
def _mail_comes_in(settings: Any, small_pictures: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composing, "_png", _PICTURES)
    settings.REPLY_HOST = HOST
    settings.SITE_URL = "https://tiles.example"


@pytest.fixture(scope="module")
def table(lasting: Build) -> int:
    """The match of all tests of a file, begun once: each test undoes what it changes."""
    match: Match = lasting(lambda: slow_match(make_user("anna")))
    return match.pk


@pytest.fixture
def match(table: int, db: None) -> Match:
    """Anna is to move; nobody is at the table."""
    return Match.objects.get(pk=table)


@pytest.fixture
def anna(match: Match) -> User:
    return User.objects.get(username="anna")


def slow_match(anna: User) -> Match:
    match = make_match(anna, make_user("ben"), pace=Pace.CORRESPONDENCE, budget=DAY)
    Seat.objects.filter(match=match).update(present_until=None)
    return match


def address_of(match: Match, player: int = 0) -> str:
    """Return where the mail of the turn that there is now can be answered."""
    seat = match.seats.get(player=player)
    return tickets.move_address(Place(seat.user_id, match.pk, player, match.ply))


def mail_of(text: str, **headers: str) -> EmailMessage:
    """Return a plain mail from Anna."""
    told = {"from": "Anna <anna@example.org>", "message_id": "<one@example.org>", **headers}
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in told.items()]
    source = "\n".join([*lines, "", text]).encode()
    message = email.message_from_bytes(source, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def send(match: Match, text: str, *, now: Any = SOON, to: str = "", **headers: str) -> Outcome:
    to = to or address_of(match)
    return inbound.handle(mail_of(text, **headers), now=now, to=[to])
