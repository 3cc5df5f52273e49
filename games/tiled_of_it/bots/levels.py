"""Three computer players: one knows common words, one counts points, one looks ahead."""

from typing_extensions import override

from games.core.bots import Bot, Budget
from games.core.game import Player
from games.core.rng import Rng
from games.tiled_of_it.bots.search import Choice, builds, lead, least_useful, showable, weigh
from games.tiled_of_it.position.model import Action, Discard, State
from games.tiled_of_it.rules import TiledOfIt

FEW = 6


class Easy(Bot[TiledOfIt]):
    """Sees common words, and plays one of the better turns it sees."""

    level = "easy"
    seconds = 1.0

    @override
    def choose(
        self, game: TiledOfIt, view: State, player: Player, rng: Rng, budget: Budget
    ) -> Action:
        """Return one of the turns that score most."""
        if game.is_first_turn(view):
            return rng.choice(list(game.legal_actions(view)))
        found = showable(game, list(builds(game, view, player, game.words.everyday)))
        if not found:
            return Discard(rng.choice(sorted(view.hands[player] or ())))
        found.sort(key=lambda choice: -choice.built.gains[player])
        return rng.choice(found[:FEW]).action


class Medium(Bot[TiledOfIt]):
    """Plays the turn that puts it furthest ahead at once."""

    level = "medium"
    seconds = 1.5

    @override
    def choose(
        self, game: TiledOfIt, view: State, player: Player, rng: Rng, budget: Budget
    ) -> Action:
        """Return the turn with the largest lead, one of equals by chance."""
        found = _found(game, view, player)
        if not found:
            return _without_words(game, view, player, rng)
        most = max(lead(choice.built.gains, player) for choice in found)
        best = [choice for choice in found if lead(choice.built.gains, player) == most]
        return rng.choice(best).action


class Hard(Bot[TiledOfIt]):
    """Weighs points, control and what the next player can do with the grid."""

    level = "hard"
    seconds = 3.0

    @override
    def choose(
        self, game: TiledOfIt, view: State, player: Player, rng: Rng, budget: Budget
    ) -> Action:
        """Return the turn that promises most."""
        found = _found(game, view, player)
        if not found:
            return _without_words(game, view, player, rng)
        return weigh(game, view, player, found, budget).action


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
