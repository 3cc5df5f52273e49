"""Upwords taught in seven turns on the small board, from the first word to the last tile."""

import dataclasses

from games.core.lessons import Lesson, Step, gained
from games.upwords import diagram
from games.upwords.drawing import arranged
from games.upwords.model import Action, Exchange, Play, State
from games.upwords.notation import parse_action
from games.upwords.options import Options
from games.upwords.restoring import unseen_by
from games.upwords.tiles import empty_rows, lay

YOU, BEN = 0, 1
OPTIONS = Options(board="8x8")
CAT_ROW, CAT_COLUMNS = 3, (3, 4, 5)  # CAT lies from D4 to F4
ENOUGH = 11

# What the steps rely on, and some more that one may well try.
WORDS = """
cat can and den end ten tan dance stand send tin ton tone no bat hat mat rat care dare hare cats sun
us bug
"""

ENDING = """
    A   B   C   D   E   F   G   H
 1  .   .   .   S1  U1  M1  .   A2
 2  .   .   .   A1  .   E1  A1  T1
 3  .   .   .   Y1  .   .   S1  .
 4  .   U1  .   .   R1  .   I1  .
 5  .   N3  .   G3  O1  O3  D1  .
 6  D5  I1  E5  .   U2  .   E1  .
 7  .   Qu5 .   .   T1  O1  .   .
 8  L1  E4  A3  V4  E1  .   .   .
under: H1 I, B5 PS, D5 WL, F5 RA, A6 MTHB, C6 XNMD, E6 F, B7 PTZC, B8 HNL, C8 OI, D8 PCK
to move: 0
racks: BG, EJY
bag:
scores: 112 114
draws: C, M
passes: 0
idle: 0
last: H1
"""


def _position(rack: str, *plays: str, scores: tuple[int, int] = (0, 0)) -> State:
    """Return a board on which plays were made one after the other, and your rack."""
    racks = (arranged(rack), arranged("ilnorty"))
    state = State(
        to_move=YOU,
        board=empty_rows(OPTIONS.board),
        racks=racks,
        held=(len(racks[YOU]), len(racks[BEN])),
        pile=0,
        bag={},
        scores=scores,
        draws=("c", "m"),
    )
    board = state.board
    for line in plays:
        action = parse_action(dataclasses.replace(state, board=board), line)
        if isinstance(action, Play):
            board = lay(board, action.tiles)
            state = dataclasses.replace(
                state, last=tuple((row, column) for row, column, _ in action.tiles)
            )
    bag = unseen_by(board, racks, OPTIONS)
    return dataclasses.replace(state, board=board, bag=bag, pile=sum(bag.values()))


def _first_word(_before: State, action: Action, _after: State) -> str:
    if isinstance(action, Play):
        return "" if len(action.tiles) > 2 else "That counts. Now try one of three letters or more."
    return "Lay a word: choose a tile, then a square, and so on."


def _cross(before: State, action: Action, _after: State) -> str:
    if not isinstance(action, Play):
        return "Lay tiles above or below a letter of CAT."
    columns = {column for _, column, _ in action.tiles}
    if len(columns) > 1 or columns.isdisjoint(CAT_COLUMNS):
        return (
            "That counts, but it does not cross CAT. Lay tiles above or below one of its letters."
        )
    if _covers(before, action):
        return "That goes on top of CAT. For this time leave its letters as they are."
    return ""


def _covers(before: State, action: Play) -> bool:
    return any(before.board[row][column] for row, column, _ in action.tiles)


def _go_up(before: State, action: Action, _after: State) -> str:
    if isinstance(action, Play) and _covers(before, action):
        return ""
    return "That is allowed, but it is flat. Lay a tile on top of a letter that is there."


def _rich(_before: State, _action: Action, after: State) -> str:
    points = gained(after, YOU)
    if points >= ENOUGH:
        return ""
    return f"That brings {points or 'no'} points. The high stacks bring more: change their word."


def _hook(_before: State, _action: Action, after: State) -> str:
    if after.board[CAT_ROW][CAT_COLUMNS[-1] + 1] == "s":
        return ""
    return "That is allowed, but CAT has no S yet. Let a word that has an S run down beside it."


