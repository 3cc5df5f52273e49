"""Three computer players: one knows common words, one counts points, one looks ahead."""

from games.core.bots import Budget, bot
from games.core.game import Player
from games.core.rng import Rng
from games.tiled_of_it.bots.search import Choice, builds, lead, least_useful, showable, weigh
from games.tiled_of_it.position.model import Action, Discard, State
from games.tiled_of_it.rules import TiledOfIt

FEW = 12  # of its best turns any will do


@bot(seconds=1.0)
def easy(game: TiledOfIt, view: State, player: Player, rng: Rng, budget: Budget) -> Action:
    """See common words, and play one of the turns that bring points."""
    if game.is_first_turn(view):
        return rng.choice(list(game.legal_actions(view)))
    found = showable(game, list(builds(game, view, player, game.words.everyday)))
    if not found:
        return Discard(rng.choice(sorted(view.hands[player] or ())))
    found.sort(key=lambda choice: -choice.built.gains[player])
    return rng.choice(found[:FEW]).action


@bot(seconds=1.5)
def medium(game: TiledOfIt, view: State, player: Player, rng: Rng, budget: Budget) -> Action:
    """Play the turn that puts the player furthest ahead at once."""
    found = _found(game, view, player)
    if not found:
        return _without_words(game, view, player, rng)
    most = max(lead(choice.built.gains, player) for choice in found)
    best = [choice for choice in found if lead(choice.built.gains, player) == most]
    return rng.choice(best).action


@bot(seconds=3.0)
def hard(game: TiledOfIt, view: State, player: Player, rng: Rng, budget: Budget) -> Action:
    """Play on from what looks best, and take what promises most."""
    return weigh(game, view, player, rng, budget)[0].action


def _found(game: TiledOfIt, view: State, player: Player) -> list[Choice]:
    if game.is_first_turn(view):
        return []
    return showable(game, list(builds(game, view, player, game.words)))


def _without_words(game: TiledOfIt, view: State, player: Player, rng: Rng) -> Action:
    """Return a turn that gets rid of the least useful card."""
    card = least_useful(game, view.hands[player] or ())
    if not game.is_first_turn(view):
        return Discard(card)
    return rng.choice([action for action in game.legal_actions(view) if action.card == card])
