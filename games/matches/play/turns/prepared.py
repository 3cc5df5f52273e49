"""Prepared turns: they are chosen while others are to move, and played at once when they come.

When a turn comes, what its owner prepared is looked at from the first to the last, by what they
see. The first that holds is played; those before it did not hold, and wait no longer: their owner
reads why. A pass while nothing is left to draw waits on until that is so, and what its owner is
asked about until they play it. A fault of one undoes its entry alone and never the move that led
to it.
"""

import functools
import logging
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal

from django.db import InterfaceError, OperationalError
from django.db.models import F

from games.core import codec
from games.core.codec import BadData
from games.core.errors import IllegalAction, Refusal
from games.core.extras.conditions import Condition
from games.core.extras.prepared import Obstacle, Prepared, obstacle, prepare, sole_action
from games.core.extras.protocols import bag_is_empty, decode_choice
from games.matches.answers import Actor, MatchOver, Outcome, Paused, SeatHeld, StalePly
from games.matches.between import prepared, seated
from games.matches.models import PreparedTurn
from games.matches.play.entering import enter
from games.matches.play.held import Held, hold

NAMES = 2**31  # of which a prepared turn has one
LONGEST_CHAIN = 200  # entries, after which whoever is to move has to move

logger = logging.getLogger(__name__)


# --- What a player does -------------------------------------------------------------------------


def prepare_turn(
    *,
    match_id: int,
    player: int,
    action: codec.JSON,
    condition: str,
    repeat: bool,
    ply: int,
    now: datetime,
) -> Outcome:
    """Put a turn at the end of a player's list; it is checked on what they see at ``ply``.

    The same prepared twice is there once. Nobody else is to notice, so no version is counted.
    """
    with hold(match_id, now=now) as held:
        _check(held, player)
        if held.match.ply != ply:
            raise StalePly
        if held.match.to_move == player:
            raise Refusal("It's your turn, so you can play this now.")
        _append(held, player, _made(held, player, action, condition, repeat=repeat))
    return held.outcome


def drop_prepared(*, match_id: int, player: int, number: int, now: datetime) -> Outcome:
    """Take a turn off a player's own list; one that is not there is off it."""
    with hold(match_id, now=now) as held:
        PreparedTurn.objects.filter(match=held.match, player=player, number=number).delete()
    return held.outcome


def move_prepared(*, match_id: int, player: int, number: int, place: int, now: datetime) -> Outcome:
    """Put a turn at a place of the player's list, counted from 0; beyond its end is the end."""
    with hold(match_id, now=now) as held:
        _check(held, player)
        own = list(PreparedTurn.objects.filter(match=held.match, player=player))
        moved = next((row for row in own if row.number == number), None)
        if moved is None:
            raise Refusal("That prepared turn no longer exists.")
        own.remove(moved)
        own.insert(min(max(0, place), len(own)), moved)
        _number(held, player, own)
    return held.outcome


def set_forced(*, match_id: int, player: int, on: bool, now: datetime) -> Outcome:
    """Choose whether a turn with one legal action is played by itself."""
    with hold(match_id, now=now) as held:
        _check(held, player)
        seat = held.seats[player]
        seat.plays_forced = on
        seat.save(update_fields=["plays_forced"])
        held.touch()
    return held.outcome


def _check(held: Held, player: int) -> None:
    """Raise Refusal if this is not somebody who plays their own seat where turns can wait."""
    if not held.is_running:
        raise MatchOver
    if held.match.quarantined_at:
        raise Paused
    if not prepared.are_possible(held.match):
        raise Refusal("You can only prepare turns in a turn-based match against someone else.")
    if player not in seated.people(held.seats):
        raise SeatHeld


def _made(
    held: Held, player: int, action: codec.JSON, condition: str, *, repeat: bool
) -> Prepared[Any]:
    rules = held.rules
    seen = rules.observation(held.state, player)
    try:
        chosen = decode_choice(rules, action)
        return prepare(rules, seen, player, chosen, Condition(condition), repeat=repeat)
    except (BadData, ValueError) as error:
        raise IllegalAction("We couldn't read that turn.") from error


