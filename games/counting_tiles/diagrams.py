"""The diagrams of the rules of Counting Tiles; cells are named as in actions, ``B3``.

``G3`` is what row 3 still needs, at its end.
"""

from games.core.diagrams import Diagram, Diagrams
from games.core.drawing.cutting import Box
from games.core.game import Player
from games.core.language.text import Text
from games.counting_tiles.display.picture import cell
from games.counting_tiles.lesson import OPTIONS, READY, position
from games.counting_tiles.position.model import COLUMNS, LETTERS, Action, State

ENDS = "G"  # the column after the last
CORNER = "corner"  # of the picture: what begins there shows the names of columns and rows
ALL_READY = (READY, READY, READY, READY)
NEARLY = "9 4r 5 . 3 6"  # row 3 needs a 7
NEARLY_FULL = {
    1: "10 9r 5 4 8 1", 2: "7 6r 3 9 5 2", 3: "8 6 7 7r 3 6", 4: "5 9 2r 4 7 8",
    5: "11 3r 6 5 . 4", 6: "9 2 7 1r 4 5", 7: "12 6 8r 5 7 9",
}  # fmt: skip


def _place(_state: State, _viewer: Player | None, name: str) -> Box:
    if name == CORNER:
        return Box(0, 0, 0, 0)
    column = COLUMNS if name[0] == ENDS else LETTERS.index(name[0])
    return cell(int(name[1]) - 1, column)


def _laid(state: State, _action: Action) -> State:
    return state


