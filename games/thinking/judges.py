"""Who weighs turns: for tasks alone, as pages ask and come again (``games.thinking.asking``)."""

from games.core.weighing import Judge
from games.registry import package


def judge_of(slug: str) -> Judge:
    """Return how a game weighs turns; raise UnknownGame."""
    return package(slug).judge  # type: ignore[no-any-return]
