"""A match as a GCG file, and such a file as the turns of a match (docs/notation.md).

GCG comes from another word game. What it has no way to write is written in a way of our own: a
digit after a tile is the height of the stack that it makes, ``[QU]`` is the tile Qu, and lines that
begin with ``#tilepost-`` say what else is needed.
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from games.core import codec
from games.core.errors import BadNotation
from games.core.extras.gcg import GcgHead, GcgMatch, GcgTurn
from games.core.language.text import Text
from games.core.log.takeback import TakeBack, Undo
from games.upwords.position.model import Exchange, Pass, Play, State, TimeOut
from games.upwords.position.tiles import QU, Laid, Rows, empty_rows, lay
from games.upwords.turns.legality import Cell
from games.upwords.turns.notation import ACROSS, DOWN, main_word, square_name

STACKING = "1"  # the version of this way to write stacks
OURS = "#tilepost-"
MOST_PLAYERS = 4
QU_WRITTEN = "[QU]"
EVENT = re.compile(r">([^\s:]+):\s+(.*)")
PRAGMA = re.compile(r"#([a-z0-9-]+)(?:\s+(.*))?")
LINE_END = re.compile(r"\r\n?|\n")  # others, such as U+2028, are part of what somebody wrote
TILES = re.compile(r"(?:\[QU\]|[A-PR-Z])+")
SIGN = re.compile(r"(\[QU\]|[A-PR-Z])([2-9])?|(\.)")
WORD = re.compile(rf"(?:{SIGN.pattern})+")
SQUARE = re.compile(r"(?:([A-J])(10|[1-9])|(10|[1-9])([A-J]))")
NUMBER = re.compile(r"[+-]?[0-9]{1,6}")
ODD = re.compile(r"[\s:]+")


# --- Writing --------------------------------------------------------------------------------------


def write(head: GcgHead, states: Sequence[State], entries: Sequence[Any]) -> str:
    """Return a match as GCG, by its positions from ply 0 on and the entries between them."""
    nicks = _nicks(head.players)
    lines = [*_head_lines(head, nicks), *_turn_lines(nicks, states, entries)]
    return "\n".join([*lines, ""])


def _nicks(names: Sequence[str]) -> list[str]:
    """Return a name without spaces for each player, and no two alike."""
    nicks: list[str] = []
    for seat, name in enumerate(names, start=1):
        nick = ODD.sub("_", name.strip()) or f"player{seat}"
        nicks.append(nick if nick not in nicks else f"{nick}_{seat}")
    return nicks


def _head_lines(head: GcgHead, nicks: Sequence[str]) -> Iterator[str]:
    yield "#character-encoding UTF-8"
    for seat, (nick, name) in enumerate(zip(nicks, head.players, strict=True), start=1):
        yield f"#player{seat} {nick} {' '.join(name.split())}"
    facts = {
        "#title": head.title,
        "#id": f"Tilepost {head.match}" if head.match else "",
        "#lexicon": head.lexicon,
        f"{OURS}game": f"{head.game} {head.rules_version}",
        f"{OURS}stacking": STACKING,
        f"{OURS}options": "" if head.options is None else codec.canonical(head.options),
        f"{OURS}words": head.words,
        f"{OURS}secret": head.secret,
    }
    yield from (f"{name} {value}" for name, value in facts.items() if value)


def _turn_lines(
    nicks: Sequence[str], states: Sequence[State], entries: Sequence[Any]
) -> Iterator[str]:
    line, origin = [0], [0]  # the plies that lead here, and by which entry each was first reached
    for ply, entry in enumerate(entries, start=1):
        before, after = states[ply - 1], states[ply]
        if isinstance(entry, TakeBack | Undo):
            at = line.index(entry.to)
            if isinstance(entry, Undo):
                yield f"{OURS}undo {entry.to}"
            for undone in reversed(line[at + 1 :]):
                yield _back_line(nicks, states[origin[undone] - 1], states[origin[undone]])
            line, first = line[:at], origin[entry.to]
        else:
            if isinstance(entry, TimeOut):
                yield f"{OURS}clock"
            yield _turn_line(nicks, before, entry, after)
            first = ply
        line.append(ply)
        origin.append(first)
    yield from _off_lines(nicks, states[-1])


def _turn_line(nicks: Sequence[str], before: State, action: Any, after: State) -> str:
    player = before.to_move or 0
    points = _made(after, player)
    match action:
        case Play():
            done = _play(before.board, action.tiles)
        case Exchange():
            done = f"-{_tiles(action.letter)}"
        case _:
            done = "-"
    rack = _tiles(before.racks[player] or "")
    return f">{nicks[player]}: {rack} {done} {points:+d} {before.scores[player] + points}"


def _made(after: State, player: int) -> int:
    """Return the points of a turn, without those lost at the end of the game."""
    return sum(
        event.points for event in after.events if event.player == player and event.topic != "left"
    )


def _back_line(nicks: Sequence[str], before: State, after: State) -> str:
    player = before.to_move or 0
    rack, points = _tiles(before.racks[player] or ""), _made(after, player)
    return f">{nicks[player]}: {rack} -- {-points:+d} {before.scores[player]}"


def _off_lines(nicks: Sequence[str], end: State) -> Iterator[str]:
    for event in end.events:
        if event.kind == "left" and event.player is not None:
            rack = _tiles("".join(event.facts["tiles"]))
            total = end.scores[event.player]
            yield f">{nicks[event.player]}: {rack} ({rack}) {event.points:+d} {total}"


def _play(rows: Rows, tiles: tuple[Laid, ...]) -> str:
    run, step, stacks = main_word(rows, tiles)
    laid = {(row, column) for row, column, _ in tiles}
    word = "".join(_sign(stacks[cell]) if cell in laid else "." for cell in run)
    name = square_name(*run[0])
    return f"{name[1:]}{name[0]} {word}" if step == ACROSS else f"{name} {word}"


def _sign(stack: str) -> str:
    """Return a tile that was laid, with the height of its stack if it covers others."""
    return f"{_tiles(stack[-1])}{len(stack) if len(stack) > 1 else ''}"


def _tiles(letters: str) -> str:
    return letters.upper().replace(QU.upper(), QU_WRITTEN)


# --- Reading --------------------------------------------------------------------------------------


def read(text: str) -> GcgMatch:
    """Return what a GCG file says; raise BadNotation, which names the line."""
    reader = _Reader()
    for number, line in enumerate(LINE_END.split(text.lstrip("\ufeff")), start=1):
        try:
            reader.take(number, line.strip())
        except BadNotation as problem:
            raise BadNotation("Line {n}: {problem}", n=number, problem=problem.text) from problem
    if not reader.nicks:
        raise BadNotation("This isn't a GCG file: it doesn't name any players.")
    return reader.match()


class _Reader:
    """Takes in a file line by line."""

    def __init__(self) -> None:
        self.nicks: list[str] = []
        self.names: list[str] = []
        self.facts: dict[str, str] = {}
        self.turns: list[GcgTurn] = []
        self.off: list[tuple[int, int]] = []
        self.boards: list[Rows] = []  # by ply
        self.undo: int | None = None  # the ply that the next lines go back to
        self.goes_back = False  # whether they have been read as one entry
        self.by_clock = False  # whether the next pass is the clock's
        self.follows = False  # whether a line of plain text goes on with the one before it

    def take(self, number: int, line: str) -> None:
        """Take in one more line; raise BadNotation."""
        if not line:
            return
        if found := PRAGMA.fullmatch(line):
            self.follows = True
            self._take_fact(found[1], (found[2] or "").strip())
        elif found := EVENT.fullmatch(line):
            self.follows = False
            if found[1] not in self.nicks:
                raise BadNotation("There's no player called {name}.", name=found[1][:40])
            if not found[2].isascii():
                raise BadNotation("That's no turn that Upwords has.")
            self._take_event(number, self.nicks.index(found[1]), found[2].split())
        elif line.startswith(">"):
            raise BadNotation("That's no turn that Upwords has.")
        elif not (line.startswith("#") or self.follows):
            raise BadNotation("A line has to begin with # or >.")

    def match(self) -> GcgMatch:
        """Return all that was read."""
        facts = self.facts
        game, _, version = facts.get("tilepost-game", "").partition(" ")
        authority, _, public_id = facts.get("id", "").partition(" ")
        head = GcgHead(
            players=tuple(self.names),
            title=facts.get("title", ""),
            match=public_id if authority == "Tilepost" else "",
            lexicon=facts.get("lexicon", ""),
            words=facts.get("tilepost-words", ""),
            game=game,
            rules_version=int(version) if re.fullmatch(r"[0-9]{1,4}", version) else 0,
            options=self._options(),
            secret=facts.get("tilepost-secret", ""),
        )
        return GcgMatch(head, tuple(self.turns), tuple(self.off))

    def _take_fact(self, name: str, value: str) -> None:
        if name.startswith("player") and name[6:].isdecimal():
            self._take_player(name[6:], value)
        elif name == "tilepost-undo":
            if not (value.isascii() and value.isdecimal() and len(value) < 6):
                raise BadNotation("That isn't a move one can go back to.")
            self.undo, self.goes_back = int(value), False
        elif name == "tilepost-clock":
            self.by_clock = True
        elif name == "tilepost-stacking" and value != STACKING:
            raise BadNotation("Stacks are written in a way that we don't know yet.")
        else:
            self.facts.setdefault(name, value)

    def _take_player(self, number: str, value: str) -> None:
        nick, _, name = value.partition(" ")
        seat = len(self.nicks) + 1
        if number != str(seat) or seat > MOST_PLAYERS or not nick or self.turns:
            raise BadNotation("The players have to be numbered from 1 to 4, one on each line.")
        if nick in self.nicks:
            raise BadNotation("Two players have the same short name.")
        self.nicks.append(nick)
        self.names.append(name.strip() or nick)

    def _options(self) -> dict[str, Any] | None:
        try:
            options = json.loads(self.facts.get("tilepost-options", "null"))
        except (ValueError, RecursionError):
            return None
        return options if isinstance(options, dict) else None

    # --- Turns ----------------------------------------------------------------------------------

    def _take_event(self, number: int, player: int, fields: list[str]) -> None:
        if not self.boards:
            board = (self._options() or {}).get("board", "10x10")
            self.boards.append(empty_rows(board if board in ("10x10", "8x8") else "10x10"))
        match fields:
            case [rack, square, word, points, total]:
                entry: Any = Play(tuple(self._read_tiles(square, word)))
            case [rack, "--", points, total]:
                if self.goes_back:
                    return  # one of several turns that were taken back together
                entry = self._read_back()
            case [rack, done, points, total] if done.startswith("-"):
                entry = _read_exchange(done[1:])
                if self.by_clock and isinstance(entry, Pass):
                    entry = TimeOut()
            case [rack, off, points, total] if off == f"({rack})":
                self.off.append((player, _number(points)))
                return
            case _:
                raise BadNotation("That's no turn that Upwords has.")
        self.goes_back, self.by_clock = isinstance(entry, Undo), False
        self._add(entry)
        told, total_after = _number(points), _number(total)
        self.turns.append(GcgTurn(number, player, entry, _read_rack(rack), told, total_after))

    def _add(self, entry: Any) -> None:
        match entry:
            case Play():
                self.boards.append(lay(self.boards[-1], entry.tiles))
            case TakeBack() | Undo():
                self.boards.append(self.boards[entry.to])
            case _:
                self.boards.append(self.boards[-1])

    def _read_back(self) -> TakeBack | Undo:
        ply, to = len(self.turns), self.undo
        self.undo = None
        if not ply or (to is not None and to >= ply):
            raise BadNotation("There's nothing to undo.")
        return TakeBack(ply - 1) if to is None else Undo(to)

    def _read_tiles(self, square: str, word: str) -> Iterator[Laid]:
        """Yield the tiles of a play; raise BadNotation where the board says otherwise."""
        place = SQUARE.fullmatch(square)
        if not place or not WORD.fullmatch(word):
            raise BadNotation("Write a square and a word, such as {example}.", example="8H WO.D")
        column, row = place[1] or place[4], place[2] or place[3]
        step = DOWN if place[1] else ACROSS
        cell: Cell = (int(row) - 1, ord(column) - ord("A"))
        rows = self.boards[-1]
        for tile, height, stays in SIGN.findall(word):
            if max(cell) >= len(rows):
                raise BadNotation(
                    "That word doesn't fit on the board if it starts on {square}.", square=square
                )
            below = len(rows[cell[0]][cell[1]])
            if not below if stays else below + 1 != int(height or 1):
                raise BadNotation(_wrong_height(square_name(*cell), below))
            if tile:
                yield (*cell, QU if tile == QU_WRITTEN else tile.lower())
            cell = (cell[0] + step[0], cell[1] + step[1])


def _wrong_height(square: str, below: int) -> Text:
    return Text("The stack on {square} is {n} high before this turn.", square=square, n=below)


def _read_exchange(tiles: str) -> Exchange | Pass:
    if not tiles:
        return Pass()
    if not TILES.fullmatch(tiles) or len(_read_rack(tiles) or "") != 1:
        raise BadNotation("In Upwords you swap one tile.")
    return Exchange((_read_rack(tiles) or "")[0])


def _read_rack(text: str) -> str | None:
    """Return a rack's letters, None if the file doesn't know all of them."""
    if not TILES.fullmatch(text):
        return None
    return "".join(sorted(text.replace(QU_WRITTEN, QU.upper()).lower()))


def _number(text: str) -> int:
    if not NUMBER.fullmatch(text):
        raise BadNotation("The points have to be numbers.")
    return int(text)
