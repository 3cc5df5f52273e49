"""The diagrams of Tilekingdom's rules; ``1,0`` is the place east of the start tile.

``1,0/2`` is the third of the eight half-edges of the tile there.
"""

import dataclasses

from games.core.diagrams import Diagram, Diagrams
from games.core.drawing.cutting import Box
from games.core.game import Player
from games.core.language.text import Text
from games.tilekingdom.display.picture import place_at
from games.tilekingdom.lesson import position
from games.tilekingdom.options import Options
from games.tilekingdom.position.model import Place, Placement, State, Subject

# The middles of the half-edges 0 to 7 of a tile, clockwise from the west half of the north edge.
HALVES = ((28, 8), (72, 8), (92, 28), (92, 72), (72, 92), (28, 92), (8, 72), (8, 28))


def _place(_state: State, _viewer: Player | None, name: str) -> Box:
    spot, _, half = name.partition("/")
    tile = place_at(*map(int, spot.split(",")))
    if not half:
        return tile
    x, y = HALVES[int(half)]
    return Box(tile.left + x, tile.top + y, 0, 0)


def _laid(state: State, action: Place) -> State:
    """Return the map with a tile and its subject as they were laid, and none in hand."""
    player, kind = state.to_move, state.tile
    assert player is not None and kind is not None  # noqa: S101, PT018 - every diagram has a turn
    subjects = state.subjects
    if action.subject:
        subjects += (Subject(player, action.x, action.y, action.subject),)
    tile = Placement(kind, action.x, action.y, action.rotation, player)
    return dataclasses.replace(
        state, tile=None, placements=(*state.placements, tile), subjects=subjects
    )


AROUND_MOSQUE = (
    "B0 0,1 0", "V90 1,0 1", "V180 -1,0 0", "E270 -1,1 1", "E90 1,1 0", "U0 0,2 1", "U0 -1,2 0",
)  # fmt: skip
TWO_CITIES = ("E180 0,-1 1", "E0 1,-1 0", "E180 1,-2 1", "U0 -1,0 0")

