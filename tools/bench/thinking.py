"""How fast rules and search are, on one core and without the site.

A second is one of the processor's, so that other programs on the machine do not count; but where
it's asked how punctual a computer player is, they do.
"""

import gc
import itertools
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import mean
from typing import Any

import django

from games.core.bots import Budget
from games.core.rng import Rng
from games.registry import bots, infos
from games.tilekingdom import game
from games.tilekingdom.bots.playout import random_playout
from games.tilekingdom.bots.weighing import weigh
from games.tilekingdom.options import Options
from games.tilekingdom.position.model import State
from games.tilekingdom.rules import Tilekingdom
from tools.reviewing.measuring import rules_of
from tools.simulating import secret_of, turns

SECRET = bytes(32)
POSITIONS = 3
TURN = 18
MOST_TURNS = 100  # of a game for one, which may never end
AT_ONCE = 2  # processes, as the workers of a small site


def playouts_per_s(*, seconds: float) -> float:
    """Return how many whole two-player games of random moves are played and scored in a second."""
    rules: Tilekingdom = game(Options())
    return _playouts_per_s(rules, rules.initial_state(2, Rng(SECRET, 0)), seconds)


def playouts_in_2s(*, seconds: float) -> float:
    """Return how many games are played out from turn 18 to their end and scored in two seconds."""
    rules: Tilekingdom = game(Options())
    return 2.0 * mean(_playouts_per_s(rules, state, seconds) for state in positions(rules))


def _playouts_per_s(rules: Tilekingdom, state: State, seconds: float) -> float:
    count = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        count += 1
        random_playout(rules, state, Rng(SECRET, count, "bench"))
    return count / spent


def hard_lines_in_2s(*, seconds: float) -> float:
    """Return how many lines of two replies Hard plays in two seconds of thinking at turn 18.

    Hard stops early where one choice is clearly the best, so what counts is its pace.
    """
    rules: Tilekingdom = game(Options())
    lines, spent = 0, 0.0
    for number, state in enumerate(positions(rules)):
        assert state.to_move is not None  # nobody has won by turn 18
        looks = itertools.count()

        def clock(looks: Iterator[int] = looks) -> float:
            next(looks)
            return time.process_time()

        begin = time.process_time()
        weigh(rules, state, state.to_move, Rng(SECRET, number, "bench"), Budget(seconds, clock))
        lines += next(looks) - 1  # the first look only sets the clock
        spent += time.process_time() - begin
    return 2.0 * lines / spent


def positions(rules: Tilekingdom) -> Iterator[State]:
    """Yield a few positions that Easy reaches against itself at turn 18."""
    easy = bots("tilekingdom")["easy"]
    for number in range(POSITIONS):
        secret = bytes([number]) * 32
        state = rules.initial_state(2, Rng(secret, 0))
        for ply in range(1, TURN + 1):
            assert state.to_move is not None
            rng = Rng(secret, ply, "bot")
            budget = Budget(easy.seconds, time.process_time)
            action = easy.choose(rules, state, state.to_move, rng, budget)
            state = rules.apply_action(state, action, Rng(secret, ply))
        yield state


def overruns_ms(*, seconds: float, positions: int) -> dict[str, float]:
    """Return by how much Hard overran its time at most, by game, in two processes at once.

    Each process thinks about the positions of a game with nothing but its rules and words known.
    These seconds are those of a clock on the wall.
    """
    slugs = [info.slug for info in infos()]
    with ProcessPoolExecutor(AT_ONCE, get_context("spawn"), django.setup) as pool:
        worst = {}
        for slug in slugs:
            asked = [pool.submit(_overrun, slug, at, seconds, positions) for at in range(AT_ONCE)]
            worst[f"overrun_{slug}_ms"] = 1000 * max(one.result() for one in asked)
    return worst


def _overrun(slug: str, number: int, seconds: float, positions: int) -> float:
    rules, hard = rules_of(slug), bots(slug)["hard"]
    asked = _few_turns(rules, slug, number, positions)
    gc.freeze()  # as the workers do
    worst = 0.0
    for ply, (state, player) in enumerate(asked):
        view = rules.observation(state, player)
        begin = time.monotonic()
        hard.choose(rules, view, player, Rng(SECRET, ply), Budget(seconds, time.monotonic))
        worst = max(worst, time.monotonic() - begin - seconds)
    return worst


def _few_turns(rules: Any, slug: str, number: int, count: int) -> list[tuple[Any, int]]:
    """Return the positions of a game of two Medium players, from its beginning to its end."""
    seats = min(2, rules.info.max_players)
    medium = bots(slug)["medium"]
    game = turns(rules, [medium] * seats, secret_of("overrun", number))
    found = [(turn.before, turn.player) for turn in itertools.islice(game, MOST_TURNS)]
    return [found[at * len(found) // count] for at in range(count)]
