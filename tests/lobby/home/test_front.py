"""The front page: what is being played, results, people and leagues, for visitors and members."""

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.trust import blocking, presence
from accounts.users.models import User
from config.asgi import application
from games.core.clock import Pace, TimeControl
from games.matches import play
from games.matches.models import Match, TurnTimer
from lobby.home import consumers, front
from lobby.tables.acts import opening, seating
from tests.factories import NOW, have_chosen, make_match, make_user, move
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words
from tests.gauge import PATIENCE

pytestmark = pytest.mark.django_db

DAYS = TimeControl(Pace.CORRESPONDENCE, 86400)


@pytest.fixture(autouse=True)
def _the_clock_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)


def at_table(*people: User, visibility: str = "open", game: str = "tilekingdom") -> Match:
    """Return a match that began at a table, with one move made."""
    people = people or (make_user(), make_user())
    host, *others = people
    lobby = opening.create(
        host=host, game=game, options={}, control=DAYS, seats=len(people),
        visibility=visibility, start_rule="full", now=NOW,
    )  # fmt: skip
    for one in others:
        lobby = seating.join(lobby_id=lobby.pk, user=one, now=NOW)
    lobby.refresh_from_db()
    match = lobby.match
    assert isinstance(match, Match)
    move(match)
    return match


def give_up(match: Match) -> None:
    """End a match at once, as if everyone had chosen two turns."""
    play.resign(match_id=match.pk, player=1, now=NOW)
    have_chosen(match)
    match.refresh_from_db()


def shown(user: User | None = None) -> list[int]:
    return [board.match_id for board in front.front(user_id=user and user.pk, now=NOW).boards]


# --- Which matches --------------------------------------------------------------------------------


def test_matches_of_open_tables_and_leagues_are_shown_the_latest_move_first() -> None:
    first, second = at_table(), at_table()
    TurnTimer.objects.filter(match=first).update(started_at=NOW - timedelta(hours=1))
    league = make_match()
    Match.objects.filter(pk=league.pk).update(arranged=True)
    move(league)
    TurnTimer.objects.filter(match=league).update(started_at=NOW - timedelta(hours=2))
    assert shown() == [second.pk, first.pk, league.pk]


def test_what_isn_t_for_everyone_is_not_shown() -> None:
    at_table(visibility="private")
    move(make_match())  # by an address alone
    Match.objects.filter(pk=at_table().pk).update(quarantined_at=NOW)
    paused = at_table()
    TurnTimer.objects.filter(match=paused).update(paused_at=NOW, fires_at=None, deadline_at=None)
    stale = at_table()
    TurnTimer.objects.filter(match=stale).update(started_at=NOW - timedelta(days=4))
    assert shown() == []


def test_a_match_without_a_move_is_not_being_played_yet() -> None:
    host, other = make_user(), make_user()
    lobby = opening.create(
        host=host, game="tilekingdom", options={}, control=DAYS, seats=2,
        visibility="open", start_rule="full", now=NOW,
    )  # fmt: skip
    seating.join(lobby_id=lobby.pk, user=other, now=NOW)
    assert shown() == []


def test_boards_of_several_games_come_before_many_of_one() -> None:
    load_words(common_words())
    for _ in range(front.BOARDS):
        at_table()
    other = at_table(game="upwords")
    TurnTimer.objects.filter(match=other).update(started_at=NOW - timedelta(hours=1))
    found = shown()
    assert (len(found), found[-1]) == (front.BOARDS, other.pk)


def test_members_see_neither_their_own_nor_those_of_people_they_avoid() -> None:
    anna, ben, chioma = make_user(), make_user(), make_user()
    own, avoided, rest = at_table(anna, ben), at_table(chioma, ben), at_table()
    blocking.block(user=anna, other=chioma, now=NOW)
    assert shown(anna) == [rest.pk]
    assert shown(chioma) == [rest.pk]
    assert set(shown(make_user())) == {own.pk, avoided.pk, rest.pk}


# --- Results and people ---------------------------------------------------------------------------


def test_results_tell_who_won_and_lead_to_the_replay(client: Client) -> None:
    match = at_table(make_user("Anna"), make_user("Ben"))
    give_up(match)
    (result,) = front.front(user_id=None, now=NOW).results
    winners = [("Anna", "Ben")[seat] for seat, place in enumerate(match.places or []) if place == 1]
    assert (result.match_id, result.winners) == (match.pk, " and ".join(winners))
    page = client.get("/").content.decode()
    assert f'href="/match/{match.public_id}/replay/"' in page
    assert "Latest results" in page


def test_those_who_finished_a_game_today_are_named_but_guests_are_not(client: Client) -> None:
    anna, guest = make_user("Anna"), make_user("QuickFox", is_guest=True)
    give_up(at_table(anna, guest))
    people = front.front(user_id=None, now=NOW).people
    assert (people.names, people.more, people.here) == (["Anna"], 0, 0)


def test_it_says_how_many_of_them_are_here() -> None:
    anna = make_user("Anna")
    give_up(at_table(anna, make_user("Ben")))
    presence.note_here(user_id=anna.pk)
    assert front.front(user_id=None, now=NOW).people.here == 1


