"""A second referee for Upwords: the rules read anew, and not a line of the game's own code.

It is slow and plain on purpose, so that one can hold it against the rules sentence by sentence;
numbers are those of the README. It knows all tiles, and is told what chance decided: which tiles
were drawn. An action is ("lay", ((row, column, letter), ...)), ("exchange", letter) or
("pass", ""); "q" is the tile Qu.
"""

import collections
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

Square = tuple[int, int]
Tiles = tuple[tuple[int, int, str], ...]
Action = tuple[str, Any]
Board = dict[Square, list[str]]  # the stacks, each from the bottom up

ACROSS, DOWN = (0, 1), (1, 0)
SIZES = {"10x10": 10, "8x8": 8}
BAGS = {  # rules 1.3 and 1.4
    "10x10": {8: "e", 7: "aio", 6: "s", 5: "dlmnrtu", 4: "c", 3: "bfghp", 2: "kwy", 1: "jqvxz"},
    "8x8": {6: "e", 5: "a", 4: "iot", 3: "dlmnpsu", 2: "bcghry", 1: "fjkqvwxz"},
}


def all_tiles(board: str) -> collections.Counter[str]:
    return collections.Counter(
        {letter: count for count, letters in BAGS[board].items() for letter in letters}
    )


def who_begins(draws: Sequence[str], board: str) -> int:
    """Return who begins by what each player drew, one letter a round (rule 1.5)."""
    assert collections.Counter("".join(draws)) <= all_tiles(board)
    tied = [*range(len(draws))]
    rounds = 0
    while len(tied) > 1:
        nearest = min(draws[player][rounds] for player in tied)
        others = [player for player in tied if draws[player][rounds] != nearest]
        rounds += 1
        assert all(len(draws[player]) == rounds for player in others)
        tied = [player for player in tied if player not in others]
    (first,) = tied
    assert len(draws[first]) == rounds
    return first


def as_tiles(word: str) -> str:
    """Return the tiles a word is made of, "" if there are none for it (rule 2.9)."""
    tiles = word.replace("qu", "q")
    return tiles if as_text(tiles) == word else ""


def as_text(tiles: Iterable[str]) -> str:
    return "".join(tiles).replace("q", "qu")


def neighbours(square: Square) -> list[Square]:
    row, column = square
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def run(board: Board, square: Square, step: Square) -> list[Square]:
    """Return the squares of the longest line of tiles through a square, in reading order."""
    (row, column), (down, right) = square, step
    while (row - down, column - right) in board:
        row, column = row - down, column - right
    squares = []
    while (row, column) in board:
        squares.append((row, column))
        row, column = row + down, column + right
    return squares


