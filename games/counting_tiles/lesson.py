"""Counting Tiles taught in seven actions, without a clock that presses."""

import re

from games.core.errors import BadNotation
from games.core.lessons import Lesson, Step
from games.counting_tiles import bag
from games.counting_tiles.model import (
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
from games.counting_tiles.options import Options
from games.counting_tiles.tempo import MOST_ACTIONS

OPTIONS = Options(drops="counted")
WRITTEN = re.compile(r"(\d+)([rm]?)(c?)")  # 5 placed, 5r by chance, 5m moved, 5c combined
ORIGINS: dict[str, Origin] = {"": "placed", "r": "random", "m": "moved"}
TARGETS = (31, 26, 34, 28, 37, 24, 40)
LOCKED: Standing = "locked"
READY: Standing = "unlocked"


def _tile(text: str) -> Tile | None:
    if text == ".":
        return None
    match = WRITTEN.fullmatch(text)
    if match is None:
        raise BadNotation(f"{text} is no tile.")
    value, origin, combined = match.groups()
    return Tile(int(value), ORIGINS[origin], int(bool(combined)))


def _position(
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


def _misses(state: State, row: int) -> int:
    """Return what a row, counted from 1, misses to its target."""
    tiles = state.grid[(row - 1) * COLUMNS : row * COLUMNS]
    return state.targets[row - 1] - sum(tile.value for tile in tiles if tile is not None)


def _completes(before: State, after: State) -> bool:
    return after.rows > before.rows


def _place(before: State, _action: Action, after: State) -> str:
    if _completes(before, after):
        return ""
    return "That is allowed, but row 3 is not complete. Put the 7 on its open cell."


def _fill(before: State, _action: Action, after: State) -> str:
    if _completes(before, after):
        return ""
    if not _misses(after, 6):
        return "The sum is right now, but the row still has an open cell, so it does not count."
    return "That is allowed, but it completes no row. Look for one with a single open cell."


def _move(before: State, action: Action, after: State) -> str:
    if _completes(before, after):
        return ""
    if isinstance(action, Move):
        return "That tile could move, but row 4 misses 8. The 8 in column A is the one to move."
    return "That is allowed, but move a tile for once: choose the 8, then the open cell of row 4."


def _combine(before: State, action: Action, after: State) -> str:
    if _completes(before, after):
        return ""
    if isinstance(action, Combine):
        return "They can be combined, but the sum is still wrong. Divide the 12 by the 3."
    return "That is allowed, but row 5 stays too high. Choose the 12, then the 3 beside it."


def _change(before: State, action: Action, after: State) -> str:
    if _completes(before, after):
        return ""
    if isinstance(action, Change):
        return "That tile would be a 1, but row 2 needs 8 less: a 9 that becomes a 1."
    if isinstance(action, Remove):
        return "That would open a cell. Use the bonus that changes a tile to 1."
    return "That is allowed, but row 2 stays too high. Use the bonus that changes a tile to 1."


def _use_wild(before: State, action: Action, after: State) -> str:
    if isinstance(action, Wild) and after.targets[-1] != before.targets[-1]:
        return ""
    if isinstance(action, Wild):
        return "That would complete another row. Row 7 needs it most."
    return "That is allowed, but row 7 stays as it is. Use the wild card on one of its open cells."


def _save(before: State, _action: Action, after: State) -> str:
    if _completes(before, after):
        return ""
    if after.to_move is None:
        return "Then a random tile falls on the last open cell, and the game is over."
    return "That gains little time: the board is as good as full. Complete a row."


LESSON: Lesson[State, Action] = Lesson(
    options=OPTIONS,
    steps=(
        Step(
            title="Complete a row",
            text="Score as much as you can before the board is full. Each row has six cells and a"
            " target; at its end you see what it misses. Reach it exactly, and the row is cleared"
            " for 350 points.",
            task="Row 3 misses 7, and you have a 7 in hand. Put it there.",
            position=_position(7, {1: ". 5r", 3: "9 4r 5 . 3 6", 5: ". . . . 11r", 6: ". 8r"}),
            goal=_place,
            solution="7 D3",
            praise="The row is empty again and has a new target. You have drawn the next tile"
            " already.",
        ),
        Step(
            title="Full and exact",
            text="A row counts only when all six cells are filled. The right sum with an open cell"
            " is worth nothing.",
            task="Two rows miss 5. Put your 5 where it completes a row.",
            position=_position(5, {2: "8 2 . 1r 4 6", 4: ". . 9r", 6: "10 . 2 . 3r 4", 7: "12r"}),
            goal=_fill,
            solution="5 C2",
            praise="Think of the open cells first: the last one has to fit exactly.",
        ),
        Step(
            title="Move a tile",
            text="You can move a tile along its row or column, past others too, but each tile only"
            " once. It costs you the tile in hand: it is lost.",
            task="Row 4 misses 8. Move the 8 in its column up to the open cell.",
            position=_position(13, {1: ". . 3r", 4: ". 6 4 5r 2 3", 5: "10", 6: "8r . 9"}),
            goal=_move,
            solution="A6-A4",
            praise="It even went past the 10. Tiles that have been moved have a mark: they stay"
            " where they are.",
        ),
        Step(
            title="Divide a tile",
            text="You can divide a tile by a smaller one right beside, above or below it, if"
            " nothing is left over. What it loses you get as points.",
            task="Row 5 is full, but 8 too high. Divide the 12 by the 3.",
            position=_position(1, {2: ". 14r", 4: ". . 4r", 5: "12 3 9 8 7 6", 7: ". . . 2r"}),
            goal=_combine,
            solution="A5/B5",
            praise="12 became 4: that is 8 points, and 350 for the row.",
        ),
        Step(
            title="A bonus",
            text="Each completed row unlocks a bonus: discard the tile in hand, remove a tile,"
            " change a tile to 1, and the wild card. Once used, all but the last can be unlocked"
            " again.",
            task="Row 2 is 8 too high, and nothing can be divided. Change its 9 to a 1.",
            position=_position(
                14,
                {2: "9 5 4 6 7 3", 4: "10r . 6", 6: ". . . . 12r"},
                rows_done=3,
                bonuses=(READY, READY, READY, LOCKED),
            ),
            goal=_change,
            solution="A2=1",
            praise="The row was complete with that. It unlocked the first bonus that was locked:"
            " the one you had just used.",
        ),
        Step(
            title="The wild card",
            text="The wild card completes the row of an open cell, whatever lies in it. It is"
            " yours only once in a game, so keep it for a row that blocks you.",
            task="Row 7 cannot be saved any more. Use the wild card on one of its open cells.",
            position=_position(
                9,
                {3: "5r . 7", 5: ". 4 . . 6r", 7: "14r 13 11r . 10r ."},
                rows_done=4,
                bonuses=(READY, READY, READY, READY),
            ),
            goal=_use_wild,
            solution="wild D7",
            praise="350 points, and six free cells.",
        ),
        Step(
            title="The trap: tiles that fall",
            text="All the time random tiles fall: by the clock at a live table, else after some of"
            " your actions. When the board is full, the game is over.",
            task="Two cells are open, and the next tile falls right after your action. Save the"
            " board.",
            position=_position(
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
            praise="A tile fell, but there is room again. Never let the board fill up: clear the"
            " row that is nearest.",
        ),
    ),
    farewell="At a live table a tile falls every 25 seconds, and faster with each second row."
    " Against others all have the same tiles, and most points win.",
)
