"""Whoever reads about a match reads names: on pages, in mails and pictures, in files."""

import re
from typing import Any
from urllib.parse import unquote

import pytest
from django.core import mail
from django.test import Client

from accounts.notices import outbox as notifications
from accounts.users.models import User
from games.core.clock import Pace
from games.core.table.agreement import Agreement
from games.matches import play, reading
from games.matches.models import Match, Seat
from games.matches.pages.lessons import load, told
from games.matches.post import answering, composing, tickets
from games.matches.post.tickets import Place
from games.matches.proofs import transcripts
from games.registry import game_class
from tests.conformance.playing import SLUGS
from tests.factories import NOW, first_action, make_match, make_user, move, seconds

pytestmark = pytest.mark.django_db

DAY = 86400
# "Player 1: anna" at the head of a match as text says who has which number in the file beside it.
NUMBERED = re.compile(r"\bplayer \d(?!: )", re.IGNORECASE)


@pytest.fixture(autouse=True)
def _words(common_lists: None) -> None:
    """Games of words are played too."""


@pytest.fixture(params=[slug for slug in SLUGS if game_class(slug).info.max_players > 1])
def match(request: pytest.FixtureRequest, small_pictures: None) -> Match:
    """Three turns in; where three can play, three do."""
    people = [make_user(name) for name in ("anna", "ben", "carl")]
    people = people[: game_class(request.param).info.max_players]
    agreement = Agreement(asks_substitutes=True)
    match = make_match(
        *people, game=request.param, pace=Pace.CORRESPONDENCE, budget=DAY, agreement=agreement
    )
    Seat.objects.filter(match=match).update(present_until=None)
    for _ in range(3):
        move(match)
    return match


def mails(match: Match) -> list[str]:
    """Return the texts and the pages of a turn's mail, of an answer to one, and of a result's."""
    assert match.to_move is not None
    seat = match.seats.get(player=match.to_move)
    place = Place(seat.user_id, match.pk, seat.player, match.ply)
    while notifications.deliver(now=NOW + seconds(300)):
        pass
    answering.write(
        user=User.objects.get(pk=seat.user_id), place=place, result="illegal", text="No.",
        mail_id="<x@y>", own=True, now=NOW,
    ).send()  # fmt: skip
    play.resign(match_id=match.pk, player=0, now=NOW)
    while notifications.deliver(now=NOW + seconds(600)):
        pass
    return [text for sent in mail.outbox for text in (str(sent.body), str(sent.alternatives[0][0]))]


def test_no_mail_calls_anybody_by_a_number(match: Match) -> None:
    texts = mails(match)
    assert len(texts) >= 4
    assert [found[0] for text in texts if (found := NUMBERED.search(text))] == []
    other = match.seats.exclude(player=match.to_move)[0].name
    assert other in texts[0]


def test_no_page_calls_anybody_by_a_number(match: Match, client: Client) -> None:
    base = match.get_absolute_url()
    pages = [base, f"{base}view", f"{base}replay/", f"{base}replay/positions?from=0&count=3"]
    for reader in (None, User.objects.get(username="anna")):
        if reader:
            client.force_login(reader)
        shown = unquote(client.get(base).context["first"]["picture"])
        loaded, player = reading.load(match_id=match.pk), 0 if reader else None
        seen = loaded.rules.observation(loaded.state, player)
        assert shown.endswith(f",{loaded.rules.picture(seen, player, loaded.names)}")
        for page in (*pages, f"{base}game.txt", f"{base}game.json"):
            answer = client.get(page)
            assert (answer.status_code, NUMBERED.findall(answer.content.decode())) == (200, [])
    described = client.get(f"{base}view").json()["description"]
    assert [seat.name for seat in match.seats.all() if seat.name not in described] == ["anna"]
    assert "You have" in described


def test_the_picture_of_a_mail_has_the_names_that_the_rules_draw(match: Match) -> None:
    loaded = reading.load(match_id=match.pk)
    seen = loaded.rules.observation(loaded.state, 1)
    named = loaded.rules.picture(seen, 1, [seat.name for seat in match.seats.all()])
    picture = composing.picture_of(loaded, 1)
    assert picture.draw() == composing._png(named)
    assert (picture.draw() == composing._png(loaded.rules.picture(seen, 1))) == (
        match.game != "words_with_chilwell"
    )


def test_the_page_of_a_prepared_turn_shows_names(client: Client) -> None:
    match = make_match(
        make_user("anna"), make_user("ben"), pace=Pace.CORRESPONDENCE, budget=DAY,
        options={"mode": "chess"},
    )  # fmt: skip
    loaded = reading.load(match_id=match.pk)
    rules = loaded.rules
    ahead = rules.foresee(rules.observation(loaded.state, 1), 1)
    action = rules.encode_action(next(iter(rules.legal_actions(ahead))))
    play.prepare_turn(
        match_id=match.pk, player=1, action=action, condition="ask", repeat=False, ply=0, now=NOW
    )
    play.submit(match_id=match.pk, player=0, action=first_action(match, 5), expected_ply=0, now=NOW)
    (row,) = reading.load(match_id=match.pk).prepared
    place = Place(match.seats.get(player=1).user_id, match.pk, 1, 1)
    page = client.get(tickets.turn_link(place, row.number, row.text)).content.decode()
    assert "anna has" in page
    assert not NUMBERED.search(page)


def test_a_match_as_text_says_who_has_which_number(match: Match) -> None:
    text = transcripts.as_text(reading.load(match_id=match.pk))
    names = [seat.name for seat in match.seats.order_by("player")]
    for number, name in enumerate(names, start=1):
        assert f"Player {number}: {name}\n" in text
    assert not NUMBERED.search(text)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_lesson_has_names(slug: str) -> None:
    steps: list[dict[str, Any]] = told(load(slug), now=NOW)
    words = " ".join(step["view"]["description"] for step in steps)
    assert not NUMBERED.search(words)
    if game_class(slug).info.max_players > 1:
        assert "Ben has" in words
