"""``manage.py arena``: computer players against each other, by rules and bots alone.

A game for one seat is played as a duel: both have a match of their own from the same secret, and
the higher score wins. Time passes by numbers there: each action takes ``ACTION_SECONDS``, whatever
the computer needs for it, and what falls due in between is played. Since a strong player may go on
for ever, a match counts as it stands after ``MOST_ACTIONS``. Thinking time is that of the
processor, so that a busy machine takes none of it away.
"""

import argparse
import hashlib
import importlib
import math
import multiprocessing
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import django

from games import registry
from games.core.bots import RANDOM, Bot, Budget
from games.core.rng import Rng, derived_secret
from games.words.lists.release import release_words
from tools.beginners import BEGINNER, BEGINNERS
from tools.countdown import SoloMatch

ACTION_SECONDS = 3.0
MOST_ACTIONS = 600

Level = str  # of a computer player; random for the one that every game has; or module:name


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
    """Yield the games of a contest: each secret twice with the seats swapped, but once in duels."""
    uses = 1 if registry.game_class(game).info.max_players == 1 else 2
    for number in range(games):
        secret = hashlib.sha256(f"arena/{number // uses}".encode()).digest()
        yield Pairing(game, (b, a) if number % 2 else (a, b), secret, seconds)


def play(pairing: Pairing) -> Played:
    """Play one game to its end, or a duel."""
    rules = rules_of(pairing.game)
    if rules.info.max_players == 1:
        one, other = (play_alone(rules, pairing, level) for level in pairing.levels)
        return Played((one[0], other[0]), (one[1], other[1]), (one[2], other[2]))
    players = [level_of(pairing.game, level) for level in pairing.levels]
    chance = derived_secret(pairing.secret, "bot")
    state = rules.initial_state(2, Rng(pairing.secret, 0))
    turns, spent, ply = [0, 0], [0.0, 0.0], 0
    while (player := rules.current_player(state)) is not None:
        ply += 1
        bot = players[player]
        begin = time.process_time()
        budget = Budget(pairing.seconds or bot.seconds, time.process_time)
        view = rules.observation(state, player)
        action = bot.choose(rules, view, player, Rng(chance, ply, f"bot.{player}"), budget)
        spent[player] += time.process_time() - begin
        turns[player] += 1
        state = rules.apply_action(state, action, Rng(pairing.secret, ply))
    first, second = rules.scores(state)
    return Played((first, second), (turns[0], turns[1]), (spent[0], spent[1]))


def rules_of(game: str) -> registry.AnyGame:
    """Return a game's rules with its usual options and words."""
    uses_words = registry.game_class(game).info.uses_words
    return registry.load_game(game, words=release_words() if uses_words else None)


def play_alone(rules: registry.AnyGame, pairing: Pairing, level: Level) -> tuple[int, int, float]:
    """Play a match with one seat and return its score, the actions and the seconds spent."""
    bot = level_of(pairing.game, level)
    chance = derived_secret(pairing.secret, "bot")
    solo: SoloMatch[Any] = SoloMatch(rules, pairing.secret)
    turns, spent = 0, 0.0
    while turns < MOST_ACTIONS:
        now = ACTION_SECONDS * (turns + 1)
        solo.wait(now)
        if solo.is_over():
            break
        begin = time.process_time()
        budget = Budget(pairing.seconds or bot.seconds, time.process_time)
        view = rules.observation(solo.state, 0)
        action = bot.choose(rules, view, 0, Rng(chance, turns, "bot.0"), budget)
        spent += time.process_time() - begin
        turns += 1
        solo.play(action, now)
    (score,) = rules.scores(solo.state)
    return score, turns, spent


def level_of(game: str, level: Level) -> Bot:
    """Return a computer player of a game, ``random``, or a scripted ``beginner``.

    Any other is named by its module, as in ``tests.rivals.upwords:greedy``; KeyError without one.
    """
    if level == BEGINNER:
        return BEGINNERS[game]
    if ":" in level:
        return _named(level)
    return {"random": RANDOM, **registry.bots(game)}[level]


def _named(level: Level) -> Bot:
    module, _, name = level.partition(":")
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise KeyError(level) from error
    if not isinstance(found, Bot):
        raise KeyError(level)
    return found


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
    wide = max(10, len(a) + 2, len(b) + 2)
    lines = [f"{'':<{wide}}{'wins':>6}{'draws':>7}{'losses':>8}{'mean score':>12}{'a move':>12}"]
    for seat, (name, won, lost) in enumerate(((a, wins, losses), (b, losses, wins))):
        score = sum(one.scores[seat] for one in games) / count
        turns = sum(one.turns[seat] for one in games)
        took = 1000 * sum(one.spent[seat] for one in games) / max(turns, 1)
        lines.append(f"{name:<{wide}}{won:>6}{draws:>7}{lost:>8}{score:>12.2f}{took:>9.1f} ms")
    error = math.sqrt(spread / count)
    lines.append(f"Points a game for {a}: {share:.3f}, standard error {error:.3f}.")
    return lines


def wishes(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line; a wrong argument ends the program with a sentence."""
    parser = argparse.ArgumentParser(
        prog="manage.py arena",
        description="Have two computer players play each other with fixed secrets, swapping seats "
        "after each game. In games for one player they play duels: each plays alone from the same "
        "secret, and the higher score wins. Needs no database.",
    )
    parser.add_argument("--game", default="tilekingdom")
    parser.add_argument("--a", default="easy", help="a level, beginner, random or module:name")
    parser.add_argument("--b", default="random", help="a level, beginner, random or module:name")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, help="of the processor a turn; usual if left out")
    parser.add_argument("--processes", type=int, default=1, help="games to play in parallel")
    read = parser.parse_args(arguments)
    for level in (read.a, read.b):
        if wrong := _mistake(read.game, level):
            parser.error(wrong)
    if read.games < 1 or read.processes < 1 or (read.seconds is not None and read.seconds <= 0):
        parser.error("Games, processes and seconds must be greater than 0.")
    return read


def _mistake(game: str, level: Level) -> str:
    """Return what is wrong with a game's level, or nothing."""
    try:
        level_of(game, level)
    except registry.UnknownGame:
        return f"This site has no game called {game}."
    except KeyError:
        known = ", ".join([*registry.bots(game), BEGINNER, "random"])
        return f"There's no computer player called {level}. Choose one of {known}."
    return ""


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print what came of it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    read = wishes(arguments)
    print(f"{read.game}: {read.a} against {read.b}, {read.games} games")
    wanted = pairings(game=read.game, a=read.a, b=read.b, games=read.games, seconds=read.seconds)
    played = [
        one.swapped() if number % 2 else one
        for number, one in enumerate(play_all(wanted, read.processes))
    ]
    print("\n".join(report(read.a, read.b, played)))


if __name__ == "__main__":
    main()