def test_whoever_played_the_day_before_yesterday_is_not_named() -> None:
    match = at_table()
    give_up(match)
    Match.objects.filter(pk=match.pk).update(finished_at=NOW - timedelta(days=2))
    assert front.front(user_id=None, now=NOW).people.names == []


# --- The page -------------------------------------------------------------------------------------


def test_a_new_site_shows_the_boards_of_its_games(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "Being played now" not in page
    assert page.count("/board.svg?v=") == 1 + page.count('class="game-card ')


def test_a_board_shows_players_points_and_the_last_move(client: Client) -> None:
    match = at_table(make_user("Anna"), make_user("Ben"))
    page = client.get("/").content.decode()
    assert "Being played now" in page
    assert f'data-board="{match.public_id}" data-version="{match.version}"' in page
    assert f"/match/{match.public_id}/board.svg?v={match.version}-" in page
    assert "Anna laid" in page


def test_the_moving_part_is_to_be_had_by_itself(client: Client) -> None:
    match = at_table()
    page = client.get("/?fragment=now").content.decode()
    assert match.public_id in page
    assert "<main" not in page
    assert match.public_id not in client.get("/?fragment").content.decode()


def test_a_page_takes_as_many_statements_for_many_matches_as_for_one() -> None:
    anna, visitor = make_user(), Client()
    member = Client()
    member.force_login(anna)
    asked = [(member, "/my-games/")]
    asked += [(one, page) for one in (member, visitor) for page in ("/", "/?fragment=now")]
    counts = []
    for more in (1, 4):
        for _ in range(more):
            give_up(at_table(anna, make_user()))
            at_table(anna, make_user())
            at_table()
        counts.append([statements(client, address) for client, address in asked])
    assert counts[0] == counts[1]


def statements(client: Client, address: str) -> tuple[str, int, int]:
    """Return how many statements a page takes when nothing of it is kept, and when all is."""
    client.get(address)
    with CaptureQueriesContext(connection) as cold:
        front.cache.clear()
        client.get(address)
    with CaptureQueriesContext(connection) as warm:
        client.get(address)
    return address, len(cold), len(warm)


def test_a_visitor_s_moving_part_takes_two_statements_once_it_was_asked_for(
    client: Client, django_assert_num_queries: Any
) -> None:
    at_table()
    client.get("/?fragment=now")
    with django_assert_num_queries(2):
        client.get("/?fragment=now")


def test_a_move_is_seen_though_the_boards_are_kept(client: Client) -> None:
    match = at_table()
    before = client.get("/?fragment=now").content
    move(match)
    assert client.get("/?fragment=now").content != before


# --- My games -------------------------------------------------------------------------------------


def test_a_dozen_games_are_boards_and_the_rest_are_lines(client: Client) -> None:
    anna = make_user("Anna")
    for _ in range(14):
        at_table(make_user(), anna)
    client.force_login(anna)
    page = client.get("/my-games/").content.decode()
    assert (page.count("data-board="), page.count('class="match-row is-mine"')) == (12, 2)


@pytest.mark.parametrize("address", ["/", "/my-games/"])
def test_the_time_left_is_said_as_the_script_says_it(
    client: Client, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    anna = make_user()
    at_table(anna, make_user())
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=90))
    client.force_login(anna)
    assert ">22 h 30 min</time>" in client.get(address).content.decode()


def test_a_duel_s_board_says_that_it_is_one(client: Client) -> None:
    anna, ben = make_user("Anna"), make_user("Ben")
    lobby = opening.create(
        host=anna, game="counting_tiles", options={}, control=TimeControl(Pace.LIVE, 60), seats=2,
        visibility="open", start_rule="full", now=NOW,
    )  # fmt: skip
    seating.join(lobby_id=lobby.pk, user=ben, now=NOW)
    client.force_login(anna)
    page = client.get("/my-games/").content.decode()
    assert "duel with Ben" in page
    assert "board.svg" not in page  # nobody looks before the clock starts
    assert shown() == []


# --- The socket -----------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_an_open_page_is_told_when_a_board_has_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "LOOK_EVERY", 0.01)
    match = await sync_to_async(at_table)()
    seen = (await sync_to_async(front.shown)(now=NOW)).mark
    page = WebsocketCommunicator(
        application, f"/ws/now/?seen={seen}", headers=[(b"origin", settings.SITE_URL.encode())]
    )
    assert (await page.connect())[0]
    assert await page.receive_nothing(timeout=0.1)
    await sync_to_async(move)(match)
    assert await page.receive_json_from(timeout=PATIENCE) == {"t": "changed"}
    assert await page.receive_nothing(timeout=0.1)
    await page.disconnect()
    assert consumers.lookout.pages == {}


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_a_page_that_shows_something_else_is_told_straight_away() -> None:
    page = WebsocketCommunicator(
        application, "/ws/now/?seen=%ff", headers=[(b"origin", settings.SITE_URL.encode())]
    )
    assert (await page.connect())[0]
    assert await page.receive_json_from(timeout=PATIENCE) == {"t": "changed"}
    await page.disconnect()
