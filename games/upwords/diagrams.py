"""The diagrams of Upwords' rules, on the large board; squares are named as in turns, ``D4``."""

import dataclasses

from games.core.diagrams import Diagram, Diagrams
from games.core.drawing.cutting import Box
from games.core.game import Player
from games.core.language.text import Text
from games.upwords import lesson
from games.upwords.display.picture import square
from games.upwords.options import Options
from games.upwords.position.model import Action, Play, State
from games.upwords.position.tiles import lay, size_of

OPTIONS = Options()
SIZE = size_of(OPTIONS.board)
# Corners of the frame: a part that begins there shows the names of columns and rows.
CORNER, FAR_CORNER = "corner", "far-corner"

# All words that the diagrams make; what they refuse is refused for other reasons.
WORDS = "ate belated cab can cap car cat cats cog dog map on pin quit separate sun tin ton"


def _position(rack: str, *plays: str) -> State:
    return lesson.position(rack, *plays, options=OPTIONS)


def _place(_state: State, _viewer: Player | None, name: str) -> Box:
    first, last = square(0, 0), square(SIZE - 1, SIZE - 1)
    if name == CORNER:
        return Box(0, 0, 0, 0)
    if name == FAR_CORNER:
        return Box(last.right + 0.7 * first.left, last.bottom + 0.7 * first.top, 0, 0)
    return square(int(name[1:]) - 1, ord(name[0]) - ord("A"))


def _laid(state: State, action: Action) -> State:
    """Return the board with tiles as they were laid, whether or not they can lie there."""
    tiles = action.tiles if isinstance(action, Play) else ()
    last = tuple((row, column) for row, column, _ in tiles)
    return dataclasses.replace(state, board=lay(state.board, tiles), last=last)


CAT = "E5 across CAT"
HIGH = (CAT, "E5 across CAR", "E5 across CAB", "E5 across CAN", "E5 across CAP")

DIAGRAMS: Diagrams[State, Action] = Diagrams(
    options=OPTIONS,
    place=_place,
    laid=_laid,
    scale=0.72,
    plain=("4", "5", "6"),
    words=tuple(WORDS.split()),
    each=(
        Diagram(
            "board",
            "1.3",
            Text(
                "The large board, empty. Columns are lettered A to J and rows numbered 1 to 10. The"
                " 4 squares in the middle, E5 to F6, are marked."
            ),
            _position("aeinrst"),
            f"{CORNER}:{FAR_CORNER}",
            scale=0.65,
        ),
        Diagram(
            "first-word",
            "2.1",
            Text("CAT is laid across from E5. Its first two letters are on squares in the middle."),
            _position("acdenst"),
            "C3:H7",
            CAT,
            gains=(6, 0),
        ),
        Diagram(
            "first-word-away",
            "2.1",
            Text("CAT is laid across in the second row, away from the squares in the middle."),
            _position("acdenst"),
            "C2:H6",
            "D2 across CAT",
            refused=True,
        ),
        Diagram(
            "in-line",
            "2.2",
            Text("Two tiles are laid below the T of CAT. Together they read TON."),
            _position("eilnors", CAT),
            "D4:H8",
            "G5 down TON",
            gains=(6, 0),
        ),
        Diagram(
            "gap",
            "2.2",
            Text("An O is laid below the T of CAT and an N two squares further down, with a gap."),
            _position("eilnors", CAT),
            "D4:H8",
            Play(((5, 6, "o"), (7, 6, "n"))),
            refused=True,
        ),
        Diagram(
            "corner",
            "2.3",
            Text("ON is laid across below CAT and to its right. Only its corner touches the T."),
            _position("eilnors", CAT),
            "D4:I7",
            "H6 across ON",
            refused=True,
        ),
        Diagram(
            "height",
            "2.5",
            Text("CAT has become CAP. The stack under its last letter is 5 tiles high."),
            _position("eiloprs", *HIGH[:-1]),
            "D4:H6",
            HIGH[-1],
            gains=(7, 0),
        ),
        Diagram(
            "too-high",
            "2.5",
            Text("A sixth tile is laid on a stack that's already 5 tiles high."),
            _position("eilorst", *HIGH),
            "D4:H6",
            CAT,
            refused=True,
        ),
        Diagram(
            "same-letter",
            "2.6",
            Text("A second C is laid on top of the C of CAT."),
            _position("ceilors", CAT),
            "D4:H6",
            Play(((4, 4, "c"),)),
            refused=True,
        ),
        Diagram(
            "cover-some",
            "2.7",
            Text("O and G are laid on top of CAT, whose C stays: now it's COG."),
            _position("degilor", CAT),
            "D4:H6",
            "E5 across COG",
            gains=(5, 0),
        ),
        Diagram(
            "cover-all",
            "2.7",
            Text("D, O and G are laid on all three letters of CAT."),
            _position("degilor", CAT),
            "D4:H6",
            "E5 across DOG",
            refused=True,
        ),
        Diagram(
            "plural",
            "2.8",
            Text("A single S is laid at the end of CAT."),
            _position("eilnosu", CAT),
            "D4:I8",
            "E5 across CATS",
            refused=True,
        ),
        Diagram(
            "plural-crossed",
            "2.8",
            Text("SUN is laid down from the square after CAT, so there's CATS across, too."),
            _position("eilnosu", CAT),
            "D4:I8",
            "H5 down SUN",
            gains=(14, 0),
        ),
        Diagram(
            "qu",
            "2.9",
            Text("QUIT is laid across with three tiles: Qu, I and T."),
            _position("adiqrst"),
            "D4:H6",
            "E5 across QUIT",
            gains=(8, 0),
        ),
        Diagram(
            "flat",
            "3.1",
            Text("TIN is laid down from the T of CAT. All its tiles lie flat on the board."),
            _position("eilnors", CAT),
            "D4:H8",
            "G5 down TIN",
            gains=(6, 0),
        ),
        Diagram(
            "stacked",
            "3.3",
            Text(
                "CAP has become MAP. The stack under the M is 2 tiles high, the A lies flat, and"
                " the stack under the P is 5 high."
            ),
            _position("eilmors", *HIGH),
            "D4:H6",
            "E5 across MAP",
            gains=(8, 0),
        ),
        Diagram(
            "both-ways",
            "3.4",
            Text(
                "CAT across and TIN down share the T. A P on top of it turns them into CAP and PIN."
            ),
            _position("eilnops", CAT, "G5 down TIN"),
            "D4:H8",
            "E5 across CAP",
            gains=(8, 0),
        ),
        Diagram(
            "whole-rack",
            "3.5",
            Text("SEPARATE is laid down through the A of CAT, with 7 tiles and that A."),
            _position("aeeprst", CAT),
            "D2:H9",
            "F2 down SEPARATE",
            gains=(36, 0),
        ),
        Diagram(
            "written",
            "",
            Text(
                "The board with the names of its columns and rows. BELATED reads across from D4;"
                " B, E, L and D have just been laid around ATE."
            ),
            _position("bdeilor", "G4 across ATE"),
            f"{CORNER}:J5",
            "D4 across BELATED",
            gains=(14, 0),
            scale=0.68,
        ),
    ),
)
