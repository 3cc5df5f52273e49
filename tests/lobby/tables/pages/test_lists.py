"""The lobby: which tables it shows, what it says of each, and how somebody sits down."""

from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.trust import blocking, presence
from accounts.users import services
from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.core.table.agreement import Agreement
from games.matches.models import Match
from lobby.tables.acts import seating
from lobby.tables.choices import Status
from lobby.tables.models import Lobby
from lobby.tables.templatetags.tables import in_short
from tests.factories import NOW, make_user
from tests.lobby.tables.acts.test_pairing import DAYS, open_table, rate

pytestmark = pytest.mark.django_db


def shown(client: Client, query: str = "") -> list[str]:
    """Return the hosts of the tables that are listed, in order."""
    page = client.get(f"/tables/?{query}")
    assert page.status_code == 200
    return [table.host.username for table in page.context["tables"]]


def text_of(client: Client, query: str = "") -> str:
    return " ".join(unescape(client.get(f"/tables/?{query}").content.decode()).split())


@pytest.fixture
def tables() -> None:
    """Six: live and turn-based, of two games, of a guest, with a computer, of other settings."""
    guest = services.create_guest(now=NOW, name="CalmOwl")
    open_table(make_user("slow"), control=DAYS, now=NOW)
    open_table(make_user("live"), now=NOW)
    open_table(make_user("duel"), game="counting_tiles", now=NOW + timedelta(seconds=1))
    open_table(guest, now=NOW + timedelta(seconds=2))
    open_table(make_user("odd"), options={"subjects": 3}, now=NOW - timedelta(seconds=1))
    aided = open_table(make_user("aided"), seats=3, now=NOW + timedelta(seconds=3))
    seating.add_computer(lobby_id=aided.pk, user=aided.host, level="easy", now=NOW)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("query", "hosts"),
    [
        ("", ["aided", "CalmOwl", "duel", "live", "odd", "slow"]),
        ("pace=live", ["aided", "CalmOwl", "duel", "live", "odd"]),
        ("pace=correspondence", ["slow"]),
        ("game=tilekingdom", ["aided", "CalmOwl", "live", "odd", "slow"]),
        ("game=counting_tiles&pace=live", ["duel"]),
        ("game=upwords", []),
        ("rated=on", ["duel", "live", "slow"]),
        ("rated=on&game=tilekingdom&pace=live", ["live"]),
        ("game=chess&pace=soon", ["aided", "CalmOwl", "duel", "live", "odd", "slow"]),
    ],
)
def test_live_tables_come_first_and_what_is_wished_for(
    tables: None, client: Client, query: str, hosts: list[str]
) -> None:
    assert shown(client, query) == hosts
    assert shown(client, f"fragment&{query}") == hosts


def test_the_page_refreshes_what_was_wished_for(tables: None, client: Client) -> None:
    page = text_of(client, "game=tilekingdom&pace=live&rated=on&x=y")
    assert 'data-live="/tables/?fragment&game=tilekingdom&pace=live&rated=on"' in page
    assert '<option value="tilekingdom" selected>' in page
    assert 'data-live="/tables/?fragment"' in text_of(client)


def test_an_empty_lobby_says_what_to_do(client: Client) -> None:
    said = text_of(client)
    assert "Nobody's waiting right now, so you can be first." in said
    assert 'href="/play/">Play now</a>' in said
    assert 'href="/practice/">Play against the computer</a>' in said
    assert "There are no open tables like that right now." in text_of(client, "game=upwords")


def test_a_row_tells_of_the_host(client: Client) -> None:
    anna, ben = make_user("anna"), make_user("ben")
    open_table(anna)
    open_table(ben, now=NOW - timedelta(seconds=1))
    rate(anna, 1240)
    rate(ben, 1100, sigma=7.0)
    presence.note_here(user_id=anna.pk)
    first, second = text_of(client, "fragment").split('<li class="table-row">')[1:]
    assert ("here now" in first, "here now" in second) == (True, False)
    assert "rating </span>1565</span>" in first
    assert '1200?<span class="visually-hidden"> (provisional)' in second


