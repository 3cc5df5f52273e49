"""Plays games between computer players, to measure or fit numbers.

A seed always gives the same games. No clock decides anything. A player that thinks by time gets a
number of looks at its clock instead.
"""

import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, TypeVar

from games.core.bots import Bot, Budget
from games.core.game import Game
from games.core.rng import Rng, derived_secret

AnyGame = Game[Any, Any, Any]
Task = TypeVar("Task")
Result = TypeVar("Result")

AT_ONCE = 16  # games that are handed to a process together
# Options with which no clock has a part in a game. Those of other games are the usual ones.
WITHOUT_CLOCK = {"counting_tiles": {"drops": "counted"}}


@dataclass(frozen=True)
class Turn:
    """A turn of a game: the position it was taken in, what was done, and what came of it."""

    before: Any
    player: int
    action: Any
    after: Any


def secret_of(seed: str, number: int) -> bytes:
    """Return the secret of a game of a seed."""
    return hashlib.sha256(f"{seed}/{number}".encode()).digest()


def turns(
    game: AnyGame, players: Sequence[Bot], secret: bytes, *, looks: int = 40
) -> Iterator[Turn]:
    """Yield the turns of a game between these players, one a seat, to its end."""
    noise = derived_secret(secret, "bot")
    state = game.initial_state(len(players), Rng(secret, 0))
    ply = 0
    while (player := game.current_player(state)) is not None:
        ply += 1
        view = game.observation(state, player)
        rng = Rng(noise, ply, f"bot.{player}")
        action = players[player].choose(game, view, player, rng, Budget.of_looks(looks))
        after = game.apply_action(state, action, Rng(secret, ply))
        yield Turn(state, player, action, after)
        state = after


def in_processes(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    processes: int,
    *,
    prepare: Callable[[], None] | None = None,
) -> Iterator[Result]:
    """Yield what becomes of each task, in their order, worked on by some processes at once.

    Each process calls ``prepare`` first.
    """
    if processes == 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(processes, get_context("spawn"), prepare) as pool:
        yield from pool.map(work, tasks, chunksize=AT_ONCE)


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some values and its standard error."""
    count = len(values)
    mean = math.fsum(values) / count
    spread = math.fsum((value - mean) ** 2 for value in values) / max(1, count - 1)
    return mean, math.sqrt(spread / count)


def share(part: int, whole: int) -> tuple[float, float]:
    """Return a share in percent and its standard error."""
    part_of = part / whole
    return 100 * part_of, 100 * math.sqrt(part_of * (1 - part_of) / whole)
