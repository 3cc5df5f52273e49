"""How each of the 24 kinds looks, unrotated: cities, roads, what stands where, anchors.

Units are those of a tile, 100 by 100. An anchor is where a subject stands on a feature.
"""

import dataclasses

Point = tuple[float, float]
Shape = tuple[str, str]  # the wall, and the ground within it

# Ground of a city: what lies inside, and its wall, for a city that opens to the north (or so).
CAP = ("M0 0C16 9 24 32 50 32C76 32 84 9 100 0", "M0 0C16 9 24 32 50 32C76 32 84 9 100 0Z")
CORNER = ("M100 0C93 35 35 93 0 100", "M100 0C93 35 35 93 0 100V0Z")
NARROW = ("M100 0C82 22 22 82 0 100", "M100 0C82 22 22 82 0 100V0Z")
BAND = (
    "M0 0C16 8 26 25 50 25C74 25 84 8 100 0M0 100C16 92 26 75 50 75C74 75 84 92 100 100",
    "M0 0C16 8 26 25 50 25C74 25 84 8 100 0V100C84 92 74 75 50 75C26 75 16 92 0 100Z",
)
BULK = (
    "M0 100C16 92 26 73 50 73C74 73 84 92 100 100",
    "M0 0H100V100C84 92 74 73 50 73C26 73 16 92 0 100Z",
)
WHOLE = ("", "M0 0H100V100H0Z")

STREETS = {
    CAP: "M14 0C22 18 40 26 56 12S78 6 88 0",
    CORNER: "M0 28C24 24 30 50 22 84M24 30C44 22 60 28 82 0",
    NARROW: "M0 28C20 24 26 44 18 74M22 30C40 22 52 24 74 0",
    BAND: "M0 50C24 58 40 44 60 52S84 46 100 50",
    BULK: (
        "M0 30C26 26 34 44 56 36S84 24 100 32M30 0C26 12 32 20 28 29"
        "M70 35C68 50 84 60 100 84M26 34C30 52 18 60 0 78"
    ),
    WHOLE: (
        "M50 0C46 16 54 24 50 34M100 50C88 54 80 48 70 52M50 100C54 90 48 84 50 74"
        "M0 50C12 46 20 54 30 52"
    ),
}

# Lines of roads.
THROUGH = "M0 50C24 50 32 44 50 50S76 50 100 50"
UNDER = "M0 50C24 50 32 56 50 56S76 50 100 50"
EAST_SOUTH = "M100 50C73 50 50 73 50 100"
TIGHT = "M100 50C82 50 50 82 50 100"
SOUTH_WEST = "M0 50C27 50 50 73 50 100"


@dataclasses.dataclass(frozen=True, slots=True)
class Design:
    """The look of one kind; ``props`` are scenery by name and place."""

    anchors: dict[str, Point]
    cities: tuple[tuple[Shape, int], ...] = ()  # with quarter turns
    roads: tuple[str, ...] = ()
    plaza: tuple[float, float, float] | None = None  # x, y, radius
    gate: bool = False
    props: tuple[tuple[str, float, float], ...] = ()
    ripples: str = ""


