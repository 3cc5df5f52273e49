"""Counting Tiles taught in seven actions, without a clock that presses."""

import re

from games.core.language.text import Text
from games.core.lessons import Lesson, Sample, Step
from games.counting_tiles.options import Options
from games.counting_tiles.position import bag
from games.counting_tiles.position.model import (
    COLUMNS,
    ROWS,
    Action,
    Change,
    Combine,
    Move,
    Origin,
    Remove,
    Standing,
    State,
    Tile,
    Wild,
)
from games.counting_tiles.position.tempo import MOST_ACTIONS

OPTIONS = Options(drops="counted")
WRITTEN = re.compile(r"(\d+)([rm]?)(c*)")  # 5 placed, 5r by chance, 5m moved, 5cc combined twice
ORIGINS: dict[str, Origin] = {"": "placed", "r": "random", "m": "moved"}
TARGETS = (31, 26, 34, 28, 37, 24, 40)
LOCKED: Standing = "locked"
READY: Standing = "unlocked"


def _tile(text: str) -> Tile | None:
    if text == ".":
        return None
    match = WRITTEN.fullmatch(text)
    if match is None:
        raise ValueError(f"{text} is no tile")
    value, origin, combined = match.groups()
    return Tile(int(value), ORIGINS[origin], len(combined))


def position(
    hand: int,
    rows: dict[int, str],
    *,
    rows_done: int = 0,
    bonuses: tuple[Standing, Standing, Standing, Standing] = (LOCKED,) * 4,
    since: int = 0,
) -> State:
    """Return a board with rows like ``5 . 3r``, by their numbers from 1, and the tile in hand."""
    grid: list[Tile | None] = []
    for number in range(1, ROWS + 1):
        cells = rows.get(number, "").split()
        grid += [_tile(text) for text in cells] + [None] * (COLUMNS - len(cells))
    return State(
        to_move=0,
        grid=tuple(grid),
        targets=TARGETS,
        tile=hand,
        bag=bag.full(rows_done),
        bonuses=bonuses,
        rows=rows_done,
        score=rows_done * OPTIONS.row_points,
        placed=0,
        moved=0,
        combined=0,
        saved=0,
        draws=1,
        drops=0,
        since=since,
    )


def _needed(state: State, row: int) -> int:
    """Return what a row, counted from 1, still needs."""
    tiles = state.grid[(row - 1) * COLUMNS : row * COLUMNS]
    return state.targets[row - 1] - sum(tile.value for tile in tiles if tile is not None)


def _completes(before: State, after: State) -> bool:
    return after.rows > before.rows


def _place(before: State, _action: Action, after: State) -> Text | None:
    if _completes(before, after):
        return None
    return Text("You can do that, but it won't complete row 3. Put the 7 on its open cell.")


def _fill(before: State, _action: Action, after: State) -> Text | None:
    if _completes(before, after):
        return None
    if not _needed(after, 6):
        return Text(
            "The sum is right, but the row still has an open cell, so it doesn't count yet."
        )
    return Text(
        "You can do that, but it doesn't complete a row. Look for one with a single open cell."
    )


def _move(before: State, action: Action, after: State) -> Text | None:
    if _completes(before, after):
        return None
    if isinstance(action, Move):
        return Text("You can move that tile, but row 4 needs an 8. Move the 8 in column A.")
    return Text(
        "You can do that, but try moving a tile: choose the 8, then the open cell in row 4."
    )


def _combine(before: State, action: Action, after: State) -> Text | None:
    if _completes(before, after):
        return None
    if isinstance(action, Combine):
        return Text("You can combine those, but the sum is still wrong. Divide the 12 by the 3.")
    return Text(
        "You can do that, but row 5 is still too high. Choose the 12, then the 3 beside it."
    )


def _change(before: State, action: Action, after: State) -> Text | None:
    if _completes(before, after):
        return None
    if isinstance(action, Change):
        return Text("That makes a 1, but row 2 is 8 too high. Change its 9 to a 1.")
    if isinstance(action, Remove):
        return Text("That would leave an open cell. Use the bonus that changes a tile to 1.")
    return Text(
        "You can do that, but row 2 is still too high. Use the bonus that changes a tile to 1."
    )


def _use_wild(before: State, action: Action, after: State) -> Text | None:
    if isinstance(action, Wild) and after.targets[-1] != before.targets[-1]:
        return None
    if isinstance(action, Wild):
        return Text("That would complete a different row. Row 7 needs the wild card most.")
    return Text(
        "You can do that, but row 7 stays as it is. Use the wild card on one of its open cells."
    )


def _save(before: State, _action: Action, after: State) -> Text | None:
    if _completes(before, after):
        return None
    if after.to_move is None:
        return Text("A random tile would fall on the last open cell, and the game would be over.")
    return Text("That won't buy you much time: the board is nearly full. Complete a row.")


SAMPLE = Sample(
    position(
        12,
        {
            1: "3 2r 3c 9 . 7",
            2: ". 4 6r . 6m 2",
            3: "11 . . 5c 8r 3",
            4: "4r 11 7 3 . .",
            5: "6 . 9r . 11m .",
            6: "3 8c . 2 4 5r",
            7: "5 2m 3 9 . 12c",
        },
        rows_done=6,
        bonuses=(READY, LOCKED, READY, LOCKED),
    ),
    part=(0, 0, 0.64, 0.68),
)


