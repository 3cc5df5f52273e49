"""Upwords taught in seven turns on the small board, from the first word to the last tile."""

import dataclasses

from games.core.language.text import Text, points
from games.core.lessons import Lesson, Sample, Step, gained
from games.upwords.options import Options
from games.upwords.position.bag import arranged
from games.upwords.position.model import Action, Exchange, Play, State
from games.upwords.position.restoring import unseen_by
from games.upwords.position.tiles import empty_rows, lay
from games.upwords.turns.notation import parse_action

YOU, BEN = 0, 1
OPTIONS = Options(board="8x8")
CAT_ROW, CAT_COLUMNS = 3, (3, 4, 5)  # CAT lies from D4 to F4
ENOUGH = 11

# The words the steps rely on, and some more that a learner may well try.
WORDS = """
cat can and den end ten tan dance stand send tin ton tone no bat hat mat rat care dare hare cats sun
us bug
"""

# Each square of the last turn with the letters of its stack, the lowest first; q is the tile Qu.
ENDING = """
.     .     .     s     u     m     .     ia
.     .     .     a     .     e     a     t
.     .     .     y     .     .     s     .
.     u     .     .     r     .     i     .
.     psn   .     wlg   o     rao   d     .
mthbd i     xnmde .     fu    .     e     .
.     ptzcq .     .     t     o     .     .
l     hnle  oia   pckv  e     .     .     .
"""


