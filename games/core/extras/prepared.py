"""Prepared turns: actions chosen while others are to move, and played on a condition.

All is judged on what the player sees, so a prepared turn tells its owner nothing that they could
not know, and others no more than the action itself does.
"""

import dataclasses
from enum import StrEnum
from itertools import islice
from typing import Any, Generic, TypeVar

from games.core.codec import JSON
from games.core.errors import IllegalAction
from games.core.extras.conditions import IN_WORDS, Condition
from games.core.extras.protocols import AnyGame, Prepares, pass_action, preview
from games.core.game import Player
from games.core.language.text import Text

A = TypeVar("A")


@dataclasses.dataclass(frozen=True, slots=True)
class Prepared(Generic[A]):
    """A prepared action. ``text`` is what it read like, and must still, in the game's notation.

    ``footing`` and ``points`` are what the conditions of these names compare with; None without
    them. With ``repeat`` the turn stays when it was played, else it is used up.
    """

    action: A
    text: str
    condition: Condition
    footing: JSON = None
    points: int | None = None
    repeat: bool = False


class Obstacle(StrEnum):
    """Why a prepared turn was not played when it was due."""

    NOT_NOW = "not_now"
    IMPOSSIBLE = "impossible"
    DIFFERENT = "different"
    FOOTING = "footing"
    BAG = "bag"
    POINTS = "points"
    FAULT = "fault"


OBSTACLES_IN_WORDS = {
    Obstacle.NOT_NOW: Text("It isn't your turn."),
    Obstacle.IMPOSSIBLE: Text("This turn is no longer possible."),
    Obstacle.DIFFERENT: Text("This would no longer be the turn you prepared."),
    Obstacle.FOOTING: Text("The board around your move has changed."),
    Obstacle.BAG: Text("There are still tiles to draw."),
    Obstacle.POINTS: Text("This turn would score less than when you prepared it."),
    Obstacle.FAULT: Text("Something went wrong on our side. Please play this turn yourself."),
}

NO_WAY = Text("You can't prepare a turn that way.")


def sole_action(game: AnyGame, state: Any) -> Any | None:
    """Return the one legal action of the player to move, None if there is not exactly one.

    Looks at no more than two actions, and only at what that player sees.
    """
    player = game.current_player(state)
    if player is None:
        return None
    first = list(islice(game.legal_actions(game.observation(state, player)), 2))
    return first[0] if len(first) == 1 else None


def conditions(game: AnyGame, action: Any) -> dict[Condition, Text]:
    """Return on which conditions an action can be prepared, in words; the last is to be asked."""
    offered = dict(game.conditions(action)) if isinstance(game, Prepares) else {}
    return {**offered, Condition.ASK: IN_WORDS[Condition.ASK]} if offered else {}


def prepare(
    game: AnyGame,
    view: Any,
    player: Player,
    action: Any,
    condition: Condition,
    *,
    repeat: bool = False,
) -> Prepared[Any]:
    """Return a turn that a player prepares; ``view`` is their observation now.

    Raise IllegalAction if the game does not offer it, or not now. What a player learns only by
    playing, such as whether a word counts, is not told here.
    """
    if not isinstance(game, Prepares) or condition not in conditions(game, action):
        raise IllegalAction(NO_WAY)
    if (ahead := game.foresee(view, player)) is None:
        raise IllegalAction(NO_WAY)
    if problem := _told_problem(game, ahead, player, action):
        raise IllegalAction(problem)
    if repeat and not may_repeat(game, ahead, action, condition):
        raise IllegalAction(
            "The only turn you can repeat is a pass, once there's nothing left to draw."
        )
    points = points_of(game, ahead, player, action) if condition is Condition.POINTS else None
    if condition is Condition.POINTS and points is None:
        raise IllegalAction("You can't know what this turn will score until you play it.")
    return Prepared(
        action=action,
        text=game.action_text(ahead, action),
        condition=condition,
        footing=game.footing(ahead, action) if condition is Condition.FOOTING else None,
        points=points,
        repeat=repeat,
    )


def may_repeat(game: AnyGame, view: Any, action: Any, condition: Condition) -> bool:
    """Tell whether a turn can stay when it was played; ``view`` is as ``foresee`` gives it."""
    return condition is Condition.BAG_EMPTY and action == pass_action(game, view)


def points_of(game: AnyGame, view: Any, player: Player, action: Any) -> int | None:
    """Return the points an action would earn by what the player sees, None if that is not told."""
    tried = preview(game, view, player, action)
    return None if tried is None or tried["problem"] else int(tried["points"])


def _told_problem(game: AnyGame, view: Any, player: Player, action: Any) -> Text | None:
    """Return why an action is no good as far as trying it out would tell, None if it may be."""
    tried = None if action == pass_action(game, view) else preview(game, view, player, action)
    if tried is not None:
        return tried["problem"]  # type: ignore[no-any-return]
    return game.refusal(view, action) if isinstance(game, Prepares) else IllegalAction.usual


def holds(game: AnyGame, view: Any, player: Player, turn: Prepared[Any]) -> bool:
    """Tell whether a prepared turn is to be played in the position as its owner sees it."""
    return obstacle(game, view, player, turn) is None


def obstacle(game: AnyGame, view: Any, player: Player, turn: Prepared[Any]) -> Obstacle | None:
    """Return what keeps a prepared turn from being played now, None if it is."""
    if game.current_player(view) != player:
        return Obstacle.NOT_NOW
    if not isinstance(game, Prepares) or game.refusal(view, turn.action):
        return Obstacle.IMPOSSIBLE
    if _told_problem(game, view, player, turn.action):
        return Obstacle.IMPOSSIBLE
    if game.action_text(view, turn.action) != turn.text:
        return Obstacle.DIFFERENT
    match turn.condition:
        case Condition.FOOTING if game.footing(view, turn.action) != turn.footing:
            return Obstacle.FOOTING
        case Condition.BAG_EMPTY if not game.bag_is_empty(view):
            return Obstacle.BAG
        case Condition.POINTS:
            points = points_of(game, view, player, turn.action)
            if points is None or points < (turn.points or 0):
                return Obstacle.POINTS
    return None