NORTH_TOWN = (("house", 31, 10), ("villa", 69, 11), ("house", 50, 20))
SOUTH_TOWN = (("villa", 31, 90), ("house", 50, 82), ("house", 69, 91))
WEST_TOWN = (("house", 11, 31), ("villa", 20, 51), ("house", 10, 70))
BULK_TOWN = (
    ("house", 20, 14), ("villa", 42, 11), ("tower", 88, 14), ("house", 12, 40), ("villa", 15, 67),
    ("house", 30, 57), ("house", 88, 68), ("tower", 72, 60), ("house", 62, 15), ("villa", 87, 41),
)  # fmt: skip
CORNER_TOWN = (
    ("house", 13, 14), ("villa", 38, 11), ("house", 64, 9), ("tower", 12, 42), ("house", 11, 68),
    ("villa", 44, 36),
)  # fmt: skip
SLIM_TOWN = (
    ("house", 13, 13), ("villa", 38, 11), ("house", 62, 10), ("tower", 12, 42), ("house", 10, 66),
)  # fmt: skip
CORNER_SPRING = (
    ("house", 12, 14), ("villa", 34, 11), ("house", 72, 9), ("tower", 12, 42), ("house", 10, 68),
    ("fountain", 53, 23),
)  # fmt: skip
SLIM_SPRING = (
    ("house", 12, 14), ("villa", 30, 10), ("house", 72, 8), ("tower", 11, 46), ("house", 9, 68),
    ("fountain", 52, 19),
)  # fmt: skip
BULK_SPRING = (
    ("house", 20, 14), ("villa", 44, 11), ("tower", 88, 14), ("house", 12, 40), ("villa", 15, 67),
    ("house", 31, 56), ("house", 88, 68), ("house", 66, 12), ("fountain", 73, 43),
)  # fmt: skip
BAND_TOWN = (
    ("house", 12, 22), ("villa", 14, 50), ("house", 12, 78), ("tower", 33, 42), ("house", 50, 62),
    ("villa", 68, 40), ("house", 87, 24), ("tower", 88, 52), ("house", 86, 78),
)  # fmt: skip
BAND_SPRING = (
    ("house", 12, 22), ("villa", 14, 50), ("house", 12, 78), ("tower", 50, 38), ("house", 48, 64),
    ("fountain", 70, 51), ("house", 88, 22), ("villa", 89, 78),
)  # fmt: skip

_THREE = {"c0": (50.0, 36.0), "f0": (50.0, 89.0)}
_GATED = {"c0": (50.0, 36.0), "r0": (50.0, 88.0), "f0": (75.0, 91.0), "f1": (25.0, 91.0)}
_SLIM = {"c0": (30.0, 30.0), "r0": (67.0, 67.0), "f0": (87.0, 30.0), "f1": (86.0, 86.0)}
_FORK = {"r0": (83.0, 50.0), "r1": (50.0, 86.0), "r2": (17.0, 50.0)}

