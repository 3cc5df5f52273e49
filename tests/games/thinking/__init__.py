"""Thinking time that passes by looking at the clock, so that a bot's haste is a number of looks."""

import sys
from collections.abc import Callable

from games.core.bots import Budget


class Ticking(Budget):
    """A budget whose clock advances by one second at each look; ``looks`` counts them."""

    __slots__ = ("looks",)

    def __init__(self, steps: int) -> None:
        self.looks = -1  # the first look only sets the clock
        super().__init__(float(steps), self._look)

    def _look(self) -> float:
        self.looks += 1
        return float(self.looks)


def ticking(steps: int) -> Ticking:
    """Return a budget that is used up after that many looks at the clock."""
    return Ticking(steps)


class Overrun(Budget):
    """A budget of looks that counts the work done after it's used up: calls of functions."""

    __slots__ = ("calls", "longest", "looks")

    def __init__(self, steps: int) -> None:
        self.looks = self.calls = self.longest = 0
        super().__init__(float(steps), self._look)
        self.calls = 0

    def _look(self) -> float:
        self.longest = max(self.longest, self.calls)
        if self.looks <= self.seconds:
            self.calls = 0  # in time: what comes next is cut at the next look
        self.looks += 1
        return float(self.looks - 1)


def overrun(choose: Callable[[Budget], object], steps: int) -> int:
    """Return the most calls between two of so many looks, or after the last of them.

    They're the same on every machine, and however busy it is.
    """
    budget = Overrun(steps)

    def count(_frame: object, event: str, _argument: object) -> None:
        budget.calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        choose(budget)
    finally:
        sys.setprofile(before)
    return max(budget.longest, budget.calls)
