"""Tilekingdom taught in six turns, from the first tile to the last."""

from collections import Counter

from games.core.lessons import Lesson, Step, gained
from games.tilekingdom.model import Place, State
from games.tilekingdom.notation import parse_state
from games.tilekingdom.options import Options
from games.tilekingdom.tiles import START, TILES, full_bag

YOU, BEN = 0, 1


def _position(
    hand: str,
    *laid: str,
    subjects: tuple[str, ...] = (),
    scores: str = "0 0",
    last: bool = False,
) -> State:
    """Return a map with a tile in your hand; a ``last`` tile leaves none to be drawn.

    Tiles are written like ``V90 1,0 0`` and subjects like ``0 1,0 r0``, with their players.
    """
    bag = Counter(full_bag())
    bag.subtract([hand, *(tile[0] for tile in laid)])
    left = {kind: count for kind, count in bag.items() if count}
    supplies = [Options().subjects - sum(one[0] == str(who) for one in subjects) for who in (0, 1)]
    facts = {
        "to move": YOU,
        "hand": hand,
        "scores": scores,
        "supplies": " ".join(map(str, supplies)),
        "tiles": "; ".join([f"{START}0 0,0 -", *laid]),
        "subjects": "; ".join(subjects),
        "bag": "" if last else " ".join(f"{kind}{count}" for kind, count in left.items()),
        "order": "",
        "removed": "".join(kind * count for kind, count in left.items()) if last else "",
    }
    return parse_state("\n".join(f"{name}: {value}" for name, value in facts.items()))


def _is_beside_the_road(action: Place) -> bool:
    return (action.x, action.y) in ((1, 0), (-1, 0))


def _lay(_before: State, action: Place, _after: State) -> str:
    if _is_beside_the_road(action):
        return ""
    return (
        "That fits, desert to desert, but the road does not go on. It leaves the start tile in"
        " the east and in the west."
    )


def _claim_road(before: State, action: Place, _after: State) -> str:
    if not _is_beside_the_road(action):
        return "That fits, but it makes no road longer. Follow the road to the east or the west."
    if action.subject is None:
        return (
            "The tile lies well, but nobody stands on it. Choose the road below the map, or touch"
            " the circle on it."
        )
    feature = TILES[before.tile or START].feature(action.subject)
    if feature is None or feature.kind != "road":
        return "Your subject went to the desert, where it would stay to the end. Choose the road."
    return ""


def _complete_city(_before: State, _action: Place, after: State) -> str:
    if gained(after, YOU, "city"):
        return ""
    return "That is legal, but your city stays open: its wall is missing at the north end."


def _complete_mosque(_before: State, _action: Place, after: State) -> str:
    if gained(after, YOU, "mosque"):
        return ""
    return "That is legal, but a cell beside your mosque stays empty: the one in the south-east."


def _take_over(_before: State, _action: Place, after: State) -> str:
    if gained(after, YOU, "city"):
        return ""
    return "That is legal, but the cities stay apart. They all look at one empty cell."


def _settle(_before: State, action: Place, after: State) -> str:
    points = gained(after, YOU, "desert")
    if points >= 6:
        return ""
    if action.subject is None:
        return "Without a subject nobody gets points there. Send one to the desert."
    if points:
        return "That desert touches only one of the cities. Find the one that touches both."
    if gained(after, YOU):
        return "That brings a little, but the desert beside both cities brings 6 points."
    return "No complete city touches that desert. Find the one north of the road, beside both."


LESSON: Lesson[State, Place] = Lesson(
    options=Options(),
    steps=(
        Step(
            title="Lay a tile",
            text="You all build one map, a tile a turn, and most points win. Your tile must touch"
            " another, and edges that meet must match: road to road, city to city, desert to"
            " desert.",
            task="Let the road go on: put your tile east or west of the start tile. Turn it if you"
            " like, then press Play.",
            position=_position("V"),
            goal=_lay,
            solution="V0 1,0",
            praise="The two roads are one now. Whatever meets grows together: roads, cities and"
            " deserts.",
        ),
        Step(
            title="Send a subject",
            text="Points come from your subjects. When you have laid a tile, you may put one of"
            " your seven on it: on a road, city, mosque or desert that nobody holds yet.",
            task="Make the road longer and put a subject on it.",
            position=_position("U", "E180 0,-1 1"),
            goal=_claim_road,
            solution="U0 1,0 road EW",
            praise="This road is yours, however far it grows. You have six subjects left for other"
            " things.",
        ),
        Step(
            title="Complete a city",
            text="A road or a city without an open edge is complete and scores at once: a road 1"
            " point a tile, a city 2 points a tile and 2 for each fountain.",
            task="Your subject holds the city in the north. Close it.",
            position=_position(
                "E",
                "F90 0,-1 0",
                "U0 1,0 1",
                subjects=("0 0,-1 c0", "1 1,0 r0"),
                scores="3 4",
            ),
            goal=_complete_city,
            solution="E180 0,-2",
            praise="Three tiles and a fountain: 8 points. And your subject is home again, free for"
            " the next thing.",
        ),
        Step(
            title="Surround a mosque",
            text="A mosque is complete when all eight cells around it have tiles. That brings 9"
            " points.",
            task="One cell beside your mosque is still empty. Fill it.",
            position=_position(
                "V",
                "B0 0,1 0",
                "V90 1,0 1",
                "V180 -1,0 0",
                "E270 -1,1 1",
                "E90 1,1 0",
                "U0 0,2 1",
                "U0 -1,2 0",
                "E180 0,-1 1",
                subjects=("0 0,1 m0", "1 0,2 r0"),
                scores="11 9",
            ),
            goal=_complete_mosque,
            solution="V0 1,2",
            praise="9 points. It does not matter who lays the tiles around a mosque, nor which.",
        ),
        Step(
            title="Join what others hold",
            text="Ben holds the city in the west, so you may not send a subject there. But cities"
            " that meet become one, and whoever has most subjects in it gets all its points.",
            task="You hold two cities here, Ben holds one. Join them all.",
            position=_position(
                "Q",
                "U0 1,0 1",
                "U0 2,0 0",
                "N180 0,-1 1",
                "E270 2,-1 0",
                "B0 2,-2 1",
                "E180 1,-2 0",
                subjects=("1 0,-1 c0", "0 2,-1 c0", "0 1,-2 c0"),
                scores="20 23",
            ),
            goal=_take_over,
            solution="Q0 1,-1",
            praise="Two subjects against one: 12 points for you, none for Ben. With as many each,"
            " both of you would have had all of them.",
        ),
        Step(
            title="Deserts and the end",
            text="The trap: a subject in a desert never comes home. It scores only when the game"
            " is over, 3 points for each complete city its desert touches.",
            task="This is the last tile. Lay it and send a subject so that it gets points for both"
            " cities.",
            position=_position(
                "U",
                "E180 0,-1 1",
                "E0 1,-1 0",
                "E180 1,-2 1",
                "U0 -1,0 0",
                subjects=("1 -1,0 f1",),
                scores="32 35",
                last=True,
            ),
            goal=_settle,
            solution="U0 1,0 desert 0127",
            praise="Two cities, 6 points, and the game is yours. What is unfinished at the end"
            " scores a little as well.",
        ),
    ),
    farewell="Keep a subject or two in hand: with none left you can only lay tiles. And look which"
    " tiles are left before you wait for one.",
)
