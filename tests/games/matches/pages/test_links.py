"""What the links of mails about seats do: nothing when looked at, one thing by their button."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.edge import tokens
from accounts.notices import outbox as notifications
from accounts.users.models import User
from games.core.clock import Pace
from games.core.table.agreement import Agreement, OnTimeout
from games.matches import play, sweeps
from games.matches.models import Match, Seat, Vacancy
from tests.factories import make_match, make_user, seconds

pytestmark = pytest.mark.django_db

DAY = 86400


@pytest.fixture
def match() -> Match:
    """Anna's time ran out a minute ago, and the computer is holding the seat."""
    now = timezone.now()
    people = [make_user(name) for name in ("anna", "ben", "carl")]
    agreement = Agreement(on_timeout=OnTimeout.EASY, asks_substitutes=True, spells=3)
    began = now - seconds(DAY + 120)
    match = make_match(
        *people, pace=Pace.CORRESPONDENCE, budget=DAY, agreement=agreement, now=began
    )
    Seat.objects.filter(match=match).update(present_until=None)
    assert sweeps.sweep_deadlines(now=now - seconds(60)) == 1
    return match


def seat_of(match: Match, player: int = 0) -> Seat:
    return Seat.objects.get(match=match, player=player)


def mailed(kind: str) -> list[str]:
    """Deliver what is due and return the links in mails that act."""
    while notifications.deliver(now=timezone.now()):
        pass
    found = []
    for sent in mail.outbox:
        found += re.findall(rf"http://localhost:8000(/{kind}/\S+)", str(sent.body))
    return found


def body(response: Any) -> str:
    return str(response.content.decode())


def test_the_link_gives_the_seat_back_without_a_login(match: Match, client: Client) -> None:
    (link,) = mailed("seat")
    (sent,) = [sent for sent in mail.outbox if "playing for you" in sent.subject]
    assert sent.subject == "The computer is playing for you: Tilekingdom with ben and carl"
    assert "It can step in 2 more times. After that you'll lose your seat." in sent.body
    assert "Take your seat back?" in body(client.get(link))
    assert seat_of(match).controller == "easy"
    assert "The seat is yours" in body(client.post(link))
    seat = seat_of(match)
    assert (seat.controller, seat.substituted_at) == ("human", None)
    assert "The seat is yours" in body(client.get(link))


def test_whoever_is_signed_in_goes_on_to_the_table(match: Match, client: Client) -> None:
    client.force_login(User.objects.get(username="anna"))
    (link,) = mailed("seat")
    response = client.post(link)
    assert (response.status_code, response["Location"]) == (302, match.get_absolute_url())


def test_a_link_is_for_one_person_one_table_and_one_act(match: Match, client: Client) -> None:
    anna = seat_of(match).user_id
    assert anna is not None
    good = tokens.sign_act(user_id=anna, act="seat", about=match.pk)
    other = tokens.sign_act(user_id=anna, act="vacancy", about=match.pk)
    for bad in (good[:-1], other, "x", tokens.sign_unsubscribe(user_id=anna, kind="seat")):
        response = client.post(f"/seat/{bad}/")
        assert (response.status_code, seat_of(match).controller) == (404, "easy")
    stranger = tokens.sign_act(user_id=make_user().pk, act="seat", about=match.pk)
    assert "This seat is no longer yours" in body(client.post(f"/seat/{stranger}/"))
    assert seat_of(match).controller == "easy"


def test_the_link_of_a_closed_account_does_nothing(match: Match, client: Client) -> None:
    (link,) = mailed("seat")
    User.objects.filter(username="anna").update(is_active=False)
    assert "This seat is no longer yours" in body(client.post(link))
    assert seat_of(match).controller == "easy"


def test_no_mail_leaves_once_the_seat_is_back(match: Match) -> None:
    play.reclaim(match_id=match.pk, player=0, now=timezone.now())
    assert mailed("seat") == []


