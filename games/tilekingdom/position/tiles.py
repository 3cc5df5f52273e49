"""The 24 kinds of tile and their four rotations, as a table; nothing here knows of a map.

Sides are 0 north, 1 east, 2 south, 3 west. Half-edges run clockwise from the west half of the north
edge: side ``s`` has the half-edges ``2s`` and ``2s + 1``. A quarter turn clockwise adds 1 to a side
and 2 to a half-edge. Across a shared edge 0 meets 5, 1 meets 4, 2 meets 7 and 3 meets 6.
"""

import dataclasses
import functools

from games.core.language.text import Text

SIDES = "NESW"
SIDE_NAMES = (Text("north"), Text("east"), Text("south"), Text("west"))
EDGE_NAMES = {"F": Text("desert"), "R": Text("road"), "C": Text("city")}
FEATURE_NAMES = {"c": "city", "r": "road", "m": "mosque", "f": "desert"}
START = "D"

# kind, number of copies, edges N E S W, then the features: c city (+ with a fountain), r road,
# m mosque, f desert with its half-edges and, after >, the cities that share an edge with it.
TABLE = """
A 2 FFRF r:S m f:01234567
B 4 FFFF m f:01234567
C 1 CCCC c:NESW+
D 4 CRFR c:N r:EW f:27>c0 f:3456
E 5 CFFF c:N f:234567>c0
F 2 FCFC c:EW+ f:01>c0 f:45>c0
G 1 FCFC c:EW f:01>c0 f:45>c0
H 3 CFCF c:N c:S f:2367>c0c1
I 2 CFFC c:N c:W f:2345>c0c1
J 3 CRRF c:N r:ES f:2567>c0 f:34
K 3 CFRR c:N r:SW f:2347>c0 f:56
L 3 CRRR c:N r:E r:S r:W f:27>c0 f:34 f:56
M 2 CFFC c:NW+ f:2345>c0
N 3 CFFC c:NW f:2345>c0
O 2 CRRC c:NW+ r:ES f:25>c0 f:34
P 3 CRRC c:NW r:ES f:25>c0 f:34
Q 1 CCFC c:NEW+ f:45>c0
R 3 CCFC c:NEW f:45>c0
S 2 CCRC c:NEW+ r:S f:4>c0 f:5>c0
T 1 CCRC c:NEW r:S f:4>c0 f:5>c0
U 8 FRFR r:EW f:0127 f:3456
V 9 FFRR r:SW f:012347 f:56
W 4 FRRR r:E r:S r:W f:0127 f:34 f:56
X 1 RRRR r:N r:E r:S r:W f:07 f:12 f:34 f:56
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Feature:
    """One road, city, mosque or desert of a tile; a subject can stand on it (rule 4.3).

    ``key`` is ``c0``, ``r1``, ``m0``, ``f2``...; ``touches`` holds the keys of the cities that
    share an edge with a desert on this tile.
    """

    key: str
    kind: str  # city, road, mosque or desert
    sides: tuple[int, ...] = ()
    half_edges: tuple[int, ...] = ()
    fountain: bool = False
    touches: tuple[str, ...] = ()

    def turned(self, rotation: int) -> "Feature":
        """Return the feature after that many quarter turns clockwise."""
        return dataclasses.replace(
            self,
            sides=tuple(sorted((side + rotation) % 4 for side in self.sides)),
            half_edges=tuple(sorted((half + 2 * rotation) % 8 for half in self.half_edges)),
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Tile:
    """A kind of tile; its edges stand in the order N E S W (F desert, R road, C city)."""

    kind: str
    count: int
    edges: str
    features: tuple[Feature, ...]

    def turned(self, rotation: int) -> "Tile":
        """Return the tile after that many quarter turns clockwise (rule 3.4)."""
        return TURNED[self.kind][rotation % 4]

    def feature(self, key: str) -> Feature | None:
        """Return the feature of that key, or None."""
        return next((feature for feature in self.features if feature.key == key), None)


def _read_feature(text: str, number: int) -> Feature:
    key = f"{text[0]}{number}"
    kind = FEATURE_NAMES[text[0]]
    if kind == "mosque":
        return Feature(key, kind)
    where, _, cities = text[2:].partition(">")
    if kind == "desert":
        touches = tuple(cities[i : i + 2] for i in range(0, len(cities), 2))
        return Feature(key, kind, half_edges=tuple(map(int, where)), touches=touches)
    sides = tuple(sorted(SIDES.index(side) for side in where.rstrip("+")))
    return Feature(key, kind, sides=sides, fountain=where.endswith("+"))


def _read_tile(line: str) -> Tile:
    kind, count, edges, *texts = line.split()
    features = tuple(
        _read_feature(text, sum(other[0] == text[0] for other in texts[:place]))
        for place, text in enumerate(texts)
    )
    return Tile(kind, int(count), edges, features)


def _turn(tile: Tile, rotation: int) -> Tile:
    edges = "".join(tile.edges[(side - rotation) % 4] for side in range(4))
    features = tuple(feature.turned(rotation) for feature in tile.features)
    return Tile(tile.kind, tile.count, edges, features)


TILES: dict[str, Tile] = {tile.kind: tile for tile in map(_read_tile, TABLE.strip().splitlines())}
TURNED: dict[str, tuple[Tile, ...]] = {
    kind: tuple(_turn(tile, rotation) for rotation in range(4)) for kind, tile in TILES.items()
}
KINDS = tuple(TILES)
TOTAL = sum(tile.count for tile in TILES.values())  # 72, rule 1.3


def full_bag() -> dict[str, int]:
    """Return how many tiles of each kind there are to draw: all but the start tile (rule 1.3)."""
    return {kind: tile.count - (kind == START) for kind, tile in TILES.items()}


@functools.cache
def distinct_rotations(kind: str) -> tuple[int, ...]:
    """Return the rotations that look different: (0,) for a tile that looks the same all round."""
    return tuple(
        rotation
        for rotation in range(4)
        if all(_shape(kind, rotation) != _shape(kind, earlier) for earlier in range(rotation))
    )


def _shape(kind: str, rotation: int) -> frozenset[tuple[object, ...]]:
    return frozenset(
        (feature.kind, feature.sides, feature.half_edges)
        for feature in TURNED[kind][rotation].features
    )