def _swap(_before: State, action: Action, _after: State) -> str:
    if isinstance(action, Exchange):
        return ""
    return "You could do that, but exchange a tile for once: choose it, then press Exchange."


def _go_out(_before: State, _action: Action, after: State) -> str:
    if after.to_move is None:
        return ""
    return (
        "That leaves you a tile, and Ben goes on. The U in the second column wants both of yours."
    )


LESSON: Lesson[State, Action] = Lesson(
    options=OPTIONS,
    steps=(
        Step(
            title="The first word",
            text="Make words across, down and upwards; most points win. Lay tiles from your rack:"
            " the line above it shows what they bring, and whether the word counts.",
            task="Make a word of three letters or more that covers one of the four marked squares.",
            position=_position("acdenst"),
            goal=_first_word,
            solution="D4 across CAT",
            praise="Flat words bring 2 points a tile. And your rack is full again: you drew as"
            " many tiles as you laid.",
        ),
        Step(
            title="Cross it",
            text="New tiles lie in one line and must touch what is there. All words that you make"
            " or change have to count, across and down.",
            task="Make a word that runs down through a letter of CAT.",
            position=_position("eilnors", "D4 across CAT"),
            goal=_cross,
            solution="F4 down TIN",
            praise="The letter that was there belongs to your word and brings its points too.",
        ),
        Step(
            title="And now upwards",
            text="You may lay a tile on top of another letter, and turn a word into a new one."
            " Never on the same letter, and never on all letters of a word at once.",
            task="Change a word by laying a tile on one of its letters.",
            position=_position("bhmoprw", "D4 across CAT", "F4 down TIN"),
            goal=_go_up,
            solution="D4 across BAT",
            praise="A word with a stack counts differently: 1 point for each tile in it, those"
            " underneath too. So low stacks bring little.",
        ),
        Step(
            title="High stacks",
            text="The small number on a tile is the height of its stack. A stack may be five high,"
            " and all of it counts for every word through it.",
            task=f"Find a turn that brings {ENOUGH} points or more.",
            position=_position(
                "dehostw",
                "C4 across MINE",
                "C4 across LINE",
                "C4 across LIKE",
                "C4 across BIKE",
                "C4 across BAKE",
                "C4 across CAKE",
                "C4 across CARE",
                scores=(38, 41),
            ),
            goal=_rich,
            solution="C4 across DARE",
            praise="All that height was yours for a few tiles. Ben can do the same, so do not"
            " build for him.",
        ),
        Step(
            title="The trap: a mere S",
            text="You may not just add an S to the end of a word. But an S is allowed if another"
            " word begins with it, or has it in the middle.",
            task="Turn CAT into CATS by a word that runs down.",
            position=_position("einosuv", "D4 across CAT", scores=(12, 15)),
            goal=_hook,
            solution="G4 down SUN",
            praise="Two words with one turn: the S belongs to both of them, and both count.",
        ),
        Step(
            title="When nothing fits",
            text="Instead of laying tiles you may exchange one, as long as there are tiles to"
            " draw. Or you pass; when everybody passes, the game is over.",
            task="These are hard to use. Exchange one of them.",
            position=_position("fjqvwxz", "D4 across CAT", "F4 down TIN", scores=(26, 31)),
            goal=_swap,
            solution="exchange V",
            praise="That was your turn. You drew first and gave back then, so you could not get"
            " the same tile again.",
        ),
        Step(
            title="The end",
            text="No tiles are left to draw. Whoever lays his last one ends the game, and each"
            " tile on a rack costs its owner 5 points.",
            task="You have a B and a G. Lay both around the U on the left.",
            position=diagram.parse_state(ENDING),
            goal=_go_out,
            solution="A4 across BUG",
            praise="Ben had three tiles left: 15 points less for him, and you win.",
        ),
    ),
    farewell="Keep an eye on the tiles left to draw, and get rid of hard letters in time. A whole"
    " rack in one turn brings 20 points more.",
    words=tuple(WORDS.split()),
)