def test_the_mail_of_a_lost_seat_shows_no_hand_and_offers_no_button(client: Client) -> None:
    began = timezone.now() - seconds(DAY + 120)
    people = [make_user() for _ in range(3)]
    agreement = Agreement(on_timeout=OnTimeout.LOSS)
    match = make_match(
        *people, pace=Pace.CORRESPONDENCE, budget=DAY, agreement=agreement, now=began
    )
    sweeps.sweep_deadlines(now=timezone.now())
    assert mailed("seat") == []
    (sent,) = [sent for sent in mail.outbox if sent.to == [people[0].email]]
    assert sent.subject.startswith("You've lost your seat: Tilekingdom with ")
    client.force_login(people[0])
    page = body(client.get(match.get_absolute_url()))
    assert "You've lost your seat, so you're watching this match." in page
    view = client.get(f"{match.get_absolute_url()}view").json()
    assert (view["player"], view["seats"][0]["lost"]) == (None, True)


# --- Substitutes ----------------------------------------------------------------------------------


@pytest.fixture
def vacancy(match: Match) -> Vacancy:
    """Carl has left, and dora and erik are asked."""
    for name in ("dora", "erik"):
        play.choose_listings(user_id=make_user(name).pk, games=["tilekingdom"], now=timezone.now())
    play.resign(match_id=match.pk, player=2, now=timezone.now())
    sweeps.sweep_vacancies(now=timezone.now())
    return Vacancy.objects.get()


def test_the_first_to_say_yes_gets_the_seat(vacancy: Vacancy, client: Client) -> None:
    links = mailed("vacancy")
    asked = [sent for sent in mail.outbox if sent.subject.startswith("A seat is free")]
    assert sorted(sent.to[0] for sent in asked) == ["dora@example.org", "erik@example.org"]
    assert "carl has left a game of Tilekingdom." in " ".join(str(asked[0].body).split())
    assert "Take this seat?" in body(client.get(links[0]))
    assert Vacancy.objects.filter(closed_at=None).count() == 1
    assert "The seat is yours" in body(client.post(links[0], {"answer": "take"}))
    assert seat_of(vacancy.match, 2).name in ("dora", "erik")
    for _ in range(2):
        assert "Someone else got there first" in body(client.get(links[1]))
    late = client.post(links[1], {"answer": "take"})
    assert (late.status_code, "Someone else got there first" in body(late)) == (409, True)


def test_one_may_say_no_and_think_better_of_it(vacancy: Vacancy, client: Client) -> None:
    link = mailed("vacancy")[0]
    assert "Not this time" in body(client.post(link, {"answer": "no"}))
    assert vacancy.calls.filter(declined_at__isnull=False).count() == 1
    assert "The seat is yours" in body(client.post(link, {"answer": "take"}))


def test_a_seat_of_a_match_that_is_over_is_gone(vacancy: Vacancy, client: Client) -> None:
    link = mailed("vacancy")[0]
    play.resign(match_id=vacancy.match_id, player=0, now=timezone.now())
    assert "The match is over" in body(client.get(link))
    assert client.post(link, {"answer": "take"}).status_code == 409


def test_the_page_of_substitutes_is_kept_and_shows_what_people_are_asked(
    vacancy: Vacancy, client: Client
) -> None:
    client.force_login(User.objects.get(username="dora"))
    page = body(client.get("/account/substitutes/"))
    assert "Would you like one of these seats?" in page
    assert 'value="tilekingdom" checked' in page
    assert client.post("/account/substitutes/", {"games": ["upwords", "chess"]}).status_code == 302
    page = body(client.get("/account/substitutes/"))
    assert ('value="upwords" checked' in page, 'value="tilekingdom" checked' in page) == (
        True, False,
    )  # fmt: skip
    assert "counting_tiles" not in page


def test_a_guest_reads_that_guests_are_not_asked(client: Client) -> None:
    client.force_login(make_user(is_guest=True))
    assert "Guests don't get emails, so we can't ask you." in body(
        client.get("/account/substitutes/")
    )
