"""What a turn leads to: the next player's reply, and then one's own next turn.

Racks are dealt from the unseen tiles, the same for all turns that compete. A play that opens
something for others often leaves it open for oneself, too: of what the replies to one play bring
more than those to others, two thirds come back with the next turn, in 24 positions that were tried.
So a reply alone tells little, and both are tried. What they bring goes on: after four more turns in
105 positions, what 40 racks had told counted whole, a reply for 1.0 (standard error 0.08) of its
points and one's own next turn for 0.9 (0.06). Turns that can't catch up any more are left out.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.core.bots import Budget
from games.core.game import Player
from games.core.rng import Rng
from games.core.weighing import Weighed
from games.upwords.bots.evaluation import promise
from games.upwords.bots.prospects import KEPT, NEXT, chances_of, expected_points, turn_points
from games.upwords.bots.search import Choice, ends_at_once, final, in_order
from games.upwords.position.bag import arranged, take, without
from games.upwords.position.model import Action, Play, State
from games.upwords.rules import Upwords
from games.upwords.turns.generation import Found, Leads, Line, Survey, hand_of, play_of

# How much one rack differs from another in what it tells of two turns that compete, as a variance;
# and how many racks have to be tried until they tell as much as that it's usually little.
NOISE, DOUBT = 29.0, 5
LEVEL_NOISE = 4.0  # by how many points all turns together may be off, as long as none was tried
SURE = 2.5  # standard deviations by which a turn has to be behind to be left out
# What seems best seems so partly by luck: of the points by which another turn is behind it, so many
# aren't there as long as no rack was tried. With the racks the part falls as the variance does.
APPARENT = 0.2
FEWEST, ROUNDS = 6, 320  # racks that are always tried, and after which there's little to learn
CLOSELY = 40  # racks that are tried for turns that were asked for, even if one is clearly the best


class OutOfTime(Exception):
    """The budget ran out in the middle of a round."""


class Dealt:
    """A rack that was dealt, and its best play on each line it was tried on.

    Boards that differ in a few lines share the others, so these are searched once.
    """

    def __init__(self, game: Upwords, rack: str) -> None:
        self.rack = rack
        self._hand = hand_of(rack)
        self._leads = Leads(game.words, self._hand)
        self._lines: dict[int, tuple[Line, float, Found | None]] = {}
        self._worth: dict[str, float] = {}

    def best(self, survey: Survey) -> tuple[float, Found | None]:
        """Return the best play by points and tiles kept, and what both are worth."""
        best, play = promise(self.rack), None
        for number in range(2 * survey.size):
            line = survey.line(number)
            if line.anchors:
                known = self._lines.get(id(line))
                if known is None:
                    known = self._lines[id(line)] = (line, *self._best_on(survey, line))
                if known[2] is not None and (play is None or known[1] > best):
                    best, play = known[1:]
        return best, play

    def _best_on(self, survey: Survey, line: Line) -> tuple[float, Found | None]:
        best, play = 0.0, None
        for found in survey.plays_on(line, self._hand, self._leads):
            letters = found[3]
            worth = self._worth.get(letters)
            if worth is None:
                worth = self._worth[letters] = promise(without(self.rack, letters) or "")
            if play is None or found[0] + worth > best:
                best, play = found[0] + worth, found
        return best, play


@dataclass(slots=True)
class Trial:
    """Turns that compete, each with the board after it, and those that must stay to the end."""

    game: Upwords
    view: State
    choices: list[Choice]
    surveys: list[Survey]
    staying: frozenset[Action]
    rounds: int = 0

    def round(self, theirs: str, drawn: str, budget: Budget) -> None:
        """Try a rack of the next player, and tiles one draws, on each turn; may raise OutOfTime."""
        reply = Dealt(self.game, theirs)
        own: dict[str, Dealt] = {}
        found = []
        for choice, survey in zip(self.choices, self.surveys, strict=True):
            if budget.spent():
                raise OutOfTime
            value, play = reply.best(survey)
            if budget.spent():
                raise OutOfTime
            after = survey.after(play_of(play, survey.size).tiles) if play else survey
            rack = arranged(choice.rest + drawn[: self.game.options.rack - len(choice.rest)])
            next_turn, _ = own.setdefault(rack, Dealt(self.game, rack)).best(after)
            found.append((value, next_turn - promise(choice.rest)))
        for choice, pair in zip(self.choices, found, strict=True):
            choice.tries.append(pair)
        self.rounds += 1

    def narrow(self) -> None:
        """Go on with those that may still be the best, and with those that must stay."""
        worth = {choice.action: self.worth_of(choice) for choice in self.choices}
        limit = max(worth.values()) - SURE * self.deviation(self.rounds) * math.sqrt(2)
        kept = [
            choice.action in self.staying or worth[choice.action] >= limit
            for choice in self.choices
        ]
        self.choices = list(itertools.compress(self.choices, kept))
        self.surveys = list(itertools.compress(self.surveys, kept))

    def is_clear(self) -> bool:
        """Tell whether one turn is the best, and enough is known of it and of those asked for."""
        if self.rounds < FEWEST:
            return False
        if len(self.choices) == 1 or self.rounds >= ROUNDS:
            return True
        best = max(self.choices, key=self.worth_of)
        others = any(c.action not in self.staying for c in self.choices if c is not best)
        return not others and self.rounds >= CLOSELY

    def deviation(self, rounds: int) -> float:
        """Return how far the worth of a turn may be off after so many racks, in points."""
        return math.sqrt(NOISE / (rounds + 2 * DOUBT))

    def worth_of(self, choice: Choice) -> float:
        """Return what a turn is worth with what it leads to, compared with what competes still."""
        reply, own = self.gaps_of(choice)
        return choice.value + own - reply

    def gaps_of(self, choice: Choice) -> tuple[float, float]:
        """Return by how much replies, and one's own next turn, are better than after the others."""
        replies = owns = 0.0
        for number, (reply, own) in enumerate(choice.tries):
            tries = [other.tries[number] for other in self.choices]
            replies += reply - sum(r for r, _ in tries) / len(tries)
            owns += own - sum(o for _, o in tries) / len(tries)
        count = len(choice.tries) + DOUBT
        return replies / count, owns / count

    def levels(self, pile: int) -> tuple[float, float]:
        """Return by how much replies, and one's own next turns, are better than usual here."""
        usual = turn_points(pile)
        tries = [one for choice in self.choices for one in choice.tries]
        weight = 1 / (1 + DOUBT / max(1, self.rounds)) / max(1, len(tries))
        replies = sum(reply + KEPT - usual for reply, _ in tries) * weight
        return replies, sum(own - usual - NEXT for _, own in tries) * weight

    def level_error(self) -> float:
        """Return the standard error of what both levels bring, in points: racks differ much."""
        if self.rounds < 2:
            return LEVEL_NOISE
        means = [
            math.fsum(own - reply for reply, own in row) / len(row)
            for row in zip(*(choice.tries for choice in self.choices), strict=True)
        ]
        mean = math.fsum(means) / len(means)
        variance = math.fsum((one - mean) ** 2 for one in means) / (len(means) - 1)
        return math.sqrt(variance / self.rounds) / (1 + DOUBT / self.rounds)

    def apparent(self, choice: Choice, best: float) -> float:
        """Return how many of the points by which a turn is behind the best one aren't there."""
        part = APPARENT * 2 * DOUBT / (len(choice.tries) + 2 * DOUBT)
        return part * max(0.0, best - self.worth_of(choice))

    def prospects_of(self, player: Player, choice: Choice, best: float) -> list[float]:
        """Return the points each can expect in the end after a turn and what it leads to.

        ``best`` is what the best turn is worth.
        """
        pile, seats = pile_after(self.view, choice), len(self.view.scores)
        reply, own = self.levels(pile)
        points = expected_points(self.view.scores, pile, (player + 1) % seats)
        reply_gap, own_gap = self.gaps_of(choice)
        points[player] += choice.value + KEPT + own + own_gap + self.apparent(choice, best)
        points[(player + 1) % seats] += reply + reply_gap
        return points


