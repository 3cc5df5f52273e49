"""Practice: any game against the computer, also as a guest, at once."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Notification, User
from games import queries
from games.models import Match
from lobby import services
from lobby.services import LobbyError
from tests.factories import NOW, make_user

pytestmark = pytest.mark.django_db


def test_a_visitor_plays_as_a_guest_in_two_clicks(client: Client) -> None:
    assert "/practice/#tilekingdom" in client.get("/").content.decode()
    assert 'action="/practice/tilekingdom/"' in client.get("/practice/").content.decode()
    answer = client.post("/practice/tilekingdom/", {"level": "medium"})
    match = Match.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, match.get_absolute_url())
    seats = queries.seats(match_id=match.pk)
    assert [seat.controller for seat in seats] == ["human", "medium"]
    assert seats[0].user is not None
    assert seats[0].user.is_guest


def test_a_network_address_brings_so_many_guests_an_hour_and_no_more(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"guest": "2/h/ip"}
    visits = [Client().post("/practice/tilekingdom/", {"level": "easy"}) for _ in range(3)]
    assert [answer.status_code for answer in visits] == [302, 302, 429]
    assert (User.objects.count(), Match.objects.count()) == (2, 2)


def test_nobody_is_hurried_and_nobody_gets_a_mail_for_each_turn() -> None:
    user = make_user("anna")
    match = services.practise(user=user, game="tilekingdom", level="easy", now=NOW).match
    assert match is not None
    assert (match.pace, match.form, match.timer.deadline_at) == ("correspondence", "no_clock", None)
    assert list(Notification.objects.filter(user=user)) == []
    (row,) = queries.my_running(user_id=user.pk)
    assert (row.my_turn, row.deadline_at) == (True, None)
    assert queries.turns_waiting(user_id=user.pk) == 1
    assert queries.most_urgent(user_id=user.pk) == match.get_absolute_url()
    time, second, *_ = queries.settings_in_words(match)
    assert (time, second[0]) == (("Time", "no clock", False), "Drawing of tiles")


def test_the_table_of_a_practice_game_is_shown_without_a_clock(client: Client) -> None:
    user = make_user("anna")
    client.force_login(user)
    client.post("/practice/tilekingdom/", {"level": "easy"})
    match = Match.objects.get()
    assert "no clock" in client.get(match.get_absolute_url()).content.decode()
    assert "Your turn" in client.get("/my-games/").content.decode()


def test_a_game_for_one_is_played_alone_or_as_a_duel(settings: Any) -> None:
    settings.GAMES = tuple(dict.fromkeys((*settings.GAMES, "counting_tiles")))
    user = make_user("anna")
    alone = services.practise(user=user, game="counting_tiles", level="", now=NOW)
    assert alone.match is not None
    assert (alone.match.players, alone.match.pace) == (1, "live")
    duel = services.practise(user=user, game="counting_tiles", level="hard", now=NOW).duel
    assert duel is not None
    seats = queries.entrants_of(duel_id=duel.pk)
    assert [seat.controller for seat in seats] == ["human", "hard"]


@pytest.mark.parametrize("level", ["", "godlike"])
def test_what_is_no_level_is_refused(client: Client, level: str) -> None:
    with pytest.raises(LobbyError, match="Choose Easy, Medium or Hard"):
        services.practise(user=make_user(), game="tilekingdom", level=level, now=NOW)
    assert client.post("/practice/tilekingdom/", {"level": level})["Location"] == "/practice/"
    assert client.post("/practice/nothing/", {"level": "easy"}).status_code == 404
    assert Match.objects.count() == 0
