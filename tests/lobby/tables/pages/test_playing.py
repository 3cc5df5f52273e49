"""Play now, a game while one waits, and other pages that call somebody over."""

import html
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.trust import presence
from accounts.users.models import User
from games.core.clock import Pace
from games.matches import play
from games.matches.models import Match
from lobby.tables import reading
from lobby.tables.acts import seating
from lobby.tables.choices import Status
from lobby.tables.models import Lobby
from tests.factories import NOW, make_user
from tests.games.words.loaded import load_words
from tests.lobby.tables.acts.test_pairing import open_table

pytestmark = pytest.mark.django_db

EVERY_WORD = [a + b + c for a in "abcdefgh" for b in "aeiou" for c in "lmnrst"]


def press(client: Client, how: str, game: str = "tilekingdom") -> Any:
    return client.post("/play/", {"game": game, "how": how})


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(make_user(name))
    return client


def test_it_is_one_click_from_the_front_page(client: Client) -> None:
    assert 'href="/play/">Play now</a>' in client.get("/").content.decode()
    head_and_foot = client.get("/rules/").content.decode()
    assert re.findall(r'href="([^"]+)"[^>]*>Play</a>', head_and_foot) == ["/play/", "/play/"]


@pytest.mark.parametrize("pace", Pace)
@pytest.mark.parametrize("game", ["tilekingdom", "upwords", "counting_tiles"])
def test_two_visitors_who_press_the_same_play(game: str, pace: Pace) -> None:
    load_words(EVERY_WORD)
    first = press(Client(), pace, game)
    (lobby,) = Lobby.objects.all()
    assert (first.status_code, first["Location"]) == (302, lobby.get_absolute_url())
    visitor = Client()
    second = press(visitor, pace, game)
    lobby.refresh_from_db()
    assert lobby.status == Status.STARTED
    mine = Match.objects.get(seats__user=User.objects.latest("pk"))
    assert second["Location"] == mine.get_absolute_url()
    assert visitor.get(second["Location"]).status_code == 200


@pytest.mark.parametrize("game", ["tilekingdom", "counting_tiles"])
def test_against_easy_the_board_is_there(game: str, client: Client) -> None:
    answer = press(client, "easy", game)
    (mine,) = Match.objects.filter(seats__user__isnull=False)
    assert answer["Location"] == mine.get_absolute_url()


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"how": "live"}, "Choose a game."),
        ({"game": "chess", "how": "live"}, "Choose a game."),
        ({"game": "tilekingdom"}, "Choose live, turn-based or against Easy."),
        ({"game": "tilekingdom", "how": "hard"}, "Choose live, turn-based or against Easy."),
    ],
)
def test_what_cannot_be_played_is_told(client: Client, said: dict[str, str], sentence: str) -> None:
    answer = client.post("/play/", said)
    assert (answer.status_code, sentence in answer.content.decode()) == (422, True)
    assert (User.objects.count(), Lobby.objects.count()) == (0, 0)


def test_a_game_can_be_chosen_by_the_address(client: Client) -> None:
    for address, chosen in (("/play/?game=upwords", "upwords"), ("/play/?game=x", "tilekingdom")):
        assert client.get(address).context["chosen"] == chosen


def test_the_page_tells_where_somebody_waits() -> None:
    anna = signed_in("anna")
    press(anna, "live")
    press(signed_in("ben"), "correspondence")
    games = Client().get("/play/").context["games"]
    counted = [(info.slug, live, slow) for info, live, slow in games]
    assert counted[0] == ("tilekingdom", 1, 1)
    assert {(live, slow) for _, live, slow in counted[1:]} == {(0, 0)}
    assert anna.get("/play/").context["waiting"] == 1  # one's own is no company


def test_a_table_of_play_now_has_the_usual_settings() -> None:
    for how in Pace:
        press(signed_in(f"host-{how}"), how)
    tables = reading.open_tables()
    assert [(table.changed, table.agreed) for table in tables] == [([], []), ([], [])]  # type: ignore[attr-defined]


# --- While one waits ------------------------------------------------------------------------------


