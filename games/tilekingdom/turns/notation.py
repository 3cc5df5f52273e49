"""Text for actions: ``V90 1,0 road WN`` is V turned by 90 degrees at (1, 0).

A subject's feature is written as its kind and, as it lies on the map, the sides of a road or city
or the half-edges of a desert.
"""

import re

from games.core.errors import BadNotation
from games.core.game import Player
from games.core.language.events import Event
from games.core.language.text import OVER, listed
from games.tilekingdom.position.model import Place, State
from games.tilekingdom.position.tiles import SIDES, TILES, Feature

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
    if not (match := ACTION.fullmatch(text)) or not text.isascii():
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


def read_log(player: Player, text: str) -> Event | None:
    """Return what a line of the log says was done with a tile, None if it isn't one."""
    if not (match := ACTION.fullmatch(text)) or not text.isascii():
        return None
    kind, _, _, _, name, _ = match.groups()
    if name is None:
        return Event("laid", player, {"tile": kind})
    return Event("claimed", player, {"tile": kind, "feature": name})


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
