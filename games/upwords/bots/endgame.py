"""The end of a game, once no tiles are left to draw: the racks are known, or dealt at random.

With two players, the unseen tiles are the other rack, so a search can follow both to the end: a few
plays of each, deeper and deeper, and where it stops the rest is played out by points. With more
players the unseen racks are dealt again and again, and every deal is played out.
"""

import math
from collections.abc import Sequence

from games.core.bots import Budget
from games.core.game import Player
from games.core.rng import Rng
from games.core.weighing import Weighed, chances_to_win, shares_of
from games.upwords.bots.evaluation import late_promise
from games.upwords.bots.search import (
    LEAST,
    Choice,
    board_after,
    ends_at_once,
    final,
    in_order,
)
from games.upwords.position.bag import arranged, take, without
from games.upwords.position.model import Action, Pass, State
from games.upwords.position.tiles import Rows
from games.upwords.rules import Upwords
from games.upwords.turns.generation import Found, Survey, play_of

BEAM = 6  # plays looked at in each position
DEEPEST = 12
ENDLESS = 10_000  # more points than any game has
DEALS = 60  # after which there is little more to learn
UNSURE = 8.0  # points that a lead may still change where lines were not followed to their end
TILE_POINTS = 4.0  # that a tile on a rack still brings, or costs


class OutOfTime(Exception):
    """The budget ran out in the middle of a thought."""


class Ending:
    """The game without a pile, and the time to think about it; what was found is kept."""

    def __init__(self, game: Upwords, budget: Budget) -> None:
        self._game = game
        self.left = game.options.left
        self._budget = budget
        self.is_whole = True  # whether all lines were followed to their end
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
        best = -ENDLESS
        if passed:  # and another pass ends the game
            best = self.left * (len(other) - len(own))
            low = max(low, best)
            if not plays or low >= high:
                return best
        if not plays:
            return -self.lead(rows, other, own, depth, -high, -low, passed=True)
        if len(plays) > BEAM:
            self.is_whole = False
        for found in plays[:BEAM]:
            rest = without(own, found[3]) or ""
            value = self.after(rows, found, rest, other, depth, low, high)
            best, low = max(best, value), max(low, value)
            if low >= high:
                break
        return best

    def after_turn(
        self, rows: Rows, choice: Choice, other: str, depth: int, low: int = -ENDLESS
    ) -> int:
        """Return the lead a turn brings, its points included; a bound if that is below ``low``."""
        points = choice.points
        if self.is_out(choice.rest):
            return points + self.left * len(other)
        board, passed = board_after(rows, choice.action), isinstance(choice.action, Pass)
        ceiling = points - low
        return points - self.lead(
            board, other, choice.rest, depth, -ENDLESS, ceiling, passed=passed
        )

    def after(
        self, rows: Rows, found: Found, rest: str, other: str, depth: int, low: int, high: int
    ) -> int:
        """Return the lead a play brings, its points included."""
        points = found[0]
        if self.is_out(rest):
            return points + self.left * len(other)
        board = self.board_after(rows, found)
        floor, ceiling = points - high, points - low
        return points - self.lead(board, other, rest, depth - 1, floor, ceiling, passed=False)


def weigh_endings(
    game: Upwords,
    view: State,
    player: Player,
    choices: list[Choice],
    rng: Rng,
    budget: Budget,
    also: Sequence[Action] = (),
) -> list[Weighed[Action]]:
    """Weigh turns by how the game ends after them, as far as it can see; the best first."""
    ending = Ending(game, budget)
    over = [choice for choice in choices if ends_at_once(game, view, choice.action)]
    going_on = [choice for choice in choices if not ends_at_once(game, view, choice.action)]
    weighed: list[Weighed[Action]] = []
    if going_on and len(view.held) == 2:
        weighed = _deepened(ending, view, player, going_on, frozenset(also))
    elif going_on:
        weighed = _dealt(ending, view, player, going_on, rng)
    return in_order([*(final(game, view, player, one) for one in over), *weighed], player)


