"""Turns prepared while the other is to move: the own hand is known, the queue may change."""

from collections.abc import Mapping

from games.core.codec import JSON
from games.core.conditions import Condition
from games.words_with_chilwell.model import Action, Spell, State

ALWAYS = {Condition.LEGAL: "in any case"}


def conditions(action: Action) -> Mapping[Condition, str]:
    """Return on which conditions a turn can be prepared, in words."""
    if not isinstance(action, Spell) or not action.word or not action.draw:
        return ALWAYS
    count = "tile" if action.draw == 1 else f"{action.draw} tiles"
    return ALWAYS | {Condition.FOOTING: f"if the next {count} of the queue are still as now"}


def footing(state: State, action: Action) -> JSON:
    """Return the tiles of the queue that would be taken, as far as it reaches."""
    return state.queue[: action.draw] if isinstance(action, Spell) else ""
