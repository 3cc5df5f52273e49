"""A turn as people write it when they answer a mail and don't see the map.

They can leave out the letter of the tile, since they hold only one, and where a feature lies if the
tile has one of its kind. ``90 1,0 road`` and ``desert SW`` are enough, and so is
``90° (1,0), road``. A side or a corner says which of several they mean. The log keeps to the exact
notation.
"""

import re
from collections.abc import Callable

from games.core.errors import BadNotation
from games.core.language.text import OVER, listed
from games.tilekingdom.position.model import Place, State
from games.tilekingdom.position.pieces import position_of
from games.tilekingdom.position.tiles import SIDES, TURNED, Feature
from games.tilekingdom.turns.notation import feature_text, other_tile

SHORTEST, EXAMPLE = "90 1,0", "90 1,0 road"
LINE = re.compile(
    r"\s*([A-X])?\s*(0|90|180|270)(?:\s*°\s*|\s+|(?=\())"
    r"(?:\(\s*)?(-?\d{1,3})\s*,\s*(-?\d{1,3})(?:\s*\))?"
    r"(?:(?:\s*,\s*|\s+)([a-z]+)\s*(.*))?\s*",
    re.IGNORECASE,
)
CORNERS = {"NE": {1, 2}, "SE": {3, 4}, "SW": {5, 6}, "NW": {7, 0}}  # the half-edges there
_CORNER = {frozenset(name): halves for name, halves in CORNERS.items()}

Places = dict[int, list[tuple[int, int]]]


def fitting(state: State) -> Places:
    """Return by rotation where the tile in hand fits; if rotations look alike, for the first."""
    found: Places = {}
    for cell, piece in state.index.looks(state.tile) if state.tile else []:
        found.setdefault(piece.rotation, []).append(position_of(cell))
    return {rotation: sorted(found[rotation]) for rotation in sorted(found)}


def read(state: State, text: str, *, fits: Callable[[Place], bool]) -> Place:
    """Return the turn a line stands for; raise BadNotation saying what was expected.

    If it could mean several features, it means the one that can have a subject, by ``fits``.
    """
    if not (match := LINE.fullmatch(text)) or not text.replace("°", "").isascii():
        raise BadNotation.unlike((SHORTEST, EXAMPLE), text)
    letter, degrees, x, y, name, where = match.groups()
    if state.tile is None:
        raise BadNotation(OVER)
    if letter and letter.upper() != state.tile:
        raise other_tile(state.tile, letter)
    rotation = int(degrees) // 90
    bare = Place(int(x), int(y), rotation)
    if not name:
        return bare
    found = _meant(TURNED[state.tile][rotation].features, name.lower(), where)
    choices = [Place(bare.x, bare.y, rotation, feature.key) for feature in found]
    if len(choices) > 1:
        choices = [choice for choice in choices if fits(choice)] or choices
    if len(choices) == 1:
        return choices[0]
    written, features = f"{name} {where}".strip(), listed([*names(state.tile, rotation).values()])
    if choices:
        raise BadNotation(
            "Which {written}? Turned like this, your tile has {features}.",
            written=written,
            features=features,
        )
    raise BadNotation(
        "Turned like this, your tile has no {written}, only {features}.",
        written=written,
        features=features,
    )


def names(kind: str, rotation: int) -> dict[str, str]:
    """Return by key the shortest way to write each feature of a turned tile."""
    features = TURNED[kind][rotation].features
    ways = ("", *SIDES, *CORNERS)
    return {
        one.key: next(
            (
                f"{one.kind} {where}".strip()
                for where in ways
                if _meant(features, one.kind, where) == [one]
            ),
            feature_text(one, 0),
        )
        for one in features
    }


def _meant(features: tuple[Feature, ...], name: str, where: str) -> list[Feature]:
    """Return the features of a kind that lie as ``where`` says: exactly so, else at least there."""
    wanted = frozenset(re.sub(r"[\s{},-]", "", where).upper())
    kind = [feature for feature in features if feature.kind == name]
    if exact := [feature for feature in kind if frozenset(_parts(feature)) == wanted]:
        return exact
    return [feature for feature in kind if not wanted or _lies_at(feature, wanted)]


def _parts(feature: Feature) -> str:
    return feature_text(feature, 0).partition(" ")[2]


def _lies_at(feature: Feature, wanted: frozenset[str]) -> bool:
    """Tell whether a feature touches a corner, or all of some sides."""
    if not wanted <= set(SIDES):
        return False
    if feature.kind != "desert":
        return wanted <= set(_parts(feature))
    halves = set(feature.half_edges)
    if corner := _CORNER.get(wanted):
        return bool(corner & halves)
    return all({2 * SIDES.index(side), 2 * SIDES.index(side) + 1} & halves for side in wanted)
