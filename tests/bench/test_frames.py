"""The players of the benchmark read what the site sends."""

import json
import random

import pytest

from games.matches import play, reading
from tests.factories import NOW, frame_of, make_match, move
from tools.bench.site.frames import Position, any_of, is_ping, ply_of

pytestmark = pytest.mark.django_db


def test_a_position_has_the_ply_of_the_match_and_moves_that_can_be_made():
    match = make_match()
    move(match)
    seats = reading.seats(match_id=match.pk)
    position = Position()
    assert position.take(frame_of(match, seats[match.to_move].user_id).encode())
    assert position.ply == match.ply == 1
    assert position.view["to_move"] == match.to_move
    action = position.choose(random.Random(1))
    play.submit(
        match_id=match.pk, player=match.to_move, action=action, expected_ply=match.ply, now=NOW
    )


def test_other_frames_bring_no_position():
    for frame in ({"t": "here", "here": [True]}, {"t": "ping", "now": "x"}, {"t": "chat"}):
        assert ply_of(json.dumps(frame).encode()) == -1
        assert is_ping(json.dumps(frame).encode()) == (frame["t"] == "ping")


def test_a_move_is_one_that_the_hints_offer():
    places = [[1, -2, [[3, ["field"]]]]]
    actions = [any_of(places, random.Random(number)) for number in range(9)]
    assert {action["subject"] for action in actions} == {None, "field"}
    assert all((one["x"], one["y"], one["rotation"]) == (1, -2, 3) for one in actions)
