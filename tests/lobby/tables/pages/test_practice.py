"""Practice: any game against the computer, also as a guest, at once."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.notices.models import Notification
from accounts.push import devices
from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.core.errors import Refusal
from games.matches import play, reading
from games.matches.answers import Actor
from games.matches.models import Match
from games.matches.play import SeatPlan
from lobby.tables.acts import opening
from tests.factories import NOW, first_action, make_match, make_user, move

pytestmark = pytest.mark.django_db


def test_a_visitor_plays_as_a_guest_after_two_clicks(client: Client) -> None:
    assert "/practice/#tilekingdom" in client.get("/").content.decode()
    assert 'action="/practice/tilekingdom/"' in client.get("/practice/").content.decode()
    answer = client.post("/practice/tilekingdom/", {"level": "medium"})
    match = Match.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, match.get_absolute_url())
    seats = reading.seats(match_id=match.pk)
    assert [seat.controller for seat in seats] == ["human", "medium"]
    assert seats[0].user is not None
    assert seats[0].user.is_guest


def test_a_network_address_brings_only_so_many_guests_an_hour(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"guest": "2/h/ip"}
    visits = [
        Client().post("/practice/tilekingdom/", {"level": "easy", "guest_name": name})
        for name in ("anna", "ben", "carl")
    ]
    assert [answer.status_code for answer in visits] == [302, 302, 429]
    assert (User.objects.count(), Match.objects.count()) == (2, 2)


def test_nobody_is_hurried_and_nobody_gets_a_mail_for_each_turn() -> None:
    user = make_user("anna")
    match = opening.practise(user=user, game="tilekingdom", level="easy", now=NOW).match
    assert match is not None
    assert (match.pace, match.form, match.timer.deadline_at) == ("correspondence", "no_clock", None)
    assert list(Notification.objects.filter(user=user)) == []
    (row,) = reading.my_running(user_id=user.pk)
    assert (row.my_turn, row.deadline_at) == (True, None)
    assert reading.turns_waiting(user_id=user.pk) == 0
    assert reading.most_urgent(user_id=user.pk) is None
    time, second, *_ = reading.settings_in_words(match)
    assert ([*map(str, time[:2])], str(second[0])) == (["Time", "no clock"], "How tiles are drawn")


def test_no_number_on_any_page_counts_practice(client: Client) -> None:
    anna = make_user("anna")
    opening.practise(user=anna, game="tilekingdom", level="easy", now=NOW)
    client.force_login(anna)
    assert numbers(client) == (0, "Your turn", 0)
    make_match(anna, make_user())
    assert numbers(client) == (1, "Your turn (1)", 1)
    assert devices.waiting(user_id=anna.pk) == 1  # what a push puts on the icon
    page = client.get("/my-games/")
    assert [row.practice for row in page.context["practice"]] == [True]


def numbers(client: Client) -> tuple[int, str, int]:
    """Return the number in the menu, what My games counts, and the rows that it shows there."""
    page = client.get("/my-games/")
    html = " ".join(page.content.decode().split())
    menu = re.search(r"<span data-my-turns-count>(\d+)</span>", html)
    heading = re.search(r'<h2 id="mine-title">(.*?)</h2>', html)
    assert menu
    assert heading
    return int(menu[1]), re.sub("<[^>]+>", "", heading[1]), len(page.context["mine"])


def test_no_turn_against_a_computer_is_announced_by_mail_or_device() -> None:
    anna = make_user("anna")
    match = opening.practise(user=anna, game="tilekingdom", level="easy", now=NOW).match
    assert match is not None
    move(match)
    play.submit(
        match_id=match.pk, player=1, action=first_action(match), expected_ply=1,
        actor=Actor.COMPUTER, now=NOW,
    )  # fmt: skip
    match.refresh_from_db()
    assert match.to_move == 0
    play.resign(match_id=match.pk, player=0, now=NOW)
    assert list(Notification.objects.filter(user=anna)) == []


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
    alone = opening.practise(user=user, game="counting_tiles", level="", now=NOW)
    assert alone.match is not None
    assert (alone.match.players, alone.match.pace) == (1, "live")
    duel = opening.practise(user=user, game="counting_tiles", level="hard", now=NOW).duel
    assert duel is not None
    seats = reading.entrants_of(duel_id=duel.pk)
    assert [seat.controller for seat in seats] == ["human", "hard"]


def test_a_duel_with_the_computer_is_practice_too(client: Client) -> None:
    anna = make_user("anna")
    duel = opening.practise(user=anna, game="counting_tiles", level="hard", now=NOW).duel
    assert duel is not None
    assert reading.turns_waiting(user_id=anna.pk) == 0
    assert reading.most_urgent(user_id=anna.pk) is None
    client.force_login(anna)
    assert numbers(client) == (0, "Your turn", 0)
    assert [row.practice for row in reading.my_running(user_id=anna.pk)] == [True]
    for match in Match.objects.filter(duel=duel).order_by("pk"):
        play.retire(match_id=match.pk, now=NOW)
    assert [row.place for row in reading.my_finished(user_id=anna.pk)] == [1]
    assert list(Notification.objects.filter(user=anna)) == []


@pytest.mark.parametrize("pace", Pace)
@pytest.mark.parametrize("others", [(), ("ben",)])
def test_the_result_of_a_duel_is_announced_where_other_people_play(
    pace: Pace, others: tuple[str, ...]
) -> None:
    people = [make_user(name) for name in ("anna", *others)]
    plans = [SeatPlan(name=user.username, user_id=user.pk) for user in people]
    duel = play.start_duel(
        game="counting_tiles",
        options={},
        control=TimeControl(pace, 86400),
        entrants=[*plans, SeatPlan(name="Hard computer", level="hard")],
        now=NOW,
    )
    for match in Match.objects.filter(duel=duel).order_by("pk"):
        play.retire(match_id=match.pk, now=NOW)
    told = Notification.objects.filter(kind="finished").values_list("user__username", flat=True)
    assert sorted(set(told)) == (["anna", "ben"] if others else [])


@pytest.mark.parametrize("level", ["", "godlike"])
def test_what_is_no_level_is_refused(client: Client, level: str) -> None:
    with pytest.raises(Refusal, match="Choose Easy, Medium or Hard"):
        opening.practise(user=make_user(), game="tilekingdom", level=level, now=NOW)
    form = {"level": level, "guest_name": "anna"}
    assert client.post("/practice/tilekingdom/", form)["Location"] == "/practice/"
    assert client.post("/practice/nothing/", {"level": "easy"}).status_code == 404
    assert Match.objects.count() == 0


def test_the_ways_there_call_it_by_one_name(client: Client) -> None:
    for path in ("/", "/learn/tilekingdom/", "/practice/"):
        page = client.get(path).content.decode()
        assert "/practice/" in page
        assert "Practise" not in page


def test_a_computer_whose_name_says_its_level_is_told_once(client: Client) -> None:
    match = client.post("/practice/tilekingdom/", {"level": "medium"})["Location"]
    page = client.get(match).content.decode()
    (seat,) = re.findall(r'<li class="seat player-1.*?</li>', page, re.DOTALL)
    assert seat.count("Medium computer") == 1
