"""``manage.py arena``: computer players against each other, by rules and bots alone."""

import hashlib
import math
import multiprocessing
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import django
from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from games import registry
from games.core.bots import Bot, Budget, RandomBot
from games.core.rng import Rng, derived_secret

Level = str  # of a computer player; random for the one that every game has


@dataclass(frozen=True)
class Pairing:
    """One game to be played: who has the first seat, who the second."""

    game: str
    levels: tuple[Level, Level]
    secret: bytes
    seconds: float | None  # a turn, or None for what each is used to


@dataclass(frozen=True)
class Played:
    """One game that was played; everything by seat."""

    scores: tuple[int, int]
    turns: tuple[int, int]
    spent: tuple[float, float]  # seconds

    def swapped(self) -> "Played":
        """Return the same game with the seats in the other order."""
        return Played(self.scores[::-1], self.turns[::-1], self.spent[::-1])


def pairings(
    *, game: str, a: Level, b: Level, games: int, seconds: float | None
) -> Iterator[Pairing]:
    """Yield the games of a contest: each secret twice, with the seats swapped."""
    for number in range(games):
        secret = hashlib.sha256(f"arena/{number // 2}".encode()).digest()
        yield Pairing(game, (b, a) if number % 2 else (a, b), secret, seconds)


def play(pairing: Pairing) -> Played:
    """Play one game to its end."""
    rules = registry.load_game(pairing.game)
    players = [level_of(pairing.game, level) for level in pairing.levels]
    chance = derived_secret(pairing.secret, "bot")
    state = rules.initial_state(2, Rng(pairing.secret, 0))
    turns, spent, ply = [0, 0], [0.0, 0.0], 0
    while (player := rules.current_player(state)) is not None:
        ply += 1
        bot = players[player]
        begin = time.perf_counter()
        budget = Budget(pairing.seconds or bot.seconds, time.perf_counter)
        view = rules.observation(state, player)
        action = bot.choose(rules, view, player, Rng(chance, ply, f"bot.{player}"), budget)
        spent[player] += time.perf_counter() - begin
        turns[player] += 1
        state = rules.apply_action(state, action, Rng(pairing.secret, ply))
    first, second = rules.scores(state)
    return Played((first, second), (turns[0], turns[1]), (spent[0], spent[1]))


def level_of(game: str, level: Level) -> Bot[Any]:
    """Return a computer player of a game; ``random`` plays every game."""
    return {"random": RandomBot(), **registry.bots(game)}[level]


def play_all(games: Iterable[Pairing], processes: int) -> Iterator[Played]:
    """Play games, several at once, and yield them in their order."""
    if processes == 1:
        yield from map(play, games)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, initializer=django.setup) as pool:
        yield from pool.map(play, games)


def report(a: Level, b: Level, games: list[Played]) -> list[str]:
    """Return the lines that tell how the first of two players fared; games by (a, b)."""
    wins = sum(one.scores[0] > one.scores[1] for one in games)
    losses = sum(one.scores[0] < one.scores[1] for one in games)
    draws, count = len(games) - wins - losses, len(games)
    share = (wins + draws / 2) / count
    spread = (wins + draws / 4) / count - share * share
    lines = [f"{'':<10}{'wins':>6}{'draws':>7}{'losses':>8}{'mean score':>12}{'a move':>12}"]
    for seat, (name, won, lost) in enumerate(((a, wins, losses), (b, losses, wins))):
        score = sum(one.scores[seat] for one in games) / count
        turns = sum(one.turns[seat] for one in games)
        took = 1000 * sum(one.spent[seat] for one in games) / max(turns, 1)
        lines.append(f"{name:<10}{won:>6}{draws:>7}{lost:>8}{score:>12.2f}{took:>9.1f} ms")
    error = math.sqrt(spread / count)
    lines.append(f"Points a game for {a}: {share:.3f}, standard error {error:.3f}.")
    return lines


class Command(BaseCommand):
    """Has two computer players meet; needs no database."""

    help = "Have two computer players meet in games with fixed secrets, each with seats swapped."
    requires_system_checks = []

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default="tilekingdom")
        parser.add_argument("--a", default="easy", help="a level, or random")
        parser.add_argument("--b", default="random", help="a level, or random")
        parser.add_argument("--games", type=int, default=100)
        parser.add_argument("--seconds", type=float, help="to think in a turn; else as usual")
        parser.add_argument("--processes", type=int, default=1, help="games at the same time")

    @override
    def handle(
        self,
        *,
        game: str,
        a: str,
        b: str,
        games: int,
        seconds: float | None,
        processes: int,
        **options: Any,
    ) -> None:
        for level in (a, b):
            self._check(game, level)
        if games < 1 or processes < 1 or (seconds is not None and seconds <= 0):
            raise CommandError("Games, processes and seconds are numbers above 0.")
        self.stdout.write(f"{game}: {a} against {b}, {games} games")
        wanted = pairings(game=game, a=a, b=b, games=games, seconds=seconds)
        played = [
            one.swapped() if number % 2 else one
            for number, one in enumerate(play_all(wanted, processes))
        ]
        self.stdout.write("\n".join(report(a, b, played)))

    def _check(self, game: str, level: str) -> None:
        try:
            level_of(game, level)
        except registry.UnknownGame:
            raise CommandError(f"There is no game {game} here.") from None
        except KeyError:
            known = ", ".join([*registry.bots(game), "random"])
            raise CommandError(f"{level} is no computer player: choose of {known}.") from None