class Referee:
    """A position and what may be done in it. ``agreed`` are a table's options by their names."""

    def __init__(
        self, words: Iterable[str], agreed: Mapping[str, Any], racks: Iterable[str], begins: int
    ) -> None:
        self.words = set(words)
        self.spelt = [word for word in map(as_tiles, sorted(self.words)) if len(word) > 1]
        self.agreed = agreed
        self.size = SIZES[agreed["board"]]
        self.stacks: Board = {}
        self.racks = [collections.Counter(rack) for rack in racks]
        self.bag = all_tiles(agreed["board"])
        for rack in self.racks:
            assert rack.total() == agreed["rack"]  # rule 1.6
            self._draw(rack)
        self.scores = [0] * len(self.racks)
        self.turn: int | None = begins
        self.passes = 0
        self.idle = 0
        self.last: set[Square] = set()
        self.ending = ""

    def copy(self) -> "Referee":
        other = object.__new__(Referee)
        vars(other).update(vars(self))
        other.stacks = {square: [*stack] for square, stack in self.stacks.items()}
        other.racks = [rack.copy() for rack in self.racks]
        other.bag = self.bag.copy()
        other.scores = [*self.scores]
        return other

    def _draw(self, tiles: collections.Counter[str]) -> None:
        assert tiles <= self.bag, "drawn, but not there to be drawn"
        self.bag -= tiles

    # --- What is legal ----------------------------------------------------------------------------

    def objection(self, action: Action) -> str:
        """Return why the player to move may not do this, "" if they may."""
        kind, what = action
        if self.turn is None:
            return "the game is over"
        if kind == "pass":
            return ""  # rule 4.1
        if kind == "lay":
            return self._objection_to_laying(what)
        if what not in self.racks[self.turn]:
            return "exchanged, but not on the rack"
        return "" if self.bag else "nothing to draw"  # rule 4.2

    def _objection_to_laying(self, tiles: Tiles) -> str:
        squares = [(row, column) for row, column, _ in tiles]
        checks: tuple[tuple[str, Callable[[], bool]], ...] = (
            ("nothing laid", lambda: not tiles),
            ("off the board", lambda: not all(map(self._is_on_board, squares))),
            ("two on a square", lambda: len(set(squares)) < len(squares)),
            ("not on the rack", lambda: not self._holds(tiles)),
            ("not in a line", lambda: not self._is_one_line(squares)),
            ("too high", lambda: any(map(self._is_full, squares))),
            ("on its like", lambda: any(self._is_on_its_like(*tile) for tile in tiles)),
            ("one tile to begin", lambda: not self.stacks and len(tiles) < 2),
            ("off the middle", lambda: not self.stacks and not any(map(self._is_middle, squares))),
            ("apart", lambda: bool(self.stacks) and not any(map(self._touches, squares))),
            ("a gap", lambda: self._has_gap(squares)),
            ("a whole word covered", lambda: self._covers_a_word(squares)),
            ("no word", lambda: not self._all_words_count(tiles)),
            ("only an S", lambda: self._only_adds_s(tiles)),
        )
        return next((text for text, objects in checks if objects()), "")

    def _is_on_board(self, square: Square) -> bool:
        return all(0 <= index < self.size for index in square)

    def _is_middle(self, square: Square) -> bool:
        return all(index in (self.size // 2 - 1, self.size // 2) for index in square)  # rule 2.1

    def _holds(self, tiles: Tiles) -> bool:
        assert self.turn is not None
        return collections.Counter(letter for _, _, letter in tiles) <= self.racks[self.turn]

    def _is_one_line(self, squares: list[Square]) -> bool:
        return len({row for row, _ in squares}) == 1 or len({column for _, column in squares}) == 1

    def _is_full(self, square: Square) -> bool:
        return len(self.stacks.get(square, ())) >= self.agreed["height"]  # rule 2.5

    def _is_on_its_like(self, row: int, column: int, letter: str) -> bool:
        return self.stacks.get((row, column), [""])[-1] == letter  # rule 2.6

    def _touches(self, square: Square) -> bool:
        return any(near in self.stacks for near in (square, *neighbours(square)))  # rule 2.3

    def _has_gap(self, squares: list[Square]) -> bool:  # rule 2.2
        (top, left), (bottom, right) = min(squares), max(squares)
        between = {
            (row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)
        }
        return not between <= {*squares, *self.stacks}

    def _covers_a_word(self, squares: list[Square]) -> bool:  # rule 2.7
        before = [run(self.stacks, square, step) for square in squares for step in (ACROSS, DOWN)]
        return any(len(word) > 1 and {*word} <= {*squares} for word in before)

    def _all_words_count(self, tiles: Tiles) -> bool:  # rule 2.4
        board = self._with(tiles)
        made = self.words_made(tiles)
        return bool(made) and all(self._text(board, word) in self.words for word in made)

    def _only_adds_s(self, tiles: Tiles) -> bool:  # rule 2.8
        (row, column, letter), *more = tiles
        if more or letter != "s" or (row, column) in self.stacks:
            return False
        return all(
            word[-1] == (row, column) and len(word) > 2 and self.stacks[word[-2]][-1] != "s"
            for word in self.words_made(tiles)
        )

    # --- What it makes ----------------------------------------------------------------------------

    def _with(self, tiles: Tiles) -> Board:
        board = dict(self.stacks)
        for row, column, letter in tiles:
            board[row, column] = [*board.get((row, column), ()), letter]
        return board

    def _text(self, board: Board, word: Iterable[Square]) -> str:
        return as_text(board[square][-1] for square in word)

    def words_made(self, tiles: Tiles) -> list[list[Square]]:
        """Return the words that are new or changed, each as its squares (rule 2.4)."""
        board = self._with(tiles)
        runs = {
            tuple(run(board, (row, column), step))
            for row, column, _ in tiles
            for step in (ACROSS, DOWN)
        }
        return [[*word] for word in sorted(runs) if len(word) > 1]

    def worth(self, board: Board, word: list[Square]) -> int:
        """Return the points of one word (rules 3.1 to 3.3)."""
        stacks = [board[square] for square in word]
        if all(len(stack) == 1 for stack in stacks):
            has_qu = ["q"] in stacks
            return int(self.agreed["flat"] * len(stacks) + self.agreed["qu"] * has_qu)
        return sum(len(stack) for stack in stacks)

    def words_and_points(self, tiles: Tiles) -> list[tuple[str, int]]:
        """Return the words a play makes with their points, in the order of the alphabet."""
        board = self._with(tiles)
        made = self.words_made(tiles)
        return sorted((self._text(board, word), self.worth(board, word)) for word in made)

    def points(self, tiles: Tiles) -> int:
        """Return what a play brings (rules 3.4 and 3.5)."""
        bonus = self.agreed["bonus"] if len(tiles) == self.agreed["rack"] else 0
        return int(bonus + sum(points for _, points in self.words_and_points(tiles)))

    # --- What becomes of it -----------------------------------------------------------------------

    def take(self, action: Action, drawn: Iterable[str]) -> None:
        """Do what the player to move has chosen; ``drawn`` are the tiles they drew afterwards."""
        assert not self.objection(action)
        assert self.turn is not None
        kind, what = action
        given, new = collections.Counter[str](), collections.Counter(drawn)
        self.idle += 1
        self.passes = self.passes + 1 if kind == "pass" else 0
        if kind == "lay":
            given = collections.Counter(letter for _, _, letter in what)
            assert new.total() == min(given.total(), self.bag.total())  # rule 1.6
            self.scores[self.turn] += self.points(what)
            self.stacks = self._with(what)
            self.last = {(row, column) for row, column, _ in what}
            self.idle = 0
        elif kind == "exchange":
            given = collections.Counter([what])
            assert new.total() == 1  # rule 4.2
        else:
            assert not new
        self._draw(new)
        self.racks[self.turn] += new
        self.racks[self.turn] -= given
        if kind == "exchange":
            self.bag += given
        self._go_on(self.turn)

    def _go_on(self, player: int) -> None:
        self.ending = self._why_over()
        if self.ending:
            self.turn = None
            for seat, rack in enumerate(self.racks):
                self.scores[seat] -= self.agreed["left"] * rack.total()  # rule 5.5
            return
        count = len(self.racks)
        order = [(player + turns) % count for turns in range(1, count + 1)]
        self.turn = next(seat for seat in order if self.racks[seat])  # rule 5.6

    def _why_over(self) -> str:
        players = len(self.racks)
        holding = [rack for rack in self.racks if rack]
        if not holding:
            return "all tiles laid"  # rules 5.1 and 5.6
        if len(holding) < players and not self.agreed["old_ending"]:
            return "a rack is empty"  # rule 5.1
        if self.passes >= len(holding) and (not self.bag or self.agreed["passes_end"] == "always"):
            return "all passed"  # rule 5.3
        if self.idle >= 20 * players:
            return "idle"  # rule 5.4
        if not self.bag and not any(map(self.can_lay, range(players))):
            return "nobody can lay"  # rule 5.2
        return ""

    def can_lay(self, player: int) -> bool:
        other = self.copy()
        other.turn = player
        return any(not other.objection(("lay", tiles)) for tiles in other.near_plays())

    @property
    def places(self) -> tuple[int, ...]:  # rule 5.7
        return tuple(1 + sum(more > own for more in self.scores) for own in self.scores)

    # --- What one might try -----------------------------------------------------------------------

    def near_plays(self) -> Iterator[Tiles]:
        """Yield all ways to write a word of the list with the rack of the player to move.

        All legal plays are among them, since each writes a word along its line; the others fail by
        another word, by where they lie, or by what they cover.
        """
        assert self.turn is not None
        rack = self.racks[self.turn]
        found: set[Tiles] = set()
        for index in range(self.size):
            for line in (
                [(index, place) for place in range(self.size)],
                [(place, index) for place in range(self.size)],
            ):
                for tiles in self._ways_along(line, rack):
                    if tiles not in found:
                        found.add(tiles)
                        yield tiles

    def _ways_along(self, line: list[Square], rack: collections.Counter[str]) -> Iterator[Tiles]:
        tops = ["", *(self.stacks.get(square, [""])[-1] for square in line), ""]
        there = {*tops, *rack}
        for word in self.spelt:
            if not there.issuperset(word):
                continue
            for start in range(len(line) - len(word) + 1):
                if tops[start] or tops[start + len(word) + 1]:
                    continue  # the word would go on
                tiles = tuple(
                    (*line[start + place], letter)
                    for place, letter in enumerate(word)
                    if tops[start + place + 1] != letter
                )
                if tiles and collections.Counter(letter for *_, letter in tiles) <= rack:
                    yield tiles