def _deepened(
    ending: Ending, view: State, player: Player, choices: list[Choice], also: frozenset[Action]
) -> list[Weighed[Action]]:
    """Weigh turns against a known rack, searched deeper while there is time."""
    other = "".join(letter * count for letter, count in (view.unseen or {}).items())
    leads = {choice.action: choice.value for choice in choices}
    sure = False
    try:
        for depth in range(1, DEEPEST):
            ending.is_whole = True
            found = _searched(ending, view, choices, other, depth, also)
            leads, sure = found, ending.is_whole
            choices.sort(key=lambda choice: -leads[choice.action])
            if sure:
                break
    except OutOfTime:
        pass
    return [_known(ending, view, player, choice, leads[choice.action], sure) for choice in choices]


def _searched(
    ending: Ending,
    view: State,
    choices: list[Choice],
    other: str,
    depth: int,
    also: frozenset[Action],
) -> dict[Action, float]:
    """Return the lead each turn brings; exact for the best few and ``also``, else a bound."""
    leads: dict[Action, float] = {}
    for choice in choices:
        best = sorted(leads.values(), reverse=True)
        low = -ENDLESS
        if len(best) >= LEAST and choice.action not in also:
            low = math.ceil(best[LEAST - 1])
        leads[choice.action] = ending.after_turn(view.board, choice, other, depth, low)
    return leads


def _known(
    ending: Ending, view: State, player: Player, choice: Choice, lead: float, sure: bool
) -> Weighed[Action]:
    """Return what a turn promises after which a player makes so much more than the other."""
    held = view.held[1 - player]
    total = choice.points + TILE_POINTS * (held + len(choice.rest))
    if ending.is_out(choice.rest):
        total, sure = choice.points - ending.left * held, True
    gains = {player: (total + lead) / 2, 1 - player: (total - lead) / 2}
    points = tuple(score + gains[seat] for seat, score in enumerate(view.scores))
    if sure:
        return Weighed(choice.action, player, shares_of(points), points)
    return Weighed(choice.action, player, chances_to_win(points, UNSURE), points, 0.1)


def _dealt(
    ending: Ending, view: State, player: Player, choices: list[Choice], rng: Rng
) -> list[Weighed[Action]]:
    """Weigh turns by how they end on average when the unseen racks are dealt at random."""
    # What was thought at first counts a little.
    first = [chances_to_win(_early(view, player, choice), UNSURE) for choice in choices]
    chances = [[share / 2 for share in shares] for shares in first]
    points = [[one / 2 for one in _early(view, player, choice)] for choice in choices]
    weight = 0.5
    for _ in range(DEALS):
        racks = _deal(view, player, rng)
        try:
            ends = [_end_of(ending, view, player, choice, racks) for choice in choices]
        except OutOfTime:
            break
        weight += 1
        for number, end in enumerate(ends):
            chances[number] = _added(chances[number], shares_of(end))
            points[number] = _added(points[number], end)
    return [
        Weighed(
            choice.action,
            player,
            tuple(share / weight for share in chances[number]),
            tuple(one / weight for one in points[number]),
            math.sqrt(0.25 / (weight + 1)),
        )
        for number, choice in enumerate(choices)
    ]


def _added(totals: Sequence[float], more: Sequence[float]) -> list[float]:
    return [total + one for total, one in zip(totals, more, strict=True)]


def _early(view: State, player: Player, choice: Choice) -> list[float]:
    """Return the points of a turn before any thought of what follows."""
    return [score + choice.value * (seat == player) for seat, score in enumerate(view.scores)]


def _deal(view: State, player: Player, rng: Rng) -> list[str]:
    racks, pool = [], view.unseen or {}
    for seat, held in enumerate(view.held):
        letters = ""
        if seat != player:
            letters, pool = take(pool, held, rng)
        racks.append(arranged(letters))
    return racks


def _end_of(
    ending: Ending, view: State, player: Player, choice: Choice, racks: list[str]
) -> list[float]:
    """Return everyone's points in the end if all take what scores most after a turn."""
    after = [choice.rest if seat == player else rack for seat, rack in enumerate(racks)]
    if ending.is_out(choice.rest):
        gains = [-ending.left * len(rack) for rack in after]
    else:
        board = board_after(view.board, choice.action)
        passes = view.passes + 1 if isinstance(choice.action, Pass) else 0
        gains = ending.played_out(board, after, (player + 1) % len(after), passes=passes)
    gains[player] += choice.points
    return [float(score + gain) for score, gain in zip(view.scores, gains, strict=True)]
