"""Games for one and duels in the lobby: the form, the lists, what waits for whom."""

from collections.abc import Iterable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.core.clock import Pace, TimeControl
from games.core.language.text import Text
from games.counting_tiles.options import Options
from games.counting_tiles.rules import CountingTiles
from games.matches import play, reading
from games.matches.models import Match
from games.matches.play import SeatPlan
from games.tiled_of_it.options import Options as CardOptions
from games.tiled_of_it.rules import TiledOfIt
from lobby.tables import reading as lobby_queries
from lobby.tables.acts import opening, seating
from lobby.tables.choices import StartRule, Visibility
from lobby.tables.models import Lobby
from lobby.tables.pages.forms import TableForm
from tests.factories import NOW, SECRET, make_match, make_user, seconds

pytestmark = pytest.mark.django_db

LIVE = TimeControl(Pace.LIVE, 60)
SLOW = TimeControl(Pace.CORRESPONDENCE, 86400)


def form(**data: Any) -> TableForm:
    return TableForm(data or None, info=CountingTiles.info, options_class=Options)


def in_words(settings: Iterable[tuple[Text, Text, bool]]) -> list[tuple[str, str, bool]]:
    return [(str(label), str(value), changed) for label, value, changed in settings]


def test_the_form_speaks_of_one_and_of_duels() -> None:
    seats = form()["seats"]
    assert seats.initial == 1
    shown = [(option.data["value"], str(option.data["label"])) for option in seats]
    assert shown == [
        (1, "On your own"),
        *((number, f"A duel for {number}") for number in range(2, 7)),
    ]
    seats = TableForm(info=TiledOfIt.info, options_class=CardOptions)["seats"]
    assert seats.initial == 2
    assert [str(option.data["label"]) for option in seats] == [
        "On your own",
        "2 players",
        "3 players",
        "4 players",
    ]


def test_a_countdown_of_the_games_own_is_asked_no_seconds_a_turn(client: Client) -> None:
    assert not {"live_budget", "live_bank"} & form().fields.keys()
    data = {
        "seats": "1",
        "pace": "live",
        "visibility": "open",
        "start_rule": "full",
        "option_steps": "any",
        "option_interval": "30",
        "guest_name": "anna",
    }
    answer = client.post("/tables/new/counting_tiles/", data)
    match = Match.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, match.get_absolute_url())
    assert match.timer.budget == 30
    time, *_ = in_words(reading.settings_in_words(match))
    assert time == ("Time", "random tiles fall at set intervals", False)

    by_post = data | {
        "seats": "2",
        "pace": "correspondence",
        "clock": "per_turn",
        "correspondence_budget": "86400",
    }
    client.post("/tables/new/counting_tiles/", by_post)
    assert Lobby.objects.get(status="waiting").budget == 86400
    assert "1 day a turn" in client.get("/tables/").content.decode()


@pytest.mark.parametrize(
    ("control", "fall"),
    [
        (LIVE, [("Seconds between random tiles", "30", True),
                ("Random tiles fall", "at set intervals", False)]),
        (SLOW, [("Random tiles fall", "after every few actions", False)]),
    ],
)  # fmt: skip
def test_random_tiles_are_explained_for_the_tables_pace(
    control: TimeControl, fall: list[tuple[str, str, bool]]
) -> None:
    anna = make_user("anna")
    options = {"interval": 30, "challenge": False}
    lobby = opening.create(
        host=anna,
        game="counting_tiles",
        options=options,
        control=control,
        seats=2,
        visibility=Visibility.OPEN,
        start_rule=StartRule.FULL,
        now=NOW,
    )
    agreed = [
        ("Challenge: tiles fall faster as you complete rows", "no", True),
        *fall,
        ("Tiles move", "any distance in their row or column", False),
        ("End after this many random tiles", "0", False),
        ("Points for a completed row", "350", False),
    ]
    waiting = lobby_queries.find(code=lobby.code)
    assert in_words(lobby_queries.settings_in_words(waiting))[1:] == agreed
    (listed,) = lobby_queries.open_tables()
    changed = in_words(listed.changed)  # type: ignore[attr-defined]
    assert changed == [row for row in agreed if row[2]]
    seating.join(lobby_id=lobby.pk, user=make_user("ben"), now=NOW)
    for match in Match.objects.all():
        assert in_words(reading.settings_in_words(match))[1:] == agreed


def test_a_clock_that_rests_waits_for_nobody(client: Client) -> None:
    anna = make_user("anna")
    match = make_match(anna, game="counting_tiles")
    (row,) = reading.my_running(user_id=anna.pk)
    facts = (row.opponents, row.my_turn, row.rests, row.deadline_at, row.place)
    assert facts == ("", False, True, None, None)
    assert reading.turns_waiting(user_id=anna.pk) == 0
    assert reading.most_urgent(user_id=anna.pk) is None
    client.force_login(anna)
    shown = client.get("/my-games/").content.decode()
    assert "on your own" in shown
    assert "not started" in shown
    play.begin(match_id=match.pk, player=0, now=NOW)
    assert "goes on when you come back" in client.get("/my-games/").content.decode()
    play.resign(match_id=match.pk, player=0, now=NOW)
    (row,) = reading.my_finished(user_id=anna.pk)
    assert row.place is None
    assert "You won" not in client.get("/my-games/").content.decode()


def test_a_duel_waits_for_all_who_have_not_played(client: Client) -> None:
    anna, ben = make_user("anna"), make_user("ben")
    plans = [SeatPlan(name=user.display_name, user_id=user.pk) for user in (anna, ben)]
    duel = play.start_duel(
        game="counting_tiles", options={}, control=LIVE, entrants=plans, now=NOW, secret=SECRET
    )
    urgent = make_match(anna, ben, game="tilekingdom")
    first, second = reading.my_running(user_id=anna.pk)
    assert (first.match.pk, second.deadline_at) == (urgent.pk, duel.closes_at)
    assert (second.opponents, second.my_turn, second.rests) == (ben.display_name, True, False)
    assert reading.turns_waiting(user_id=anna.pk) == 2
    assert reading.most_urgent(user_id=anna.pk) == urgent.get_absolute_url()
    client.force_login(anna)
    assert "Ready when you are" in client.get("/my-games/").content.decode()

    mine, other = Match.objects.filter(duel=duel).order_by("pk")
    play.begin(match_id=mine.pk, player=0, now=NOW)
    play.resign(match_id=mine.pk, player=0, now=NOW + seconds(5))
    (row,) = reading.my_finished(user_id=anna.pk)
    assert row.place is None
    assert "waiting for the others" in client.get("/my-games/").content.decode()
    play.resign(match_id=other.pk, player=0, now=NOW + seconds(9))
    assert "doesn't count" in unescape(client.get("/my-games/").content.decode())
