"""On what a prepared turn depends: few conditions, the same words for all games that have them."""

from enum import StrEnum

from games.core.language.text import Text


class Condition(StrEnum):
    """When a prepared action is played; always only if it is still legal and reads the same."""

    LEGAL = "legal"
    FOOTING = "footing"  # what it rests on is as it was (``Prepares.footing``)
    POINTS = "points"  # it earns at least as much as it would have
    BAG_EMPTY = "bag_empty"  # nothing is left to draw (``Prepares.bag_is_empty``)
    ASK = "ask"  # never by itself: its owner is asked, in the mail about their turn


IN_WORDS = {
    Condition.LEGAL: Text("if it's still possible"),
    Condition.FOOTING: Text("if the board around it hasn't changed"),
    Condition.POINTS: Text("if it still scores at least as much"),
    Condition.BAG_EMPTY: Text("if there's nothing left to draw"),
    Condition.ASK: Text("just remind me when it's my turn"),
}


def labelled(*conditions: Condition) -> dict[Condition, Text]:
    """Return conditions with their usual words."""
    return {condition: IN_WORDS[condition] for condition in conditions}
