"""Diagrams: positions that show what a rule means, drawn by the game like any other position.

A diagram is data: a position, perhaps a turn in it, and which part of the picture to show. The turn
is played, or refused, by the rules whenever it's drawn, and the points below it are those that the
rules give.
"""

import dataclasses
import functools
from collections.abc import Callable, Iterator
from typing import Any, Generic, Literal, TypeVar

from games.core.drawing import cutting
from games.core.drawing.cutting import Box
from games.core.errors import IllegalAction
from games.core.game import BaseState, Game, Player
from games.core.language.text import Text
from games.core.lessons import PLY, SECRET, gained
from games.core.rng import Rng

S = TypeVar("S", bound=BaseState)
A = TypeVar("A")

NAMES = ("Anna", "Ben", "Chioma", "David", "Eva")
MARGIN = 4  # pixels around the part that is shown


@dataclasses.dataclass(frozen=True, slots=True)
class Diagram(Generic[S]):
    """A picture for a rule.

    ``name`` is its file's, ``rule`` the number of the rule it stands under. ``part`` are two places
    in opposite corners, as the game's turns name them. ``turn`` is notation, or an action that
    can't be written; ``shown`` tells whether the picture is of the position before it, with it just
    laid, or after all it brings. ``gains`` are the points that the turn brings, by seat, as the
    caption claims. ``text`` says what can be seen, for those who can't see it.
    """

    name: str
    rule: str
    text: Text
    position: S
    part: str
    turn: Any = ""
    shown: Literal["before", "laid", "after"] = "after"
    refused: bool = False
    gains: tuple[int, ...] = ()
    rings: str = ""  # places, "D4 E4"
    arrows: str = ""  # from one place to another, "B5>C5 C5>D5"
    labels: str = ""  # numbers on places, "7@D4"
    viewer: Player | None = None
    scale: float = 1  # of all that is drawn, for a large part


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Diagrams(Generic[S, A]):
    """A game's diagrams, and how its pictures are read.

    ``place`` tells where a viewer's picture of a position has a place; ``laid`` returns a position
    with a turn's tiles on the board, whether or not the rules allow that. ``plain`` are the
    sections of the rules in which nothing is put on the board.
    """

    options: Any
    each: tuple[Diagram[S], ...]
    place: Callable[[S, Player | None, str], Box]
    laid: Callable[[S, A], S]
    scale: float  # pixels for each unit of the picture
    fails: Callable[[S], bool] = lambda _: (
        False
    )  # whether a turn that's allowed has come to nothing
    plain: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()  # of a game with a deck, if not the usual ones


def action_of(game: Game[Any, S, A], diagram: Diagram[S]) -> A:
    """Return a diagram's turn as an action."""
    if not isinstance(diagram.turn, str):
        return diagram.turn  # type: ignore[no-any-return]
    return game.parse_action(game.restore(diagram.position), diagram.turn)


def outcome(game: Game[Any, S, A], diagram: Diagram[S]) -> S:
    """Return the position after a diagram's turn; raise IllegalAction if the rules refuse it."""
    before = game.restore(diagram.position)
    return game.apply_action(before, action_of(game, diagram), Rng(SECRET, PLY + 1))


def is_refused(game: Game[Any, S, A], diagram: Diagram[S]) -> bool:
    """Tell whether the rules refuse a diagram's turn."""
    try:
        outcome(game, diagram)
    except IllegalAction:
        return True
    return False


def gains(game: Game[Any, S, A], diagram: Diagram[S]) -> tuple[int, ...]:
    """Return the points that a diagram's turn brings, by seat; none where it's refused."""
    if not diagram.turn or is_refused(game, diagram):
        return ()
    after = outcome(game, diagram)
    points = tuple(gained(after, seat) for seat in range(len(game.scores(after))))
    return points if any(points) else ()


def draw(game: Game[Any, S, A], diagrams: Diagrams[S, A], diagram: Diagram[S]) -> str:
    """Return a diagram as a stand-alone SVG."""
    state = shown(game, diagrams, diagram)
    scale = diagrams.scale * diagram.scale
    place = functools.partial(diagrams.place, state, diagram.viewer)
    return cutting.cut(
        game.picture(state, diagram.viewer, NAMES[: len(game.scores(state))]),
        Box.around(map(place, diagram.part.split(":"))).grown(MARGIN / scale),
        scale,
        _marks(diagrams, diagram, state, scale),
        _foot(game, diagrams, diagram),
    )


def shown(game: Game[Any, S, A], diagrams: Diagrams[S, A], diagram: Diagram[S]) -> S:
    """Return the position of which a diagram is a picture."""
    before = game.restore(diagram.position)
    if not diagram.turn or diagram.shown == "before":
        return before
    if diagram.refused or diagram.shown == "laid":
        return diagrams.laid(before, action_of(game, diagram))
    return outcome(game, diagram)


def _marks(diagrams: Diagrams[S, A], diagram: Diagram[S], state: S, scale: float) -> Iterator[str]:
    place = functools.partial(diagrams.place, state, diagram.viewer)
    for name in diagram.rings.split():
        yield cutting.ring(place(name), scale)
    for line in diagram.arrows.split():
        start, end = map(place, line.split(">"))
        yield cutting.arrow(start, end, scale)
    for line in diagram.labels.split():
        text, name = line.split("@")
        yield cutting.label(text, *place(name).middle, scale)


def _foot(
    game: Game[Any, S, A], diagrams: Diagrams[S, A], diagram: Diagram[S]
) -> cutting.Foot | None:
    """Return what a diagram's turn comes to, if it brings points or is to be told from others."""
    if not diagram.turn:
        return None
    good = not is_refused(game, diagram) and not diagrams.fails(outcome(game, diagram))
    brought = gains(game, diagram)
    beside = (one for one in diagrams.each if one.rule == diagram.rule)
    if good and not brought and not any(one.refused for one in beside):
        return None
    return cutting.verdict(
        good=good,
        points=[(seat, number) for seat, number in enumerate(brought) if number],
        alone=len(brought) == 1,
    )
