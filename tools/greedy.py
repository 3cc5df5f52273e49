"""A computer player of Upwords who sees every word and takes the most points, whatever follows.

Speed is measured in its games, and so is which words are played; Hard has to beat it.
"""

from typing import Any

from games.core.bots import bot
from games.core.game import Player
from games.upwords.bots.search import presentable, set_aside
from games.upwords.rules import Upwords
from games.upwords.turns.generation import play_of


@bot(seconds=1.5)
def greedy(game: Upwords, view: Any, player: Player, *_: Any) -> Any:
    """Know every word of the list and take the most points."""
    plays = sorted(game.survey(view).plays(view.racks[player] or ""), reverse=True)
    best = next(presentable(game, view, plays), None)
    return play_of(best, len(view.board)) if best else set_aside(view, player)
