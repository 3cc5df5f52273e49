"""Text for actions and positions: ``V90 1,0 road WN`` is V turned by 90 degrees at (1, 0).

A subject's feature is written as its kind and, as it lies on the map, the sides of a road or city
or the half-edges of a desert. A position is a few lines that hold all but the last action's events.
"""

import re
from collections.abc import Iterable

from games.core.errors import BadNotation
from games.core.language.text import OVER, listed
from games.tilekingdom.position.model import Place, Placement, State, Subject
from games.tilekingdom.position.tiles import SIDES, TILES, Feature

TILE = re.compile(r"([A-X])(0|90|180|270)", re.IGNORECASE)
ACTION = re.compile(
    r"\s*([A-X])\s*(0|90|180|270)\s+(-?\d{1,3})\s*,\s*(-?\d{1,3})(?:\s+([a-z]+)\s*(.*))?\s*",
    re.IGNORECASE,
)
EXAMPLES = ("V90 1,0", "V90 1,0 road WN")


def feature_text(feature: Feature, rotation: int) -> str:
    """Return how a feature of a turned tile is written: ``road WN``, ``desert 25``, ``mosque``."""
    if feature.kind == "mosque":
        return "mosque"
    if feature.kind == "desert":
        return "desert " + "".join(str((half + 2 * rotation) % 8) for half in feature.half_edges)
    return f"{feature.kind} " + "".join(SIDES[(side + rotation) % 4] for side in feature.sides)


def action_text(state: State, action: Place) -> str:
    """Return the action as a line, for the tile in hand in this position."""
    text = f"{state.tile}{90 * action.rotation} {action.x},{action.y}"
    feature = TILES[state.tile].feature(action.subject) if state.tile and action.subject else None
    return f"{text} {feature_text(feature, action.rotation)}" if feature else text


def parse_action(state: State, text: str) -> Place:
    """Return the action of a line; raise BadNotation saying what was expected.

    Sides and half-edges can stand in any order, with braces, commas and in small letters.
    """
    if not (match := ACTION.fullmatch(text)):
        raise BadNotation.unlike(EXAMPLES, text)
    kind, degrees, x, y, name, where = match.groups()
    if state.tile is None:
        raise BadNotation(OVER)
    if kind.upper() != state.tile:
        raise other_tile(state.tile, kind)
    rotation = int(degrees) // 90
    subject = None
    if name:
        subject = _find_feature(state.tile, rotation, name.lower(), where).key
    return Place(int(x), int(y), rotation, subject)


def other_tile(held: str, written: str) -> BadNotation:
    """Return what is said of a line that names another tile than the one in hand."""
    return BadNotation("Your tile is {held}, not {written}.", held=held, written=written.upper())


def _find_feature(kind: str, rotation: int, name: str, where: str) -> Feature:
    wanted = set(re.sub(r"[\s{},]", "", where).upper())
    for feature in TILES[kind].features:
        _, _, parts = feature_text(feature, rotation).partition(" ")
        if feature.kind == name and set(parts) == wanted:
            return feature
    names = [feature_text(feature, rotation) for feature in TILES[kind].features]
    raise BadNotation(
        "This tile has no {written}, only {features}.",
        written=f"{name} {where}".strip(),
        features=listed(names),
    )


def state_text(state: State) -> str:
    """Return the position as lines of text that ``parse_state`` reads."""
    lines = [
        ("to move", "nobody" if state.to_move is None else str(state.to_move)),
        ("hand", state.tile or "-"),
        ("scores", " ".join(map(str, state.scores))),
        ("supplies", " ".join(map(str, state.supplies))),
        ("tiles", "; ".join(map(_placement_text, state.placements))),
        ("subjects", "; ".join(f"{s.player} {s.x},{s.y} {s.feature}" for s in state.subjects)),
        ("bag", " ".join(f"{kind}{count}" for kind, count in state.bag.items())),
        ("order", "".join(state.order)),
        ("removed", "".join(state.removed)),
    ]
    return "\n".join(f"{name}: {text}".rstrip() for name, text in lines)


def _placement_text(one: Placement) -> str:
    player = "-" if one.player is None else one.player
    return f"{one.kind}{90 * one.rotation} {one.x},{one.y} {player}"


NAMES = ("to move", "hand", "scores", "supplies", "tiles", "subjects", "bag", "order", "removed")


def parse_state(text: str) -> State:
    """Return the facts of a position, for ``restore`` to make playable; raise BadNotation."""
    parts = dict(line.split(":", 1) for line in text.strip().splitlines() if ":" in line)
    parts = {name.strip(): value.strip() for name, value in parts.items()}
    if parts.keys() != set(NAMES):
        raise BadNotation("A position needs these lines: {names}.", names=NAMES)
    try:
        return State(
            to_move=None if parts["to move"] == "nobody" else int(parts["to move"]),
            tile=None if parts["hand"] == "-" else _kind(parts["hand"]),
            scores=tuple(map(int, parts["scores"].split())),
            supplies=tuple(map(int, parts["supplies"].split())),
            placements=tuple(map(_read_placement, _listed(parts["tiles"]))),
            subjects=tuple(map(_read_subject, _listed(parts["subjects"]))),
            bag={_kind(item[0]): int(item[1:]) for item in parts["bag"].split()},
            order=tuple(map(_kind, parts["order"])),
            removed=tuple(map(_kind, parts["removed"])),
        )
    except ValueError as error:
        raise BadNotation(
            "We couldn't read the position: {problem}.", problem=str(error)
        ) from error


def _listed(text: str) -> Iterable[str]:
    return [item.strip() for item in text.split(";")] if text else []


def _kind(text: str) -> str:
    if text not in TILES:
        raise BadNotation("There's no “{kind}” tile.", kind=text)
    return text


def _read_placement(text: str) -> Placement:
    tile, at, player = text.split()
    if not (match := TILE.fullmatch(tile)):
        raise BadNotation("Write a tile like V90, not “{tile}”.", tile=tile)
    x, y = map(int, at.split(","))
    seat = None if player == "-" else int(player)
    return Placement(match[1].upper(), x, y, int(match[2]) // 90, seat)


def _read_subject(text: str) -> Subject:
    player, at, feature = text.split()
    x, y = map(int, at.split(","))
    return Subject(int(player), x, y, feature)