def _append(held: Held, player: int, turn: Prepared[Any]) -> None:
    rules = held.rules
    own = list(PreparedTurn.objects.filter(match=held.match, player=player))
    waiting = [row for row in own if not row.fell]
    if any(prepared.turn_of(row, rules) == turn for row in waiting):
        return
    if len(waiting) >= prepared.MOST:
        raise Refusal("You've already prepared {most} turns. Remove one first.", most=prepared.MOST)
    PreparedTurn.objects.create(
        match=held.match,
        player=player,
        # Another tab may still show one that is gone: no later one gets its name.
        number=secrets.randbelow(NAMES),
        rank=1 + max((row.rank for row in own), default=0),
        action=rules.encode_action(turn.action),
        text=turn.text,
        condition=turn.condition,
        footing=turn.footing,
        points=turn.points,
        repeat=turn.repeat,
        ply=held.match.ply,
        made_at=held.now,
    )


def _number(held: Held, player: int, rows: list[PreparedTurn]) -> None:
    """Give rows their ranks anew; all step aside first, since no two may have the same."""
    highest = max(row.rank for row in rows)
    own = PreparedTurn.objects.filter(match=held.match, player=player)
    own.update(rank=F("rank") + highest + len(rows))
    for rank, row in enumerate(rows, start=1):
        own.filter(pk=row.pk).update(rank=rank)


# --- What follows an entry ----------------------------------------------------------------------


class _Fell(Exception):
    """A prepared turn is not played, and why."""

    def __init__(self, why: Obstacle) -> None:
        super().__init__(why)
        self.why = why


def follow(held: Held, now: datetime, *, by_hand: tuple[int, Any] | None = None) -> bool:
    """Play what whoever is to move has prepared, as long as one holds; tell whether one did.

    A player who made an action ``by_hand`` has read why what they prepared was not played, and need
    not be asked about that action again.
    """
    held.prepared = prepared.read(held.match)
    if by_hand is not None and held.prepared:
        player, action = by_hand[0], held.rules.encode_action(by_hand[1])
        for row in [row for row in held.prepared if row.player == player]:
            if row.fell or (row.condition == Condition.ASK and row.action == action):
                held.prepared.remove(row)
                row.delete()
    for played in range(LONGEST_CHAIN):
        if not (_may_follow(held) and _play_next(held, now)):
            return played > 0
    return True


def _may_follow(held: Held) -> bool:
    return (
        prepared.are_possible(held.match)
        and held.match.to_move in seated.people(held.seats)
        and held.timer.paused_at is None
    )


def _play_next(held: Held, now: datetime) -> bool:
    """Play the first that holds, or the only action there is; tell whether one was played."""
    player, rows = held.mover.player, held.prepared
    for row in [row for row in rows if row.player == player and not row.fell]:
        problem = _attempt(held, now, functools.partial(_prepared, held, row))
        if problem is None:
            continue
        if problem:
            row.fell = problem
            row.save(update_fields=["fell"])
            continue
        if not row.repeat:
            held.prepared.remove(row)
            row.delete()
        return True
    if not held.mover.plays_forced:
        return False
    return _attempt(held, now, functools.partial(_forced, held)) == ""


def _prepared(held: Held, row: PreparedTurn) -> Any | None:
    """Return the action of a turn that holds, None if it waits; raise _Fell if it doesn't."""
    turn = prepared.turn_of(row, held.rules)
    view = held.rules.observation(held.state, row.player)
    if turn.condition is Condition.BAG_EMPTY and not bag_is_empty(held.rules, view):
        return None
    if problem := obstacle(held.rules, view, row.player, turn):
        raise _Fell(problem)
    return None if turn.condition is Condition.ASK else turn.action


def _forced(held: Held) -> Any | None:
    return sole_action(held.rules, held.state)


def _attempt(
    held: Held, now: datetime, choose: Callable[[], Any | None]
) -> Obstacle | Literal[""] | None:
    """Play what is chosen; return why it could not be, "" if it was, None if nothing was chosen."""
    try:
        with held.attempt():
            action = choose()
            if action is None:
                return None
            enter(held, action, actor=Actor.PREPARED, now=now)
            return ""
    except _Fell as fell:
        return fell.why
    except IllegalAction:  # before anything has changed
        return Obstacle.IMPOSSIBLE
    except (InterfaceError, OperationalError):
        raise  # the database failed and not the rules: the move itself is tried again
    except Exception as error:  # noqa: BLE001 - whatever it is, the move that led here stays
        # The message might tell what a hand holds.
        logger.error(
            "match %s: what was prepared failed with %s", held.match.pk, type(error).__name__
        )
        return Obstacle.FAULT
