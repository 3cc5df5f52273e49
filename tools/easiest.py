"""``python -m tools.easiest``: whether Easy is an even match for a beginner, in every game.

Prints a line for each game: how many games the scripted beginner (``tools.beginners``) won, drew
and lost against Easy, their share of the points with the interval in which it lies 19 times in 20,
and both mean scores. It is an even match from 40 to 60 percent.
"""

import argparse
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass

import django
from django.conf import settings

from tools import arena
from tools.beginners import BEGINNER

EASY = "easy"
LEAST, MOST = 40.0, 60.0  # percent of the points for the beginner
SURE = 1.96  # standard errors


@dataclass(frozen=True)
class Meeting:
    """How a beginner fared against Easy in one game."""

    game: str
    wins: int
    draws: int
    losses: int
    scores: tuple[float, float]  # the mean of the beginner's and of Easy's

    @property
    def games(self) -> int:
        """Return how many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Return the beginner's share of the points in percent; a draw is half a point."""
        return 100 * (self.wins + self.draws / 2) / self.games

    @property
    def error(self) -> float:
        """Return half the width of the 95 percent interval of the share."""
        share = self.share / 100
        spread = (self.wins + self.draws / 4) / self.games - share * share
        return 100 * SURE * math.sqrt(spread / self.games)

    @property
    def is_even(self) -> bool:
        """Tell whether neither is clearly the stronger."""
        return LEAST <= self.share <= MOST


def meet(game: str, games: int, processes: int = 1) -> Meeting:
    """Play a beginner against Easy with fixed secrets, swapping seats after each game."""
    wanted = arena.pairings(game=game, a=BEGINNER, b=EASY, games=games, seconds=None)
    played = [
        one.swapped() if number % 2 else one
        for number, one in enumerate(arena.play_all(wanted, processes))
    ]
    wins = sum(one.scores[0] > one.scores[1] for one in played)
    losses = sum(one.scores[0] < one.scores[1] for one in played)
    own, other = (sum(one.scores[seat] for one in played) / games for seat in (0, 1))
    return Meeting(game, wins, games - wins - losses, losses, (own, other))


def line(meeting: Meeting) -> str:
    """Return a meeting as a line of the table."""
    own, other = meeting.scores
    return (
        f"{meeting.game:<20}{meeting.wins:>6}{meeting.draws:>7}{meeting.losses:>8}"
        f"{meeting.share:>8.1f} % ± {meeting.error:.1f}{own:>11.1f}{other:>10.1f}"
        f"   {'even' if meeting.is_even else 'NOT EVEN'}"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print the table."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    parser = argparse.ArgumentParser(prog="python -m tools.easiest", description=__doc__)
    parser.add_argument("--game", choices=settings.GAMES, help="one game; all if left out")
    parser.add_argument("--games", type=int, default=200, help="of each (200 if left out)")
    parser.add_argument("--processes", type=int, default=1, help="games to play in parallel")
    read = parser.parse_args(arguments)
    if read.games < 1 or read.processes < 1:
        parser.error("Games and processes must be greater than 0.")
    print(f"{'':<20}{'wins':>6}{'draws':>7}{'losses':>8}{'share':>16}{'beginner':>11}{'Easy':>10}")
    for game in [read.game] if read.game else settings.GAMES:
        print(line(meet(game, read.games, read.processes)), flush=True)


if __name__ == "__main__":
    main()
