"""What the page of a match is told about ratings once it's over."""

import pytest
from django.test import Client

from games.matches import play
from lobby.ratings import acts as ratings
from lobby.ratings import reading
from lobby.ratings.strength import ENOUGH_PEOPLE
from tests.factories import NOW, have_chosen, make_match, make_user

pytestmark = pytest.mark.django_db


def test_a_match_tells_what_it_did_to_ratings_once_it_is_rated(client: Client) -> None:
    ann, ben = make_user("ann"), make_user("ben")
    first, second = make_match(ann, ben), make_match(ben, ann)
    address = f"/match/{first.public_id}/ratings"
    assert client.get(address).json() == {"ratings": []}
    play.resign(match_id=first.pk, player=1, now=NOW)
    have_chosen(first)
    assert client.get(address).json() == {"ratings": []}
    ratings.rate_finished(now=NOW)
    anns, bens = client.get(address).json()["ratings"]
    assert (anns["player"], anns["name"], anns["before"]) == (0, "ann", 1000)
    assert (bens["player"], bens["name"], bens["before"]) == (1, "ben", 1000)
    assert anns["after"] > bens["after"]

    play.resign(match_id=second.pk, player=0, now=NOW)
    have_chosen(second)
    ratings.rate_finished(now=NOW)
    again = {one["name"]: one for one in _told(client, second.public_id)}
    assert again["ann"]["before"] == anns["after"]
    assert again["ann"]["after"] == reading.courses(user_id=ann.pk)[0].shown
    assert client.get(address).json()["ratings"] == [anns, bens]


def _told(client: Client, public_id: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = client.get(f"/match/{public_id}/ratings").json()["ratings"]
    return found


def test_a_match_tells_why_it_is_not_rated(client: Client) -> None:
    match = make_match(make_user(), "easy")
    play.resign(match_id=match.pk, player=0, now=NOW)
    have_chosen(match)
    ratings.rate_finished(now=NOW)
    told = client.get(f"/match/{match.public_id}/ratings").json()
    assert told == {"ratings": [], "not_rated": "Not rated: a computer player takes part"}


def test_the_help_says_the_numbers_that_hold(client: Client) -> None:
    page = client.get("/ratings/").content.decode()
    assert f"fewer than {ENOUGH_PEOPLE} different people" in page
    assert f"{ratings.MOST_TOGETHER} rated matches with each other" in page
    assert f"in {ratings.LATELY.days} days" in page


def test_there_is_no_such_match(client: Client) -> None:
    assert client.get("/match/nobody/ratings").status_code == 404