def weigh_replies(
    game: Upwords,
    view: State,
    player: Player,
    choices: list[Choice],
    rng: Rng,
    budget: Budget,
    also: Sequence[Action] = (),
) -> list[Weighed[Action]]:
    """Weigh turns by what they lead to, the best first."""
    ending = [choice for choice in choices if ends_at_once(game, view, choice.action)]
    going_on = [choice for choice in choices if not ends_at_once(game, view, choice.action)]
    survey = game.survey(view)
    surveys = [
        survey.after(one.action.tiles) if isinstance(one.action, Play) else survey
        for one in going_on
    ]
    trial = Trial(game, view, going_on, surveys, frozenset(also))
    try:
        for theirs, drawn in _deals(game, view, player, rng):
            trial.narrow()
            if trial.is_clear():
                break
            trial.round(theirs, drawn, budget)
    except OutOfTime:
        pass
    best = max(map(trial.worth_of, trial.choices), default=0.0)
    return in_order(
        [
            *(final(game, view, player, choice) for choice in ending),
            *(_weighed(trial, player, choice, best) for choice in going_on),
        ],
        player,
    )


def _deals(game: Upwords, view: State, player: Player, rng: Rng) -> Iterator[tuple[str, str]]:
    """Yield a rack of the next player and tiles to draw, again and again."""
    held = view.held[(player + 1) % len(view.held)]
    while True:
        rack, rest = take(view.unseen or {}, held, rng)
        drawn, _ = take(rest, min(view.pile, game.options.rack), rng)
        yield arranged(rack), drawn


def _weighed(trial: Trial, player: Player, choice: Choice, best: float) -> Weighed[Action]:
    """Return what a turn promises by its points, the tiles kept, and what it leads to."""
    pile = pile_after(trial.view, choice)
    points = trial.prospects_of(player, choice, best)
    chances = chances_of(points, pile)
    points[player] -= 1.0
    slope = chances[player] - chances_of(points, pile)[player]
    points[player] += 1.0
    apart = slope * trial.deviation(len(choice.tries))
    error = math.hypot(apart, slope * trial.level_error())
    return Weighed(choice.action, player, chances, tuple(points), error, apart)


def pile_after(view: State, choice: Choice) -> int:
    """Return how many tiles are left to draw after a turn."""
    laid = len(choice.action.tiles) if isinstance(choice.action, Play) else 0
    return max(0, view.pile - laid)
