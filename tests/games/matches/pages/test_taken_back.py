"""A log with moves taken back: it can be proved, taken home, checked, counted up and looked at."""

import copy
from typing import Any

import pytest
from django.test import Client

from games.core.clock import Pace
from games.matches import reading
from games.matches.models import Match, Move
from games.matches.proofs import replays, scores, transcripts
from tests.factories import NOW, make_match, make_user
from tests.games.matches.pages.finished import begun, take_turn
from tests.games.matches.pages.taken_back import can_be_undone, undo, with_takebacks
from tests.games.matches.pages.taken_home import is_wrong, told, wrong
from tests.size import runs

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("common_lists")]

TURNS = runs(10_000, quick=24)  # then somebody gives up, once a move was taken back
MATCHES = [
    ("tilekingdom", {"mode": "chess"}),
    ("tiled_of_it", {}),
    ("upwords", {}),
    ("words_with_chilwell", {}),
]


def takebacks(match: Match) -> list[Move]:
    return [move for move in reading.moves(match_id=match.pk) if move.action["type"] == "TakeBack"]


def some_match(slug: str, options: dict[str, Any]) -> Match:
    """Return a match with moves taken back; chance decides whether there are any."""
    for number in range(1, 20):
        secret = number.to_bytes(32, "big")
        match = with_takebacks(slug, turns=TURNS, options=options, secret=secret)
        if takebacks(match):
            return match
    raise AssertionError(f"nothing was taken back in twenty games of {slug}")


@pytest.mark.parametrize(("slug", "options"), MATCHES)
def test_a_match_with_moves_taken_back_is_proved(
    slug: str, options: dict[str, Any], client: Client, script: Any
) -> None:
    match = some_match(slug, options)
    assert replays.verify(match) == match.ply
    game = told(client, match)
    assert transcripts.verify(game) == match.ply
    assert wrong(script, game) == {}
    breakdown = reading.view(reading.load(match_id=match.pk), player=None, now=NOW)["result"]
    sums = [sum(row["points"][seat] for row in breakdown["breakdown"]) for seat in (0, 1)]
    assert sums == match.scores
    shown = replays.positions(
        reading.load(match_id=match.pk), player=None, first=0, count=match.ply + 1
    )
    for move in takebacks(match):
        again, before = shown[move.ply], shown[move.action["to"]]
        assert again["scores"] == before["scores"]
        assert again["to_move"] == before["to_move"] == move.player
        assert again["state"] | {"events": []} == before["state"] | {"events": []}
    lines = client.get(f"/match/{match.public_id}/game.txt").content.decode().splitlines()
    told_back = [line for line in lines if ": takeback " in line]
    assert len(told_back) == len(takebacks(match))


def test_points_taken_back_are_shown_below_zero(client: Client) -> None:
    match = begun("tilekingdom", options={"mode": "chess"})
    while (
        not any(event["points"] for event in reading.moves(match_id=match.pk)[-1:][0].events)
        if match.ply
        else True
    ):
        take_turn(match)
    last, before = reading.moves(match_id=match.pk)[-1], list(match.scores)
    undo(match)
    gained = {event["player"]: event["points"] for event in last.events if event["points"]}
    back = reading.moves(match_id=match.pk)[-1]
    lost = {event["player"]: event["points"] for event in back.events if event["points"]}
    assert lost == {player: -points for player, points in gained.items()}
    assert match.scores == [points - gained.get(player, 0) for player, points in enumerate(before)]
    assert back.text == f"takeback {last.ply}"
    assert back.player == last.player


def alterations(game: dict[str, Any], at: int) -> Any:
    """Yield a match altered in what was taken back at an entry."""
    entry = game["log"][at]
    for to in (-1, at - 2, at, at + 1):
        yield f"to {to}", altered(game, at, action={**entry["action"], "to": to})
    yield "player", altered(game, at, player=1 - entry["player"])
    for name in entry["position"]:
        kept = {key: value for key, value in entry["position"].items() if key != name}
        yield f"without {name}", altered(game, at, position=kept)


def altered(game: dict[str, Any], at: int, **facts: Any) -> dict[str, Any]:
    """Return a match with other facts in one entry of its log."""
    log = list(game["log"])
    log[at] = {**log[at], **facts}
    return {**game, "log": log}


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "options"), MATCHES)
def test_an_altered_takeback_is_found(
    slug: str, options: dict[str, Any], client: Client, script: Any
) -> None:
    match = some_match(slug, options)
    game = told(client, match)
    for move in takebacks(match)[:: runs(1, quick=3)]:
        for name, changed in alterations(game, move.ply - 1):
            assert is_wrong(script, changed), name
            with pytest.raises(replays.Difference):
                pytest.fail(f"{name}: {transcripts.verify(changed)}")


@pytest.mark.slow
def test_what_drew_something_cannot_be_taken_back_in_a_file(client: Client, script: Any) -> None:
    """As if a host had let someone draw again: the entry stands in the file with all it brought."""
    match = begun("tilekingdom")
    for _ in range(3):
        take_turn(match)
    assert not can_be_undone(match)
    while match.status == Match.Status.RUNNING:
        take_turn(match)
    game = told(client, match)
    earlier: dict[str, Any] = dict(game["start"]["position"])
    for entry in game["log"][:2]:
        earlier |= entry["position"]
    log = game["log"][:3]
    position = {name: earlier[name] for name in log[2]["position"]}
    entry = copy.deepcopy(log[2]) | {
        "ply": 4, "action": {"type": "TakeBack", "to": 2}, "actor": "human", "events": [],
        "text": "takeback 3", "position": position, "streams": [],
    }  # fmt: skip
    game["log"] = [*log, entry]
    said = "This took back more than one move, or a move that had drawn something."
    assert any(said in texts for texts in wrong(script, game).values())
    with pytest.raises(replays.Difference, match="That move drew something"):
        transcripts.verify(game)


@pytest.mark.slow
def test_a_score_reached_with_a_takeback_is_proved_by_its_log() -> None:
    alone = make_match(
        make_user(), game="tiled_of_it", pace=Pace.CORRESPONDENCE, budget=86400, now=NOW
    )
    while alone.status == Match.Status.RUNNING:
        take_turn(alone)
        if can_be_undone(alone) and not takebacks(alone):
            undo(alone)
    assert takebacks(alone)
    assert scores.prove(now=NOW) == 1
    alone.refresh_from_db()
    assert alone.proved_at == NOW
