"""Replays as a proof: whatever is stored otherwise than it was played is found and named."""

from typing import Any

import pytest
from django.db import connection

from games import replays
from games.models import Match, Move
from tests.factories import make_match, move

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """A match of two after its first move, whose log may be changed."""
    match = make_match()
    move(match)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE games_move DISABLE TRIGGER USER")
    return match


@pytest.mark.parametrize(
    ("what", "ply", "change"),
    [
        ("ply", 1, {"ply": 2}),
        ("player", 1, {"player": 1}),
        ("text", 1, {"text": "something else"}),
        ("events", 1, {"events": [{"text": "Nothing was ever said so"}]}),
    ],
)
def test_a_changed_log_is_found(match: Match, what: str, ply: int, change: dict[str, Any]) -> None:
    assert replays.verify(match) == 1
    Move.objects.update(**change)
    with pytest.raises(replays.Difference, match=f"at ply {ply} the {what} is "):
        replays.verify(match)


@pytest.mark.parametrize(
    ("what", "ply", "change"),
    [
        ("commitment", 0, {"commitment": "0" * 64}),
        ("log's length", 0, {"ply": 2}),
        ("state", 1, {"state": {}}),
        ("scores", 1, {"scores": [0, 7]}),
        ("player to move", 1, {"to_move": 0}),
    ],
)
def test_a_changed_match_is_found(
    match: Match, what: str, ply: int, change: dict[str, Any]
) -> None:
    Match.objects.update(**change)
    with pytest.raises(replays.Difference, match=f"at ply {ply} the {what} is "):
        replays.verify(match)
