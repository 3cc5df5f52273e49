"""A match page before its script runs: clocks, words, and a picture of what its viewer sees."""

import re
from datetime import datetime
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client

from accounts.users import faces
from accounts.users.models import User
from games.core.clock import Form, Pace
from games.matches import play, reading
from games.matches.between.offers import Kind
from games.matches.models import Match
from games.matches.pages import clock_words, first_look
from tests.factories import NOW, make_match, make_user, seconds, view_of
from tests.games.words.loaded import load_words

pytestmark = pytest.mark.django_db
DAY = 86_400


@pytest.fixture
def anna() -> User:
    return make_user("anna")


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (-1, "time is up"), (0.2, "1 s"), (59.1, "60 s"), (60, "1 min"), (3599, "59 min"),
        (3600, "1 h"), (3660, "1 h 1 min"), (DAY, "1 day"), (2 * DAY + 3600, "2 d 1 h"),
    ],
)  # fmt: skip
def test_time_by_days(left: float, said: str) -> None:
    assert clock_words.time_left(left) == said


def readings(match: Match, at: float) -> list[tuple[str, str, bool]]:
    view = view_of(match, 0, now=NOW + seconds(at))
    told = [clock_words.reading(view, player) for player in range(match.players)]
    return [(one.text, one.bank, one.low) for one in told]


def test_a_live_clock_runs_its_budget_first_and_then_the_bank() -> None:
    match = make_match(budget=60, bank=90)
    assert readings(match, 0) == [("1:00", "+1:30", False), ("", "+1:30", False)]
    assert readings(match, 60.5) == [("1:30", "bank", False), ("", "+1:30", False)]
    assert readings(match, 145) == [("0:05", "bank", True), ("", "+1:30", False)]


def test_a_clock_by_turns_shows_what_is_left_of_both() -> None:
    match = make_match(pace=Pace.CORRESPONDENCE, budget=DAY, bank=2 * DAY)
    assert readings(match, 3600) == [("2 d 23 h", "", False), ("", "+2 days", False)]
    assert readings(match, 3 * DAY - 60) == [("1 min", "", True), ("", "+2 days", False)]


def test_where_no_clock_runs_a_word_stands_for_it() -> None:
    match = make_match(pace=Pace.CORRESPONDENCE, budget=0, form=Form.NO_CLOCK)
    assert readings(match, 5) == [("no clock", "", False), ("", "", False)]


def test_a_clock_that_stands_shows_what_it_had_left(anna: User) -> None:
    match = make_match(anna, game="counting_tiles")
    play.begin(match_id=match.pk, player=0, now=NOW)
    (seat,) = reading.seats(match_id=match.pk)
    play.record_presence(until={seat.pk: NOW + seconds(7)}, now=NOW + seconds(7), left=True)
    late = view_of(match, 0, now=NOW + seconds(500))
    assert first_look.turn_line(late) == "The clock is stopped."
    assert clock_words.words(late) == "0:03"  # of 25 seconds, 22 with its player


def shown(match: Match, player: int | None) -> str:
    loaded = reading.load(match_id=match.pk)
    address = first_look.picture(loaded, view_of(match, player))
    assert re.fullmatch(r"data:image/svg\+xml,[^<>&\"'#]+", address)
    return unquote(address.removeprefix("data:image/svg+xml,"))


def test_the_picture_is_what_its_viewer_sees() -> None:
    load_words(["cat", "dog"])
    match = make_match(game="upwords")
    loaded = reading.load(match_id=match.pk)
    seen = [shown(match, player) for player in (0, 1, None)]
    assert seen == [
        loaded.rules.picture(loaded.rules.observation(loaded.state, player), player, loaded.names)
        for player in (0, 1, None)
    ]
    assert len(set(seen)) == 3  # each has a rack of their own, and who watches none


def test_a_seat_has_the_stamp_of_whoever_sits_there(
    client: Client, anna: User, django_assert_num_queries: Any
) -> None:
    anna.face = "owl"
    anna.save()
    match = make_match(anna, make_user("ben"), "easy")
    loaded, view = reading.load(match_id=match.pk), view_of(match, None)
    with django_assert_num_queries(1):
        seats = first_look.first_look(loaded, view)["seats"]
    assert [seat.person and seat.person.face for seat in seats] == ["owl", "", None]
    page = client.get(match.get_absolute_url()).content.decode()
    stamps = faces.stamp("anna", "owl", 36), faces.stamp("ben", "", 36), faces.computer_stamp(36)
    assert [page.count(stamp) for stamp in stamps] == [1, 1, 1]


