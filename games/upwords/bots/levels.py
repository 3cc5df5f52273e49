"""Three computer players: one knows short words, one overlooks some, one thinks ahead."""

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
# How many of 100 words Medium finds, by whether everyone knows them and whether they are long.
FOUND = {(True, False): 90, (True, True): 70, (False, False): 40, (False, True): 20}
GLANCES = 60  # plays that Medium may overlook


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
    """Take the most points, and overlook words as people do: rare ones, long ones, side by side."""
    plays = sorted(game.survey(view).plays(view.racks[player] or ""), reverse=True)
    size, found, best = len(view.board), Finding(game, rng), None
    for play in presentable(game, view, itertools.islice(plays, GLANCES)):
        best = best or play  # if it finds nothing, it was looking for what's best
        words = game.verdict(view, play_of(play, size)).words
        if all(found[spelled(word.letters)] for word in words):
            return play_of(play, size)
    return play_of(best, size) if best else set_aside(view, player)


class Finding(dict[str, bool]):
    """Which words come to mind in a turn; a word either does or it doesn't."""

    def __init__(self, game: Upwords, rng: Rng) -> None:
        super().__init__()
        self._everyday = game.words.everyday
        self._rng = rng

    def __missing__(self, word: str) -> bool:
        known, long = word in self._everyday, len(word) > LONGEST
        found = self[word] = self._rng.below(100) < FOUND[known, long]
        return found


@bot(seconds=4.0)
def hard(game: Upwords, view: State, player: Player, rng: Rng, budget: Budget) -> Action:
    """Think of the tiles that are kept, what others may reply, and who goes out first."""
    return weigh(game, view, player, rng, budget)[0].action
