"""What the turns of whoever is to move promise: short lines of play, each judged where it ends.

Every choice is first judged at once. The best of them then go through rounds. A round draws tiles
as chance may draw them (in chess mode as they come), and every choice is followed with the same
tiles, so that what sets them apart is the turn and not the luck after it. Everyone replies by the
quick judgement of ``Outlook.gain``; where a line ends, the chances of all are read off what they
can expect. Choices that fall behind drop out, until few are left to be told apart.
"""

import dataclasses
from collections.abc import Iterable, Sequence
from math import fsum, sqrt

from games.core.bots import Budget
from games.core.game import Player
from games.core.rng import Rng
from games.core.weighing import Weighed, shares_of
from games.tilekingdom.bots.evaluation import Verdict, outlook
from games.tilekingdom.bots.playout import Line
from games.tilekingdom.bots.search import Choice, Rules, played, ranked, reply
from games.tilekingdom.options import Options
from games.tilekingdom.position.model import Place, State
from games.tilekingdom.position.tiles import TOTAL

WIDTH = 12  # choices that compete
MARGIN = 8.0  # points that a choice can seem worse than the best at first and still compete
FEWEST = 3  # choices that stay to the end, so that there is something to compare
HALVES = 6.0  # how often the rivals would be halved if all the time were used
SURE = 3.0  # standard errors behind the leader with which a choice drops out
CLEAR = 4.0  # standard errors between the leader and each other that make the matter clear
ALIKE = 0.0005  # a standard error of the difference that makes it clear, too
CHECK = 16  # rounds between two looks at who falls behind
NOISE = 4096


@dataclasses.dataclass(slots=True, eq=False)
class Rival:
    """A choice that competes, and what has come of it, round by round."""

    choice: Choice
    asked: bool  # someone wants to know about it, whatever comes of it
    first: Verdict
    verdicts: list[Verdict] = dataclasses.field(default_factory=list)
    total: float = 0.0  # of the mover's chances

    def behind(self, other: "Rival", player: Player) -> tuple[float, float]:
        """Return how far the chance lies behind another's, and the standard error of that."""
        gaps = [
            theirs[0][player] - own[0][player]
            for own, theirs in zip(self.verdicts, other.verdicts, strict=True)
        ]
        return _mean_and_error(gaps)

    def weighed(self, player: Player) -> Weighed[Place]:
        """Return what the choice promises by all its rounds, or at first sight without any."""
        action, verdicts = self.choice.action, self.verdicts
        if not verdicts:
            return Weighed(action, player, *self.first)
        chances = _means([chances for chances, _ in verdicts])
        points = _means([points for _, points in verdicts])
        error = _mean_and_error([chances[player] for chances, _ in verdicts])[1]
        return Weighed(action, player, chances, points, error)


def weigh(
    game: Rules,
    view: State,
    player: Player,
    rng: Rng,
    budget: Budget,
    also: Iterable[Place] = (),
) -> list[Weighed[Place]]:
    """Return what the best turns promise, and those of ``also``, best first.

    All that are returned were followed through the same rounds. One look at the budget is one line.
    """
    options = game.options
    rivals = [
        Rival(choice, asked, judged(choice.after, options))
        for choice, asked in _contenders(game, view, player, also)
    ]
    if any(rival.choice.after.bag for rival in rivals):
        rivals = _compete(rivals, options, player, rng, budget)
    found = [rival.weighed(player) for rival in rivals]
    return sorted(found, key=lambda one: (-one.chance, -_lead(one.points, player)))


def _contenders(
    game: Rules, view: State, player: Player, also: Iterable[Place]
) -> list[tuple[Choice, bool]]:
    """Return the choices that seem best at first, and those asked for, each once."""
    found = ranked(game, view, player)
    floor = found[0].value - MARGIN
    wanted = list(dict.fromkeys(also))
    best = [
        choice
        for place, choice in enumerate(found[:WIDTH])
        if place < FEWEST or choice.value > floor
    ]
    known = {choice.action: choice for choice in found}
    line = Line(view)
    extra = [
        known.get(action) or played(line, game.options, action)
        for action in wanted
        if all(action != choice.action for choice in best)
    ]
    return [(choice, choice.action in wanted) for choice in (*best, *extra)]


def _compete(
    rivals: list[Rival], options: Options, player: Player, rng: Rng, budget: Budget
) -> list[Rival]:
    """Follow the rivals round by round within the budget and return those that are left.

    A round that the time ends in the middle counts for nobody.
    """
    if len(rivals) == 1:
        return rivals
    start, depth, noise = len(rivals), len(rivals[0].first[0]), list[int]()
    while True:
        if len(noise) < depth:
            noise = rng.noise(NOISE)
        numbers = [noise.pop() for _ in range(depth)]
        verdicts = []
        for rival in rivals:
            if budget.spent():
                return rivals
            verdicts.append(_follow(rival.choice.after.copy(), options, numbers))
        for rival, verdict in zip(rivals, verdicts, strict=True):
            rival.verdicts.append(verdict)
            rival.total += verdict[0][player]
        count = len(rivals[0].verdicts)
        if count % CHECK == 0:
            leader = max(rivals, key=lambda rival: rival.total)
            gaps = [(rival, *rival.behind(leader, player)) for rival in rivals]
            if _is_clear([gap[1:] for gap in gaps if gap[0] is not leader]):
                return rivals
            rivals = _left_over(gaps, start, 1 - budget.left() / budget.seconds)


def _is_clear(gaps: Sequence[tuple[float, float]]) -> bool:
    return all(gap > CLEAR * error or error < ALIKE for gap, error in gaps)


def _left_over(gaps: Sequence[tuple[Rival, float, float]], start: int, used: float) -> list[Rival]:
    """Return the rivals that stay: those asked for, the best, and whoever may still be best."""
    most = max(FEWEST, start * 0.5 ** (HALVES * used))
    order = sorted(gaps, key=lambda gap: gap[1])
    stays = {
        id(rival)
        for place, (rival, gap, error) in enumerate(order)
        if place < FEWEST or (place < most and gap < SURE * error)
    }
    return [rival for rival, *_ in gaps if rival.asked or id(rival) in stays]


def _follow(line: Line, options: Options, noise: Sequence[int]) -> Verdict:
    """Play replies on a line, in place, one for each number, and judge where it ends."""
    for number in noise:
        if not line.draw(number):
            points = tuple(float(one) for one in line.finish(options))
            return shares_of(points), points
        reply(line, options, number // TOTAL)
    return judged(line, options)


def judged(line: Line, options: Options) -> Verdict:
    """Return what everyone can expect from a position with no tile in hand."""
    if not line.bag:
        points = tuple(float(one) for one in line.copy().finish(options))
        return shares_of(points), points
    return outlook(options, len(line.bag)).verdict(line)


def _lead(points: Sequence[float], player: Player) -> float:
    """Return how far a player is ahead of the best of the others."""
    return points[player] - max(value for other, value in enumerate(points) if other != player)


def _means(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    return tuple(fsum(column) / len(rows) for column in zip(*rows, strict=True))


def _mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some values and its standard error."""
    count = len(values)
    mean = fsum(values) / count
    squares = fsum((value - mean) ** 2 for value in values)
    return mean, sqrt(squares / (count - 1) / count) if count > 1 else 1.0