DIAGRAMS: Diagrams[State, Action] = Diagrams(
    options=OPTIONS,
    place=_place,
    laid=_laid,
    scale=0.75,
    plain=("8",),
    each=(
        Diagram(
            "needs",
            "1.3",
            Text(
                "Row 3 with the tiles 9, 4, 5, 3 and 6 and one open cell. At its end is a 7, and"
                " below that its target, 34, in small digits."
            ),
            position(7, {3: NEARLY}),
            "A3:G3",
            rings="G3",
        ),
        Diagram(
            "place",
            "2.1",
            Text("A 7 has been placed on an open cell between other tiles."),
            position(7, {3: ". 5r . 11", 4: "3 . . 2r"}),
            "A3:D4",
            "7 C3",
            rings="C3",
        ),
        Diagram(
            "move",
            "2.2",
            Text("An arrow goes from an 8 straight up to an open cell, past a 10."),
            position(13, {4: ". 6 4 5r", 5: "10 . 3", 6: "8r . 9"}),
            "A4:D6",
            "A6-A4",
            shown="before",
            arrows="A6>A4",
        ),
        Diagram(
            "diagonal",
            "2.2",
            Text("An arrow goes from an 8 up and to the right to an open cell."),
            position(13, {4: ". 6 4 5r", 5: "10 . 3", 6: "8r . 9"}),
            "A4:D6",
            "A6-B5",
            shown="before",
            refused=True,
            arrows="A6>B5",
        ),
        Diagram(
            "moved-twice",
            "2.3",
            Text("An arrow goes from a light blue 8 with a bar, one that has been moved, upwards."),
            position(13, {4: ". 6 4 5r", 5: "10 . 3", 6: "8m . 9"}),
            "A4:D6",
            "A6-A4",
            shown="before",
            refused=True,
            arrows="A6>A4",
        ),
        Diagram(
            "combine-before",
            "2.4",
            Text("A 10 with a 5 to its right. An arrow goes from the 10 to the 5."),
            position(3, {4: "10 5r"}),
            "A4:B4",
            "A4/B4",
            shown="before",
            gains=(8,),
            arrows="A4>B4",
        ),
        Diagram(
            "combine",
            "2.4",
            Text("Where the 10 was there's a 2, in blue with a dot. The 5 is still beside it."),
            position(3, {4: "10 5r"}),
            "A4:B4",
            "A4/B4",
            gains=(8,),
        ),
        Diagram(
            "no-remainder",
            "2.5",
            Text("An arrow goes from a 7 to a 3."),
            position(3, {4: "7 3r"}),
            "A4:B4",
            "A4/B4",
            shown="before",
            refused=True,
            arrows="A4>B4",
        ),
        Diagram(
            "not-by-one",
            "2.5",
            Text("An arrow goes from a 7 to a 1."),
            position(3, {4: "7 1r"}),
            "A4:B4",
            "A4/B4",
            shown="before",
            refused=True,
            arrows="A4>B4",
        ),
        Diagram(
            "not-the-same",
            "2.5",
            Text("An arrow goes from a 6 to another 6."),
            position(3, {4: "6 6r"}),
            "A4:B4",
            "A4/B4",
            shown="before",
            refused=True,
            arrows="A4>B4",
        ),
        Diagram(
            "marks",
            "2.7",
            Text(
                "Six tiles: a red one with a marked corner, a beige one, a light blue one with a"
                " bar, and three darker blue ones with one, two and three dots."
            ),
            position(3, {4: "5r 6 8m 6c 4cc 2ccc"}),
            "A4:F4",
        ),
        Diagram(
            "completes",
            "3.1",
            Text("Row 3 needs a 7, and its last open cell is marked: a 7 is to be placed there."),
            position(7, {3: NEARLY}),
            "A3:G3",
            "7 D3",
            shown="before",
            gains=(350,),
            rings="D3",
        ),
        Diagram(
            "completed",
            "3.1",
            Text("Row 3 is empty, and it has a new target."),
            position(7, {3: NEARLY}),
            "A3:G3",
            "7 D3",
            gains=(350,),
        ),
        Diagram(
            "open-cell",
            "3.2",
            Text("Row 3 needs 0, but one of its cells is open."),
            position(5, {3: "9 4r 5 . 7 9"}),
            "A3:G3",
            rings="D3 G3",
        ),
        Diagram(
            "too-high",
            "3.2",
            Text("Row 5 is full and 8 too high: at its end is -8."),
            position(1, {5: "12 3 9 8 7 6"}),
            "A5:G5",
            rings="G5",
        ),
        Diagram(
            "remove",
            "4.5",
            Text("A row of six tiles, one of them marked."),
            position(9, {5: "12 3 9 8 7r 6"}, rows_done=4, bonuses=ALL_READY),
            "A5:G5",
            "remove C5",
            shown="before",
            rings="C5",
        ),
        Diagram(
            "change",
            "4.6",
            Text("Row 2 is 8 too high. Its first tile, a 9, is marked."),
            position(14, {2: "9 5 4 6 7 3"}, rows_done=3, bonuses=(READY, READY, READY, "locked")),
            "A2:G2",
            "A2=1",
            shown="before",
            gains=(350,),
            rings="A2",
        ),
        Diagram(
            "wild",
            "4.7",
            Text("Row 7 is far too high and has two open cells, one of them marked."),
            position(9, {7: "14r 13 11r . 10r ."}, rows_done=4, bonuses=ALL_READY),
            "A7:G7",
            "wild D7",
            shown="before",
            gains=(350,),
            rings="D7",
        ),
        Diagram(
            "falls",
            "5.1",
            Text(
                "Part of a board with a few tiles. The red 6 in the middle has just fallen there."
            ),
            position(9, {1: ". 5r", 3: NEARLY, 5: ". . . . 11r", 6: ". 8r"}),
            "A3:F5",
            "drop",
            rings="D4",
        ),
        Diagram(
            "combine-and-complete",
            "6.3",
            Text("Row 5 is full and 8 too high. An arrow goes from its 12 to the 3 beside it."),
            position(1, {5: "12 3 9 8 7 6"}),
            "A5:G5",
            "A5/B5",
            shown="before",
            gains=(358,),
            arrows="A5>B5",
        ),
        Diagram(
            "full",
            "7.1",
            Text("The lower part of a board on which every cell is filled."),
            position(3, NEARLY_FULL),
            "A3:F7",
            "3 E5",
        ),
        Diagram(
            "written",
            "",
            Text(
                "The board with the names of its columns and rows. A 7 lies in column B of row 3;"
                " an arrow goes from it to E3 in the same row."
            ),
            position(4, {3: ". 7", 2: ". . 5r", 4: ". 14 . 2r"}),
            f"{CORNER}:G4",
            arrows="B3>E3",
        ),
    ),
)
