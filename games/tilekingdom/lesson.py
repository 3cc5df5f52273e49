"""Tilekingdom in six turns, from the first tile to the last."""

from collections import Counter

from games.core.language.text import Text, points
from games.core.lessons import Lesson, Sample, Step, gained
from games.tilekingdom.options import Options
from games.tilekingdom.position.model import Place, Placement, State, Subject
from games.tilekingdom.position.tiles import START, TILES, full_bag

YOU = 0
BOTH = 6  # points for the desert beside both cities, in the last step


def position(
    hand: str,
    *laid: str,
    subjects: tuple[str, ...] = (),
    scores: tuple[int, ...] = (0, 0),
    last: bool = False,
) -> State:
    """Return a map with a tile in your hand; a ``last`` tile leaves none to draw.

    Tiles are written like ``V90 1,0 0`` and subjects like ``0 1,0 r0``, with their players.
    """
    placements = (Placement(START, 0, 0, 0, None), *map(_laid, laid))
    standing = tuple(map(_standing, subjects))
    left = Counter(full_bag())
    left.subtract([hand, *(one.kind for one in placements[1:])])
    return State(
        to_move=YOU,
        tile=hand,
        placements=placements,
        subjects=standing,
        supplies=tuple(
            Options().subjects - sum(one.player == who for one in standing)
            for who in range(len(scores))
        ),
        scores=scores,
        bag={} if last else dict(+left),
        removed=tuple(left.elements()) if last else (),
    )


