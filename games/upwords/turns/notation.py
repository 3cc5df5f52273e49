"""Text for actions and positions: ``D4 across BEL(ATE)D`` lays B, E, L and D from D4 on.

A play is the square its word begins on (column, then row), its way, and the word with the letters
that stay in brackets. The brackets can be left out, since no letter can go on itself, or a dot can
stand for a letter that stays. A position is a few lines, complete but for the last turn's events.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from games.core.errors import BadNotation
from games.core.language.text import Text
from games.upwords.position.model import Action, Exchange, Pass, Play, State, TimeOut
from games.upwords.position.tiles import Laid, Rows, lay, shown
from games.upwords.turns.legality import STEPS, Cell, run_through, stacks_of

TIME_OUT = "time out"  # only in the log
EXAMPLES = ("D4 across WORD", "exchange E", "pass")
PLAY = re.compile(r"([a-z])\s*(\d{1,2})\s+(across|a|down|d)\s+([a-z().]+)")
EXCHANGE = re.compile(r"(?:exchange|swap)\s+([a-pr-z]|qu?)")
ACROSS, DOWN = STEPS
UNMATCHED = Text("The brackets in that word don't match.")


def square_name(row: int, column: int) -> str:
    """Return a square as players write it: ``D4`` is in the fourth column and fourth row."""
    return f"{chr(ord('A') + column)}{row + 1}"


def action_text(state: State, action: Action) -> str:
    """Return the action as a line."""
    match action:
        case Play():
            return _play_text(state.board, action.tiles)
        case Exchange():
            return f"exchange {shown(action.letter)}"
        case Pass():
            return "pass"
        case TimeOut():
            return TIME_OUT


def choice(state: State, action: Action) -> Text:
    """Return the action as a choice in a list: ``BELATED across from D4``."""
    match action:
        case Play():
            run, step, stacks = main_word(state.board, action.tiles)
            word = "".join(shown(stacks[cell][-1]) for cell in run)
            square = square_name(*run[0])
            if step == ACROSS:
                return Text("{word} across from {square}", word=word, square=square)
            return Text("{word} down from {square}", word=word, square=square)
        case Exchange():
            return Text("Swap {letter}", letter=shown(action.letter))
        case Pass():
            return Text("Pass")
        case TimeOut():
            return Text("Pass, because the time is up")


def _play_text(rows: Rows, tiles: tuple[Laid, ...]) -> str:
    laid = {(row, column) for row, column, _ in tiles}
    run, step, stacks = main_word(rows, tiles)
    word = "".join(
        shown(stacks[cell][-1]) if cell in laid else f"({shown(stacks[cell][-1])})" for cell in run
    ).replace(")(", "")
    return f"{square_name(*run[0])} {'across' if step == ACROSS else 'down'} {word}"


def main_word(
    rows: Rows, tiles: tuple[Laid, ...]
) -> tuple[Sequence[Cell], Cell, Mapping[Cell, str]]:
    """Return the squares of the word that a play names, its way, and all stacks after it."""
    laid = {(row, column) for row, column, _ in tiles}
    stacks = stacks_of(lay(rows, tiles))
    first = min(laid)
    step = ACROSS if {row for row, _ in laid} == {first[0]} else DOWN
    if len(laid) == 1 and len(run_through(stacks, first, ACROSS)) == 1:
        step = DOWN
    return run_through(stacks, first, step), step, stacks


def parse_action(state: State, text: str) -> Action:
    """Return the action a line stands for; raise BadNotation saying what was expected."""
    if not text.isascii():  # other signs have letters of ours as their small ones
        raise BadNotation.unlike(EXAMPLES, text)
    line = text.strip().lower()
    if line == "pass":
        return Pass()
    if line == TIME_OUT:
        return TimeOut()
    if match := EXCHANGE.fullmatch(line):
        return Exchange(match[1][0])
    if match := PLAY.fullmatch(line):
        column, row, way, word = match.groups()
        step = ACROSS if way.startswith("a") else DOWN
        return _read_play(state.board, (int(row) - 1, ord(column) - ord("a")), step, word)
    raise BadNotation.unlike(EXAMPLES, text)


def _read_play(rows: Rows, cell: Cell, step: Cell, word: str) -> Play:
    """Return the play that puts a word there: a tile wherever another letter, or none, lies."""
    tiles, (row, column) = [], cell
    for letter, stays in _signs(word):
        if not (0 <= row < len(rows) and 0 <= column < len(rows)):
            start = square_name(*cell)
            raise BadNotation(
                "That word doesn't fit on the board if it starts on {square}.", square=start
            )
        top = rows[row][column][-1:]
        if stays and (not top or letter not in ("", top)):
            raise BadNotation(_nothing_stays(letter, square_name(row, column)))
        if letter not in ("", top):
            tiles.append((row, column, letter))
        row, column = row + step[0], column + step[1]
    if not tiles:
        raise BadNotation("That word is already there, so you wouldn't be laying any tiles.")
    return Play(tuple(tiles))


def _nothing_stays(letter: str, square: str) -> Text:
    if letter:
        return Text("There's no {letter} on {square} to keep.", letter=shown(letter), square=square)
    return Text("There's no letter on {square} to keep.", square=square)


def _signs(word: str) -> Iterator[tuple[str, bool]]:
    """Yield the letter for each square, "" for a dot, and whether it is to stay."""
    inside = False
    for sign in re.findall(r"qu?|.", word):
        if sign in "()":
            if inside == (sign == "("):
                raise BadNotation(UNMATCHED)
            inside = not inside
        else:
            yield sign[0].strip("."), inside or sign == "."
    if inside:
        raise BadNotation(UNMATCHED)
