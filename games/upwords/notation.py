"""Text for actions and positions: ``D4 across BEL(ATE)D`` lays B, E, L and D from D4 on.

A play is the square its word begins on (column, then row), its way, and the word with the letters
that stay in brackets. A reader may leave the brackets out, since no letter may go on itself, or put
a dot for a letter that stays. A position is a few lines, complete but for the last turn's events.
"""

import re
from collections.abc import Iterator

from games.core.errors import BadNotation
from games.upwords.description import square_name
from games.upwords.judging import STEPS, Cell, run_through, stacks_of
from games.upwords.model import Action, Exchange, Pass, Play, State
from games.upwords.tiles import Laid, Rows, lay, shown

EXAMPLE = "Write a turn like D4 across WORD, exchange E, or pass"
PLAY = re.compile(r"([a-z])\s*(\d{1,2})\s+(across|a|down|d)\s+([a-z().]+)")
EXCHANGE = re.compile(r"(?:exchange|swap)\s+([a-pr-z]|qu?)")
ACROSS, DOWN = STEPS


def action_text(state: State, action: Action) -> str:
    """Return the action as a line."""
    match action:
        case Play():
            return _play_text(state.board, action.tiles)
        case Exchange():
            return f"exchange {shown(action.letter)}"
        case Pass():
            return "pass"


def _play_text(rows: Rows, tiles: tuple[Laid, ...]) -> str:
    laid = {(row, column) for row, column, _ in tiles}
    stacks = stacks_of(lay(rows, tiles))
    first = min(laid)
    step = ACROSS if {row for row, _ in laid} == {first[0]} else DOWN
    if len(laid) == 1 and len(run_through(stacks, first, ACROSS)) == 1:
        step = DOWN
    run = run_through(stacks, first, step)
    word = "".join(
        shown(stacks[cell][-1]) if cell in laid else f"({shown(stacks[cell][-1])})" for cell in run
    ).replace(")(", "")
    return f"{square_name(*run[0])} {'across' if step == ACROSS else 'down'} {word}"


def parse_action(state: State, text: str) -> Action:
    """Return the action of a line; raise BadNotation saying what was expected."""
    line = text.strip().lower()
    if line == "pass":
        return Pass()
    if match := EXCHANGE.fullmatch(line):
        return Exchange(match[1][0])
    if match := PLAY.fullmatch(line):
        column, row, way, word = match.groups()
        step = ACROSS if way.startswith("a") else DOWN
        return _read_play(state.board, (int(row) - 1, ord(column) - ord("a")), step, word)
    raise BadNotation(f"{EXAMPLE}, not {text.strip()!r}.")


def _read_play(rows: Rows, cell: Cell, step: Cell, word: str) -> Play:
    """Return the play that puts a word there: a tile wherever another letter, or none, lies."""
    tiles, (row, column) = [], cell
    for letter, stays in _signs(word):
        if not (0 <= row < len(rows) and 0 <= column < len(rows)):
            raise BadNotation(f"The word does not fit on the board from {square_name(*cell)}.")
        top = rows[row][column][-1:]
        if stays and (not top or letter not in ("", top)):
            wanted = shown(letter) or "letter"
            raise BadNotation(
                f"There is no {wanted} on {square_name(row, column)} that could stay."
            )
        if letter not in ("", top):
            tiles.append((row, column, letter))
        row, column = row + step[0], column + step[1]
    if not tiles:
        raise BadNotation("That word is there already: no tile would be laid.")
    return Play(tuple(tiles))


def _signs(word: str) -> Iterator[tuple[str, bool]]:
    """Yield the letter of each square, "" for a dot, and whether it is said to stay."""
    inside = False
    for sign in re.findall(r"qu?|.", word):
        if sign in "()":
            if inside == (sign == "("):
                raise BadNotation("The brackets around letters that stay do not match.")
            inside = not inside
        else:
            yield sign[0].strip("."), inside or sign == "."
    if inside:
        raise BadNotation("The brackets around letters that stay do not match.")
