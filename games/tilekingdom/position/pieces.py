"""Tiles in each rotation, prepared for laying, and the numbers that cells, sides and features have.

A cell is one integer, ``(y + 128) * 256 + x + 128``. What a tile brings to the map, and which fit
where, is worked out here once.
"""

import dataclasses

from games.tilekingdom.position.tiles import KINDS, TURNED, Tile, distinct_rotations

WIDTH = 256
CENTRE = 128 * WIDTH + 128
REACH = 72  # no tile lies further from the start than there are tiles
MOVES = (-WIDTH, 1, WIDTH, -1)  # the way to the neighbour at each side
AROUND = (-WIDTH - 1, -WIDTH, -WIDTH + 1, -1, 1, WIDTH - 1, WIDTH, WIDTH + 1)
NEAR = frozenset(AROUND)

OPEN = (1 << 9) - 1
FOUNTAIN_SHIFT = 9
FOUNTAINS = 15
SUBJECT_SHIFT = 13
SUBJECT = 1 << SUBJECT_SHIFT  # any value from here on has a subject on it
PLAYER_BITS = 4

DESERT, ROAD, CITY, MOSQUE = range(4)
TOPICS = ("desert", "road", "city", "mosque")
NEEDS = {"F": 1, "R": 2, "C": 3}  # what a side asks of its neighbour; 0 is nothing
EDGES = {number: edge for edge, number in NEEDS.items()}


def cell_at(x: int, y: int) -> int:
    """Return the cell's number; x and y must lie within the reach of the start tile."""
    return CENTRE + y * WIDTH + x


def position_of(cell: int) -> tuple[int, int]:
    """Return a cell's x and y."""
    return cell % WIDTH - 128, cell // WIDTH - 128


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A tile in one rotation, prepared for laying; its features are numbered as in the table."""

    kind: str
    rotation: int
    keys: tuple[str, ...]
    size: int
    kinds: bytes
    data: tuple[int, ...]
    touches: tuple[int, ...]  # the set of its city features a desert touches; -1 for the others
    sides: tuple[tuple[int, int, int, tuple[int, ...]], ...]  # move, back, need, features clockwise
    ends: tuple[tuple[int, ...], ...]  # the features at each side, counter-clockwise
    contacts: tuple[
        tuple[tuple[int, int, int], ...], ...
    ]  # for each feature: move, back, which end
    alike: tuple[tuple[int, ...], ...]  # for each feature: the others of its kind
    mosque: int  # the number of its mosque, or -1
    code: int  # what its four sides are, two bits each


def _features_at(tile: Tile, side: int) -> tuple[int, ...]:
    """Return the features that end at a side, in clockwise order: desert, road, desert, or one."""
    found: list[int] = []
    middle = [i for i, feature in enumerate(tile.features) if side in feature.sides]
    for half in (2 * side, 2 * side + 1):
        found += [i for i, feature in enumerate(tile.features) if half in feature.half_edges]
    edge = tile.edges[side]
    if edge == "F":
        return (found[0],)
    return (found[0], *middle, found[1]) if edge == "R" else tuple(middle)


def _data(tile: Tile, number: int, ends: list[tuple[int, ...]]) -> int:
    feature = tile.features[number]
    if feature.kind == "mosque":
        return len(AROUND)
    count = sum(side.count(number) for side in ends)
    return count + (feature.kind == "desert") + (feature.fountain << FOUNTAIN_SHIFT)


def _prepare(tile: Tile, rotation: int) -> Piece:
    keys = tuple(feature.key for feature in tile.features)
    ends = [_features_at(tile, side) for side in range(4)]
    touches = tuple(
        sum(1 << keys.index(key) for key in feature.touches) if feature.kind == "desert" else -1
        for feature in tile.features
    )
    needs = [NEEDS[edge] for edge in tile.edges]
    contacts = tuple(
        tuple(
            (MOVES[side], (side + 2) % 4, place)
            for side in range(4)
            for place, owner in enumerate(ends[side])
            if owner == number
        )
        for number in range(len(keys))
    )
    return Piece(
        kind=tile.kind,
        rotation=rotation,
        keys=keys,
        size=len(keys),
        kinds=bytes(TOPICS.index(feature.kind) for feature in tile.features),
        data=tuple(_data(tile, number, ends) for number in range(len(keys))),
        touches=touches,
        sides=tuple(
            (MOVES[side], (side + 2) % 4, needs[side] << 2 * ((side + 2) % 4), ends[side])
            for side in range(4)
        ),
        ends=tuple(side[::-1] for side in ends),
        contacts=contacts,
        alike=tuple(
            tuple(
                other
                for other, feature in enumerate(tile.features)
                if other != number and feature.kind == tile.features[number].kind
            )
            for number in range(len(keys))
        ),
        mosque=keys.index("m0") if "m0" in keys else -1,
        code=sum(need << 2 * side for side, need in enumerate(needs)),
    )


PIECES: dict[str, tuple[Piece, ...]] = {
    kind: tuple(_prepare(TURNED[kind][rotation], rotation) for rotation in range(4))
    for kind in KINDS
}


def _fitting(pieces: tuple[Piece, ...]) -> list[tuple[Piece, ...]]:
    """Return for each code of a frontier cell the pieces whose sides answer it (rule 3.2)."""
    table: list[tuple[Piece, ...]] = [()] * 256
    for piece in pieces:
        for asked in range(1, 16):
            mask = sum(3 << 2 * side for side in range(4) if asked >> side & 1)
            table[piece.code & mask] += (piece,)
    return table


FITS = {kind: _fitting(PIECES[kind]) for kind in KINDS}
LOOKS = {  # as FITS, without rotations that look the same as an earlier one
    kind: _fitting(tuple(PIECES[kind][rotation] for rotation in distinct_rotations(kind)))
    for kind in KINDS
}
CODES = {
    kind: frozenset(code for code, pieces in enumerate(table) if pieces)
    for kind, table in FITS.items()
}