def position(
    rack: str,
    *plays: str,
    ben: str = "ilnorty",
    scores: tuple[int, int] = (0, 0),
    options: Options = OPTIONS,
) -> State:
    """Return a board on which plays were made one after the other, and your rack."""
    racks = (arranged(rack), arranged(ben))
    state = State(
        to_move=YOU,
        board=empty_rows(options.board),
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
    bag = unseen_by(board, racks, options)
    return dataclasses.replace(state, board=board, bag=bag, pile=sum(bag.values()))


def _ending() -> State:
    """Return a position of few tiles, with none to draw."""
    rows = [line.split() for line in ENDING.strip().splitlines()]
    return State(
        to_move=YOU,
        board=tuple(tuple(stack.strip(".") for stack in row) for row in rows),
        racks=("bg", "ejy"),
        held=(2, 3),
        pile=0,
        bag={},
        scores=(112, 114),
        draws=("c", "m"),
        last=((0, 7),),
    )


def _first_word(_before: State, action: Action, _after: State) -> Text | None:
    if not isinstance(action, Play):
        return Text("Lay a word: choose a tile, then a square, then the next tile.")
    if len(action.tiles) < 3:
        return Text("That counts. Now try a word of 3 letters or more.")
    return None


def _cross(before: State, action: Action, _after: State) -> Text | None:
    if not isinstance(action, Play):
        return Text("Lay tiles above or below a letter of CAT.")
    columns = {column for _, column, _ in action.tiles}
    if len(columns) > 1 or columns.isdisjoint(CAT_COLUMNS):
        return Text(
            "That counts, but it doesn't cross CAT. Lay tiles above or below one of its letters."
        )
    if _covers(before, action):
        return Text("That goes on top of CAT. This time, leave its letters as they are.")
    return None


def _covers(before: State, action: Play) -> bool:
    return any(before.board[row][column] for row, column, _ in action.tiles)


def _go_up(before: State, action: Action, _after: State) -> Text | None:
    if isinstance(action, Play) and _covers(before, action):
        return None
    return Text(
        "You can do that, but the word is flat. Lay a tile on top of a letter on the board."
    )


def _rich(_before: State, _action: Action, after: State) -> Text | None:
    scored = gained(after, YOU)
    if scored >= ENOUGH:
        return None
    return Text(
        "That scores {points}. The high stacks are worth more: change the word they're in.",
        points=points(scored),
    )


def _hook(_before: State, _action: Action, after: State) -> Text | None:
    if after.board[CAT_ROW][CAT_COLUMNS[-1] + 1] == "s":
        return None
    return Text(
        "You can do that, but CAT has no S yet. Lay a word down the next column, with"
        " its S right after CAT."
    )


def _swap(_before: State, action: Action, _after: State) -> Text | None:
    if isinstance(action, Exchange):
        return None
    return Text("You could do that, but try a swap this time: choose a tile, then press Swap.")


def _go_out(_before: State, _action: Action, after: State) -> Text | None:
    if after.to_move is None:
        return None
    return Text(
        "You still have a tile left, so the game goes on. Lay the B and the G on either side of"
        " the U in the second column."
    )


SAMPLE = Sample(
    position(
        "bceituv",
        "B4 across STONE",
        "F3 down L(E)MON",
        "B7 across ACOR(N)",
        "B4 down (S)OD(A)",
        "D2 down FR(O)G",
        "F6 across (O)WL",
        "A2 across LEA(F)",
        "H6 down (L)AP",
        "F3 down D(EMON)",
        "B4 across (S)H(ONE)",
        "B4 down (SO)Y(A)",
        "F6 across (O)I(L)",
        "H6 down (L)I(P)",
        "B7 across (A)D(ORN)",
        "H6 down (LI)T",
        ben="bejkqxz",
        scores=(87, 74),
    ),
    part=(0.05, 0.12, 0.9, 0.57),
)


LESSON: Lesson[State, Action] = Lesson(
    options=OPTIONS,
    steps=(
        Step(
            title=Text("The first word"),
            text=Text(
                "Make words across, down and upwards; the highest score wins. Lay tiles from "
                "your rack: the line above it shows what they score and whether the word counts."
            ),
            task=Text("Make a word of 3 letters or more that covers one of the 4 marked squares."),
            position=position("acdenst"),
            goal=_first_word,
            solution="D4 across CAT",
            praise=Text(
                "A flat word scores 2 points a tile. And your rack is full again: you drew as many"
                " tiles as you laid."
            ),
        ),
        Step(
            title=Text("Cross it"),
            text=Text(
                "The tiles you lay go in one line and have to touch what's already there. Every"
                " word you"
                " make or change has to count, across and down."
            ),
            task=Text("Make a word that runs down through a letter of CAT."),
            position=position("eilnors", "D4 across CAT"),
            goal=_cross,
            solution="F4 down TIN",
            praise=Text(
                "The letter that was there is part of your word, and you score for it too."
            ),
        ),
        Step(
            title=Text("Building upwards"),
            text=Text(
                "You can lay a tile on top of another letter and turn one word into another. But"
                " you can't cover a letter with the same letter, or cover a whole word at once."
            ),
            task=Text("Change a word by laying a tile on one of its letters."),
            position=position("bhmoprw", "D4 across CAT", "F4 down TIN"),
            goal=_go_up,
            solution="D4 across BAT",
            praise=Text(
                "A word with a stack scores differently: 1 point for each tile in it, including"
                " those underneath. So low stacks don't score much."
            ),
        ),
        Step(
            title=Text("High stacks"),
            text=Text(
                "The small number on a tile is the height of its stack. A stack can be up to 5"
                " high, and every tile in it counts for each word that runs through it."
            ),
            task=Text("Find a turn that scores {points} or more.", points=points(ENOUGH)),
            position=position(
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
            praise=Text(
                "You laid just a tile or two, but scored for whole stacks. Ben can do the same, so"
                " don't make it easy."
            ),
        ),
        Step(
            title=Text("The trap: just an S"),
            text=Text(
                "You can't just add an S to the end of a word. But you can if the S starts"
                " another word or is in the middle of one."
            ),
            task=Text("Turn CAT into CATS with a word that runs down."),
            position=position("einosuv", "D4 across CAT", scores=(12, 15)),
            goal=_hook,
            solution="G4 down SUN",
            praise=Text("Two words in one turn: the S belongs to both, and both count."),
        ),
        Step(
            title=Text("When nothing fits"),
            text=Text(
                "Instead of laying tiles you can swap one, while there are tiles left to draw. "
                "Or you can pass. Once no tiles are left to draw, the game is over when everyone"
                " passes."
            ),
            task=Text("These tiles are hard to use. Swap one of them."),
            position=position("fjqvwxz", "D4 across CAT", "F4 down TIN", scores=(26, 31)),
            goal=_swap,
            solution="exchange V",
            praise=Text(
                "That was your turn. You drew the new tile first and then gave the old one back,"
                " so you couldn't draw it again."
            ),
        ),
        Step(
            title=Text("The end"),
            text=Text(
                "There are no tiles left to draw. If you lay your last one, the game ends, and each"
                " tile left on a rack costs its owner 5 points."
            ),
            task=Text("You have a B and a G. Lay them on either side of the U on the left."),
            position=_ending(),
            goal=_go_out,
            solution="A4 across BUG",
            praise=Text("Ben had 3 tiles left and lost 15 points, so you win."),
        ),
    ),
    farewell=Text(
        "Watch how many tiles are left to draw, and get rid of difficult letters in good time."
        " Using a whole rack in one turn scores 20 extra points."
    ),
    sample=SAMPLE,
    words=tuple(WORDS.split()),
)
