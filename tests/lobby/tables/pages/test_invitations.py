"""Play with a friend: a game and a pace, a link to send, and the friend sits down at once."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.core.clock import Pace
from games.matches.models import Match
from lobby.tables.models import Lobby
from tests.factories import make_user
from tests.games.words.loaded import load_words
from tests.size import some_of

pytestmark = pytest.mark.django_db


def ask(client: Client, **said: str) -> Any:
    usual = {"game": "tilekingdom", "pace": "live", "guest_name": "inviting"}
    return client.post("/friend/", {**usual, **said})


def test_it_is_one_click_from_the_front_page() -> None:
    visitor, anna = Client(), Client()
    anna.force_login(make_user("anna"))
    for client in (visitor, anna):
        assert 'href="/friend/"' in client.get("/").content.decode()
    assert 'href="/friend/"' in anna.get("/my-games/").content.decode()


@pytest.mark.parametrize("pace", Pace)
@pytest.mark.parametrize("game", some_of(settings.GAMES, __file__))
def test_a_visitor_opens_a_table_and_another_sits_down_at_it(game: str, pace: Pace) -> None:
    load_words([a + b + c for a in "abcdefgh" for b in "aeiou" for c in "lmnrst"])
    host, friend = Client(), Client()
    opened = ask(host, game=game, pace=pace)
    lobby = Lobby.objects.get()
    assert (opened.status_code, opened["Location"]) == (302, lobby.get_absolute_url())
    assert (lobby.game, lobby.pace, lobby.visibility) == (game, pace, "private")
    page = host.get(opened["Location"]).content.decode()
    assert "Send this link to your friends" in page
    assert f'value="{settings.SITE_URL}{lobby.get_absolute_url()}"' in page
    assert ">Sit down</button>" in friend.get(opened["Location"]).content.decode()
    begun = friend.post(f"{opened['Location']}join", {"guest_name": "invited"})
    match = Match.objects.order_by("pk")[0]
    assert match.status == "running"
    assert begun["Location"] == (match.duel or match).get_absolute_url()
    people = Lobby.objects.get().seats.values_list("user__is_guest", flat=True)
    assert list(people) == [True, True]


def test_everything_else_is_as_at_a_new_table() -> None:
    anna = Client()
    anna.force_login(make_user("anna"))
    for pace in Pace:
        ask(anna, pace=pace)
        usual = {"pace": pace, "seats": 2, "visibility": "private"}
        form = anna.get("/tables/new/tilekingdom/").context["form"]
        said = {bound.html_name: bound.value() for bound in form if bound.value() is not False}
        anna.post("/tables/new/tilekingdom/", said | usual)
        by_link, by_form = Lobby.objects.order_by("pk")
        differ = {"id", "code", "created_at"}
        facts = [
            {field.name: getattr(lobby, field.attname) for field in Lobby._meta.fields}
            for lobby in (by_link, by_form)
        ]
        told = [{k: v for k, v in each.items() if k not in differ} for each in facts]
        assert told[0] == told[1]
        Lobby.objects.all().delete()


@pytest.mark.parametrize("said", [{"game": "chess"}, {"game": ""}, {"pace": "soon"}, {"pace": ""}])
def test_what_is_no_game_or_pace_is_refused_in_words(said: dict[str, str]) -> None:
    answer = ask(Client(), **said)
    assert (answer.status_code, Lobby.objects.count()) == (422, 0)
    assert "errorlist" in answer.content.decode()


def test_the_game_that_was_asked_for_is_chosen() -> None:
    page = Client().get("/friend/?game=upwords")
    assert page.context["chosen"] == "upwords"
    assert Client().get("/friend/?game=nothing").context["chosen"] == settings.GAMES[0]


def test_whoever_has_too_many_tables_open_reads_why() -> None:
    anna = Client()
    anna.force_login(make_user("anna"))
    for _ in range(10):
        ask(anna)
    refused = ask(anna)
    assert refused.status_code == 422
    assert "You&#x27;re already sitting at 10 waiting tables." in refused.content.decode()
