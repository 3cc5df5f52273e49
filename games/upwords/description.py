"""A position in words, for screen readers, mails and everyone who does not see the picture."""

from collections.abc import Iterator

from games.core.game import Player
from games.core.naming import Reader
from games.upwords.judging import STEPS, run_through, stacks_of
from games.upwords.model import State
from games.upwords.tiles import Rows, shown, tile_name

WAYS = ("Across", "Down")


def describe(state: State, reader: Reader) -> str:
    """Return the position in words, as it is told to a reader."""
    parts = [
        _turn(state, reader),
        _rack(state, reader.player),
        *_first_draw(state, reader),
        *_last_turn(state, reader),
        *_words(state.board),
        _high(state.board),
        *_players(state, reader),
        _pile(state),
    ]
    return " ".join(part for part in parts if part)


def count_of(number: int, noun: str) -> str:
    """Return a number with its noun: "1 tile", "2 tiles", "-1 point"."""
    return f"{number} {noun}{'' if abs(number) == 1 else 's'}"


def square_name(row: int, column: int) -> str:
    """Return a square as players write it: ``D4`` is in the fourth column and fourth row."""
    return f"{chr(ord('A') + column)}{row + 1}"


def _turn(state: State, reader: Reader) -> str:
    if state.to_move is None:
        return "The game is over."
    return f"It is {reader.owner(state.to_move)} turn."


def _rack(state: State, player: Player | None) -> str:
    rack = None if player is None else state.racks[player]
    return f"Your tiles: {', '.join(map(tile_name, rack))}." if rack else ""


def _first_draw(state: State, reader: Reader) -> Iterator[str]:
    """Yield who drew which letters for the first turn, while the board is empty."""
    if any(map(any, state.board)):
        return
    for who, letters in enumerate(state.draws):
        names = ", then ".join(map(tile_name, letters))
        yield f"{reader.subject(who)} drew {names} for the first turn."


def _last_turn(state: State, reader: Reader) -> Iterator[str]:
    """Yield what the last turn brought about, and the end if it was the end."""
    if not state.idle and not state.last:
        return  # nobody has had a turn: the draw is told in other words
    for event in state.events:
        name = "" if event.player is None else f"{reader.subject(event.player)}: "
        stop = "" if event.text.endswith(".") else "."
        yield f"{name}{event.text}{stop}"


def _words(rows: Rows) -> Iterator[str]:
    """Yield the words on the board with the squares they begin on."""
    stacks = stacks_of(rows)
    if not stacks:
        yield "The board is empty."
    for way, (down, right) in zip(WAYS, STEPS, strict=True):
        words = [
            f"{shown(''.join(stacks[cell][-1] for cell in run))} from {square_name(row, column)}"
            for row, column in stacks
            if (row - down, column - right) not in stacks
            and len(run := run_through(stacks, (row, column), (down, right))) > 1
        ]
        if words:
            yield f"{way}: {', '.join(words)}."


def _high(rows: Rows) -> str:
    stacks = [
        f"{square_name(row, column)} {len(stack)}"
        for (row, column), stack in stacks_of(rows).items()
        if len(stack) > 1
    ]
    return f"Stacks higher than one tile: {', '.join(stacks)}." if stacks else ""


def _players(state: State, reader: Reader) -> Iterator[str]:
    for who, (score, held) in enumerate(zip(state.scores, state.held, strict=True)):
        points, tiles = count_of(score, "point"), count_of(held, "tile")
        yield f"{reader.has(who)} {points} and {tiles}."


def _pile(state: State) -> str:
    if not state.pile:
        return "No tiles are left to draw."
    return f"{count_of(state.pile, 'tile')} {'is' if state.pile == 1 else 'are'} left to draw."
