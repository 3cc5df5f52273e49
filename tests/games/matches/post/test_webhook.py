"""A provider of mail posts what it got, if the host has set that up and the secret is right."""

import base64
import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.core.clock import Pace
from games.matches import reading
from games.matches.models import Match
from tests.factories import make_match, make_user
from tests.games.matches.post.conftest import DAY, MOVE, address_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(db: None) -> Match:
    """A match whose first turn has just begun by the clock of the page."""
    anna, ben, now = make_user("anna"), make_user("ben"), timezone.now()
    return make_match(anna, ben, pace=Pace.CORRESPONDENCE, budget=DAY, now=now)


def posted(client: Client, match: Match, secret: str, *, text: str = MOVE) -> int:
    """Post a mail as Postmark does, and return the status of the answer."""
    address = address_of(match)
    full = {"Email": "anna@example.org", "Name": "Anna", "MailboxHash": ""}
    told = {
        "FromFull": full,
        "ToFull": [{"Email": address, "Name": "", "MailboxHash": ""}],
        "OriginalRecipient": address,
        "Subject": "Re: Your turn",
        "TextBody": text,
        "HtmlBody": "",
        "Headers": [{"Name": "Message-ID", "Value": "<one@example.org>"}],
        "Attachments": [],
    }
    token = base64.b64encode(secret.encode()).decode()
    answer = client.post(
        "/mail-in/",
        json.dumps(told),
        content_type="application/json",
        headers={"authorization": f"Basic {token}"},
    )
    return int(answer.status_code)


def played(match: Match) -> list[str]:
    return [one.text for one in reading.moves(match_id=match.pk)]


def test_what_a_provider_brings_is_played(match: Match, client: Client, settings: Any) -> None:
    settings.MAIL_WEBHOOK, settings.ANYMAIL = "postmark", {"WEBHOOK_SECRET": "tiles:open sesame"}
    assert posted(client, match, "tiles:wrong") == 400
    assert played(match) == []
    story = "> a long story\n" * 10_000  # more than a page may be sent
    assert posted(client, match, "tiles:open sesame", text=f"{MOVE}\n\n{story}") == 200
    assert played(match) == [MOVE]
    assert client.head("/mail-in/").status_code == 200
    assert client.get("/mail-in/").status_code == 405


@pytest.mark.parametrize(("name", "secret"), [("", "a:b"), ("postmark", ""), ("unheard", "a:b")])
def test_there_is_no_such_door_unless_it_is_set_up(
    match: Match, client: Client, settings: Any, name: str, secret: str
) -> None:
    settings.MAIL_WEBHOOK, settings.ANYMAIL = name, {"WEBHOOK_SECRET": secret}
    assert posted(client, match, secret) == 404
    assert played(match) == []
