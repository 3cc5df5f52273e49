"""Three computer players: one that sees points, one that sees promises, one that looks ahead."""

from typing_extensions import override

from games.core.bots import Bot, Budget
from games.core.game import Player
from games.core.rng import Rng
from games.tilekingdom.bots.evaluation import advantage
from games.tilekingdom.bots.playout import Line
from games.tilekingdom.bots.search import Choice, choices, ranked, simulate
from games.tilekingdom.position.model import Place, State
from games.tilekingdom.rules import Tilekingdom
from games.tilekingdom.turns.scoring import standing_points

FEW = 3


class Easy(Bot[Tilekingdom]):
    """Plays one of the three turns that would leave it furthest ahead if the game ended."""

    level = "easy"
    seconds = 1.0

    @override
    def choose(
        self, game: Tilekingdom, view: State, player: Player, rng: Rng, budget: Budget
    ) -> Place:
        """Return one of the best few turns by the points they bring at once."""
        rows = [
            (_lead_now(game, choice, player), choice.action)
            for choice in choices(Line(view), game.options)
        ]
        rows.sort(key=lambda row: -row[0])
        return rng.choice(rows[:FEW])[1]


def _lead_now(game: Tilekingdom, choice: Choice, player: Player) -> float:
    line = choice.after
    standing = standing_points(game.options, line.index, len(line.scores))
    return advantage([a + b for a, b in zip(line.scores, standing, strict=True)], player)


class Medium(Bot[Tilekingdom]):
    """Plays the turn that promises most, counting what open features will bring."""

    level = "medium"
    seconds = 1.5

    @override
    def choose(
        self, game: Tilekingdom, view: State, player: Player, rng: Rng, budget: Budget
    ) -> Place:
        """Return the turn after which it expects to end furthest ahead."""
        return ranked(game, view, player)[0].action


class Hard(Bot[Tilekingdom]):
    """Plays the turn that does best in thousands of short lines of play."""

    level = "hard"
    seconds = 6.0

    @override
    def choose(
        self, game: Tilekingdom, view: State, player: Player, rng: Rng, budget: Budget
    ) -> Place:
        """Return the best turn that a search of the whole budget finds."""
        return simulate(game, view, player, rng, budget)[0]
