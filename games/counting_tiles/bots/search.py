"""What a computer player expects of each action: by a sketch of the board, and by playing on."""

from collections.abc import Sequence

from games.core.bots import Budget
from games.core.game import Player
from games.core.rng import Rng
from games.core.weighing import Weighed
from games.counting_tiles.bots import evaluation
from games.counting_tiles.bots.futures import Futures
from games.counting_tiles.bots.sketch import Gain, Sketch, ranked
from games.counting_tiles.position.model import Action, State
from games.counting_tiles.rules import CountingTiles

CONSIDERED = 8
FEWEST = 3  # that are looked at, however bad they seem
MARGIN = 60.0  # points by which an action may seem worse than the best and still be considered
# By tools.fitting.counting_tiles: actions that seemed to be worse than the best by 80 points turned
# out to cost 51, 40 tiles later. A row that isn't completed now may well be a little later.
LASTING = 0.63  # the part of a gap that stays
DOUBT = 55.0  # the standard error, in points, of what the sketch says that a single action costs
LEAST_DOUBT = 0.002  # of a chance


def weigh(
    game: CountingTiles,
    view: State,
    player: Player,
    rng: Rng,
    budget: Budget,
    also: Sequence[Action] = (),
) -> list[Weighed[Action]]:
    """Return the most promising actions and those of ``also``, best first.

    The sketch ranks them. What is asked for is played on from, beside the best, as long as looks
    last: it's how much one action costs that the sketch can't tell.
    """
    sketch = Sketch(view, pairs=True)
    found = ranked(game, view, sketch)
    count = sum(view.bag.values())
    chances = [(int(value), left / count) for value, left in view.bag.items()]
    wanted, board = set(also), sketch.total()
    close = [
        (gain, action)
        for place, (gain, action) in enumerate(found)
        if action in wanted
        or place < FEWEST
        or (place < CONSIDERED and gain >= found[0][0] - MARGIN)
    ]
    promises: list[Gain] = []
    for _, action in close:
        if budget.spent():
            break
        promises.append(sketch.after(action).promise(chances))
    # Without time for the rest, they're taken to promise no more than the worst of those looked at.
    promises += [min(promises, default=0.0)] * (len(close) - len(promises))
    worths = [
        (gain + promise, action) for (gain, action), promise in zip(close, promises, strict=True)
    ]
    worths.sort(key=lambda pair: -pair[0])
    best, first = worths[0]
    costs = {action: (LASTING * (best - worth), DOUBT) for worth, action in worths}
    if budget.in_looks:  # nobody waits
        futures = Futures(game, view, rng)
        for action in costs:
            if action in wanted and action != first:
                costs[action] = futures.cost(first, action, budget) or costs[action]
    points = evaluation.expected(view, game.options, board + best)
    weighed = [
        _told(game, view, player, action, points - cost, 0.0 if action == first else error)
        for action, (cost, error) in costs.items()
    ]
    weighed.sort(key=lambda one: -one.points[0])
    return weighed


def _told(
    game: CountingTiles, view: State, player: Player, action: Action, points: float, error: float
) -> Weighed[Action]:
    """Return an action with the chance that follows from its points, and the error of that."""
    low, chance, high = (
        evaluation.chance(view, game.options, points + by) for by in (-error, 0.0, error)
    )
    return Weighed(action, player, (chance,), (points,), max(LEAST_DOUBT, (high - low) / 2))
