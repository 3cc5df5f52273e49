"""The table of tiles against the published counts, and against itself."""

from collections import Counter

import pytest

from games.tilekingdom.position.features import Map
from games.tilekingdom.position.pieces import (
    CENTRE,
    FOUNTAIN_SHIFT,
    FOUNTAINS,
    OPEN,
    PIECES,
    SUBJECT,
)
from games.tilekingdom.position.tiles import (
    KINDS,
    TILES,
    TOTAL,
    TURNED,
    distinct_rotations,
    full_bag,
)

# kind: copies, legal placements beside the start tile, rotations that look different
PUBLISHED = {
    "A": (2, 5, 4), "B": (4, 4, 1), "C": (1, 4, 1), "D": (4, 6, 4), "E": (5, 4, 4), "F": (2, 4, 2),
    "G": (1, 4, 2), "H": (3, 4, 2), "I": (2, 4, 4), "J": (3, 6, 4), "K": (3, 6, 4), "L": (3, 7, 4),
    "M": (2, 4, 4), "N": (3, 4, 4), "O": (2, 6, 4), "P": (3, 6, 4), "Q": (1, 4, 4), "R": (3, 4, 4),
    "S": (2, 5, 4), "T": (1, 5, 4), "U": (8, 6, 2), "V": (9, 6, 4), "W": (4, 7, 4), "X": (1, 8, 1),
}  # fmt: skip


def test_1_3_there_are_72_tiles_of_24_kinds():
    assert {kind: tile.count for kind, tile in TILES.items()} == {
        kind: row[0] for kind, row in PUBLISHED.items()
    }
    assert TOTAL == 72
    assert sum(full_bag().values()) == 71
    assert full_bag()["D"] == 3


def test_1_4_the_288_edges_are_115_desert_94_road_79_city():
    edges = Counter()
    pairs = Counter()
    for tile in TILES.values():
        for side, edge in enumerate(tile.edges):
            edges[edge] += tile.count
            pairs[edge + tile.edges[(side + 1) % 4]] += tile.count
    assert edges == {"F": 115, "R": 94, "C": 79}
    assert pairs == {
        "FF": 46, "FR": 38, "RF": 38, "RR": 38, "FC": 31, "CF": 31, "CC": 30, "RC": 18, "CR": 18,
    }  # fmt: skip


def test_3_5_ten_tiles_have_fountains_and_six_have_mosques():
    fountains = Counter()
    for tile in TILES.values():
        fountains[tile.kind] += tile.count * sum(f.fountain for f in tile.features)
    assert +fountains == {"C": 1, "F": 2, "M": 2, "O": 2, "Q": 1, "S": 2}
    assert sum(tile.count for tile in TILES.values() if tile.feature("m0")) == 6


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rotation", range(4))
def test_every_half_edge_belongs_to_one_city_or_desert(kind, rotation):
    tile = TURNED[kind][rotation]
    owners = Counter()
    for feature in tile.features:
        owners.update(feature.half_edges)
        if feature.kind == "city":
            owners.update(half for side in feature.sides for half in (2 * side, 2 * side + 1))
    assert owners == dict.fromkeys(range(8), 1)
    for side, edge in enumerate(tile.edges):
        assert sum(side in f.sides for f in tile.features if f.kind == "road") == (edge == "R")
        assert sum(side in f.sides for f in tile.features if f.kind == "city") == (edge == "C")


@pytest.mark.parametrize("kind", KINDS)
def test_a_desert_touches_the_cities_next_to_it_on_the_rim_of_the_tile(kind):
    rim = {
        half: feature.key
        for feature in TILES[kind].features
        if feature.kind == "city"
        for side in feature.sides
        for half in (2 * side, 2 * side + 1)
    }
    for feature in TILES[kind].features:
        beside = {(half + step) % 8 for half in feature.half_edges for step in (-1, 1)}
        assert set(feature.touches) == {rim[half] for half in beside if half in rim}


@pytest.mark.parametrize("kind", KINDS)
def test_3_1_legal_placements_beside_the_start_tile(kind):
    index = Map()
    index.lay(CENTRE, PIECES["D"][0])
    assert len(index.placements(kind)) == PUBLISHED[kind][1]


@pytest.mark.parametrize("kind", KINDS)
def test_3_4_distinct_rotations(kind):
    assert len(distinct_rotations(kind)) == PUBLISHED[kind][2]


def test_all_tiles_together_fit_the_packed_fields():
    pieces = [(tile.count, PIECES[tile.kind][0]) for tile in TILES.values()]
    ends = dict.fromkeys(range(4), 0)
    fountains = 0
    for count, piece in pieces:
        for kind, data in zip(piece.kinds, piece.data, strict=True):
            ends[kind] += count * (data & OPEN)
            fountains += count * (data >> FOUNTAIN_SHIFT)
            assert data < SUBJECT
    assert max(ends.values()) <= OPEN
    assert fountains <= FOUNTAINS
