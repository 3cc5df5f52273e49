"""The search of the strongest computer player: short lines of play, each judged where it ends.

Every choice is first judged at once. The best of them then compete for simulations: tiles are drawn
as chance may draw them (in chess mode as they come), both sides reply by the quick judgement of
``Outlook.gain``, and after a round the position is judged in full.
"""

import dataclasses
from collections.abc import Iterator
from math import log, sqrt

from games.core.bots import Budget
from games.core.game import Game, Player
from games.core.rng import Rng
from games.tilekingdom.options import Options
from games.tilekingdom.position.model import Place, State
from games.tilekingdom.position.pieces import Piece, position_of
from games.tilekingdom.position.tiles import TOTAL
from tests.rivals.hard_2026_11.tilekingdom.evaluation import advantage, outlook
from tests.rivals.hard_2026_11.tilekingdom.playout import Line, random_playout

__all__ = ["Choice", "choices", "random_playout", "ranked", "simulate"]

Rules = Game[Options, State, Place]

WIDTH = 12  # choices that compete
MARGIN = 8.0  # points that a choice can seem worse than the best at first and still compete
REPLIES = 8  # placements that a reply looks at
CURIOSITY = 1.5  # points of doubt in favour of choices that were simulated less
FIRST = 2  # simulations that each choice gets before they compete
FAIR = 16  # every so many simulations one goes to the choice that had fewest
CHECK = 128  # simulations between two looks at whether the matter is clear
CLEAR = 4.0  # standard errors between the best and any other that make it clear
NOISE = 4096


@dataclasses.dataclass(slots=True)
class Choice:
    """A turn that can be played now: the action, the line after it, and how good it looks."""

    action: Place
    after: Line
    value: float = 0.0
    visits: int = 0
    total: float = 0.0
    squares: float = 0.0

    def mean(self) -> float:
        """Return the mean of the simulations; the first judgement counts as one."""
        return (self.total + self.value) / (self.visits + 1)

    def spread(self) -> float:
        """Return the standard deviation of the simulations."""
        mean = self.total / self.visits
        return sqrt(max(self.squares / self.visits - mean * mean, 0.0))


def choices(line: Line, options: Options) -> Iterator[Choice]:
    """Yield each turn that leads to another position, played on a line of its own."""
    if line.tile is None:
        return
    for cell, piece in line.index.looks(line.tile):
        laid = line.copy()
        roots = laid.lay(cell, piece)
        for number in _claims(laid, roots):
            after = laid.copy()
            if number >= 0:
                after.claim(roots[number])
            after.settle(options, roots)
            key = piece.keys[number] if number >= 0 else None
            yield Choice(Place(*position_of(cell), piece.rotation, key), after)


def _claims(laid: Line, roots: list[int]) -> list[int]:
    """Return -1 for no subject, and the number of one feature for each free root."""
    if not laid.supplies[laid.player]:
        return [-1]
    free = laid.index.free(roots)
    return [-1, *(number for number in free if roots.index(roots[number]) == number)]


def ranked(game: Rules, view: State, player: Player) -> list[Choice]:
    """Return the choices of the player to move, judged at once, the best first."""
    line = Line(view)
    judge = outlook(game.options, len(line.bag))
    found = list(choices(line, game.options))
    for choice in found:
        choice.value = advantage(judge.prospects(choice.after), player)
    found.sort(key=lambda choice: -choice.value)
    return found


def simulate(
    game: Rules, view: State, player: Player, rng: Rng, budget: Budget
) -> tuple[Place, int]:
    """Return the best action found within the budget, and how many lines were played for it.

    Stops early when one choice stands alone or has become clearly the best.
    """
    found = ranked(game, view, player)
    floor = found[0].value - MARGIN
    rivals = [choice for choice in found[:WIDTH] if choice.value > floor]
    if len(rivals) == 1 or not found[0].after.bag:
        return rivals[0].action, 0
    noise: list[int] = []
    count = 0
    depth = len(view.scores)
    while not budget.spent():
        if len(noise) <= depth:
            noise = rng.noise(NOISE)
        choice = _most_promising(rivals, count)
        value = _follow(choice.after.copy(), game.options, player, depth, noise)
        choice.visits += 1
        choice.total += value
        choice.squares += value * value
        count += 1
        if count % CHECK == 0 and _is_clear(rivals):
            break
    return max(rivals, key=lambda choice: (choice.visits, choice.mean())).action, count


def _most_promising(rivals: list[Choice], count: int) -> Choice:
    """Return the choice to simulate next: each in turn, then by upper confidence bounds."""
    if count < FIRST * len(rivals):
        return rivals[count % len(rivals)]
    if count % FAIR == 0:
        return min(rivals, key=lambda choice: choice.visits)
    doubt = CURIOSITY * sqrt(log(count))
    return max(rivals, key=lambda choice: choice.mean() + doubt / sqrt(choice.visits + 1))


def _is_clear(rivals: list[Choice]) -> bool:
    """Tell whether the best choice lies far above all others, as far as chance can tell."""
    best = max(rivals, key=lambda choice: choice.visits)
    doubt = CLEAR * best.spread()
    return all(
        choice is best
        or best.mean() - choice.mean() > doubt * sqrt(1 / best.visits + 1 / max(choice.visits, 1))
        for choice in rivals
    )


def _follow(line: Line, options: Options, player: Player, depth: int, noise: list[int]) -> float:
    """Play replies on a line, in place, and return how far the player is ahead then."""
    for _ in range(depth):
        number = noise.pop()
        if not line.draw(number):
            break
        _reply(line, options, number // TOTAL)
    return advantage(outlook(options, len(line.bag)).prospects(line), player)


def _reply(line: Line, options: Options, number: int) -> None:
    """Play the turn of the player to move that seems best among some of the placements."""
    judge = outlook(options, len(line.bag))
    best, laid, claim = -1e9, None, -1
    for cell, piece in _some(line, number):
        gain, number = judge.gain(line, cell, piece)
        if gain > best:
            best, laid, claim = gain, (cell, piece), number
    if laid is None:
        return
    roots = line.lay(*laid)
    if claim >= 0:
        line.claim(roots[claim])
    line.settle(options, roots)


def _some(line: Line, number: int) -> list[tuple[int, Piece]]:
    """Return a run of the placements of the tile in hand, beginning anywhere."""
    placements = line.index.looks(line.tile) if line.tile else []
    if len(placements) <= REPLIES:
        return placements
    start = number % len(placements)
    return (placements + placements[:REPLIES])[start : start + REPLIES]
