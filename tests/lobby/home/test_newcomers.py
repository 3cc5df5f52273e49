"""Where Play leads, and what pages offer that have nothing to show yet."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.users.models import User
from games.matches import play
from games.matches.models import Match
from games.registry import infos
from tests.factories import NOW, make_match, make_user
from tests.lobby.tables.acts.test_company import befriend

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return make_user("anna")


@pytest.fixture
def client(client: Client, anna: User) -> Client:
    """The browser of Anna, who has never played."""
    client.force_login(anna)
    return client


def played_by(anna: User) -> Match:
    """Return a match of Anna's that is over."""
    match = make_match(anna, make_user("ben"))
    play.resign(match_id=match.pk, player=1, now=NOW)
    return match


def main_of(client: Client, url: str) -> str:
    page = client.get(url).content.decode()
    return page.split("<main", 1)[1].split("</main>", 1)[0]


def play_links(main: str) -> list[str]:
    """Return where the links lead that say "Play" and the name of a game."""
    found = re.findall(r'href="([^"]+)">Play<span class="visually-hidden"> [^<]+</span></a>', main)
    return [str(url) for url in found]


@pytest.mark.parametrize("url", ["/", "/rules/"])
def test_a_card_s_play_is_play_now_with_that_game_chosen(client: Client, url: str) -> None:
    links = play_links(main_of(client, url))
    assert links == [f"/play/?game={info.slug}" for info in infos()]
    for info, link in zip(infos(), links, strict=True):
        (chosen,) = re.findall(r'name="game" value="(\w+)" checked', main_of(client, link))
        assert chosen == info.slug


@pytest.mark.parametrize("query", ["", "?friend=ben"])
def test_a_card_that_opens_a_table_says_so(client: Client, anna: User, query: str) -> None:
    befriend(anna, make_user("ben"))
    main = main_of(client, f"/tables/{query}")
    assert play_links(main) == []
    cards = re.findall(r'href="([^"]+)">Open a table<span', main)
    assert cards == [reverse("table-new", args=[info.slug]) + query for info in infos()]


def test_no_way_to_play_looks_chosen_before_it_is(client: Client) -> None:
    looks = re.findall(r'<button class="([^"]*)"[^>]* name="how"', main_of(client, "/play/"))
    assert looks == ["play-how"] * 3
    looks = re.findall(r'<button class="([^"]*)"[^>]* name="level"', main_of(client, "/practice/"))
    assert set(looks) == {"button button-small button-quiet"}


def offered(client: Client, url: str) -> set[str]:
    """Return which pages a page's own part offers by a button."""
    return set(re.findall(r'<a class="button[^"]*" href="([^"?#]+)', main_of(client, url)))


STEPS = {"/learn/", "/daily/", "/practice/", "/play/", "/tables/"}


@pytest.mark.parametrize(
    ("url", "offers"),
    [
        ("/welcome/", STEPS),
        ("/my-games/", STEPS),
        ("/", {"/learn/", "/practice/", "/play/"}),
        ("/puzzles/", {"/learn/", "/daily/", "/play/"}),
        ("/leagues/", {"/leagues/new/", "/play/"}),
        ("/clubs/", {"/clubs/new/"}),
        ("/studies/", {"/practice/", "/play/"}),
    ],
)
def test_an_empty_page_offers_what_would_fill_it(
    client: Client, url: str, offers: set[str]
) -> None:
    assert offers <= offered(client, url)
    for offer in offers:
        assert client.get(offer).status_code == 200


def test_without_daily_challenges_none_is_offered(client: Client, settings: Any) -> None:
    settings.DAILY = False
    for url in ("/welcome/", "/my-games/", "/puzzles/"):
        assert "/daily/" not in offered(client, url)


def test_somebody_who_has_played_needs_no_first_steps(client: Client, anna: User) -> None:
    played_by(anna)
    main = main_of(client, "/my-games/")
    assert "You have no games on the go." in main
    assert "next-steps" not in main


def test_a_guest_is_asked_to_sign_up_for_a_league(client: Client) -> None:
    User.objects.update(is_guest=True)
    assert "Sign up to start a league" in main_of(client, "/leagues/")
    assert "/leagues/new/" not in offered(client, "/leagues/")


def test_the_first_study_is_one_press_away(client: Client, anna: User) -> None:
    match = played_by(anna)
    main = main_of(client, "/studies/")
    (action,) = re.findall(r'action="(/match/[^"]+)"', main)
    assert action == reverse("study-make", args=[match.public_id])
    study = client.post(action)["Location"]
    assert study.startswith("/study/")
    assert "/match/" not in main_of(client, "/studies/")
