"""What the turns of whoever is to move promise: short lines of play, each judged where it ends.

Every choice is first judged at once. The best of them then go through rounds. A round draws tiles
as chance may draw them (in chess mode as they come), and every choice is followed with the same
tiles, so that what sets them apart is the turn and not the luck after it. Everyone replies by the
quick judgement of ``Outlook.gain``; where a line ends, the chances of all are read off what they
can expect. Choices that fall behind drop out, until few are left to be told apart. The last tiles
are followed in every order, to the end of the game.

With one tile to come, or none, every turn is tried with every answer, and what they promise is
certain; so it is with two if the budget is enough, as with few subjects left. Whoever answers
plays for their own chance, however many play (``preference``).

In 32 games of Hard for two with 300 looks a turn (``tools.fitting.tilekingdom check``), what the
next player saw was on average 0.3 % less than what a turn had promised (standard error 0.1 %).
Promised and won, in percent: 3 and 2, 15 and 12, 25 and 29, 35 and 42, 45 and 43, 54 and 56, 65 and
58, 75 and 74, 85 and 86, 97 and 98.
"""

import dataclasses
import operator
from collections.abc import Iterable, Iterator, Sequence
from math import fsum, sqrt

from games.core.bots import Budget
from games.core.game import Player
from games.core.rng import Rng
from games.core.weighing import Weighed, preference, shares_of
from games.tilekingdom.bots.evaluation import Outlook, Verdict
from games.tilekingdom.bots.playout import Line
from games.tilekingdom.bots.search import Choice, Replies, Rules, choices, played, ranked
from games.tilekingdom.position.model import Place, State

WIDTH = 12  # choices that compete
MARGIN = 8.0  # points that a choice can seem worse than the best at first and still compete
FEWEST = 3  # choices that stay to the end, so that there is something to compare
HALVES = 6.0  # how often the rivals would be halved if all the time were used
SURE = 3.0  # standard errors behind the leader with which a choice drops out
CLEAR = 4.0  # standard errors between the leader and each other that make the matter clear
ALIKE = 0.0005  # a standard error of the difference that makes it clear, too
CHECK = 32  # rounds between the first looks at who falls behind
EXACT = 0.002  # a standard error of the chance with which nothing needs to be followed further
AHEAD = 2  # replies on a line, if there are two players; otherwise one of each
KNOWN = 4  # the same in chess mode
LAST = 3  # tiles that are followed in every order
FULL = 2  # tiles to come with which every answer is tried while there is time,
ALWAYS = 1  # and with which it is even if there are no looks left:
WHOLE = 100_000  # so many do for 300 turns with 300 answers each, a look each, in 3 seconds
# The standard error of a chance without rounds to tell it by. Where only some of the answers to the
# last turn but one were tried, chances that differ by turns were off by 0.08.
UNSURE = 0.1
NOISE = 4096


class OutOfTime(Exception):
    """The budget ran out in the middle of a thought."""


class Lines:
    """Short lines of play that go on from a position, each with a turn of those to choose from."""

    def __init__(self, line: Line, outlook: Outlook) -> None:
        self.outlook = outlook
        self.replies = Replies(line, outlook)
        self.tiles = len(line.bag)
        self.ordered = line.ordered
        self.depth = max(KNOWN if line.ordered else AHEAD, len(line.scores))

    def rounds(self, rng: Rng) -> Iterator[Sequence[int]]:
        """Yield for each round what decides its draws; the first go through all tiles evenly."""
        if self.tiles <= LAST:
            yield ()
            return
        places = list(range(self.tiles))
        noise: list[int] = []
        while True:
            rng.shuffle(places)
            for place in places:
                if len(noise) < self.depth:
                    noise = rng.noise(NOISE)
                yield [place, *(noise.pop() for _ in range(self.depth - 1))]

    def follow(self, rival: "Rival", noise: Sequence[int]) -> Verdict:
        """Return where a rival's turn leads; the first reply to a tile is always the same."""
        line = rival.choice.after
        if not noise:
            return self._in_every_order(line)
        if line.ordered:
            return self._go_on(line.copy(), noise, sways=True)
        kind = line.bag[noise[0]]
        if kind not in rival.replied:
            first = line.copy()
            if first.draw(noise[0]):
                self.replies.play(first)
            rival.replied[kind] = first
        first = rival.replied[kind]
        if first.tile is None:
            return _final(first, self.outlook)
        if len(noise) > 2:
            return self._go_on(first.copy(), noise[1:])
        second = (kind, first.bag[noise[1] % len(first.bag)])
        if second not in rival.ends:
            rival.ends[second] = self._go_on(first.copy(), noise[1:])
        return rival.ends[second]

    def _go_on(self, line: Line, noise: Sequence[int], *, sways: bool = False) -> Verdict:
        for number in noise:
            if not line.draw(number):
                return _final(line, self.outlook)
            self.replies.play(line, number | 1 if sways else 0)
        return judged(line, self.outlook)

    def _in_every_order(self, line: Line) -> Verdict:
        """Return what comes of a line if it goes on to the end with each tile that can come."""
        verdicts, counts = [], []
        for after, count in line.draws():
            self.replies.play(after)
            verdicts.append(self._in_every_order(after))
            counts.append(count)
        if not verdicts:
            return _final(line, self.outlook)
        return _mean_verdict(verdicts, counts)


