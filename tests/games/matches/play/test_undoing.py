"""Going back in practice: to one's own last turn, without asking, and only beside computers."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.users.models import User
from games.core.errors import Refusal
from games.matches import play, reading
from games.matches.answers import Actor, MatchOver, StalePly
from games.matches.models import Match
from games.matches.proofs import transcripts
from games.matches.proofs.played_words import words_of
from games.say import move_in_words
from tests.factories import (
    NOW,
    assert_replay_matches,
    make_match,
    make_user,
    view_of,
)
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words

pytestmark = pytest.mark.django_db

SCRIPT = Path(__file__).parents[4] / "docs" / "fairness" / "check_game.py"
ALONE = "Only somebody who plays with computer players alone can go back like this."


def practice(*, computers: int = 1, game: str = "tilekingdom") -> Match:
    return make_match(make_user("ann"), *["easy"] * computers, game=game)


def goes_back(match: Match, player: int = 0) -> None:
    play.undo(match_id=match.pk, player=player, ply=match.ply, now=NOW)
    match.refresh_from_db()


def state_of(match: Match) -> dict[str, Any]:
    """Return the stored position without what led there."""
    return {name: value for name, value in match.state.items() if name != "events"}


def turn(match: Match) -> None:
    """Play a legal action for whoever is to move, as who they are, and take few tiles."""
    assert match.to_move is not None
    rules = reading.rules_of(match)
    legal = rules.legal_actions(reading.position(match, rules))
    action = next(one for one in legal if getattr(one, "draw", 0) <= 1)
    seat = match.seats.get(player=match.to_move)
    play.submit(
        match_id=match.pk,
        player=match.to_move,
        action=rules.encode_action(action),
        expected_ply=match.ply,
        now=NOW,
        actor=Actor.HUMAN if seat.user_id else Actor.COMPUTER,
    )
    match.refresh_from_db()


def played(match: Match, plies: int) -> list[dict[str, Any]]:
    """Play turns and return the positions, the one before them first."""
    states = [state_of(match)]
    for _ in range(plies):
        turn(match)
        states.append(state_of(match))
    return states


@pytest.mark.parametrize("game", ["tilekingdom", "upwords", "words_with_chilwell", "tiled_of_it"])
def test_a_player_goes_back_to_their_last_turn_whatever_was_drawn(game: str) -> None:
    load_words(common_words())
    match = practice(game=game)
    states = played(match, 6)
    me = match.seats.get(user__isnull=False).player
    mine = [ply for ply in range(6) if states[ply]["to_move"] == me]
    assert match.to_move == states[6]["to_move"]
    goes_back(match, me)
    turn = mine[-1]
    assert (match.ply, match.to_move, state_of(match)) == (7, me, states[turn])
    assert match.scores == view_of(match, me)["scores"]
    goes_back(match, me)
    assert (match.ply, state_of(match)) == (8, states[mine[-2]])
    played(match, 3)
    assert_replay_matches(match)


def test_what_is_said_of_it_and_of_the_points() -> None:
    match = practice()
    start = match.scores
    played(match, 8)
    before = match.scores
    goes_back(match)
    (last,) = match.moves.filter(ply=9)
    assert last.text == "undo 7"
    lost = {event["player"]: event["points"] for event in last.events if event["points"]}
    assert [own + lost.get(player, 0) for player, own in enumerate(before)] == match.scores
    rules = reading.rules_of(match)
    assert move_in_words(rules, last, ["Ann", "Robo"]).startswith(
        "Ann went back to an earlier turn."
    )
    assert start == [0, 0]


def test_the_computer_need_not_have_moved() -> None:
    match = practice()
    states = played(match, 1)
    assert match.to_move == 1
    goes_back(match)
    assert (match.to_move, state_of(match)) == (0, states[0])


def test_nothing_is_undone_where_there_is_nothing() -> None:
    match = practice()
    with pytest.raises(Refusal, match="nothing to undo"):
        goes_back(match)
    played(match, 2)
    goes_back(match)
    with pytest.raises(Refusal, match="nothing to undo"):
        goes_back(match)
    assert match.ply == 3


def test_only_beside_computers_alone() -> None:
    match = make_match(make_user("ann"), make_user("ben"), "easy")
    played(match, 3)
    with pytest.raises(Refusal, match="against computers alone"):
        goes_back(match)
    alone = make_match(make_user("cleo"), game="counting_tiles")
    with pytest.raises(Refusal, match="against computers alone"):
        goes_back(alone)
    assert "undo" not in view_of(match, 0)["can"]


def test_somebody_who_has_resigned_leaves_no_practice_behind() -> None:
    match = make_match(make_user("ann"), make_user("ben"), "easy")
    played(match, 3)
    play.resign(match_id=match.pk, player=1, now=NOW)
    match.refresh_from_db()
    with pytest.raises(Refusal, match="against computers alone"):
        goes_back(match)


def test_a_match_that_is_over_stays_over() -> None:
    match = practice()
    while match.status == Match.Status.RUNNING:
        turn(match)
    with pytest.raises(MatchOver):
        goes_back(match)


def test_a_page_that_is_behind_undoes_nothing() -> None:
    match = practice()
    played(match, 2)
    with pytest.raises(StalePly):
        play.undo(match_id=match.pk, player=0, ply=1, now=NOW)
    match.refresh_from_db()
    assert match.ply == 2


def test_the_page_offers_it_when_there_is_something_to_undo() -> None:
    match = practice()
    assert view_of(match, 0)["can"] == ["pause", "options"]
    played(match, 1)
    assert "undo" in view_of(match, 0)["can"]
    assert "options" not in view_of(match, 0)["can"]
    assert view_of(match)["can"] == []


def judged(told: dict[str, Any], folder: Path) -> str:
    """Return what the script says that anybody can run, if it finds anything wrong."""
    path = folder / "game.json"
    path.write_text(json.dumps(told))
    command = [sys.executable, str(SCRIPT), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode else ""


def test_anybody_can_check_a_match_in_which_moves_were_undone(tmp_path: Path) -> None:
    match = practice()
    played(match, 6)
    goes_back(match)
    played(match, 4)
    goes_back(match)
    while match.status == Match.Status.RUNNING:
        turn(match)
    told = json.loads(json.dumps(transcripts.as_json(reading.load(match_id=match.pk))))
    assert transcripts.verify(told) == match.ply
    assert judged(told, tmp_path) == ""
    told["players"][1]["owner"] = "user"
    assert ALONE in judged(told, tmp_path)


def test_words_that_were_undone_were_not_played() -> None:
    load_words(common_words())
    match = practice(game="upwords")
    me = match.seats.get(user__isnull=False).player
    while match.to_move != me:
        turn(match)
    counted = words_of(reading.moves(match_id=match.pk), "words")
    turn(match)
    assert words_of(reading.moves(match_id=match.pk), "words") != counted
    goes_back(match, me)
    assert words_of(reading.moves(match_id=match.pk), "words") == counted


def test_the_address_takes_a_ply_and_says_what_came_of_it(client: Client) -> None:
    match = practice()
    played(match, 2)
    client.force_login(User.objects.get(username="ann"))
    address = f"/match/{match.public_id}/undo"
    refused = client.post(address, {"ply": "two"}, "application/json")
    assert (refused.status_code, refused.json()["text"]) == (400, "We couldn't read that.")
    answer = client.post(address, {"ply": 2}, "application/json")
    assert (answer.status_code, answer.json()["ply"]) == (200, 3)
    client.logout()
    assert client.post(address, {"ply": 3}, "application/json").status_code == 403
