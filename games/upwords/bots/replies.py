"""What the next player may reply: racks are dealt from the unseen tiles, the same for all turns.

Many turns compete at first. The more racks were tried, the fewer are left, and it ends early if one
is clearly the best. A reply is worth its points and what the tiles kept with it promise.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from games.core.bots import Budget
from games.core.game import Player
from games.core.rng import Rng
from games.core.weighing import Weighed
from games.upwords.bots.prospects import KEPT, chances_of, expected_points, turn_points
from games.upwords.bots.search import Choice, ends_at_once, final, in_order, kept
from games.upwords.position.bag import arranged, take, without
from games.upwords.position.model import Action, Play, State
from games.upwords.rules import Upwords
from games.upwords.turns.generation import Leads, Survey, hand_of

STAGES = ((6, 6), (14, 4), (40, 3))  # after so many racks so many turns are left
DOUBT = 4  # after so many racks the replies seen count for half
CLEAR = 3.0  # standard errors by which the best is clearly so
FIRST = 10  # racks before it can be clear
ROUNDS = 240  # racks after which there is little more to learn


@dataclass(slots=True)
class Trial:
    """Turns that compete, each with the board after it, and those that must stay to the end."""

    game: Upwords
    view: State
    choices: list[Choice]
    surveys: list[Survey]
    staying: frozenset[Action]

    def round(self, rack: str, budget: Budget) -> bool:
        """Find the best reply of a rack to each turn; False if time ran out before the last."""
        hand = hand_of(rack)
        leads = Leads(self.game.words, hand)
        seen: dict[int, float] = {}  # lines that several boards share are searched once
        worth: dict[str, float] = {}
        replies = []
        for survey in self.surveys:
            if budget.spent():
                return False
            best = 0.0
            for number in range(2 * survey.size):
                line = survey.line(number)
                if not line.anchors:
                    continue
                value = seen.get(id(line))
                if value is None:
                    value = 0.0
                    for found in survey.plays_on(line, hand, leads):
                        letters = found[3]
                        promise = worth.get(letters)
                        if promise is None:
                            rest = without(rack, letters) or ""
                            promise = worth[letters] = kept(self.game, self.view, rest)
                        value = max(value, found[0] + promise)
                    seen[id(line)] = value
                best = max(best, value)
            replies.append(best)
        for choice, reply in zip(self.choices, replies, strict=True):
            choice.replies.append(reply)
        return True

    def narrow(self, most: int) -> None:
        """Go on with those that look best, and with those that must stay."""
        order = sorted(self.choices, key=self.worth_of, reverse=True)
        good = {choice.action for choice in order[:most]} | self.staying
        pairs = zip(self.choices, self.surveys, strict=True)
        left = [(choice, survey) for choice, survey in pairs if choice.action in good]
        self.choices = [choice for choice, _ in left]
        self.surveys = [survey for _, survey in left]

    def gaps_of(self, choice: Choice) -> list[float]:
        """Return by how much the replies to a turn are better than those to what competes still."""
        others = zip(*(other.replies for other in self.choices), strict=True)
        return [reply - mean_of(all_) for reply, all_ in zip(choice.replies, others, strict=False)]

    def worth_of(self, choice: Choice) -> float:
        """Return what a turn is worth less the replies; few racks tell less than many."""
        gaps = self.gaps_of(choice)
        return choice.value - sum(gaps) / (len(gaps) + DOUBT)

    def prospects_of(self, player: Player, choice: Choice) -> list[float]:
        """Return the points each can expect in the end after a turn and a reply to it."""
        view, pile = self.view, pile_after(self.view, choice)
        seats, rounds = len(view.scores), len(self.choices[0].replies)
        usual = turn_points(pile)
        level = mean_of([mean_of(other.replies) for other in self.choices]) + KEPT
        level = (level * rounds + usual * DOUBT) / (rounds + DOUBT)
        points = expected_points(view.scores, pile, (player + 2) % seats)
        points[player] += choice.value + KEPT
        points[(player + 1) % seats] += level + choice.value - self.worth_of(choice)
        return points

    def is_clear(self) -> bool:
        """Tell whether one turn is so far ahead of the others that more racks won't change it."""
        best = max(self.choices, key=self.worth_of)
        for other in self.choices:
            if other is not best:
                gaps = [b - a for a, b in zip(best.replies, other.replies, strict=True)]
                ahead = best.value - other.value + sum(gaps) / (len(gaps) + DOUBT)
                if ahead < CLEAR * error_of(gaps):
                    return False
        return True


def mean_of(values: Sequence[float]) -> float:
    """Return the mean of some values, 0 if there are none."""
    return sum(values) / max(1, len(values))


def error_of(values: Sequence[float]) -> float:
    """Return the standard error of a mean; with few values they count as more apart."""
    mean, count = mean_of(values), len(values)
    squares = sum((value - mean) ** 2 for value in values) + 9.0
    return math.sqrt(squares / max(1, count - 1) / max(1, count))


def weigh_replies(
    game: Upwords,
    view: State,
    player: Player,
    choices: list[Choice],
    rng: Rng,
    budget: Budget,
    also: Sequence[Action] = (),
) -> list[Weighed[Action]]:
    """Weigh turns by what the next player may reply, the best first."""
    ending = [choice for choice in choices if ends_at_once(game, view, choice.action)]
    going_on = [choice for choice in choices if not ends_at_once(game, view, choice.action)]
    survey = game.survey(view)
    surveys = [
        survey.after(one.action.tiles) if isinstance(one.action, Play) else survey
        for one in going_on
    ]
    trial = Trial(game, view, going_on, surveys, frozenset(also))
    _try_replies(trial, view.held[(player + 1) % len(view.held)], rng, budget)
    return in_order(
        [
            *(final(game, view, player, choice) for choice in ending),
            *(_weighed(trial, player, choice) for choice in going_on),
        ],
        player,
    )


def _try_replies(trial: Trial, held: int, rng: Rng, budget: Budget) -> None:
    """Try replies to the turns that compete, as long as it makes sense."""
    stages = dict(STAGES)
    for rounds in itertools.count(1):
        rack = arranged(take(trial.view.unseen or {}, held, rng)[0])
        if not trial.round(rack, budget) or rounds == ROUNDS:
            return
        if rounds in stages:
            trial.narrow(stages[rounds])
        if rounds >= FIRST and not rounds % 5 and trial.is_clear():
            return


def _weighed(trial: Trial, player: Player, choice: Choice) -> Weighed[Action]:
    """Return what a turn promises by its points, the tiles kept, and the replies tried."""
    pile = pile_after(trial.view, choice)
    points = trial.prospects_of(player, choice)
    chances = chances_of(points, pile)
    points[player] -= 1.0
    slope = chances[player] - chances_of(points, pile)[player]
    points[player] += 1.0
    error = slope * error_of(trial.gaps_of(choice))
    return Weighed(choice.action, player, chances, tuple(points), error)


def pile_after(view: State, choice: Choice) -> int:
    """Return how many tiles are left to draw after a turn."""
    laid = len(choice.action.tiles) if isinstance(choice.action, Play) else 0
    return max(0, view.pile - laid)