def end_of_turn(match: Match) -> datetime | None:
    view = view_of(match, 0, now=NOW + seconds(5))
    told = first_look.first_look(reading.load(match_id=match.pk), view)
    until: datetime | None = told["until"]
    return until


def test_when_a_turn_ends_is_said_while_its_clock_runs(anna: User) -> None:
    match = make_match(anna, make_user("ben"), pace=Pace.CORRESPONDENCE, budget=DAY)
    assert end_of_turn(match) == NOW + seconds(DAY)
    for player, step in enumerate((play.offer, play.agree)):
        step(match_id=match.pk, player=player, kind=Kind.PAUSE, ply=0, now=NOW)
    assert end_of_turn(match) is None


def test_a_clock_that_waits_or_stands_ends_no_turn(anna: User) -> None:
    match = make_match(anna, game="counting_tiles")
    assert end_of_turn(match) is None
    play.begin(match_id=match.pk, player=0, now=NOW)
    assert end_of_turn(match) is None  # it stands as soon as nobody is heard


def test_before_a_game_for_one_begins_nothing_of_it_is_shown(client: Client, anna: User) -> None:
    match = make_match(anna, game="counting_tiles")
    client.force_login(anna)
    page = client.get(match.get_absolute_url())
    assert page.context["first"]["picture"] == ""
    assert "data:image/svg" not in page.content.decode()
    assert page.context["view"]["description"].startswith("The game hasn't started.")
    pages = (match.get_absolute_url(), f"{match.get_absolute_url()}replay/")
    assert [client.get(page).context["first"]["picture"] for page in pages] == ["", ""]
    play.begin(match_id=match.pk, player=0, now=NOW)
    assert "" not in [client.get(page).context["first"]["picture"] for page in pages]


def test_before_a_game_for_one_begins_no_address_shows_its_board(
    client: Client, anna: User
) -> None:
    match = make_match(anna, game="counting_tiles")
    base, place = match.get_absolute_url(), {"action": {"type": "Place", "cell": 0}}

    def told() -> list[tuple[object, object, int]]:
        answers = []
        for viewer in (Client(), client):
            seen = viewer.get(f"{base}view").json()
            positions = viewer.get(f"{base}replay/positions?from=0&count=1").status_code
            answers.append((seen["state"], bool(seen["hints"]), positions))
        return answers

    client.force_login(anna)
    assert told() == [(None, False, 409), (None, False, 409)]
    shown = match.state["targets"]
    for address in (
        "",
        "view",
        "replay/",
        "replay/positions?from=0&count=1",
        "game.json",
        "game.txt",
    ):
        assert str(shown) not in client.get(f"{base}{address}").content.decode(), address
    asked = [
        client.post(f"{base}{name}", place, content_type="application/json").content
        for name in ("preview", "prepared/choices")
    ]
    Match.objects.filter(pk=match.pk).update(
        state={**match.state, "grid": match.state["grid"][::-1]}
    )
    assert asked == [
        client.post(f"{base}{name}", place, content_type="application/json").content
        for name in ("preview", "prepared/choices")
    ]
    play.begin(match_id=match.pk, player=0, now=NOW)
    assert [(state is not None, *rest) for state, *rest in told()] == [
        (True, False, 200), (True, True, 200),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("people", "pace", "mail"),
    [
        (2, Pace.CORRESPONDENCE, True), (1, Pace.CORRESPONDENCE, False), (2, Pace.LIVE, False),
    ],
)  # fmt: skip
def test_mail_is_named_where_there_is_any(
    client: Client, settings: object, people: int, pace: Pace, mail: bool
) -> None:
    settings.REPLY_HOST = "tiles.example"  # type: ignore[attr-defined]
    users = [make_user() for _ in range(people)]
    match = make_match(*users, *["easy"] * (2 - people), pace=pace, budget=DAY)
    client.force_login(users[0])
    page = client.get(match.get_absolute_url()).content.decode()
    assert ("Or reply to the email about your turn" in page) is mail
    assert "You need JavaScript to play on this page." in page