DESIGNS: dict[str, Design] = {
    "A": Design(
        anchors={"m0": (50, 58), "r0": (50, 90), "f0": (15, 52)},
        roads=("M50 100V58",),
        plaza=(50, 50, 31),
        props=(("mosque", 50, 46), ("palm", 16, 22), ("palm", 85, 26), ("shrub", 80, 86)),
        ripples="M6 84C14 80 22 88 32 84M74 12C80 9 88 14 95 11",
    ),
    "B": Design(
        anchors={"m0": (50, 61), "f0": (14, 50)},
        plaza=(50, 52, 31),
        props=(
            ("mosque", 50, 50), ("palm", 15, 18), ("palm", 86, 82), ("shrub", 86, 16),
            ("rock", 14, 86),
        ),
        ripples="M30 8C40 4 50 12 62 7M34 93C46 89 54 97 68 92",
    ),
    "C": Design(
        anchors={"c0": (50, 22)},
        cities=((WHOLE, 0),),
        plaza=(50, 54, 22),
        props=(
            ("house", 16, 15), ("villa", 36, 10), ("house", 66, 11), ("tower", 86, 16),
            ("house", 12, 40), ("tower", 13, 66), ("house", 17, 88), ("villa", 88, 42),
            ("house", 86, 67), ("villa", 84, 88), ("house", 40, 89), ("house", 62, 87),
            ("fountain", 50, 54),
        ),
    ),
    "D": Design(
        anchors={"c0": (50, 14), "r0": (50, 56), "f0": (13, 33), "f1": (50, 82)},
        cities=((CAP, 0),), roads=(UNDER,),
        props=(*NORTH_TOWN, ("palm", 80, 77), ("shrub", 20, 76), ("rock", 88, 35)),
        ripples="M28 88C36 84 44 92 54 87M6 68C11 65 17 71 23 68",
    ),
    "E": Design(
        anchors={"c0": (50, 14), "f0": (50, 66)},
        cities=((CAP, 0),),
        props=(*NORTH_TOWN, ("palm", 22, 60), ("shrub", 76, 84), ("rock", 84, 45)),
        ripples="M30 88C40 84 48 92 60 87M62 52C70 48 78 56 88 62M6 82C10 79 15 85 20 82",
    ),
    "F": Design(
        anchors={"c0": (31, 52), "f0": (50, 11), "f1": (50, 89)},
        cities=((BAND, 0),),
        props=(*BAND_SPRING, ("shrub", 36, 9), ("palm", 66, 90)),
        ripples="M54 7C60 4 66 10 72 6M26 94C33 91 38 97 44 93",
    ),
    "G": Design(
        anchors={"c0": (50, 48), "f0": (50, 11), "f1": (50, 89)},
        cities=((BAND, 0),),
        props=(*BAND_TOWN, ("palm", 62, 10), ("rock", 34, 91)),
        ripples="M26 7C33 4 38 10 45 6M56 94C62 91 68 97 74 93",
    ),
    "H": Design(
        anchors={"c0": (50, 14), "c1": (50, 86), "f0": (50, 50)},
        cities=((CAP, 0), (CAP, 2)),
        props=(*NORTH_TOWN, *SOUTH_TOWN, ("palm", 18, 50), ("shrub", 80, 54)),
        ripples="M30 46C36 42 44 50 52 46M52 57C60 53 66 61 74 44",
    ),
    "I": Design(
        anchors={"c0": (50, 14), "c1": (14, 50), "f0": (66, 66)},
        cities=((CAP, 0), (CAP, 3)),
        props=(*NORTH_TOWN, *WEST_TOWN, ("palm", 82, 54), ("shrub", 46, 82), ("rock", 82, 88)),
        ripples="M48 58C56 54 62 62 72 50M60 90C66 87 70 93 76 76",
    ),
    "J": Design(
        anchors={"c0": (50, 14), "r0": (65, 65), "f0": (22, 62), "f1": (85, 85)},
        cities=((CAP, 0),), roads=(EAST_SOUTH,),
        props=(*NORTH_TOWN, ("palm", 26, 82), ("shrub", 90, 70), ("rock", 12, 46)),
        ripples="M8 66C14 62 20 70 30 50M36 62C40 59 44 65 50 48",
    ),
    "K": Design(
        anchors={"c0": (50, 14), "r0": (35, 65), "f0": (78, 62), "f1": (15, 85)},
        cities=((CAP, 0),), roads=(SOUTH_WEST,),
        props=(*NORTH_TOWN, ("palm", 76, 82), ("shrub", 11, 70), ("rock", 89, 45)),
        ripples="M56 52C62 48 66 56 74 48M84 72C88 69 92 75 96 70",
    ),
    "L": Design(
        anchors={
            "c0": (50, 13), "r0": (84, 51), "r1": (50, 87), "r2": (16, 51),
            "f0": (88, 26), "f1": (81, 80), "f2": (19, 80),
        },
        cities=((CAP, 0),),
        roads=("M100 50C80 50 72 58 50 58", "M50 100V58", "M0 50C20 50 28 58 50 58"),
        plaza=(50, 58, 12),
        props=(
            *NORTH_TOWN, ("well", 50, 57), ("palm", 14, 32), ("tent", 70, 88),
            ("shrub", 32, 76),
        ),
        ripples="M6 90C12 87 18 93 26 90M74 68C80 65 84 71 92 67",
    ),
    "M": Design(
        anchors={"c0": (33, 37), "f0": (76, 76)},
        cities=((CORNER, 0),),
        props=(*CORNER_SPRING, ("palm", 88, 58), ("shrub", 56, 86)),
        ripples="M60 72C66 68 70 76 80 58M72 92C78 89 84 95 92 88",
    ),
    "N": Design(
        anchors={"c0": (29, 29), "f0": (76, 76)},
        cities=((CORNER, 0),),
        props=(*CORNER_TOWN, ("palm", 58, 84), ("rock", 89, 52)),
        ripples="M68 62C74 58 80 66 90 72M70 93C76 90 84 96 92 90",
    ),
    "O": Design(
        anchors=_SLIM | {"c0": (30, 36)},
        cities=((NARROW, 0),), roads=(TIGHT,),
        props=(*SLIM_SPRING, ("palm", 34, 88), ("shrub", 74, 90)),
        ripples="M78 40C82 37 86 43 92 40M84 74C88 71 92 77 97 72",
    ),
    "P": Design(
        anchors=_SLIM,
        cities=((NARROW, 0),), roads=(TIGHT,),
        props=(*SLIM_TOWN, ("shrub", 33, 87), ("rock", 73, 92)),
        ripples="M78 40C82 37 86 43 92 40M84 74C88 71 92 77 97 72",
    ),
    "Q": Design(
        anchors=_THREE,
        cities=((BULK, 0),),
        props=(*BULK_SPRING, ("palm", 66, 89)),
        ripples="M26 94C33 91 38 97 45 93",
    ),
    "R": Design(
        anchors=_THREE,
        cities=((BULK, 0),),
        props=(*BULK_TOWN, ("shrub", 35, 91)),
        ripples="M54 94C60 91 66 97 73 93",
    ),
    "S": Design(
        anchors=_GATED,
        cities=((BULK, 0),), roads=("M50 100V73",), gate=True,
        props=(*BULK_SPRING,),
        ripples="M16 96C20 93 24 99 30 95",
    ),
    "T": Design(
        anchors=_GATED,
        cities=((BULK, 0),), roads=("M50 100V73",), gate=True,
        props=(*BULK_TOWN,),
        ripples="M68 96C72 93 76 99 84 95",
    ),
    "U": Design(
        anchors={"r0": (50, 50), "f0": (50, 21), "f1": (50, 79)},
        roads=(THROUGH,),
        props=(("palm", 20, 24), ("shrub", 78, 30), ("rock", 24, 80), ("palm", 82, 78)),
        ripples=("M34 14C42 10 50 18 60 13M70 14C76 11 82 17 90 13M40 86C48 82 54 90 64 85"
            "M8 68C12 65 16 71 22 66"),
    ),
    "V": Design(
        anchors={"r0": (35, 65), "f0": (66, 36), "f1": (15, 85)},
        roads=(SOUTH_WEST,),
        props=(("palm", 80, 24), ("shrub", 28, 26), ("rock", 78, 74), ("shrub", 14, 70)),
        ripples=("M8 16C16 12 24 20 34 12M46 20C54 16 60 24 68 14M70 56C76 52 82 60 92 50"
            "M64 92C70 89 76 95 84 90"),
    ),
    "W": Design(
        anchors={**_FORK, "f0": (50, 22), "f1": (80, 80), "f2": (20, 80)},
        roads=("M100 50H50", "M50 100V50", "M0 50H50"),
        plaza=(50, 50, 13),
        props=(
            ("well", 50, 49), ("palm", 22, 22), ("tent", 75, 24), ("shrub", 84, 66),
            ("rock", 30, 88),
        ),
        ripples="M36 12C44 8 50 16 60 11M8 68C13 65 18 71 26 68M66 92C72 89 78 95 86 91",
    ),
    "X": Design(
        anchors={
            "r0": (50, 15), "r1": (85, 50), "r2": (50, 85), "r3": (15, 50),
            "f0": (20, 20), "f1": (80, 20), "f2": (80, 80), "f3": (20, 80),
        },
        roads=("M50 0V50", "M100 50H50", "M50 100V50", "M0 50H50"),
        plaza=(50, 50, 13),
        props=(
            ("well", 50, 49), ("tent", 24, 28), ("palm", 76, 26), ("shrub", 30, 74),
            ("rock", 74, 76),
        ),
        ripples=("M6 12C11 9 16 15 24 11M72 92C78 89 84 95 92 91M76 10C81 7 86 13 92 9"
            "M8 90C13 87 18 93 26 90"),
    ),
}  # fmt: skip
