"""Three computer players: one with an everyday vocabulary, one that takes points, one that thinks."""

from collections.abc import Iterable

from typing_extensions import override

from games.core.bots import Bot, Budget
from games.core.game import Player
from games.core.rng import Rng
from games.upwords.generation import Found, Survey, play_of
from games.upwords.model import Action, Exchange, Pass, Play, State
from games.upwords.rules import Upwords

FEW = 5


class Easy(Bot[Upwords]):
    """Knows everyday words only."""

    level = "easy"
    seconds = 1.0

    @override
    def choose(
        self, game: Upwords, view: State, player: Player, rng: Rng, budget: Budget
    ) -> Action:
        survey = Survey(view.board, game.options, game.words.everyday)
        found = sorted(survey.plays(view.racks[player] or ""), reverse=True)
        return play_of(rng.choice(found[:FEW]), survey.size) if found else Pass()


class Medium(Bot[Upwords]):
    level = "medium"
    seconds = 1.5

    @override
    def choose(
        self, game: Upwords, view: State, player: Player, rng: Rng, budget: Budget
    ) -> Action:
        survey = game.survey(view)
        found = max(survey.plays(view.racks[player] or ""), default=None)
        return play_of(found, survey.size) if found else Pass()


class Hard(Medium):
    level = "hard"
    seconds = 4.0
