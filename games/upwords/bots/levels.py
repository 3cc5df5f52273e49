"""Three computer players: one knows everyday words, one takes points, one thinks ahead."""

import itertools

from games.core.bots import Budget, bot
from games.core.game import Player
from games.core.rng import Rng
from games.upwords.bots.search import presentable, set_aside
from games.upwords.bots.weighing import weigh
from games.upwords.position.model import Action, State
from games.upwords.position.tiles import spelled
from games.upwords.rules import Upwords
from games.upwords.turns.generation import Found, Survey, play_of

LONGEST = 5  # letters of the words Easy sees
FEW = 10  # of its best plays any will do


@bot(seconds=1.0)
def easy(game: Upwords, view: State, player: Player, rng: Rng, budget: Budget) -> Action:
    """Know the short words everyone knows, and play one of the best few."""
    survey = Survey(view.board, game.options, game.words.everyday)
    plays = sorted(survey.plays(view.racks[player] or ""), reverse=True)
    seen = (found for found in presentable(game, view, plays) if _is_short(game, view, found))
    best = list(itertools.islice(seen, FEW))
    return play_of(rng.choice(best), survey.size) if best else set_aside(view, player)


def _is_short(game: Upwords, view: State, found: Found) -> bool:
    verdict = game.verdict(view, play_of(found, len(view.board)))
    return all(len(spelled(word.letters)) <= LONGEST for word in verdict.words)


@bot(seconds=1.5)
def medium(game: Upwords, view: State, player: Player, rng: Rng, budget: Budget) -> Action:
    """Know every word of the list and take the most points."""
    plays = sorted(game.survey(view).plays(view.racks[player] or ""), reverse=True)
    best = next(presentable(game, view, plays), None)
    return play_of(best, len(view.board)) if best else set_aside(view, player)


@bot(seconds=4.0)
def hard(game: Upwords, view: State, player: Player, rng: Rng, budget: Budget) -> Action:
    """Think of the tiles that are kept, what others may reply, and who goes out first."""
    return weigh(game, view, player, rng, budget)[0].action