def test_the_table_stays_open_while_one_plays_against_easy() -> None:
    anna = signed_in("anna")
    table = press(anna, "live")["Location"]
    game = anna.post(f"{table}meanwhile")
    match = Match.objects.get()
    assert game["Location"] == match.get_absolute_url()
    assert [seat.controller for seat in match.seats.order_by("player")] == ["human", "easy"]
    assert Lobby.objects.get(match=None).status == Status.WAITING
    assert anna.post(f"{table}meanwhile")["Location"] == match.get_absolute_url()
    assert Match.objects.count() == 1


def test_a_game_for_one_is_played_alone_meanwhile() -> None:
    anna = signed_in("anna")
    table = press(anna, "live", "counting_tiles")["Location"]
    game = anna.post(f"{table}meanwhile")
    match = Match.objects.get()
    assert (match.players, match.duel, game["Location"]) == (1, None, match.get_absolute_url())
    assert anna.post(f"{table}meanwhile")["Location"] == match.get_absolute_url()


def test_a_game_with_a_friend_is_not_taken_for_one_with_the_computer() -> None:
    anna = signed_in("anna")
    host, ben = User.objects.get(username="anna"), make_user("ben")
    private = open_table(host, visibility="private")
    seating.join(lobby_id=private.pk, user=ben, now=NOW)
    table = press(anna, "live")["Location"]
    anna.post(f"{table}meanwhile")
    assert Match.objects.count() == 2


def test_once_somebody_has_sat_down_one_is_led_there() -> None:
    anna, ben = signed_in("anna"), signed_in("ben")
    table = press(anna, "live")["Location"]
    match = press(ben, "live")["Location"]
    assert anna.post(f"{table}meanwhile")["Location"] == match
    assert anna.post("/tables/NOTHING/meanwhile").status_code == 404
    assert Client().post(f"{table}meanwhile")["Location"].startswith("/accounts/login/")


def test_so_many_games_at_a_time_and_no_more(settings: Any) -> None:
    guest = Client()
    for _ in range(6):
        guest.post("/practice/tilekingdom/", {"level": "medium"})
    table = press(guest, "live")["Location"]
    assert guest.post(f"{table}meanwhile")["Location"] == table
    assert "You can have up to 6 games at a time" in guest.get(table).content.decode()


# --- Other pages ----------------------------------------------------------------------------------

WAITS = "You're waiting for someone to play Tilekingdom."


def waits_at(client: Client, path: str = "/rules/") -> list[tuple[str, str, bool]]:
    """Return where a page says that its reader waits: code, address, whether a game has begun."""
    places = client.get(path).context["waits_at"]()
    return [(place.code, place.url, place.has_begun) for place in places]


def test_other_pages_tell_of_the_table_until_it_begins() -> None:
    anna = signed_in("anna")
    table = press(anna, "live")["Location"]
    assert waits_at(anna) == []  # it is told once one has been there
    assert 'data-live-socket="/ws/table/' in anna.get(table).content.decode()
    page = anna.get("/rules/").content.decode()
    code = table.split("/")[-2]
    assert (WAITS in page, f'data-live-socket="/ws/table/{code}/"' in page) == (True, True)
    assert (waits_at(anna), waits_at(anna, table)) == ([(code, table, False)], [])
    assert WAITS not in Client().get("/rules/").content.decode()


def test_other_pages_lead_to_a_match_that_has_begun_until_one_has_been_there() -> None:
    anna = signed_in("anna")
    table = press(anna, "live")["Location"]
    anna.get(table)
    match = press(signed_in("ben"), "live")["Location"]
    begun = [(table.split("/")[-2], match, True)]
    assert (waits_at(anna), waits_at(anna, "/play/")) == (begun, begun)
    assert waits_at(anna, match) == []
    assert (waits_at(anna), "waits_at" in anna.session) == ([], False)


def test_a_match_that_is_over_calls_nobody() -> None:
    anna = signed_in("anna")
    anna.get(press(anna, "live")["Location"])
    press(signed_in("ben"), "live")
    assert len(waits_at(anna)) == 1
    play.resign(match_id=Match.objects.get().pk, player=0, now=timezone.now())
    assert (waits_at(anna), "waits_at" in anna.session) == ([], False)


