"""Why one turn is better than another, in words that come from its points."""

import pytest

from games.core.review.report import Idea
from games.reviews import wording
from games.say import say


def idea(*, now: float, later: float, others: float | None = None) -> Idea:
    parts = {"now": now, "later": later, **({} if others is None else {"others": -others})}
    lead = now + later - (others or 0.0)
    return Idea({}, "", chance=0.5, error=0.0, lead=lead, parts=parts)


PLAIN = idea(now=10, later=50, others=60)


@pytest.mark.parametrize(
    ("better", "reasons"),
    [
        (idea(now=12, later=50, others=60), ["It scores 2 points more at once."]),
        (
            idea(now=10, later=51, others=60),
            ["Later turns can be expected to bring one point more."],
        ),
        (
            idea(now=10, later=52, others=57),
            [
                "Others can be expected to get 3 points less.",
                "Later turns can be expected to bring 2 points more.",
                "All in all it's worth 5 points more.",
            ],
        ),
        (
            idea(now=7, later=55, others=60),
            [
                "It scores 3 points less at once, but makes up for it.",
                "Later turns can be expected to bring 5 points more.",
                "All in all it's worth 2 points more.",
            ],
        ),
        (idea(now=10, later=50.4, others=59.6), ["All in all it's worth one point more."]),
        (idea(now=10, later=50, others=60), []),
    ],
)
def test_a_better_turn_has_its_reasons(better: Idea, reasons: list[str]) -> None:
    assert [say(text) for text in wording.why(better, PLAIN)] == reasons


def test_alone_nobody_else_is_spoken_of() -> None:
    found = wording.why(idea(now=3, later=9), idea(now=1, later=4))
    assert [say(text) for text in found] == [
        "Later turns can be expected to bring 5 points more.",
        "It scores 2 points more at once.",
        "All in all it's worth 7 points more.",
    ]
