"""Thinking time that passes by looking at the clock, so that a bot's haste is a number of looks."""

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
