"""Three computer players: one sees points, one what its own turns promise, one looks ahead."""

from games.core.bots import Budget, bot
from games.core.game import Player
from games.core.rng import Rng
from games.tilekingdom.bots.evaluation import Outlook, advantage
from games.tilekingdom.bots.playout import Line
from games.tilekingdom.bots.search import Choice, choices
from games.tilekingdom.bots.weighing import weigh
from games.tilekingdom.position.model import Place, State
from games.tilekingdom.position.tiles import TILES
from games.tilekingdom.rules import Tilekingdom
from games.tilekingdom.turns.scoring import standing_points

FEW = 14  # of its best turns any will do
ALL = tuple(kind for kind, tile in TILES.items() for _ in range(tile.count))


@bot(seconds=1.0)
def easy(game: Tilekingdom, view: State, player: Player, rng: Rng, budget: Budget) -> Place:
    """Play one of the turns that would leave the player well ahead if the game ended."""
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


@bot(seconds=1.5)
def medium(game: Tilekingdom, view: State, player: Player, rng: Rng, budget: Budget) -> Place:
    """Play the turn that promises most to the player, whatever it does for the others.

    Medium knows which tiles there are, but doesn't count which are gone.
    """
    line = Line(view)
    outlook = Outlook(game.options, line.bag, known=ALL)
    found = choices(line, game.options)
    return max(found, key=lambda choice: outlook.prospects(choice.after)[player]).action


@bot(seconds=6.0)
def hard(game: Tilekingdom, view: State, player: Player, rng: Rng, budget: Budget) -> Place:
    """Play the turn that does best in thousands of short lines of play."""
    return weigh(game, view, player, rng, budget)[0].action
