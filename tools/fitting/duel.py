"""Two sets of numbers play each other, to show which plays better and how sure that is.

The same player sits in every seat, and only the numbers differ. Each game is played twice, with
the seats swapped, and what counts is the mean of both margins, so luck with tiles mostly cancels
out.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from games.core.bots import Bot, bot
from games.core.game import Player
from games.upwords.bots.search import competing
from games.upwords.rules import Upwords
from tools.simulating import AnyGame, mean_and_error, secret_of, turns

SEED = "duel"


@contextmanager
def put(table: dict[str, float], numbers: Mapping[str, float]) -> Iterator[None]:
    """Let a table of numbers have others for a while."""
    before = dict(table)
    table.update(numbers)
    try:
        yield
    finally:
        table.update(before)


@bot(seconds=1.0)
def keeper(game: Upwords, view: Any, player: Player, *_: Any) -> Any:
    """Play what is best by points and by the letters kept: Hard without a look at replies."""
    return competing(game, view, player)[0].action


def numbered(player: Bot, table: dict[str, float], numbers: Mapping[str, float]) -> Bot:
    """Return a player whose numbers are put in place for each of its turns."""

    def choose(*asked: Any) -> Any:
        with put(table, numbers):
            return player.choose(*asked)

    return Bot("numbered", 1.0, choose)


@dataclass(frozen=True)
class Duel:
    """A game, its table of numbers, the numbers that challenge it, and a player that uses them."""

    game: AnyGame
    player: Bot
    table: dict[str, float]
    numbers: dict[str, float]
    looks: int

    def margin(self, number: int) -> float:
        """Return by how many points the challenging numbers are ahead, both seats together."""
        new = numbered(self.player, self.table, self.numbers)
        old = numbered(self.player, self.table, dict(self.table))
        secret, ahead = secret_of(SEED, number), 0
        for seat in (0, 1):
            players = [new, old] if seat == 0 else [old, new]
            *_, last = turns(self.game, players, secret, looks=self.looks)
            scores = self.game.scores(last.after)
            ahead += scores[seat] - scores[1 - seat]
        return ahead / 2

    def report(self, pairs: int) -> list[str]:
        """Return the lines that tell how so many pairs of games went."""
        margins = [self.margin(number) for number in range(pairs)]
        mean, error = mean_and_error(margins)
        won = sum((margin > 0) + (margin == 0) / 2 for margin in margins)
        ahead = f"{mean:+.2f} points a game, error {error:.2f}"
        return [
            f"{2 * pairs} games of the fitted numbers against those in the code:",
            f"{ahead}; ahead in {won:.1f} of {pairs} pairs of games.",
        ]
