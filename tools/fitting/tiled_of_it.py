"""``python -m tools.fitting.tiled_of_it``: what a lead in cards is worth, and whether chances hold.

Hard computer players with a number of looks play each other, two at a table, with the usual
list. Three tables come of it. The first has the numbers of games/tiled_of_it/bots/evaluation.py, by
how many turns were left: how far somebody who controls one card more gets ahead until the end, what
it's worth to be next, and the deviation of the lead from what these foretell. The second compares
the chances that were promised with the games that were won. The third says what became of a promise
by the next turn, as the other player weighs it: 0 on average, or the chances are too rosy.
"""

import argparse
import itertools
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from games.core.bots import Budget
from games.core.rng import Rng, derived_secret
from games.tiled_of_it.bots.search import weigh
from games.tiled_of_it.options import Options
from games.tiled_of_it.rules import TiledOfIt
from games.tiled_of_it.turns.outlook import turns_by_cards
from games.words.lists.release import release_words
from tools.fitting.least_squares import Row, fit
from tools.simulating import in_processes, mean_and_error, secret_of

SEED = "horizon"
BOUNDS = (0, 2, 4, 6, 8, 12, 16, 24, 32, 44, 60)  # turns left, from one to the next
PARTS = 10  # of the reliability table


@dataclass(frozen=True)
class Seen:
    """A position as the player to move saw it; leads are theirs over the other."""

    left: int
    points: int
    cards: int  # controlled
    chance: float  # of the best turn
    error: float
    end: int  # the lead in the end
    turned: float | None  # the chance of the next best turn, for the same player


@dataclass(frozen=True)
class Task:
    """A game to be played, and how many looks each turn gets."""

    number: int
    looks: int


def play(task: Task) -> list[Seen]:
    """Play a game and return its positions."""
    game = TiledOfIt(Options(), release_words())
    secret = secret_of(SEED, task.number)
    noise = derived_secret(secret, "bot")
    state = game.initial_state(2, Rng(secret, 0))
    rows = []
    while (player := state.to_move) is not None:
        view = game.observation(state, player)
        rng = Rng(noise, state.turns, f"bot.{player}")
        best = weigh(game, view, player, rng, Budget.of_looks(task.looks))[0]
        held = [
            sum(card is not None and card.player == seat for card in state.grid) for seat in (0, 1)
        ]
        lead = state.scores[player] - state.scores[1 - player]
        cards = held[player] - held[1 - player]
        rows.append((player, int(turns_by_cards(state)), lead, cards, best))
        state = game.apply_action(state, best.action, Rng(secret, state.turns + 1))
    end = state.scores[0] - state.scores[1]
    seen = []
    for place, (player, left, lead, cards, best) in enumerate(rows):
        sign = 1 if player == 0 else -1
        turned = None if place + 1 == len(rows) else rows[place + 1][4].chances[player]
        seen.append(Seen(left, lead, cards, best.chance, best.error, sign * end, turned))
    return seen


def horizon(games: Sequence[Sequence[Seen]]) -> list[str]:
    """Return the lines of the first table; numbers with their standard errors."""
    names = "".join(f"{name:>17}" for name in ("a card", "one more turn", "as many"))
    lines = [f"{'turns left':<12}{'positions':>10}{names}{'deviation':>11}"]
    for low, high in itertools.pairwise(BOUNDS):
        rows = [
            [
                Row({0: float(row.cards), 2 - row.left % 2: 1.0}, row.end - row.points)
                for row in game
                if low < row.left <= high
            ]
            for game in games
        ]
        found = fit(rows, 3)
        numbers = [
            f"{number:>9.3f} ± {error:.3f}"
            for number, error in zip(found.numbers, found.errors, strict=True)
        ]
        bounds = f"{low + 1:>3} to {high}"
        lines.append(f"{bounds:<12}{found.rows:>10}{''.join(numbers)}{found.deviation:>11.2f}")
    return lines


def reliability(rows: Sequence[Seen]) -> list[str]:
    """Return the lines of the second table."""
    lines = [f"{'promised':<12}{'positions':>10}{'mean':>8}{'won':>8}"]
    for part in range(PARTS):
        found = [row for row in rows if part <= min(row.chance, 0.999) * PARTS < part + 1]
        if found:
            won = math.fsum((row.end > 0) + (row.end == 0) / 2 for row in found) / len(found)
            mean = math.fsum(row.chance for row in found) / len(found)
            share = f"{part * 100 // PARTS} to {(part + 1) * 100 // PARTS} %"
            lines.append(f"{share:<12}{len(found):>10}{100 * mean:>7.1f}%{100 * won:>7.1f}%")
    return lines


def promises(rows: Sequence[Seen]) -> list[str]:
    """Return the lines of the third table."""
    lines = [f"{'turns left':<12}{'turns':>10}{'gained':>9}{'error':>8}   percent"]
    for low, high in ((0, 4), (4, 12), (12, 30), (30, 60), (0, 60)):
        gains = [
            100 * (row.turned - row.chance)
            for row in rows
            if low < row.left <= high and row.turned is not None
        ]
        if gains:
            mean, error = mean_and_error(gains)
            lines.append(f"{low + 1:>3} to {high:<5}{len(gains):>10}{mean:>9.2f}{error:>8.2f}")
    return lines


def main() -> None:
    """Play and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--looks", type=int, default=150)
    parser.add_argument("--processes", type=int, default=1)
    read = parser.parse_args()
    begin = time.perf_counter()
    tasks = [Task(number, read.looks) for number in range(read.games)]
    games = list(in_processes(play, tasks, read.processes))
    rows = [row for game in games for row in game]
    for table in (horizon(games), reliability(rows), promises(rows)):
        print("\n".join(table), end="\n\n")
    print(f"{read.games} games, {time.perf_counter() - begin:.0f} seconds")


if __name__ == "__main__":
    main()
