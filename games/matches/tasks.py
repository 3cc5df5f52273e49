"""Celery's part: sweeps on the beat, short alarms that sharpen them, computer players' turns.

A task is a hint to look at rows. The clock is read here, at the edge, and handed on.
"""

import contextlib
import time
from datetime import timedelta
from uuid import NAMESPACE_OID, uuid5

from celery import shared_task
from django.core.cache import cache
from redis.exceptions import RedisError

from accounts.edge.clock import read_clock
from config.meters import counting, queues
from games.core.bots import Budget
from games.core.errors import IllegalAction, Refusal
from games.matches import play, reading, sweeps
from games.matches.answers import Actor
from games.matches.proofs import played_words, scores
from games.registry import bots

LONGEST_GAME = 700  # plies after which a computer player in a duel keeps what it has
SPELL = 5.0  # seconds a computer player's long game may keep a worker before others get a turn
PLAYED, MOST_ASKED = "play_computer_turn", 100  # turns
ALARM = timedelta(seconds=2)  # alarms are set no further ahead than this


@shared_task
def sweep_deadlines() -> None:
    """Make every overdue clock's move and set alarms for those due within two seconds."""
    now = read_clock()
    sweeps.sweep_deadlines(now=now)
    for instant in sweeps.alarms(now=now, ahead=ALARM):
        enforce_deadlines.apply_async(eta=instant, expires=60, retry=False)


@shared_task
def enforce_deadlines() -> None:
    """Make the clocks' moves that have just fallen due, if they are still owed."""
    sweeps.sweep_deadlines(now=read_clock())


@shared_task
def sweep_absences() -> None:
    """Seat the computer for people gone from live tables, and end the sittings they have left."""
    now = read_clock()
    sweeps.sweep_absences(now=now)
    sweeps.sweep_sittings(now=now)


@shared_task
def sweep_deserted() -> None:
    """End matches that everybody left and nobody came back to."""
    sweeps.sweep_deserted(now=read_clock())


@shared_task
def sweep_vacancies() -> None:
    """Ask substitutes to take over lost seats."""
    sweeps.sweep_vacancies(now=read_clock())


@shared_task
def close_duels() -> None:
    """End what is still played in duels whose time is over."""
    play.close_duels(now=read_clock())


@shared_task
def prove_scores() -> None:
    """Find the scores of matches for one again from their logs."""
    scores.prove(now=read_clock())


@shared_task
def count_words() -> None:
    """Count the words of matches that have ended."""
    played_words.count_words(now=read_clock())


@shared_task
def sweep_computer_turns(waited: float = 12) -> None:
    """Ask again for computer players' turns that have been waited for so many seconds."""
    now = read_clock()
    before = now - timedelta(seconds=waited)

    def waiting(more: int) -> list[tuple[int, int]]:
        return reading.waiting_computers(before=before, limit=MOST_ASKED + more)

    def find(more: int) -> list[tuple[int, int]]:
        return queues.awake(PLAYED, lambda others: waiting(more + others), now=now)

    queues.each("sweep_computer_turns", find, lambda turn: ask_for_turn(*turn, 60), now=now)


def ask_for_turn(match_id: int, ply: int, expires: float = 3600) -> None:
    """Queue a computer player's turn, where it is fair to all who wait for one."""
    place = reading.computer_place(match_id=match_id)
    play_computer_turn.apply_async((match_id, ply), expires=expires, retry=False, priority=place)


@shared_task
def play_computer_turn(match_id: int, ply: int) -> None:
    """Think outside any lock, then play like anyone else; a stale answer is dropped."""
    with queues.apart(PLAYED, (match_id, ply), now=read_clock()):
        turn = reading.computer_turn(match_id=match_id, ply=ply)
        if turn is not None and turn.at is None:
            _play_computer_turn(match_id, turn)
        elif turn is not None and _is_first(match_id):
            _play_against_the_countdown(match_id, turn)


def _is_first(match_id: int) -> bool:
    """Tell whether no other task plays this long game; without a cache they may race."""
    try:
        return cache.add(f"computer:{match_id}", 1, 3 * SPELL)
    except RedisError:
        return True


def _play_against_the_countdown(match_id: int, turn: reading.ComputerTurn | None) -> None:
    """Play turn after turn, for a while; then others are to have the worker too."""
    began = time.monotonic()
    while turn is not None and time.monotonic() - began < SPELL:
        if turn.ply >= LONGEST_GAME:
            play.retire(match_id=match_id, now=turn.at or read_clock())
            return
        ply = _play_computer_turn(match_id, turn)
        turn = None if ply is None else reading.computer_turn(match_id=match_id, ply=ply)
    with contextlib.suppress(RedisError):
        cache.delete(f"computer:{match_id}")
    if turn is not None:
        ask_for_turn(match_id, turn.ply)


def _play_computer_turn(match_id: int, turn: reading.ComputerTurn) -> int | None:
    """Play one turn and return the ply after it, None when it was not wanted."""
    bot = bots(turn.rules.info.slug)[turn.level]
    budget = Budget(turn.seconds, time.monotonic)
    with counting.COMPUTER_SECONDS.labels(turn.rules.info.slug).time():
        action = bot.choose(turn.rules, turn.view, turn.player, turn.rng, budget)
    try:
        return play.submit(
            match_id=match_id,
            player=turn.player,
            action=turn.rules.encode_action(action),
            expected_ply=turn.ply,
            cmd_id=uuid5(NAMESPACE_OID, f"computer/{match_id}/{turn.ply}"),
            actor=Actor.COMPUTER,
            now=turn.at or read_clock(),
        ).ply
    except IllegalAction:
        now_at = reading.get(match_id=match_id).ply  # a random tile fell where it wanted to go
        return now_at if now_at > turn.ply else None
    except Refusal:
        return None  # its owner is back, or another copy of this task was faster
