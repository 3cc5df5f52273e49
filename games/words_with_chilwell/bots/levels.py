"""Three computer players: one knows common words, one takes what scores most, one plans ahead.

None of them plays a word that people don't want to see, or tries one that doesn't count.
"""

from games.core.bots import Budget, bot
from games.core.game import Player
from games.core.rng import Rng
from games.words_with_chilwell.bots.finding import (
    Choice,
    best_by_points,
    by_points,
    choices,
    sensible_draw,
)
from games.words_with_chilwell.bots.search import weigh
from games.words_with_chilwell.position.model import Action, Spell, State
from games.words_with_chilwell.rules import WordsWithChilwell

LONGEST = 5  # letters of the words Easy sees
FEW = 10  # of the best of them any will do
EASY_BLANKS = 1
MEDIUM_BLANKS = 2


@bot(seconds=1.0)
def easy(game: WordsWithChilwell, view: State, player: Player, rng: Rng, budget: Budget) -> Action:
    """Know the short words everyone knows, and play one of the best few."""
    known = choices(game, view, player, game.words.everyday, blanks=EASY_BLANKS)
    short = (choice for choice in known if len(choice.word) <= LONGEST)
    best = by_points(short, game)[:FEW]
    return _played(game, view, player, rng.choice(best) if best else None)


@bot(seconds=1.5)
def medium(
    game: WordsWithChilwell, view: State, player: Player, rng: Rng, budget: Budget
) -> Action:
    """Play the word that scores most and keep the hand full."""
    found = choices(game, view, player, game.words, blanks=MEDIUM_BLANKS)
    return _played(game, view, player, best_by_points(found, game))


def _played(game: WordsWithChilwell, view: State, player: Player, choice: Choice | None) -> Action:
    if choice is None:
        return game.no_word
    return Spell(choice.word, sensible_draw(game, view, player, choice.word))


@bot(seconds=3.0)
def hard(game: WordsWithChilwell, view: State, player: Player, rng: Rng, budget: Budget) -> Action:
    """Take the turn after which it is likeliest to win."""
    return weigh(game, view, player, rng, budget)[0].action
