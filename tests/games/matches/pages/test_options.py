"""What somebody can do in practice, told before they do it."""

import json
from typing import Any

import pytest
from django.test import Client

from games.core import codec
from games.core.clock import Pace, TimeControl
from games.core.extras.protocols import preview
from games.core.rng import Rng
from games.matches import play, reading
from games.matches.models import Match
from games.matches.play import SeatPlan
from tests.factories import NOW, first_action, make_match, make_user, view_of
from tests.games.thinking.thought import thought

pytestmark = pytest.mark.django_db

GAMES = ("tilekingdom", "upwords", "words_with_chilwell", "tiled_of_it")


@pytest.fixture(autouse=True)
def _words(common_lists: None) -> None:
    """Games of words are played too."""


def asked(client: Client, match: Match) -> Any:
    return client.post(f"/match/{match.public_id}/options", {}, "application/json")


def waiting(game: str = "tilekingdom") -> tuple[Match, Any]:
    """Return a match of practice in which its only person is to move."""
    user = make_user("ann")
    match = make_match(user, "easy", game=game)
    if match.to_move != 0:
        play.submit(
            match_id=match.pk,
            player=1,
            action=first_action(match),
            expected_ply=match.ply,
            now=NOW,
            actor="computer",
        )
        match.refresh_from_db()
    return match, user


@pytest.mark.parametrize("game", GAMES)
def test_options_are_legal_and_the_best_come_first(game: str, client: Client) -> None:
    match, user = waiting(game)
    client.force_login(user)
    found = asked(client, match).json()
    rules, state = reading.rules_of(match), reading.position(match, reading.rules_of(match))
    assert found["ok"]
    assert 0 < len(found["shown"]) <= 30
    points = [-1 if one["points"] is None else one["points"] for one in found["shown"]]
    assert points == sorted(points, reverse=True)
    legal = {json.dumps(rules.encode_action(one)) for one in rules.legal_actions(state)}
    assert found["more"] is (len(legal) > 30)
    for one in found["shown"]:
        assert json.dumps(one["action"]) in legal
        assert one["words"]
        told = preview(rules, rules.observation(state, 0), 0, rules.decode_action(one["action"]))
        assert told is None or told.get("points") == one["points"]
    assert match.ply == reading.get(match_id=match.pk).ply  # nothing was played


def test_an_option_is_told_in_words(client: Client) -> None:
    match, user = waiting()
    client.force_login(user)
    (first, *_) = asked(client, match).json()["shown"]
    assert "of the start tile, turned " in first["words"]


def test_options_are_for_practice_alone(client: Client) -> None:
    user = make_user("ann")
    match = make_match(user, make_user("ben"))
    client.force_login(user)
    answer = asked(client, match)
    assert (answer.status_code, answer.json()["text"]) == (
        409,
        "You can see your options only while you're playing against computers alone.",
    )
    assert "options" not in view_of(match, 0)["can"]


def test_options_are_for_the_player_whose_turn_it_is(client: Client) -> None:
    match, user = waiting()
    play.submit(
        match_id=match.pk, player=0, action=first_action(match), expected_ply=match.ply, now=NOW
    )
    client.force_login(user)
    assert asked(client, match).status_code == 409
    client.force_login(make_user("eve"))
    assert asked(client, match).status_code == 403
    client.logout()
    assert asked(client, match).status_code == 403


@pytest.mark.parametrize("game", ["upwords", "words_with_chilwell"])
def test_what_the_other_hand_holds_changes_nothing(game: str, client: Client) -> None:
    match, _ = waiting(game)
    rules = reading.rules_of(match)
    seen = rules.observation(reading.position(match, rules), 0)
    shown = reading.options(match_id=match.pk, player=0)["shown"]
    legal = [rules.encode_action(one) for one in rules.legal_actions(seen)]
    assert all(one["action"] in legal for one in shown)
    assert codec.encode(seen, type(seen)) == rules.encode_state(seen)


# --- Ideas ----------------------------------------------------------------------------------------


def asked_for_ideas(client: Client, match: Match) -> Any:
    return client.post(f"/match/{match.public_id}/ideas", {}, "application/json")


@pytest.mark.parametrize("game", GAMES)
def test_three_ideas_are_legal_and_the_same_each_time(game: str, client: Client) -> None:
    match, user = waiting(game)
    client.force_login(user)
    found = thought(lambda: asked_for_ideas(client, match)).json()
    assert found["ok"]
    chances = [one["chance"] for one in found["shown"]]
    assert len(chances) == 3
    assert chances == sorted(chances, reverse=True)
    rules, state = reading.rules_of(match), reading.position(match, reading.rules_of(match))
    for one in found["shown"]:
        rules.apply_action(state, rules.decode_action(one["action"]), Rng(bytes(32), 0))
        assert one["words"]
    assert asked_for_ideas(client, match).json() == found


def test_there_are_no_ideas_where_other_people_play(client: Client) -> None:
    people = [make_user("ann"), make_user("ben")]
    match = make_match(*people)
    client.force_login(people[match.to_move or 0])
    answer = asked_for_ideas(client, match)
    assert answer.status_code == 409
    told = "You can see your options only while you're playing against computers alone."
    assert answer.json()["text"] == told


def test_there_are_no_ideas_in_an_open_duel(client: Client) -> None:
    people = [make_user("ann"), make_user("ben")]
    entrants = [SeatPlan(name=one.username, user_id=one.pk) for one in people]
    control = TimeControl(Pace.LIVE, 60)
    duel = play.start_duel(
        game="counting_tiles", options={}, control=control, entrants=entrants, now=NOW
    )
    mine = Match.objects.get(duel=duel, seats__user=people[0])
    play.begin(match_id=mine.pk, player=0, now=NOW)
    client.force_login(people[0])
    assert asked_for_ideas(client, mine).status_code == 409


def test_nobody_else_is_told_ideas(client: Client) -> None:
    match, _ = waiting()
    client.force_login(make_user("cat"))
    assert asked_for_ideas(client, match).status_code == 403
