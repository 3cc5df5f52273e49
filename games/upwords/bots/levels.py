"""Three computer players: one knows everyday words, one takes points, one thinks ahead."""

import itertools

from typing_extensions import override

from games.core.bots import Bot, Budget
from games.core.game import Player
from games.core.rng import Rng
from games.upwords.bots.endgame import weigh_endings
from games.upwords.bots.search import competing, presentable, set_aside, weigh_replies
from games.upwords.position.model import Action, State
from games.upwords.rules import Upwords
from games.upwords.turns.generation import Survey, play_of

FEW = 4


class Easy(Bot[Upwords]):
    """Knows the words everyone knows, and plays one of the best few."""

    level = "easy"
    seconds = 1.0

    @override
    def choose(
        self, game: Upwords, view: State, player: Player, rng: Rng, budget: Budget
    ) -> Action:
        """Return one of the plays that score most, of everyday words only."""
        survey = Survey(view.board, game.options, game.words.everyday)
        plays = sorted(survey.plays(view.racks[player] or ""), reverse=True)
        best = list(itertools.islice(presentable(game, view, plays), FEW))
        return play_of(rng.choice(best), survey.size) if best else set_aside(view, player)


class Medium(Bot[Upwords]):
    """Knows every word of the list and takes the most points."""

    level = "medium"
    seconds = 1.5

    @override
    def choose(
        self, game: Upwords, view: State, player: Player, rng: Rng, budget: Budget
    ) -> Action:
        """Return the play that scores most at once."""
        plays = sorted(game.survey(view).plays(view.racks[player] or ""), reverse=True)
        best = next(presentable(game, view, plays), None)
        return play_of(best, len(view.board)) if best else set_aside(view, player)


class Hard(Bot[Upwords]):
    """Thinks of the tiles it keeps, what others may reply, and who goes out first."""

    level = "hard"
    seconds = 4.0

    @override
    def choose(
        self, game: Upwords, view: State, player: Player, rng: Rng, budget: Budget
    ) -> Action:
        """Return the best play found within the budget."""
        choices = competing(game, view, player)
        if not choices:
            return set_aside(view, player)
        weigh = weigh_replies if view.pile else weigh_endings
        found = choices[0].found
        if len(choices) > 1:
            found = weigh(game, view, player, choices, rng, budget)
        return play_of(found, len(view.board))
