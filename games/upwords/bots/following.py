"""The game without a pile, all racks known: its lines followed to the end, or a few plays deep."""

import math
from typing import TypeVar

from games.core.bots import Budget
from games.core.game import Player
from games.core.weighing import preference, shares_of
from games.upwords.bots.evaluation import late_promise
from games.upwords.bots.search import Choice, board_after
from games.upwords.position.bag import without
from games.upwords.position.model import Pass
from games.upwords.position.tiles import Rows
from games.upwords.rules import Upwords
from games.upwords.turns.generation import Found, Survey, play_of

BEAM = 6  # plays looked at in each position
ENDLESS = 10_000  # more points than any game has

Racks = tuple[str, ...]
Points = tuple[float, ...]  # by seat
Gains = tuple[float, float]  # what the player to move gains, and the other
# A position: the board, the racks of the player to move and of the other, whether that one has just
# passed, and how many plays are looked ahead.
Key = tuple[Rows, str, str, bool, float]
UNKNOWN: tuple[float, float, Gains | None] = (-ENDLESS, ENDLESS, None)


def lead_of(gains: Gains) -> float:
    """Return how much more the player to move gains than the other."""
    return gains[0] - gains[1]


T = TypeVar("T")


class OutOfTime(Exception):
    """The budget ran out in the middle of a thought."""


def put(row: tuple[T, ...], seat: Player, value: T) -> tuple[T, ...]:
    """Return a row with another value at one seat."""
    return (*row[:seat], value, *row[seat + 1 :])


