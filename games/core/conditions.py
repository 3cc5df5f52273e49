"""On what a standing order depends: few conditions, the same words for all games that have them."""

from enum import StrEnum


class Condition(StrEnum):
    """When a prepared action is played; always only if it is still legal and reads the same."""

    LEGAL = "legal"
    FOOTING = "footing"  # what it rests on is as it was (``Game.footing``)
    POINTS = "points"  # it earns at least as much as it would have
    BAG_EMPTY = "bag_empty"  # nothing is left to draw (``Game.bag_is_empty``)
    ASK = "ask"  # never by itself: its owner is asked, in the mail that tells of his turn


IN_WORDS = {
    Condition.LEGAL: "if it is still possible",
    Condition.FOOTING: "if the board around it is still as it is now",
    Condition.POINTS: "if it still earns at least as many points",
    Condition.BAG_EMPTY: "while nothing is left to draw",
    Condition.ASK: "only offer it in my mail",
}


def labelled(*conditions: Condition) -> dict[Condition, str]:
    """Return conditions with their usual words."""
    return {condition: IN_WORDS[condition] for condition in conditions}