def test_all_tables_at_which_one_waits_are_told_of() -> None:
    anna = signed_in("anna")
    host, ben = User.objects.get(username="anna"), make_user("ben")
    tables = [open_table(host) for _ in range(3)]
    urls = [table.get_absolute_url() for table in tables]
    for url in (*urls, *urls):
        anna.get(url)
    assert [url for _, url, _ in waits_at(anna)] == urls
    assert [url for _, url, _ in waits_at(anna, urls[1])] == [urls[0], urls[2]]
    seating.leave(lobby_id=tables[0].pk, user=host)
    match = seating.join(lobby_id=tables[1].pk, user=ben, now=NOW).match
    assert match is not None
    begun = (tables[1].code, match.get_absolute_url(), True)
    assert waits_at(anna) == [begun, (tables[2].code, urls[2], False)]


def test_nothing_is_told_of_a_table_one_has_left() -> None:
    anna = signed_in("anna")
    table = press(anna, "live")["Location"]
    anna.get(table)
    anna.post(f"{table}leave")
    assert waits_at(anna) == []


def test_nobody_is_held_by_a_turn_based_table() -> None:
    anna = signed_in("anna")
    anna.get(press(anna, "correspondence")["Location"])
    assert waits_at(anna) == []


def test_a_page_asks_for_a_table_only_where_somebody_waits() -> None:
    anna = signed_in("anna")
    with CaptureQueriesContext(connection) as asked:
        anna.get("/rules/")
    assert not [query["sql"] for query in asked if "tables_lobby" in query["sql"]]


# --- The page of a table that waits ---------------------------------------------------------------


def test_a_table_says_what_to_do_and_what_happens_next() -> None:
    anna = signed_in("anna")
    page = anna.get(press(anna, "live")["Location"]).content.decode()
    for said in (
        "Waiting for someone to play Tilekingdom",
        "Play against Easy</button>",
        "Your table stays open while you look at other pages here.",
        "Invite your friends",
        "The game starts automatically when the last seat is taken.",
    ):
        assert said in page
    assert "Start the game" not in page
    assert "Leave this page open" not in page
    slow = anna.get(press(anna, "correspondence")["Location"]).content.decode()
    assert "We'll tell you when it's your turn." in " ".join(slow.split()).replace("&#x27;", "'")


def test_a_friend_waits_as_freely_as_the_host_and_a_visitor_has_agreed_to_nothing() -> None:
    anna, ben = make_user("anna"), signed_in("ben")
    at = open_table(anna, seats=3, now=NOW).get_absolute_url()
    told = [ben.get(at).content.decode()]
    ben.post(f"{at}join")
    told.append(ben.get(at).content.decode())
    heads = ("What's agreed at this table", "What you've agreed")
    found = [[head in page for head in heads] for page in told]
    assert found == [[True, False], [False, True]]
    assert "The game starts when all the seats are taken." in told[1]
    assert "Leave this page open" not in told[1]


def test_a_guest_can_change_the_name_they_were_given() -> None:
    guest, anna = Client(), signed_in("anna")
    for client, offered in ((guest, True), (anna, False)):
        table = press(client, "correspondence" if offered else "live")
        page = client.get(table["Location"]).content.decode()
        assert ("/guest/name/?next=/tables/" in page) is offered


def test_a_table_says_who_is_here() -> None:
    anna, ben = make_user("anna"), signed_in("ben")
    table = open_table(anna, seats=3, now=NOW)
    assert "here now" not in ben.get(table.get_absolute_url()).content.decode()
    presence.note_here(user_id=anna.pk)
    assert "here now" in ben.get(table.get_absolute_url()).content.decode()


def test_a_closed_table_invites_nobody_and_leads_on() -> None:
    anna = make_user("anna")
    lobby = open_table(anna, seats=2, now=NOW)
    seating.leave(lobby_id=lobby.pk, user=anna)
    page = signed_in("ben").get(lobby.get_absolute_url()).content.decode()
    main = page.split("<main", 1)[1].split("</main>", 1)[0]
    assert "This table is closed." in main
    for said in ("Invite your friends", "room-code", "Anyone can sit down", "'s table", ">Free<"):
        assert said not in html.unescape(main)
    offered = re.findall(r'class="button[^"]*" href="([^"]+)"', main)
    assert offered == [f"/play/?game={lobby.game}", f"/tables/new/{lobby.game}/", "/tables/"]