def _laid(text: str) -> Placement:
    tile, at, player = text.split()
    x, y = map(int, at.split(","))
    return Placement(tile[0], x, y, int(tile[1:]) // 90, int(player))


def _standing(text: str) -> Subject:
    player, at, feature = text.split()
    x, y = map(int, at.split(","))
    return Subject(int(player), x, y, feature)


def _is_beside_the_road(action: Place) -> bool:
    return (action.x, action.y) in ((1, 0), (-1, 0))


def _lay(_before: State, action: Place, _after: State) -> Text | None:
    if _is_beside_the_road(action):
        return None
    return Text(
        "That fits, desert to desert, but it doesn't make the road longer. The road leaves the"
        " start tile to the east and to the west."
    )


def _claim_road(before: State, action: Place, _after: State) -> Text | None:
    if not _is_beside_the_road(action):
        return Text("That fits, but it doesn't make the road longer. Follow the road east or west.")
    if action.subject is None:
        return Text(
            "That's a good place for the tile, but you haven't put a subject on it. Choose the road"
            " below the map, or tap the circle on the road."
        )
    feature = TILES[before.tile or START].feature(action.subject)
    if feature is None or feature.kind != "road":
        return Text(
            "You sent your subject to the desert, where it has to stay until the game is over."
            " Choose the road instead."
        )
    return None


def _complete_city(_before: State, _action: Place, after: State) -> Text | None:
    if gained(after, YOU, "city"):
        return None
    return Text("You can do that, but your city stays open: its north end still needs a wall.")


def _complete_mosque(_before: State, _action: Place, after: State) -> Text | None:
    if gained(after, YOU, "mosque"):
        return None
    return Text("You can do that, but the place south-east of your mosque is still empty.")


def _take_over(_before: State, _action: Place, after: State) -> Text | None:
    if gained(after, YOU, "city"):
        return None
    return Text("You can do that, but the cities stay apart. They all border the same empty place.")


def _settle(_before: State, action: Place, after: State) -> Text | None:
    scored = gained(after, YOU, "desert")
    if scored >= BOTH:
        return None
    if action.subject is None:
        return Text("Without a subject, you score nothing. Send one to the desert.")
    if scored:
        return Text("That desert touches only one of the cities. Find the one that touches both.")
    if gained(after, YOU):
        return Text(
            "That scores a little, but the desert beside both cities scores {points}.",
            points=points(BOTH),
        )
    return Text(
        "No complete city touches that desert. Find the desert north of the road: it touches both"
        " cities."
    )


SAMPLE = Sample(position(
    "J",
    "H270 0,1 0", "B0 0,2 1", "U270 -1,2 2", "B90 1,2 3", "K90 1,0 0", "S0 -1,1 1", "J0 1,-1 2",
    "B270 -2,2 3", "E270 1,1 0", "A180 2,1 1", "B180 2,2 2", "F270 0,-1 3", "U90 -1,-1 0",
    "W270 3,1 1", "J180 0,-2 2", "P0 2,0 3", "V180 3,2 0", "R90 1,-2 1", "R0 -2,1 2",
    "M180 -2,0 3", "V270 -1,-2 0", "E90 -3,1 1", "U270 -2,-2 2", "W90 3,0 3", "E270 -3,0 0",
    "V90 -2,-1 1", "U0 -3,-1 2", "O270 -1,0 3", "E0 -3,-2 0", "P180 2,-1 1", "I270 -3,2 2",
    "L270 2,-2 3", "K270 3,-1 0", "D0 3,-2 1",
    subjects=(
        "1 0,2 m0", "2 -1,2 f0", "3 1,2 f0", "2 1,-1 c0", "3 -2,2 m0", "2 2,2 m0", "3 0,-1 f1",
        "0 -1,-1 r0", "1 3,1 f2", "2 0,-2 r0", "0 3,2 r0", "3 -2,0 f0", "0 -1,-2 f0", "1 -3,1 f0",
        "2 -2,-2 f0", "0 -3,0 c0", "1 -2,-1 r0", "2 -3,2 c0", "3 2,-2 f1", "0 3,-1 r0", "1 3,-2 r0",
    ),
    scores=(12, 27, 0, 5),
), part=(0.068, 0.082, 0.864, 0.742))  # fmt: skip


LESSON: Lesson[State, Place] = Lesson(
    options=Options(),
    steps=(
        Step(
            title=Text("Lay a tile"),
            text=Text(
                "Everyone builds the same map, one tile a turn, and the highest score wins. Your"
                " tile must touch another, and edges that meet must match: road to road, city to"
                " city, desert to desert."
            ),
            task=Text(
                "Make the road longer: put your tile east or west of the start tile. Turn it if you"
                " like, then press Play."
            ),
            position=position("V"),
            goal=_lay,
            solution="V0 1,0",
            praise=Text(
                "Now the two roads are one. Roads, cities and deserts join up wherever they meet."
            ),
        ),
        Step(
            title=Text("Send a subject"),
            text=Text(
                "You score with your 7 subjects. After you lay a tile, you can put one of them"
                " on it: on a road, city, mosque or desert that nobody holds yet."
            ),
            task=Text("Make the road longer and put a subject on it."),
            position=position("U", "E180 0,-1 1"),
            goal=_claim_road,
            solution="U0 1,0 road EW",
            praise=Text(
                "This road is yours, however far it grows. You have 6 subjects left for other"
                " things."
            ),
        ),
        Step(
            title=Text("Complete a city"),
            text=Text(
                "A road or a city with no open edges is complete and scores straight away:"
                " 1 point a tile for a road; 2 points a tile for a city, plus 2 for each fountain."
            ),
            task=Text("Your subject holds the city in the north. Complete that city."),
            position=position(
                "E", "F90 0,-1 0", "U0 1,0 1", subjects=("0 0,-1 c0", "1 1,0 r0"), scores=(3, 4)
            ),
            goal=_complete_city,
            solution="E180 0,-2",
            praise=Text(
                "Three tiles and a fountain: 8 points. And your subject is back home, ready for the"
                " next job."
            ),
        ),
        Step(
            title=Text("Surround a mosque"),
            text=Text(
                "A mosque is complete when there are tiles in all 8 places around it. A complete"
                " mosque scores 9 points."
            ),
            task=Text("One place around your mosque is still empty. Fill it."),
            position=position(
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
                scores=(11, 9),
            ),
            goal=_complete_mosque,
            solution="V0 1,2",
            praise=Text(
                "That's 9 points. It doesn't matter who lays the tiles around a mosque, or which"
                " tiles they are."
            ),
        ),
        Step(
            title=Text("Take over a city"),
            text=Text(
                "Ben holds the city in the west, so you can't send a subject there. But cities that"
                " meet become one, and whoever has the most subjects there gets all the points."
            ),
            task=Text("You hold two cities here, and Ben holds one. Join them all."),
            position=position(
                "Q",
                "U0 1,0 1",
                "U0 2,0 0",
                "N180 0,-1 1",
                "E270 2,-1 0",
                "B0 2,-2 1",
                "E180 1,-2 0",
                subjects=("1 0,-1 c0", "0 2,-1 c0", "0 1,-2 c0"),
                scores=(20, 23),
            ),
            goal=_take_over,
            solution="Q0 1,-1",
            praise=Text(
                "Two subjects against one: 12 points for you, none for Ben. With one subject "
                "each, you'd both have scored all 12."
            ),
        ),
        Step(
            title=Text("Deserts and the end"),
            text=Text(
                "Here's the trap: a subject in a desert stays there until the game is over. Only"
                " then does it score: 3 points for each complete city its desert touches."
            ),
            task=Text(
                "This is the last tile. Lay it, and send a subject to score for both cities."
            ),
            position=position(
                "U",
                "E180 0,-1 1",
                "E0 1,-1 0",
                "E180 1,-2 1",
                "U0 -1,0 0",
                subjects=("1 -1,0 f1",),
                scores=(32, 35),
                last=True,
            ),
            goal=_settle,
            solution="U0 1,0 desert 0127",
            praise=Text(
                "Two cities, 6 points, and you win. Unfinished features score a little at the end"
                " too."
            ),
        ),
    ),
    farewell=Text(
        "Keep a subject or two in hand: with none left, you can only lay tiles. And before you wait"
        " for a particular tile, check that there's one left."
    ),
    sample=SAMPLE,
)