class Ending:
    """The game without a pile, and the time to think about it; what was found is kept."""

    def __init__(self, game: Upwords, budget: Budget) -> None:
        self._game = game
        self.left = game.options.left
        self._budget = budget
        self.is_whole = True  # whether all lines were followed to their end
        # Between which leads a position is known to end, and what both gain where that's exact.
        self._known: dict[Key, tuple[float, float, Gains | None]] = {}
        self._ends: dict[tuple[Rows, Racks, Points, Player, int], Points] = {}
        self._plays: dict[tuple[Rows, str], list[Found]] = {}
        self._surveys: dict[Rows, Survey] = {}
        self._worth: dict[tuple[str, str], float] = {}  # by a rack and the tiles laid

    def plays(self, rows: Rows, rack: str) -> list[Found]:
        """Return the plays of a rack, the best first by points and by the tiles kept."""
        found = self._plays.get((rows, rack))
        if found is None:
            if self._budget.spent():
                raise OutOfTime
            plays = self._survey(rows).plays(rack)
            found = sorted(plays, key=lambda one: -one[0] - self._kept(rack, one[3]))
            self._plays[rows, rack] = found
        return found

    def _kept(self, rack: str, laid: str) -> float:
        """Return what the rest of a rack promises."""
        worth = self._worth.get((rack, laid))
        if worth is None:
            worth = late_promise(without(rack, laid) or "", self.left)
            self._worth[rack, laid] = worth
        return worth

    def _survey(self, rows: Rows) -> Survey:
        survey = self._surveys.get(rows)
        if survey is None:
            survey = self._surveys[rows] = Survey(rows, self._game.options, self._game.words)
        return survey

    def board_after(self, rows: Rows, found: Found) -> Rows:
        """Return the board after a play."""
        survey = self._survey(rows).after(play_of(found, len(rows)).tiles)
        self._surveys.setdefault(survey.rows, survey)
        return survey.rows

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
                rows = self.board_after(rows, plays[0])
                racks[player] = without(racks[player], plays[0][3]) or ""
                passes = 0
                if self.is_out(racks[player]):
                    break
            elif racks[player]:
                passes += 1
            player = (player + 1) % len(racks)
        return [gain - self.left * len(rack) for gain, rack in zip(gains, racks, strict=True)]

    def best_end(
        self, rows: Rows, racks: Racks, points: Points, player: Player, passes: int
    ) -> Points:
        """Return everyone's points in the end if each plays for their own chance to win (max^n)."""
        while not racks[player]:
            player = (player + 1) % len(racks)
        key = (rows, racks, points, player, passes)
        best = self._ends.get(key)
        if best is None:
            if self._budget.spent():
                raise OutOfTime
            own, following = racks[player], (player + 1) % len(racks)
            ends = []
            if passes + 1 < sum(map(bool, racks)):
                ends.append(self.best_end(rows, racks, points, following, passes + 1))
            else:
                ends.append(self._without_tiles(racks, points))
            for found in self.plays(rows, own):
                scored = put(points, player, points[player] + found[0])
                held = put(racks, player, without(own, found[3]) or "")
                if any(held):
                    board = self.board_after(rows, found)
                    ends.append(self.best_end(board, held, scored, following, 0))
                else:
                    ends.append(scored)
            best = max(ends, key=lambda end: preference(player, shares_of(end), end))
            self._ends[key] = best
        return best

    def _without_tiles(self, racks: Racks, points: Points) -> Points:
        """Return the points once tiles on racks are taken off (rule 5.5)."""
        pairs = zip(points, racks, strict=True)
        return tuple(score - self.left * len(rack) for score, rack in pairs)

    def begin(self) -> None:
        """Begin a search: nothing was cut off yet."""
        self.is_whole = True
        self._known.clear()

    def gains(
        self,
        rows: Rows,
        own: str,
        other: str,
        depth: float,
        low: float,
        high: float,
        *,
        passed: bool,
    ) -> Gains:
        """Return what the player to move and the other gain from here on, both for the best lead.

        Exact if the lead is between ``low`` and ``high``, else only a bound of it (alpha-beta). It
        looks ``depth`` plays ahead, at the best few of each; all are followed if that is infinite.
        """
        if depth == 0:
            self.is_whole = False
            gains = self.played_out(rows, [own, other], 0, passes=int(passed))
            return gains[0], gains[1]
        key = (rows, own, other, passed, depth)
        least, most, exact = self._known.get(key, UNKNOWN)
        if exact or least >= high or most <= low:
            return exact or (least if least >= high else most, 0)
        best: Gains = (-ENDLESS, 0)
        floor = low
        for turn, further in self._turns(rows, own, depth, passed=passed):
            if turn:
                gained = self._after_play(rows, turn, own, other, further, floor, high)
            elif passed:  # and another pass ends the game
                gained = -self.left * len(own), -self.left * len(other)
            else:
                theirs, mine = self.gains(rows, other, own, further, -high, -floor, passed=True)
                gained = mine, theirs
            best = max(best, gained, key=lead_of)
            floor = max(floor, lead_of(best))
            if floor >= high:
                break
        lead = lead_of(best)
        if low < lead < high:
            exact = best
        self._known[key] = (
            max(least, lead) if lead > low else least,
            min(most, lead) if lead < high else most,
            exact,
        )
        return best

    def _turns(
        self, rows: Rows, own: str, depth: float, *, passed: bool
    ) -> list[tuple[Found | None, float]]:
        """Return the plays to look at and the pass, None, with how far ahead after each."""
        plays = self.plays(rows, own) if own else []
        if len(plays) > BEAM and depth < math.inf:
            self.is_whole = False
            plays = plays[:BEAM]
        turns: list[tuple[Found | None, float]] = [(found, depth - 1) for found in plays]
        turns.insert(0 if passed else len(turns), (None, depth - 1 if plays else depth))
        return turns

    def _after_play(
        self, rows: Rows, found: Found, own: str, other: str, depth: float, low: float, high: float
    ) -> Gains:
        """Return what a play brings, its points included."""
        points, rest = found[0], without(own, found[3]) or ""
        if self.is_out(rest):
            return points, -self.left * len(other)
        board = self.board_after(rows, found)
        theirs, mine = self.gains(
            board, other, rest, depth, points - high, points - low, passed=False
        )
        return points + mine, theirs

    def after_turn(
        self, rows: Rows, choice: Choice, other: str, depth: float, low: float = -ENDLESS
    ) -> Gains:
        """Return what a turn brings that goes on; only a bound of its lead if below ``low``."""
        board, passed = board_after(rows, choice.action), isinstance(choice.action, Pass)
        ceiling = choice.points - low
        theirs, mine = self.gains(
            board, other, choice.rest, depth, -ENDLESS, ceiling, passed=passed
        )
        return choice.points + mine, theirs