LESSON: Lesson[State, Action] = Lesson(
    options=OPTIONS,
    steps=(
        Step(
            title=Text("Complete a row"),
            text=Text(
                "Score as much as you can before the board is full. Each row has six cells and a"
                " target; the number at the end is what the row still needs. Hit the target"
                " exactly, and the row clears for 350 points."
            ),
            task=Text("Row 3 needs 7, and you're holding a 7. Put it there."),
            position=position(7, {1: ". 5r", 3: "9 4r 5 . 3 6", 5: ". . . . 11r", 6: ". 8r"}),
            goal=_place,
            solution="7 D3",
            praise=Text(
                "The row is empty again and has a new target, and you've drawn your next tile."
            ),
        ),
        Step(
            title=Text("Full and exact"),
            text=Text(
                "A row doesn't count until all six of its cells are filled. The right sum is"
                " worth nothing while a cell is still open."
            ),
            task=Text("Two rows need 5. Put your 5 where it completes a row."),
            position=position(5, {2: "8 2 . 1r 4 6", 4: ". . 9r", 6: "10 . 2 . 3r 4", 7: "12r"}),
            goal=_fill,
            solution="5 C2",
            praise=Text(
                "Keep an eye on the open cells: the last tile in a row has to fit exactly."
            ),
        ),
        Step(
            title=Text("Move a tile"),
            text=Text(
                "You can move each tile once, along its row or column, even past other tiles."
                " A move costs you the tile in hand."
            ),
            task=Text("Row 4 needs an 8. Move the 8 in column A up to the open cell."),
            position=position(13, {1: ". . 3r", 4: ". 6 4 5r 2 3", 5: "10", 6: "8r . 9"}),
            goal=_move,
            solution="A6-A4",
            praise=Text(
                "The 8 went straight past the 10. A tile you've moved gets a mark: you can't move"
                " it again."
            ),
        ),
        Step(
            title=Text("Divide a tile"),
            text=Text(
                "You can divide a tile by a smaller one directly beside, above or below it, if"
                " nothing is left over. You score what the tile loses."
            ),
            task=Text("Row 5 is full, but it's 8 too high. Divide the 12 by the 3."),
            position=position(1, {2: ". 14r", 4: ". . 4r", 5: "12 3 9 8 7 6", 7: ". . . 2r"}),
            goal=_combine,
            solution="A5/B5",
            praise=Text("The 12 became a 4: that's 8 points, plus 350 for the row."),
        ),
        Step(
            title=Text("A bonus"),
            text=Text(
                "Completed rows unlock bonuses in this order: discard the tile in hand, remove a"
                " tile, change a tile to 1, wild card. Once you've used a bonus, you can unlock"
                " it again, unless it's the wild card."
            ),
            task=Text(
                "Row 2 is 8 too high, and you can't divide any of its tiles. Change its 9 to a 1."
            ),
            position=position(
                14,
                {2: "9 5 4 6 7 3", 4: "10r . 6", 6: ". . . . 12r"},
                rows_done=3,
                bonuses=(READY, READY, READY, LOCKED),
            ),
            goal=_change,
            solution="A2=1",
            praise=Text(
                "A completed row unlocks the first bonus that's locked, so you've got back the one"
                " you just used."
            ),
        ),
        Step(
            title=Text("The wild card"),
            text=Text(
                "Use the wild card on an open cell to complete its row, whatever else is in the"
                " row. You only get one wild card a game, so save it for a row that's holding"
                " you up."
            ),
            task=Text("Row 7 is beyond saving. Use the wild card on one of its open cells."),
            position=position(
                9,
                {3: "5r . 7", 5: ". 4 . . 6r", 7: "14r 13 11r . 10r ."},
                rows_done=4,
                bonuses=(READY, READY, READY, READY),
            ),
            goal=_use_wild,
            solution="wild D7",
            praise=Text("350 points, and six open cells."),
        ),
        Step(
            title=Text("The trap: falling tiles"),
            text=Text(
                "Random tiles keep falling. At a live table they fall at set intervals, and at a"
                " turn-based one after every few actions. When the board is full, the game is over."
            ),
            task=Text(
                "Only two cells are open, and the next tile will fall right after your action. Make"
                " room for it."
            ),
            position=position(
                4,
                {
                    1: "10 9r 5 4 8 1",
                    2: "7 6r 3 9 5 2",
                    3: "8 6 . 7r 3 6",
                    4: "5 9 2r 4 7 8",
                    5: "11 3r 6 5 . 4",
                    6: "9 2 7 1r 4 5",
                    7: "12 6 8r 5 7 9",
                },
                rows_done=5,
                since=MOST_ACTIONS - 1,
            ),
            goal=_save,
            solution="4 C3",
            praise=Text(
                "A tile fell, but there's room again. Never let the board fill up: complete the row"
                " that's closest to its target."
            ),
        ),
    ),
    farewell=Text(
        "At a live table a tile falls every 25 seconds, and tiles come faster after every second"
        " row you complete. If you play against others, everyone gets the same tiles, and the"
        " highest score wins."
    ),
    sample=SAMPLE,
)
