"""A match that is held with no lock: what becomes of it counts only if it is still as it was."""

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from games.matches import play
from games.matches.answers import StalePly
from games.matches.clocks.turns import ABSENCE, HEARTBEAT
from games.matches.models import Match, Move, Seat
from games.matches.play.held import Held, Moved, hold, hold_lightly
from games.matches.play.turns import moving
from tests.factories import (
    NOW,
    assert_replay_matches,
    first_action,
    make_match,
    make_user,
    move,
    seconds,
)

pytestmark = pytest.mark.django_db(transaction=True)


def elsewhere(act: Callable[[], Any]) -> Any:
    """Do something as another program would, with a connection of its own."""

    def acting() -> Any:
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(acting).result()


def two() -> Match:
    return make_match(make_user(), make_user(), budget=600)


def act(held: Held) -> None:
    held.match.scores = [7, 7]
    held.seen()


def somebody_moves(held: Held) -> None:
    elsewhere(lambda: move(held.match, now=NOW))


def rename_everybody(held: Held) -> None:
    Seat.objects.filter(match=held.match).update(name="nobody")


def refuse(_: Held) -> None:
    raise StalePly


def do(match: Match, *acts: Callable[[Held], None]) -> None:
    with hold_lightly(match.pk, now=NOW) as held:
        for one in acts:
            one(held)


def stored(match: Match) -> tuple[list[int], int]:
    match.refresh_from_db()
    return match.scores, match.version


def test_one_statement_reads_it_and_one_stores_it() -> None:
    match, sent = two(), []

    def note(execute: Any, *statement: Any) -> Any:
        sent.append(statement[0])
        return execute(*statement)

    with connection.execute_wrapper(note), hold_lightly(match.pk, now=NOW) as held:
        act(held)
    assert len(sent) == 2
    assert stored(match) == ([7, 7], 1)


def test_nothing_is_stored_if_somebody_else_was_quicker() -> None:
    match = two()
    with pytest.raises(Moved):
        do(match, somebody_moves, act)
    assert stored(match) == ([0, 0], 1)
    assert_replay_matches(match)


def test_what_is_written_beside_it_goes_with_it() -> None:
    match = two()
    with pytest.raises(Moved):
        do(match, somebody_moves, rename_everybody)
    assert not Seat.objects.filter(name="nobody").exists()
    with pytest.raises(StalePly):
        do(match, rename_everybody, act, refuse)
    assert not Seat.objects.filter(name="nobody").exists()
    assert stored(match)[1] == 1


@pytest.mark.parametrize("holding", [hold, hold_lightly])
@pytest.mark.parametrize(("until", "left"), [(90, False), (5, True)])
def test_what_a_heartbeat_brings_meanwhile_stays(
    holding: Callable[..., Any], until: int, left: bool
) -> None:
    """A clock that stands without its player: nothing of the act says when."""
    match = make_match(make_user(), game="counting_tiles")
    seat, at = Seat.objects.get(match=match), NOW + seconds(5)
    play.begin(match_id=match.pk, player=0, now=NOW)
    play.record_presence(until={seat.pk: NOW + HEARTBEAT}, now=NOW)

    def beat() -> None:
        play.record_presence(until={seat.pk: NOW + seconds(until)}, now=at, left=left)

    with holding(match.pk, now=at) as held:
        act(held)
        elsewhere(beat)
    match.timer.refresh_from_db()
    assert match.timer.stands_at == NOW + seconds(until) + ABSENCE
    assert stored(match) == ([7, 7], 2)


def move_with_a_beat(place: int, until: datetime) -> datetime | None:
    """Return when a clock stands after a move during which a heartbeat comes, None for no such.

    It comes at the ``place``-th moment: before or after a statement.
    """
    match = make_match(make_user(), game="counting_tiles")
    seat, moments = Seat.objects.get(match=match), itertools.count()
    play.begin(match_id=match.pk, player=0, now=NOW)
    play.record_presence(until={seat.pk: NOW + HEARTBEAT}, now=NOW)

    def beat() -> None:
        # What has the lock already is stored first: then the heartbeat waits for it.
        if not connection.in_atomic_block and next(moments) == place:
            heard = {seat.pk: until}
            elsewhere(lambda: play.record_presence(until=heard, now=NOW + seconds(5)))

    def around(execute: Any, *told: Any) -> Any:
        beat()
        done = execute(*told)
        beat()
        return done

    with connection.execute_wrapper(around):
        move(match, now=NOW + seconds(5))
    match.timer.refresh_from_db()
    return match.timer.stands_at if next(moments) > place else None


def test_a_heartbeat_stays_wherever_in_a_move_it_comes() -> None:
    until = NOW + seconds(90)
    each = (move_with_a_beat(place, until) for place in itertools.count())
    stood = list(itertools.takewhile(bool, each))
    assert len(stood) > 2
    assert {*stood} == {until + ABSENCE}


def test_whoever_writes_beside_it_has_the_lock() -> None:
    match = two()
    with hold_lightly(match.pk, now=NOW) as held:
        assert not held.is_locked
        rename_everybody(held)
        assert held.is_locked
        waiting = ThreadPoolExecutor(1)
        other = waiting.submit(elsewhere, lambda: move(match, now=NOW).ply)
        act(held)
    assert other.result() == 1
    waiting.shutdown()
    assert stored(match)[1] == 2


def test_a_move_that_met_another_act_is_made_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    match, mine = two(), UUID(int=1)
    between: list[None] = []

    def decide(held: Held, command: Any) -> Any:
        if not between:
            between.append(elsewhere(lambda: touch(match)))
        return usual(held, command)

    def touch(match: Match) -> None:
        with hold(match.pk, now=NOW) as held:
            held.touch()

    usual = moving._decide
    monkeypatch.setattr(moving, "_decide", decide)
    outcome = play.submit(
        match_id=match.pk, player=0, action=first_action(match), expected_ply=0, cmd_id=mine,
        now=NOW,
    )  # fmt: skip
    assert (outcome.ply, outcome.replayed) == (1, False)
    assert list(Move.objects.values_list("ply", "cmd_id")) == [(1, mine)]
    assert_replay_matches(match)
