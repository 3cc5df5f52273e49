"""What a position promises: every turn worth a thought, with the chances it leaves everyone."""

from collections.abc import Sequence

from games.core.bots import Budget
from games.core.game import Player
from games.core.rng import Rng
from games.core.weighing import Weighed
from games.upwords.bots.endgame import weigh_endings
from games.upwords.bots.replies import weigh_replies
from games.upwords.bots.search import competing
from games.upwords.position.model import Action, State
from games.upwords.rules import Upwords


def weigh(
    game: Upwords,
    view: State,
    player: Player,
    rng: Rng,
    budget: Budget,
    also: Sequence[Action] = (),
) -> list[Weighed[Action]]:
    """Return the turns that seem best and those of ``also``, with what they promise, best first."""
    choices = competing(game, view, player, also)
    if view.pile:
        return weigh_replies(game, view, player, choices, rng, budget, also)
    return weigh_endings(game, view, player, choices, rng, budget, also)
