"""A position as text: a board with letters and heights, and a line for each other fact.

For bug reports and tests. It is complete but for the events of the last turn.
"""

import re
from collections.abc import Iterator

from games.core.errors import BadNotation
from games.core.table.words import ALPHABET
from games.upwords.position.bag import arranged, give_back
from games.upwords.position.model import State
from games.upwords.position.tiles import Rows, spelled, tile_name
from games.upwords.turns.notation import square_name

NAMES = ("under", "to move", "racks", "bag", "scores", "draws", "passes", "idle", "last")
SQUARE = re.compile(r"([A-Z])(\d{1,2})")
TOP = re.compile(r"([A-Z]u?)([1-9])")


def board_text(rows: Rows) -> str:
    """Return the board as lines: ``W2`` is a W on a stack of two, ``.`` an empty square."""
    names = "".join(f"{chr(ord('A') + column):<4}" for column in range(len(rows)))
    lines = [f"    {names}".rstrip()]
    for number, row in enumerate(rows, 1):
        tops = (f"{tile_name(stack[-1])}{len(stack)}" if stack else "." for stack in row)
        lines.append(f"{number:>2}  {''.join(f'{top:<4}' for top in tops)}".rstrip())
    return "\n".join(lines)


def state_text(state: State) -> str:
    """Return a whole position as lines of text that ``parse_state`` reads."""
    if state.bag is None or None in state.racks:
        raise ValueError("only a position with nothing hidden can be written whole")
    under = (
        f"{square_name(row, column)} {_names(stack[:-1])}"
        for row, squares in enumerate(state.board)
        for column, stack in enumerate(squares)
        if len(stack) > 1
    )
    values = (
        ", ".join(under),
        "nobody" if state.to_move is None else str(state.to_move),
        ", ".join(_names(rack or "") or "-" for rack in state.racks),
        _names("".join(letter * count for letter, count in state.bag.items())),
        " ".join(map(str, state.scores)),
        ", ".join(map(_names, state.draws)),
        str(state.passes),
        str(state.idle),
        " ".join(square_name(*cell) for cell in state.last),
    )
    facts = (f"{name}: {value}".rstrip() for name, value in zip(NAMES, values, strict=True))
    return "\n".join((board_text(state.board), *facts))


def parse_state(text: str) -> State:
    """Return the facts of a position, for ``restore`` to check; raise BadNotation."""
    lines = [line for line in text.strip("\n").splitlines() if line.strip()]
    facts = dict(line.split(":", 1) for line in lines if ":" in line)
    facts = {name.strip(): value.strip() for name, value in facts.items()}
    if facts.keys() != set(NAMES):
        raise BadNotation("A position needs a board and these lines: {lines}.", lines=NAMES)
    try:
        return _state([line for line in lines if ":" not in line], facts)
    except ValueError as error:
        raise BadNotation("We couldn't read that position: {error}.", error=str(error)) from error


def _state(board: list[str], facts: dict[str, str]) -> State:
    under = dict(item.split() for item in facts["under"].split(",") if item.strip())
    racks = tuple(
        "" if item.strip() == "-" else arranged(_letters(item))
        for item in facts["racks"].split(",")
    )
    bag = give_back({}, _letters(facts["bag"]))
    return State(
        to_move=None if facts["to move"] == "nobody" else int(facts["to move"]),
        board=tuple(_rows(board[1:], under)),
        racks=racks,
        held=tuple(map(len, racks)),
        pile=sum(bag.values()),
        bag=bag,
        scores=tuple(map(int, facts["scores"].split())),
        draws=tuple(map(_letters, facts["draws"].split(","))),
        passes=int(facts["passes"]),
        idle=int(facts["idle"]),
        last=tuple(map(_cell, facts["last"].split())),
    )


def _rows(lines: list[str], under: dict[str, str]) -> Iterator[tuple[str, ...]]:
    for row, line in enumerate(lines):
        yield tuple(
            _stack(top, under.get(square_name(row, column), ""))
            for column, top in enumerate(line.split()[1:])
        )


def _stack(top: str, under: str) -> str:
    if top == ".":
        return ""
    match = TOP.fullmatch(top)
    stack = _letters(under) + (_letters(match[1]) if match else "")
    if match is None or len(stack) != int(match[2]):
        raise BadNotation("{top} on “{under}” isn't a possible stack.", top=top, under=under)
    return stack


def _cell(name: str) -> tuple[int, int]:
    match = SQUARE.fullmatch(name)
    if match is None:
        raise BadNotation("Write a square like D4, not “{text}”.", text=name)
    return int(match[2]) - 1, ord(match[1]) - ord("A")


def _names(letters: str) -> str:
    """Return letters as tiles: ``AQuZ``."""
    return "".join(map(tile_name, letters))


def _letters(names: str) -> str:
    """Return the letters of tiles written next to each other."""
    letters = "".join(name[0].lower() for name in re.findall(r"Qu|\S", names))
    if not set(letters) <= set(ALPHABET) or spelled(letters) != names.strip().lower():
        raise BadNotation("There are no such tiles: “{tiles}”.", tiles=names.strip())
    return letters