def test_a_row_says_what_differs_and_offers_a_look(client: Client) -> None:
    open_table(make_user("anna"), options={"road_tile": 4})
    open_table(make_user("ben"), agreement=Agreement(takebacks=True))
    open_table(make_user("carla"))
    rows = {
        name: row
        for row in text_of(client, "fragment").split('<li class="table-row">')[1:]
        for name in ("anna", "ben", "carla")
        if f">{name}</span>" in row
    }
    assert "Completed road, for each tile: 4</span>" in rows["anna"]
    assert ">Take-backs</span>" in rows["ben"]
    sits = {name: "Sit down" in row for name, row in rows.items()}
    assert sits == {"anna": False, "ben": False, "carla": True}
    assert {name: ">Look<" in row for name, row in rows.items()} == {
        name: not can for name, can in sits.items()
    }


def test_ones_own_table_is_told_apart(client: Client) -> None:
    anna = make_user("anna")
    client.force_login(anna)
    open_table(anna)
    said = text_of(client, "fragment")
    assert ("Your table<" in said, "Sit down" in said) == (True, False)


def test_a_row_tells_how_old_the_table_is(client: Client) -> None:
    open_table(make_user(), now=timezone.now() - timedelta(minutes=2, seconds=5))
    assert ">open for 2 minutes</time>" in text_of(client)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "opened just now"), (59, "opened just now"),
        (60, "open for 1 minute"), (3599, "open for 59 minutes"),
        (3600, "open for 1 hour"), (86_399, "open for 23 hours"), (200_000, "open for 2 days"),
    ],
)  # fmt: skip
def test_ages_are_told_by_their_largest_unit(seconds: int, words: str) -> None:
    assert str(in_short(seconds)) == words


def test_people_who_blocked_each_other_see_no_table_of_the_other(client: Client) -> None:
    anna, ben = make_user("anna"), make_user("ben")
    open_table(anna)
    blocking.block(user=anna, other=ben, now=NOW)
    client.force_login(ben)
    assert shown(client) == []


# --- Sitting down ---------------------------------------------------------------------------------


def test_one_click_and_the_match_is_there(client: Client) -> None:
    table = open_table(make_user("anna"))
    answer = client.post(f"{table.get_absolute_url()}join", {"list": "1"})
    assert answer["Location"] == Match.objects.get().get_absolute_url()


def test_whoever_comes_too_late_is_back_at_the_list(client: Client) -> None:
    table = open_table(make_user("anna"), start_rule="host")
    seating.join(lobby_id=table.pk, user=make_user("ben"), now=NOW)
    client.force_login(make_user("carla"))
    answer = client.post(f"{table.get_absolute_url()}join", {"list": "1"}, follow=True)
    assert answer.redirect_chain == [("/tables/", 302)]
    assert "All the seats at this table are taken." in answer.content.decode()


# --- Statements -----------------------------------------------------------------------------------


def statements(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    return len(asked)


@pytest.mark.parametrize("path", ["/tables/", "/tables/?fragment", "/play/"])
@pytest.mark.parametrize("known", [False, True])
def test_a_longer_list_takes_no_more_statements(path: str, known: bool) -> None:
    client = Client()
    if known:
        client.force_login(make_user("reader"))
    client.get(path)  # what is asked once for a session is no part of it
    counts: list[int] = []
    for _ in range(3):
        hosts: list[User] = [make_user() for _ in range(4)]
        for number, host in enumerate(hosts):
            open_table(host, control=DAYS if number % 2 else TimeControl(Pace.LIVE, 30))
            rate(host, 1200)
            presence.note_here(user_id=host.pk)
        counts.append(statements(client, path))
    assert Lobby.objects.filter(status=Status.WAITING).count() == 12
    assert len(set(counts)) == 1, counts


def test_titles_of_custom_lists_are_asked_for_once(monkeypatch: Any, client: Client) -> None:
    for number in range(3):
        table = open_table(make_user())
        Lobby.objects.filter(pk=table.pk).update(
            game="upwords", options={"word_list": f"own-abcdefgh{number:02}"}
        )
    asked = statements(client, "/tables/?fragment")
    Lobby.objects.exclude(options__word_list="own-abcdefgh00").delete()
    assert statements(client, "/tables/?fragment") == asked
