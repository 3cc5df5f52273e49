"""Scripted beginners: what a child of ten does in each game, to fit the easiest level against.

They know words of up to five letters that everyone knows, see what a turn brings at once and no
further, and take any of the best ten; where sums have to fit, they take the first place that
looks right. ``manage.py arena`` lets them play; ``tools.easiest`` has Easy meet them in every game.
"""

import functools
import heapq
import itertools
from collections.abc import Callable, Iterable
from typing import Any

from games.core.bots import Bot, Budget
from games.core.game import Player
from games.core.rng import Rng
from games.core.table.words import Words
from games.counting_tiles.position.model import COLUMNS, Combine
from games.counting_tiles.position.model import Place as PlaceTile
from games.counting_tiles.turns.legality import actions
from games.tiled_of_it.bots.search import builds, showable
from games.tiled_of_it.position.model import Discard
from games.tilekingdom.bots.playout import Line
from games.tilekingdom.bots.search import choices as places
from games.tilekingdom.turns.scoring import standing_points
from games.upwords.bots.search import presentable
from games.upwords.position.model import Exchange, Pass
from games.upwords.turns.generation import Survey, play_of
from games.words.lists.packing import words_of
from games.words_with_chilwell.bots.finding import choices as spellings
from games.words_with_chilwell.bots.finding import sensible_draw
from games.words_with_chilwell.position.model import Spell

BEGINNER = "beginner"
LONGEST = 5  # letters of the words a beginner knows
BEST = 10  # of these any will do
LEAST, MOST = 2, 8  # what each open cell of a row should need


@functools.cache
def known(words: Words) -> Words:
    """Return the everyday words of a list that a beginner knows."""
    return words_of(word for word in words.everyday if len(word) <= LONGEST)


def _one_of(rng: Rng, found: Iterable[Any], worth: Callable[[Any], float]) -> Any:
    """Return any of the best; None of nothing."""
    best = heapq.nlargest(BEST, found, key=worth)
    return rng.choice(best) if best else None


def _upwords(game: Any, view: Any, player: Player, rng: Rng, _budget: Budget) -> Any:
    rack = view.racks[player] or ""
    plays = sorted(Survey(view.board, game.options, known(game.words)).plays(rack), reverse=True)
    found = _one_of(rng, itertools.islice(presentable(game, view, plays), BEST), lambda one: one[0])
    if found:
        return play_of(found, len(view.board))
    stuck = not rack or not view.pile or view.idle >= 2 * len(view.racks)
    return Pass() if stuck else Exchange(rng.choice(rack))


def _words_with_chilwell(game: Any, view: Any, player: Player, rng: Rng, _budget: Budget) -> Any:
    found = spellings(game, view, player, known(game.words), blanks=1)
    choice = _one_of(rng, found, lambda one: one.points)
    if choice is None:
        return game.no_word
    return Spell(choice.word, sensible_draw(game, view, player, choice.word))


def _tiled_of_it(game: Any, view: Any, player: Player, rng: Rng, _budget: Budget) -> Any:
    if game.is_first_turn(view):
        return rng.choice(list(game.legal_actions(view)))
    found = showable(game, list(builds(game, view, player, known(game.words))))
    choice = _one_of(rng, found, lambda one: one.built.gains[player])
    return choice.action if choice else Discard(rng.choice(sorted(view.hands[player] or ())))


def _tilekingdom(game: Any, view: Any, player: Player, rng: Rng, _budget: Budget) -> Any:
    def worth(choice: Any) -> int:
        line = choice.after
        standing = standing_points(game.options, line.index, len(line.scores))
        points: int = line.scores[player] + standing[player]
        return points

    return _one_of(rng, places(Line(view), game.options), worth).action


def _counting_tiles(game: Any, view: Any, _player: Player, _rng: Rng, _budget: Budget) -> Any:
    found = list(actions(view, game.options))
    placing = [action for action in found if isinstance(action, PlaceTile)]
    combining = [action for action in found if isinstance(action, Combine)]

    def missing(action: PlaceTile | Combine) -> tuple[int, int]:
        """Return how many cells of its row are open after an action, and what it misses."""
        row = action.cell // COLUMNS
        tiles = view.grid[row * COLUMNS : (row + 1) * COLUMNS]
        lacking = view.targets[row] - sum(tile.value for tile in tiles if tile is not None)
        if isinstance(action, PlaceTile):
            return tiles.count(None) - 1, lacking - (view.tile or 0)
        value = view.grid[action.cell].value
        return tiles.count(None), lacking + value - value // view.grid[action.onto].value

    def looks_right(action: PlaceTile | Combine) -> bool:
        free, lacking = missing(action)
        return free * LEAST <= lacking <= free * MOST

    complete = (action for action in placing + combining if missing(action) == (0, 0))
    fitting = (action for action in placing if looks_right(action))
    mending = (action for action in combining if looks_right(action))
    return next(itertools.chain(complete, fitting, mending, placing, found))


BEGINNERS: dict[str, Bot] = {
    choose.__name__[1:]: Bot(BEGINNER, 1.0, choose)
    for choose in (_tilekingdom, _upwords, _words_with_chilwell, _tiled_of_it, _counting_tiles)
}
