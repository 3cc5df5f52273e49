"""Where a turn leads: the hidden cards are dealt anew, and the game is played on from there.

It's played on quickly (``playout``) until the horizon or its end. Once nothing is hidden any more,
the last turns are searched.
"""

import math
from collections.abc import Sequence

from games.core.game import Player
from games.core.rng import Rng
from games.tiled_of_it.bots.evaluation import Horizon
from games.tiled_of_it.bots.following import CARDS
from games.tiled_of_it.bots.playout import Line, Table, Turn
from games.tiled_of_it.position.model import State

DEEP = 5  # turns that a line goes on beyond the one that is weighed
SEARCHED = 5  # turns left that are searched widely once nothing is hidden any more
# Choices that are searched for each turn, by the turns left; with more of them the last number.
BREADTH = (1, 1, 10, 8, 6, 5, 3, 2, 1)
# The points by which a narrow search finds the mover's lead too large, by the turns before a wide
# one: in 30 games it shrank by this much until the last turns.
ROSY = (0.0, 0.95, 1.3, 2.1, 3.6)
# By how much a wide search that isn't a whole one misses the lead it looks for, by the turns left:
# its standard error in 336 positions that were searched in full.
UNSURE = (0.0, 0.0, 0.6, 0.6, 0.6, 1.9)
TO_THE_END = 9  # turns that are left when it goes on to the end

Outcome = tuple[Sequence[float], tuple[float, ...]]  # points in the end, chances to win


class Deals:
    """The position, with the hidden cards dealt anew for each line."""

    def __init__(self, table: Table, view: State, player: Player) -> None:
        self.table, self.view = table, view
        number = table.number
        self.unseen = [number[text] for text in view.deck]
        self.hands = [
            None if hand is None else sum(1 << number[text] for text in hand) for hand in view.hands
        ]
        self.horizon = Horizon(table.options, table.players, view.first)
        # With one hidden hand and no deck, that hand is what nobody shows.
        self.is_open = not view.deck_size and table.players == 2
        unknown = sum(
            not hand and size > 0 for hand, size in zip(view.hands, view.sizes, strict=True)
        )
        self.is_ending = (
            not view.deck_size
            and sum(view.sizes) <= CARDS
            and unknown <= 1
            and view.turns >= table.players
        )
        hands = [(1 << size) - 1 for size in view.sizes]  # any cards, for their number
        self.empty = Line(table, view, hands, [0] * view.deck_size)

    def line(self, rng: Rng) -> Line:
        """Return the position with hands and a deck drawn from what nobody shows."""
        noise = rng.noise(len(self.unseen))
        order = [card for _, card in sorted(zip(noise, self.unseen, strict=True))]
        line = self.empty.copy()
        for seat, hand in enumerate(self.hands):
            if hand is None:
                size = self.view.sizes[seat]
                line.hands[seat] = sum(1 << card for card in order[:size])
                del order[:size]
            else:
                line.hands[seat] = hand
        line.deck = order
        return line

    def is_exact(self, turn: Turn, start: Line) -> bool:
        """Tell whether it's certain what a turn comes to: there is at most one after it.

        A card of the pile could make the game longer.
        """
        line = start.copy()
        line.play(turn)
        return line.is_over() or (self.is_open and not line.pile and line.turns_left() == 1)

    def outcome(self, turn: Turn, start: Line, deep: int = DEEP) -> Outcome:
        """Return everyone's points in the end and chances to win after a turn from a line."""
        line = start.copy()
        line.play(turn)
        left = line.turns_left()
        if self.is_open and deep:
            hasty = max(0, left - SEARCHED)
            rosy = self.horizon.a_turn * ROSY[min(hasty, len(ROSY) - 1)] / 2
            unsure = UNSURE[min(left, SEARCHED)]
            points, left = settled(line, self.horizon, left + 2)
            mover = self.view.to_move
            points = [
                own - rosy if seat == mover else own + rosy for seat, own in enumerate(points)
            ]
            return points, self.horizon.chances(points, left, hasty and hasty + 1, unsure)
        turns = left if deep and left <= TO_THE_END else min(left, deep)
        ends = []
        for to_come in range(turns, -1, -1):
            if to_come < self.table.players:
                ends.append(self.horizon.points(line.scores, line.held(), left))
            if to_come:
                following = line.best(self.horizon.control(left))
                line.play(following)
                left = line.turns_left() if following.from_pile else left - 1
        points = ends[-1]
        if left:  # what it's worth to be next differs from board to board, so each is next once
            points = [math.fsum(column) / len(ends) for column in zip(*ends, strict=True)]
        return points, self.horizon.chances(points, left, turns)


def settled(
    line: Line, horizon: Horizon, deep: int, least: float = -math.inf
) -> tuple[Sequence[float], int]:
    """Return two players' points in the end by the best turns of both, and the turns left then.

    Nothing is hidden, and only cards of the pile can make the game longer than ``deep`` turns. A
    mover who gets further ahead than ``-least`` needs no better turn: the other one won't let it
    come to this.
    """
    left = line.turns_left()
    if not left or not deep:
        return horizon.points(line.scores, line.held(), left), left
    control = horizon.control(left)
    if left == 1:
        turns = [line.best(control)]
    else:
        turns = [*map(Turn._make, line.placements(control)), *line.discards()]
        turns.sort(key=lambda turn: -turn.worth)
    best: tuple[Sequence[float], int] = ((), 0)
    me, most = line.mover(), -math.inf
    for turn in turns[: BREADTH[min(left, len(BREADTH) - 1)]]:
        following = line.copy()
        following.play(turn)
        points, then = settled(following, horizon, deep - 1, most)
        if points[me] - points[1 - me] > most:
            best, most = (points, then), points[me] - points[1 - me]
        if most >= -least:
            break
    return best
