"""Boards as images: kept for ever under their mark, drawn once, and nothing hidden is in them."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts.users.services import carry_name
from games.core.clock import Pace, TimeControl
from games.matches import play, reading
from games.matches.models import Match
from games.matches.pages.pictures import sample
from games.matches.play import SeatPlan
from games.matches.reading import pictures
from games.registry import infos
from tests.factories import NOW, SECRET, make_match, make_user, move

pytestmark = pytest.mark.django_db

FOREVER = "public, max-age=31536000, immutable"


def address(match: Match) -> str:
    match = pictures.find_seen(public_id=match.public_id)
    return pictures.address_of(match, [seat.name for seat in reading.seats(match_id=match.pk)])


def seen_by_spectators(match: Match) -> bytes:
    loaded = reading.load(match_id=match.pk)
    seen = loaded.rules.observation(loaded.state, None)
    return loaded.rules.miniature(seen, loaded.names).encode()


def test_anyone_gets_the_board_as_spectators_see_it_and_can_keep_it(client: Client) -> None:
    match = make_match()
    move(match)
    told = client.get(address(match))
    assert (told.status_code, told["Content-Type"]) == (200, "image/svg+xml")
    assert told["Cache-Control"] == FOREVER
    assert told.content == seen_by_spectators(match)


def test_the_same_board_is_drawn_once_and_needs_no_database(
    client: Client, django_assert_num_queries: Any
) -> None:
    match = make_match()
    where = address(match)
    with django_assert_num_queries(2):
        first = client.get(where)
    with django_assert_num_queries(0):
        second = client.get(where)
    assert (second.content, second["Cache-Control"]) == (first.content, FOREVER)


def test_a_move_gives_the_board_another_address(client: Client) -> None:
    match = make_match()
    before = address(match)
    move(match)
    assert address(match) != before
    told = client.get(before)
    assert (told.content, told["Cache-Control"]) == (seen_by_spectators(match), "no-cache")


def test_a_board_that_was_drawn_before_a_move_is_still_the_one_its_address_names(
    client: Client,
) -> None:
    match = make_match()
    before = address(match)
    first = client.get(before).content
    move(match)
    assert client.get(before).content == first


@pytest.mark.parametrize("asked", ["", "?v=", "?v=1", "?v=0-00000000", "?v=../../x", "?v=1-XYZ"])
def test_without_its_mark_a_board_has_to_be_asked_for_again(client: Client, asked: str) -> None:
    match = make_match()
    told = client.get(f"/match/{match.public_id}/board.svg{asked}")
    assert (told.content, told["Cache-Control"]) == (seen_by_spectators(match), "no-cache")
    again = client.get(
        f"/match/{match.public_id}/board.svg{asked}", headers={"If-None-Match": told["ETag"]}
    )
    assert (again.status_code, again.content) == (304, b"")


def test_another_name_gives_the_board_another_address(common_lists: None) -> None:
    anna = make_user("anna")
    match = make_match(anna, make_user("ben"), game="words_with_chilwell")
    before = address(match)
    carry_name(user_id=anna.pk, name="Anne")
    assert address(match) != before


def test_the_same_board_has_an_address_in_each_language() -> None:
    match = make_match()
    with translation.override("en-gb"):
        here = address(match)
    with translation.override("fr"):
        assert address(match) != here


def duel() -> tuple[Match, Match]:
    """Return the matches of a duel in which Anna has begun and Ben hasn't."""
    plans = [
        SeatPlan(name=one.username, user_id=one.pk) for one in (make_user("anna"), make_user("ben"))
    ]
    made = play.start_duel(
        game="counting_tiles", options={"limit": 1}, control=TimeControl(Pace.LIVE, 60),
        entrants=plans, now=NOW, secret=SECRET,
    )  # fmt: skip
    first, second = Match.objects.filter(duel=made).order_by("pk")
    play.begin(match_id=first.pk, player=0, now=NOW)
    return first, second


def test_a_board_of_a_duel_is_hidden_from_all_but_its_player(client: Client) -> None:
    match, _ = duel()
    where = f"/match/{match.public_id}/board.svg"
    assert client.get(where).status_code == 404
    client.force_login(match.seats.get().user)
    own = client.get(where)
    assert (own.status_code, own["Cache-Control"]) == (200, "private, no-store")
    client.logout()
    assert client.get(address(match)).status_code == 404
    assert pictures.kept(public_id=match.public_id, mark=address(match).partition("=")[2]) is None


def test_nobody_looks_at_a_game_before_it_has_begun(client: Client) -> None:
    _, match = duel()
    assert address(match) == ""
    client.force_login(match.seats.get().user)
    assert client.get(f"/match/{match.public_id}/board.svg").status_code == 404


def test_no_board_without_a_match(client: Client) -> None:
    assert client.get("/match/nothing/board.svg").status_code == 404
    assert client.get("/learn/nothing/board.svg").status_code == 404


@pytest.mark.parametrize("slug", [info.slug for info in infos()])
def test_every_game_has_a_board_to_show_that_can_be_kept(
    client: Client, slug: str, django_assert_num_queries: Any
) -> None:
    shown = sample(slug)
    with django_assert_num_queries(0):
        told = client.get(shown.url)
    assert (told.content.decode(), told["Cache-Control"]) == (shown.drawn, FOREVER)
    assert client.get(f"/learn/{slug}/board.svg?v=0")["Cache-Control"] == "no-cache"
    assert f'width="{shown.width}" height="{shown.height}"' in shown.drawn