@dataclasses.dataclass(slots=True, eq=False)
class Rival:
    """A choice that competes, and what has come of it, round by round."""

    choice: Choice
    asked: bool  # someone wants to know about it, whatever comes of it
    first: Verdict
    own: list[float] = dataclasses.field(default_factory=list)  # the mover's chances, by round
    sums: list[float] = dataclasses.field(default_factory=list)  # of all chances, then all points
    replied: dict[str, Line] = dataclasses.field(default_factory=dict)  # by the tile drawn
    ends: dict[tuple[str, str], Verdict] = dataclasses.field(default_factory=dict)  # by two of them

    def add(self, verdict: Verdict, player: Player) -> None:
        """Take in where a line has led."""
        chances, points = verdict
        self.own.append(chances[player])
        more = (*chances, *points)
        self.sums = list(map(operator.add, self.sums, more)) if self.sums else list(more)

    def behind(self, other: "Rival") -> tuple[float, float]:
        """Return how far the chance lies behind another's, and the standard error of that."""
        return _mean_and_error(list(map(operator.sub, other.own, self.own)))

    def weighed(self, player: Player, levels: Sequence[float] = ()) -> Weighed[Place]:
        """Return what the choice promises by all its rounds, or at first sight without any.

        ``levels`` is each round's mean chance over the choices that are compared.
        """
        count, error, apart = len(self.own), 0.0, None
        if count > 1:
            error = _mean_and_error(self.own)[1]
            if levels:
                apart = _mean_and_error(list(map(operator.sub, self.own, levels)))[1]
        elif self.choice.after.bag:
            error = UNSURE
        if not count:
            return Weighed(self.choice.action, player, *self.first, error)
        means = tuple(total / count for total in self.sums)
        players = len(means) // 2
        return Weighed(self.choice.action, player, means[:players], means[players:], error, apart)


def weigh(
    game: Rules,
    view: State,
    player: Player,
    rng: Rng,
    budget: Budget,
    also: Sequence[Place] = (),
) -> list[Weighed[Place]]:
    """Return what the best turns promise, and those of ``also``, best first.

    All that are returned were followed through the same rounds. One look at the budget is one line,
    or all the lines of a choice when the last tiles come. At the very end all turns are returned,
    exactly weighed, if the budget is enough for that.
    """
    line = Line(view)
    outlook = Outlook(game.options, line.bag)
    found = _compared(line, outlook, player, rng, budget, also)
    if len(line.bag) <= FULL:
        enough = budget.at_least(WHOLE) if len(line.bag) <= ALWAYS else budget
        found = _in_full(line, outlook, player, enough, also) or found
    return sorted(found, key=lambda one: preference(player, one.chances, one.points), reverse=True)


def _in_full(
    line: Line, outlook: Outlook, player: Player, budget: Budget, also: Sequence[Place]
) -> list[Weighed[Place]]:
    """Return all turns with what comes of them after the best answers; none without the time."""
    turns = {choice.action: choice for choice in choices(line, outlook.options)}
    found: list[Weighed[Place]] = []
    try:
        for action in dict.fromkeys((*turns, *also)):
            choice = turns.get(action) or played(line, outlook.options, action)
            found.append(Weighed(action, player, *_answered(choice.after, outlook, budget)))
    except OutOfTime:
        return []
    return found


