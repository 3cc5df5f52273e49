"""Replays as a proof: whatever is stored otherwise than it was played is found and named."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from typing_extensions import override

from games.core.codec import BadData
from games.matches import reading
from games.matches.models import Match, Move
from games.matches.proofs import replays
from games.tilekingdom.position.model import State
from games.tilekingdom.rules import Tilekingdom
from tests.factories import make_match, move

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """A match of two after its first move, whose log may be changed."""
    match = make_match()
    move(match)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE matches_move DISABLE TRIGGER USER")
    return match


@pytest.mark.parametrize(
    ("what", "ply", "change"),
    [
        ("ply", 1, {"ply": 2}),
        ("player", 1, {"player": 1}),
        ("text", 1, {"text": "something else"}),
        ("events", 1, {"events": [{"text": "Nothing was ever said so"}]}),
        ("proof", 1, {"proof": "0" * 64}),
        ("hash", 1, {"hash": "0" * 64}),
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
        ("last hash", 1, {"last_hash": "0" * 64}),
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


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("an illegal action", {"action": {"type": "Place", "x": 50, "y": 50, "rotation": 0}}),
        ("no action at all", {"action": {"type": "Nothing"}}),
    ],
)
def test_a_log_that_the_rules_refuse_differs(
    match: Match, what: str, change: dict[str, Any]
) -> None:
    Move.objects.update(**change)
    with pytest.raises(replays.Difference, match="the log doesn't follow the rules"):
        pytest.fail(f"{what}: {replays.verify(match)}")


def test_a_position_that_is_as_replayed_and_cannot_be_read_back_is_found(match: Match) -> None:
    """Rules that make positions which they refuse to restore: pages could not show the match."""

    class Forgetful(Tilekingdom):
        @override
        def restore(self, state: State) -> State:
            raise BadData("this is no position")

    match, moves = reading.with_log(match_id=match.pk)
    replays.compare(match, moves, reading.rules_of(match))
    refusing = Forgetful(reading.rules_of(match).options)
    with pytest.raises(replays.Difference, match="position cannot be read: this is no position"):
        replays.compare(match, moves, refusing)


def test_one_difference_keeps_no_match_from_being_replayed(match: Match, capsys: Any) -> None:
    """They are told together, and what other rules made is counted."""
    whole, older = make_match(), make_match()
    move(whole)
    Match.objects.filter(pk=older.pk).update(rules_version=99)
    call_command("replay")
    assert capsys.readouterr().out == (
        "1 played by older rules, so not replayed.\n2 matches, 2 plies, all as stored.\n"
    )
    Move.objects.filter(match=match).update(action={"type": "Nothing"})
    Match.objects.filter(pk=whole.pk).update(scores=[0, 7])
    with pytest.raises(CommandError, match="2 of 2 matches differ from their replay"):
        call_command("replay")
    told = capsys.readouterr().err
    assert [str(one) in told for one in (match, whole, older)] == [True, True, False]