DIAGRAMS: Diagrams[State, Place] = Diagrams(
    options=Options(),
    place=_place,
    laid=_laid,
    scale=0.72,
    plain=("2", "6", "7"),
    each=(
        Diagram(
            "start",
            "1.3",
            Text(
                "The start tile: a city at its north edge and a road from west to east. Around it,"
                " places where the next tile fits are outlined and have their numbers."
            ),
            position("V"),
            "-1,0:1,1",
            viewer=0,
        ),
        Diagram(
            "beside",
            "3.1",
            Text("A road tile lies to the east of the start tile; they share a whole side."),
            position("U"),
            "0,0:1,0",
            "U0 1,0",
            shown="laid",
        ),
        Diagram(
            "corner",
            "3.1",
            Text("A road tile lies south-east of the start tile; only their corners touch."),
            position("U"),
            "0,0:1,1",
            "U0 1,1",
            refused=True,
        ),
        Diagram(
            "edges-match",
            "3.2",
            Text("The road of the start tile goes on in the road of a bend to its east."),
            position("V"),
            "0,0:1,0",
            "V0 1,0",
            shown="laid",
        ),
        Diagram(
            "edges-differ",
            "3.2",
            Text("The road of the start tile runs into the desert of the tile to its east."),
            position("V"),
            "0,0:1,0",
            "V180 1,0",
            refused=True,
        ),
        Diagram(
            "joined",
            "3.3",
            Text(
                "Three tiles in a row with a road through all of them, and a crossroads at the end."
                " The desert north of the road and the desert south of it each reach from tile to"
                " tile."
            ),
            position("W", "U0 1,0 1", "U0 2,0 0"),
            "0,0:3,0",
            "W0 3,0",
            shown="laid",
        ),
        Diagram(
            "turned",
            "3.4",
            Text("The same bend, turned by a quarter: it leads from the start tile to the north."),
            position("V"),
            "0,0:1,0",
            "V90 1,0",
            shown="laid",
        ),
        Diagram(
            "fountain",
            "3.5",
            Text("North of the start tile lies a city tile with a fountain in its middle."),
            position("F"),
            "0,-1:0,0",
            "F90 0,-1",
            shown="laid",
        ),
        Diagram(
            "subjects",
            "4.3",
            Text(
                "Four subjects on a map: on a city, on a road, in a desert and, just laid, in a"
                " mosque."
            ),
            position("B", "U0 1,0 1", "U0 -1,0 1", subjects=("0 0,0 c0", "1 1,0 r0", "1 -1,0 f0")),
            "-1,0:1,1",
            "B0 0,1 mosque",
            shown="laid",
        ),
        Diagram(
            "occupied",
            "4.2",
            Text(
                "Three road tiles in a row. There's a subject of one colour in the middle, and a"
                " subject of another on the tile just laid."
            ),
            position("U", "U0 1,0 1", subjects=("1 1,0 r0",)),
            "0,0:2,0",
            "U0 2,0 road EW",
            refused=True,
        ),
        Diagram(
            "joining",
            "4.2",
            Text(
                "Two cities, each with a subject of its own colour, are joined by the tile in the"
                " corner between them."
            ),
            position("N", "U0 1,0 1", "E270 1,-1 1", subjects=("0 0,0 c0", "1 1,-1 c0")),
            "0,-1:1,0",
            "N180 0,-1",
            shown="laid",
            gains=(6, 6),
        ),
        Diagram(
            "loop",
            "4.6",
            Text("Four bends in a square make a road that runs in a circle, with a subject on it."),
            position("V", "V270 0,1 1", "V0 1,1 0", "V180 0,2 0", subjects=("1 0,1 r0",)),
            "0,0:1,2",
            "V90 1,2",
            shown="laid",
            gains=(0, 4),
        ),
        Diagram(
            "most-subjects",
            "5.1",
            Text(
                "A tile joins three cities in one. Two of them had a blue subject each, the third"
                " an orange one."
            ),
            position(
                "Q",
                "U0 1,0 1",
                "U0 2,0 0",
                "N180 0,-1 1",
                "E270 2,-1 0",
                "B0 2,-2 1",
                "E180 1,-2 0",
                subjects=("1 0,-1 c0", "0 2,-1 c0", "0 1,-2 c0"),
            ),
            "0,-2:2,0",
            "Q0 1,-1",
            shown="laid",
            gains=(12, 0),
        ),
        Diagram(
            "road",
            "5.2",
            Text(
                "A road of three tiles, from a crossroads in the west to a mosque in the east, with"
                " a subject on it."
            ),
            position("A", "W0 -1,0 1", subjects=("0 0,0 r0",)),
            "-1,0:1,0",
            "A90 1,0",
            shown="laid",
            gains=(3, 0),
        ),
        Diagram(
            "city",
            "5.2",
            Text("A small city of two tiles, closed all around, with a subject in it."),
            position("E", subjects=("0 0,0 c0",)),
            "0,-1:0,0",
            "E180 0,-1",
            shown="laid",
            gains=(4, 0),
        ),
        Diagram(
            "city-fountain",
            "5.2",
            Text(
                "A city of three tiles from south to north, closed all around. There's a fountain"
                " on the tile in the middle and a subject on the lowest."
            ),
            position("E", "F90 0,-1 0", subjects=("0 0,0 c0",)),
            "0,-2:0,0",
            "E180 0,-2",
            shown="laid",
            gains=(8, 0),
        ),
        Diagram(
            "mosque",
            "5.2",
            Text("A mosque with a subject in it and tiles in all eight places around it."),
            position("V", *AROUND_MOSQUE, subjects=("0 0,1 m0",)),
            "-1,0:1,2",
            "V0 1,2",
            shown="laid",
            gains=(9, 0),
        ),
        Diagram(
            "unfinished",
            "5.3",
            Text(
                "The end of a game. A city of two tiles with a fountain is open in the north and"
                " has a blue subject. A road of three tiles is open on both sides and has an"
                " orange one. A mosque with two tiles around it has a blue one."
            ),
            position(
                "U",
                "F90 0,-1 1",
                "U0 1,0 1",
                "B0 0,1 0",
                subjects=("0 0,0 c0", "1 1,0 r0", "0 0,1 m0"),
                last=True,
            ),
            "0,-1:2,1",
            "U0 2,0",
            shown="laid",
            gains=(6, 3),
        ),
        Diagram(
            "desert",
            "5.3",
            Text(
                "The end of a game. A subject has just been sent to the desert north of a road,"
                " between two complete cities."
            ),
            position("U", *TWO_CITIES, last=True),
            "-1,-2:1,0",
            "U0 1,0 desert 0127",
            shown="laid",
            gains=(6, 0),
        ),
        Diagram(
            "written",
            "",
            Text("East of the start tile lies a bend from west to north, with a subject on it."),
            position("V"),
            "0,0:1,0",
            "V90 1,0 road WN",
            shown="laid",
        ),
        Diagram(
            "half-edges",
            "",
            Text(
                "A tile with a road from west to north and the numbers of its half-edges: 0 and 1"
                " on the north edge from west to east, 2 and 3 on the east edge going down, 4 and"
                " 5 on the south edge going west, 6 and 7 on the west edge going up."
            ),
            position("V"),
            "1,0:1,0",
            "V90 1,0",
            shown="laid",
            scale=1.6,
            labels=" ".join(f"{half}@1,0/{half}" for half in range(8)),
        ),
    ),
)
