"""The diagrams of the rules of WordsWithChilwell.

``q1`` is the first tile of the queue, ``h1`` of the viewer's hand, ``o1`` of the other one; ``q1_``
is the space below that tile, and ``q0`` the heading.
"""

from games.core.diagrams import NAMES, Diagram, Diagrams
from games.core.drawing.cutting import Box
from games.core.game import Player
from games.core.language.naming import Reader
from games.core.language.text import Text
from games.words_with_chilwell.display.picture import LABEL, MARGIN, rows, tile_at
from games.words_with_chilwell.lesson import OPTIONS, SECOND, position
from games.words_with_chilwell.position.model import Action, State

BELOW = 12
ROWS = "qoh"  # from top to bottom
WORDS = "bend blend hands mountain planet plans quickly"
HAND = "nrsdaoilmpa"


def _place(state: State, viewer: Player | None, name: str) -> Box:
    row = list(rows(state, Reader(viewer, NAMES)))[ROWS.index(name[0])]
    if name[1:] == "0":
        return Box(MARGIN, row.top, 0, LABEL)
    tile = tile_at(row, int(name[1:].rstrip("_")) - 1)
    return tile._replace(top=tile.bottom, height=BELOW) if name.endswith("_") else tile


def _laid(state: State, _action: Action) -> State:
    return state


def _fails(after: State) -> bool:
    return any(event.kind in ("word_failed", "no_word") for event in after.events)


def _marked(row: str, *places: int) -> str:
    return " ".join(f"{row}{place}" for place in places)


DIAGRAMS: Diagrams[State, Action] = Diagrams(
    options=OPTIONS,
    place=_place,
    laid=_laid,
    scale=0.8,
    fails=_fails,
    plain=("1", "7"),
    words=tuple(WORDS.split()),
    each=(
        Diagram(
            "values",
            "2.1",
            Text(
                "Five tiles: a blank without a number, an A with a 1, a B with a 2, an F with a 3"
                " and a J with a 5."
            ),
            position("*abfj", ""),
            "h1:h5",
            viewer=0,
        ),
        Diagram(
            "blank",
            "2.3",
            Text("The hand N, D, blank, B, L, M, T, H; the N, D, blank, B and L are marked."),
            position("nd*blmth", "ioa"),
            "h1:h8",
            "BLEND +5",
            shown="before",
            gains=(7, 0),
            rings=_marked("h", 1, 2, 3, 4, 5),
            viewer=0,
        ),
        Diagram(
            "queue",
            "2.4",
            Text(
                "The first tiles of the queue, with the front on the left: H, E, a blank, R, A and"
                " so on."
            ),
            position(HAND, "he*ra"),
            "q1:q11",
            viewer=0,
        ),
        Diagram(
            "word",
            "3.2",
            Text("A hand of 11 tiles. A P, an L, an A, an N and an S are marked: PLANS."),
            position(HAND, "he*ra"),
            "h1:h11",
            "PLANS +5",
            shown="before",
            gains=(7, 0),
            rings=_marked("h", 1, 3, 5, 8, 10),
            viewer=0,
        ),
        Diagram(
            "takes",
            "3.3",
            Text(
                "The front of the queue. Marks show how far you take from it: 3 tiles, 5 tiles or"
                " 8 tiles."
            ),
            position(HAND, "he*ra"),
            "q1:q10_",
            labels="3@q3_ 5@q5_ 8@q8_",
            viewer=0,
        ),
        Diagram(
            "taken",
            "3.4",
            Text("The hand afterwards: six tiles are left, and H, E, a blank, R and A are new."),
            position(HAND, "he*ra"),
            "h1:h11",
            "PLANS +5",
            gains=(7, 0),
            rings=_marked("h", 7, 8, 9, 10, 11),
            viewer=0,
        ),
        Diagram(
            "fails",
            "4.1",
            Text(
                "Bend needs an E, and the hand has none: B, N, D, L, M, T, H. It's still whole, and"
                " three new tiles, I, O and A, have joined it."
            ),
            position("bndlmth", "ioa"),
            "h1:h10",
            "BEND +4",
            rings=_marked("h", 8, 9, 10),
            viewer=0,
        ),
        Diagram(
            "long",
            "5.2",
            Text("A hand whose first 8 tiles are marked: M, O, U, N, T, A, I, N."),
            position("mountainserd", "ea"),
            "h1:h12",
            "MOUNTAIN +8",
            shown="before",
            gains=(30, 0),
            rings=_marked("h", *range(1, 9)),
            viewer=0,
        ),
        Diagram(
            "middle",
            "5.3",
            Text("A hand whose first 6 tiles are marked: P, L, A, N, E, T."),
            position("planetmoserd", "ea"),
            "h1:h12",
            "PLANET +6",
            shown="before",
            gains=(13, 0),
            rings=_marked("h", *range(1, 7)),
            viewer=0,
        ),
        Diagram(
            "end",
            "6.3",
            Text(
                "The end of a game. Ben has played QUICKLY and holds E and A; Anna holds D, F, H,"
                " M, S and W."
            ),
            position(
                "quicklyea", "vwkfj", ben="dfhmsw", you=SECOND, used=(53, 41), scores=(147, 115)
            ),
            "o0:h6",
            "QUICKLY +0",
            gains=(-14, 21),
        ),
        Diagram(
            "written",
            "",
            Text("A hand in which H, A, N, D and S are marked."),
            position("ehantdsor", "ea"),
            "h1:h9",
            "HANDS +5",
            shown="before",
            gains=(8, 0),
            rings=_marked("h", 2, 3, 4, 6, 7),
            viewer=0,
        ),
    ),
)
