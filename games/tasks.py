"""Celery's part: sweeps on the beat, short alarms that sharpen them, computer players' turns.

A task is a hint to look at rows. The clock is read here, at the edge, and handed on.
"""

import time
from datetime import datetime, timedelta
from uuid import NAMESPACE_OID, uuid5

from celery import shared_task
from django.utils import timezone

from games import play, queries, sweeps
from games.answers import Actor, PlayError
from games.core.bots import Budget
from games.registry import bots

ALARM = timedelta(seconds=2)  # alarms are set no further ahead than this


def _now() -> datetime:
    return timezone.now()  # noqa: TID251 - the edge where tasks read the clock


@shared_task
def sweep_deadlines() -> None:
    """Make every overdue clock's move and set alarms for those due within two seconds."""
    now = _now()
    sweeps.sweep_deadlines(now=now)
    for match_id, ply, fires_at in queries.due_turns(now=now, ahead=ALARM):
        if fires_at > now:
            enforce_deadline.apply_async((match_id, ply), eta=fires_at, expires=60, retry=False)


@shared_task
def enforce_deadline(match_id: int, ply: int) -> None:
    """Make one clock's move at its instant, if it is still owed."""
    play.expire(match_id=match_id, ply=ply, now=_now())


@shared_task
def sweep_absences() -> None:
    """Seat the computer for people gone from live tables."""
    sweeps.sweep_absences(now=_now())


@shared_task
def sweep_computer_turns() -> None:
    """Ask again for computer players' turns that should have been made by now."""
    before = _now() - timedelta(seconds=12)
    for match_id, ply in queries.waiting_computers(before=before):
        play_computer_turn.apply_async((match_id, ply), expires=60, retry=False)


@shared_task
def play_computer_turn(match_id: int, ply: int) -> None:
    """Think outside any lock, then play like anyone else; a stale answer is dropped."""
    turn = queries.computer_turn(match_id=match_id, ply=ply)
    if turn is None:
        return
    bot = bots(turn.rules.info.slug)[turn.level]
    budget = Budget(turn.seconds, time.monotonic)
    action = bot.choose(turn.rules, turn.view, turn.player, turn.rng, budget)
    try:
        play.submit(
            match_id=match_id,
            player=turn.player,
            action=turn.rules.encode_action(action),
            expected_ply=ply,
            cmd_id=uuid5(NAMESPACE_OID, f"computer/{match_id}/{ply}"),
            actor=Actor.COMPUTER,
            now=_now(),
        )
    except PlayError:
        return  # its owner is back, or another copy of this task was faster