def _answered(line: Line, outlook: Outlook, budget: Budget) -> Verdict:
    """Return what comes of a line if everyone goes on as is best for them; may raise OutOfTime."""
    if budget.spent():
        raise OutOfTime
    verdicts, counts = [], []
    for drawn, count in line.draws():
        turns = choices(drawn, outlook.options)
        ends = [_answered(turn.after, outlook, budget) for turn in turns]
        verdicts.append(max(ends, key=lambda end: preference(drawn.player, *end)))
        counts.append(count)
    return _mean_verdict(verdicts, counts) if verdicts else _final(line, outlook)


def _compared(
    line: Line,
    outlook: Outlook,
    player: Player,
    rng: Rng,
    budget: Budget,
    also: Sequence[Place],
) -> list[Weighed[Place]]:
    """Return the turns that seem best, with what comes of them round by round."""
    rivals = [
        Rival(choice, asked, judged(choice.after, outlook))
        for choice, asked in _contenders(outlook, line, player, also)
    ]
    if line.bag:
        rivals = _compete(rivals, Lines(line, outlook), player, rng, budget)
    levels = [fsum(row) / len(rivals) for row in zip(*(one.own for one in rivals), strict=True)]
    return [rival.weighed(player, levels) for rival in rivals]


def _contenders(
    outlook: Outlook, line: Line, player: Player, also: Iterable[Place]
) -> list[tuple[Choice, bool]]:
    """Return the choices that seem best at first, and those asked for, each once."""
    found = ranked(outlook, line, player)
    floor = found[0].value - MARGIN
    wanted = list(dict.fromkeys(also))
    best = [
        choice
        for place, choice in enumerate(found[:WIDTH])
        if place < FEWEST or choice.value > floor
    ]
    known = {choice.action: choice for choice in found}
    extra = [
        known.get(action) or played(line, outlook.options, action)
        for action in wanted
        if all(action != choice.action for choice in best)
    ]
    return [(choice, choice.action in wanted) for choice in (*best, *extra)]


def _compete(
    rivals: list[Rival], lines: Lines, player: Player, rng: Rng, budget: Budget
) -> list[Rival]:
    """Follow the rivals round by round within the budget and return those that are left.

    A round that the time ends in the middle counts for nobody.
    """
    start, check = len(rivals), CHECK
    for number, noise in enumerate(lines.rounds(rng), 1):
        verdicts = []
        for rival in rivals:
            if budget.spent():
                return rivals
            verdicts.append(lines.follow(rival, noise))
        for rival, verdict in zip(rivals, verdicts, strict=True):
            rival.add(verdict, player)
        if number == check:
            check += max(CHECK, check // 8)
            leader = max(rivals, key=lambda rival: rival.sums[player])
            gaps = []
            for rival in rivals:
                if budget.spent():
                    return rivals
                gaps.append((rival, *rival.behind(leader)))
            if leader.weighed(player).error < EXACT and all(
                rival is leader or gap > CLEAR * error or error < ALIKE
                for rival, gap, error in gaps
            ):
                break
            rivals = _left_over(gaps, start, 1 - budget.left() / budget.seconds)
    return rivals


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


def judged(line: Line, outlook: Outlook) -> Verdict:
    """Return what everyone can expect from a position with no tile in hand."""
    return outlook.verdict(line) if line.bag else _final(line, outlook)


def _final(line: Line, outlook: Outlook) -> Verdict:
    points = tuple(float(one) for one in line.finish(outlook.options))
    return shares_of(points), points


def _mean_verdict(verdicts: Sequence[Verdict], counts: Sequence[int] = ()) -> Verdict:
    chances, points = zip(*verdicts, strict=True)
    return _means(chances, counts), _means(points, counts)


def _means(rows: Sequence[Sequence[float]], counts: Sequence[int]) -> tuple[float, ...]:
    """Return the mean of each column, with rows that count so often."""
    whole = sum(counts)
    return tuple(
        fsum(value * count for value, count in zip(column, counts, strict=True)) / whole
        for column in zip(*rows, strict=True)
    )


def _mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some values and its standard error."""
    count = len(values)
    mean = fsum(values) / count
    squares = fsum((value - mean) ** 2 for value in values)
    return mean, sqrt(squares / (count - 1) / count) if count > 1 else 0.0
