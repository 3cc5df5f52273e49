"""Three computer players: one knows common words, one takes what scores most, one plans ahead.

None of them plays a word that people don't want to see, or tries one that doesn't count.
"""

from typing_extensions import override

from games.core.bots import Bot, Budget
from games.core.game import Player
from games.core.rng import Rng
from games.words_with_chilwell.bots.finding import Choice, best_by_points, choices, sensible_draw
from games.words_with_chilwell.bots.search import plan
from games.words_with_chilwell.position.model import Action, Spell, State
from games.words_with_chilwell.rules import WordsWithChilwell

NOTICED = 40  # how many of its words Easy thinks of
LONGEST_NOTICED = 9
EASY_BLANKS = 1
MEDIUM_BLANKS = 2


class Easy(Bot[WordsWithChilwell]):
    """Thinks of some common words and plays the one that scores most."""

    level = "easy"
    seconds = 1.0

    @override
    def choose(
        self, game: WordsWithChilwell, view: State, player: Player, rng: Rng, budget: Budget
    ) -> Action:
        """Return the best of a few everyday words."""
        known = choices(game, view, player, game.words.everyday, blanks=EASY_BLANKS)
        short = [choice for choice in known if len(choice.word) <= LONGEST_NOTICED]
        noticed = [rng.choice(short) for _ in range(NOTICED)] if short else []
        return _played(game, view, player, best_by_points(noticed, game))


class Medium(Bot[WordsWithChilwell]):
    """Plays the word that scores most and keeps its hand full."""

    level = "medium"
    seconds = 1.5

    @override
    def choose(
        self, game: WordsWithChilwell, view: State, player: Player, rng: Rng, budget: Budget
    ) -> Action:
        """Return the word that scores most, the shorter of equals."""
        found = choices(game, view, player, game.words, blanks=MEDIUM_BLANKS)
        return _played(game, view, player, best_by_points(found, game))


def _played(game: WordsWithChilwell, view: State, player: Player, choice: Choice | None) -> Action:
    if choice is None:
        return game.no_word
    return Spell(choice.word, sensible_draw(game, view, player, choice.word))


class Hard(Bot[WordsWithChilwell]):
    """Weighs points against what stays in hand, and chooses when to end the game."""

    level = "hard"
    seconds = 3.0

    @override
    def choose(
        self, game: WordsWithChilwell, view: State, player: Player, rng: Rng, budget: Budget
    ) -> Action:
        """Return the word and the tiles to take that make winning likeliest."""
        return plan(game, view, player, budget)
