"""The end of a game, once no tiles are left to draw: the racks are known, or dealt at random.

With two players, the unseen tiles are the other rack, so a search can follow both to the end: a few
plays of each, deeper and deeper, and where it stops the rest is played out by points. With more
players the unseen racks are dealt again and again, and every deal is played out.
"""

from games.core.bots import Budget
from games.core.game import Player
from games.core.rng import Rng
from games.upwords.position.bag import arranged, take, without
from games.upwords.position.model import State
from games.upwords.position.tiles import Rows
from games.upwords.rules import Upwords
from games.upwords.turns.generation import Found, Survey
from tests.rivals.hard_2026_11.upwords.search import Choice, board_after

BEAM = 6  # plays looked at in each position
DEEPEST = 12
ENDLESS = 10_000  # more points than any game has
DEALS = 60  # after which there is little more to learn


class OutOfTime(Exception):
    """The budget ran out in the middle of a thought."""


class Ending:
    """The game without a pile, and the time to think about it."""

    def __init__(self, game: Upwords, budget: Budget) -> None:
        self._game = game
        self.left = game.options.left
        self._budget = budget
        self.is_whole = True  # whether all lines were followed to their end

    def plays(self, rows: Rows, rack: str) -> list[Found]:
        """Return the plays of a rack, the best first; each tile it gets rid of counts too."""
        if self._budget.spent():
            raise OutOfTime
        found = Survey(rows, self._game.options, self._game.words).plays(rack)
        return sorted(found, key=lambda one: -one[0] - self.left * len(one[3]))

    def is_out(self, rack: str) -> bool:
        """Tell whether the game is over with this rack after a play (rule 5.1)."""
        return not rack and not self._game.options.old_ending

    def played_out(
        self, rows: Rows, racks: list[str], player: int, *, passes: int = 0
    ) -> list[int]:
        """Return what each player gains to the end if all take what scores most at once."""
        racks, gains = list(racks), [0] * len(racks)
        while passes < sum(map(bool, racks)):
            plays = self.plays(rows, racks[player]) if racks[player] else []
            if plays:
                gains[player] += plays[0][0]
                rows = board_after(rows, plays[0])
                racks[player] = without(racks[player], plays[0][3]) or ""
                passes = 0
                if self.is_out(racks[player]):
                    break
            elif racks[player]:
                passes += 1
            player = (player + 1) % len(racks)
        return [gain - self.left * len(rack) for gain, rack in zip(gains, racks, strict=True)]

    def lead(
        self, rows: Rows, own: str, other: str, depth: int, low: int, high: int, *, passed: bool
    ) -> int:
        """Return how much more the player to move gains than the other from here on.

        Exact between ``low`` and ``high``, a bound outside (alpha-beta).
        """
        if depth == 0:
            self.is_whole = False
            gains = self.played_out(rows, [own, other], 0, passes=int(passed))
            return gains[0] - gains[1]
        plays = self.plays(rows, own) if own else []
        if not plays:
            if passed:
                return self.left * (len(other) - len(own))
            return -self.lead(rows, other, own, depth, -high, -low, passed=True)
        if len(plays) > BEAM:
            self.is_whole = False
        best = -ENDLESS
        for found in plays[:BEAM]:
            rest = without(own, found[3]) or ""
            value = self.after(rows, found, rest, other, depth, low, high)
            best, low = max(best, value), max(low, value)
            if low >= high:
                break
        return best

    def after(
        self, rows: Rows, found: Found, rest: str, other: str, depth: int, low: int, high: int
    ) -> int:
        """Return the lead a play brings, its points included."""
        points = found[0]
        if self.is_out(rest):
            return points + self.left * len(other)
        board = board_after(rows, found)
        floor, ceiling = points - high, points - low
        return points - self.lead(board, other, rest, depth - 1, floor, ceiling, passed=False)


def weigh_endings(
    game: Upwords, view: State, player: Player, choices: list[Choice], rng: Rng, budget: Budget
) -> Found:
    """Return the play after which the player ends furthest ahead, as far as it can see."""
    ending = Ending(game, budget)
    if len(view.held) == 2:
        other = "".join(letter * count for letter, count in (view.unseen or {}).items())
        return _deepened(ending, view.board, choices, other)
    return _dealt(ending, view, player, choices, rng)


def _deepened(ending: Ending, rows: Rows, choices: list[Choice], other: str) -> Found:
    """Return the best of some plays against a known rack, searched deeper while there is time."""
    best = choices[0].found
    try:
        for depth in range(1, DEEPEST):
            ending.is_whole = True
            low = -ENDLESS
            for choice in choices:
                value = ending.after(rows, choice.found, choice.rest, other, depth, low, ENDLESS)
                choice.value = value
                low = max(low, value)
            choices.sort(key=lambda choice: -choice.value)
            best = choices[0].found
            if ending.is_whole:
                break
    except OutOfTime:
        pass
    return best


def _dealt(ending: Ending, view: State, player: Player, choices: list[Choice], rng: Rng) -> Found:
    """Return the play that does best on average when the unseen racks are dealt at random."""
    totals = [choice.value / 2 for choice in choices]  # what was thought at first counts a little
    for _ in range(DEALS):
        racks = _deal(view, player, rng)
        try:
            values = [_value_of(ending, view, player, choice, racks) for choice in choices]
        except OutOfTime:
            break
        totals = [total + value for total, value in zip(totals, values, strict=True)]
    return choices[max(range(len(choices)), key=totals.__getitem__)].found


def _deal(view: State, player: Player, rng: Rng) -> list[str]:
    racks, pool = [], view.unseen or {}
    for seat, held in enumerate(view.held):
        letters = ""
        if seat != player:
            letters, pool = take(pool, held, rng)
        racks.append(arranged(letters))
    return racks


def _value_of(
    ending: Ending, view: State, player: Player, choice: Choice, racks: list[str]
) -> float:
    """Return how far a play puts the player ahead of the mean of the others at the end."""
    after = [choice.rest if seat == player else rack for seat, rack in enumerate(racks)]
    others = len(racks) - 1
    if ending.is_out(choice.rest):
        gains = [-ending.left * len(rack) for rack in after]
    else:
        board = board_after(view.board, choice.found)
        gains = ending.played_out(board, after, (player + 1) % len(after))
    own = choice.found[0] + gains[player]
    return own - (sum(gains) - gains[player]) / others
