"""Turns prepared while the other player is to move: your hand is known, the queue can change."""

from collections.abc import Mapping

from games.core.codec import JSON
from games.core.extras.conditions import Condition
from games.core.language.text import Plural, Text
from games.words_with_chilwell.position.model import Action, Spell, State

ALWAYS = {Condition.LEGAL: Text("whatever happens")}


def conditions(action: Action) -> Mapping[Condition, Text]:
    """Return on which conditions a turn can be prepared, in words."""
    if not isinstance(action, Spell) or not action.word or not action.draw:
        return ALWAYS
    unchanged = Plural(
        "if the next {n} tile in the queue is still the same",
        "if the next {n} tiles in the queue are still the same",
        n=action.draw,
    )
    return ALWAYS | {Condition.FOOTING: unchanged}


def footing(state: State, action: Action) -> JSON:
    """Return the tiles of the queue that would be taken, as far as it reaches."""
    return state.queue[: action.draw] if isinstance(action, Spell) else ""
