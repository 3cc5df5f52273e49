"""What the referee sees in tiles laid on the board: whether they can lie there, words and points.

Written to be read against sections 2 and 3 of the rules; the fast search for plays is in
``generation``.
"""

import dataclasses

from games.core.language.text import Plural, Text, listed
from games.core.language.text import tiles as count_of_tiles
from games.core.table.words import Words
from games.upwords.options import Options
from games.upwords.position.tiles import QU, Laid, Rows, centre, lay, shown, spelled, tile_name

Cell = tuple[int, int]
Stacks = dict[Cell, str]  # the squares on which something lies

STEPS = ((0, 1), (1, 0))  # across, down


@dataclasses.dataclass(frozen=True, slots=True)
class Formed:
    """A word that a play makes or changes, in tiles, with its points."""

    letters: str
    points: int
    is_plural: bool  # an existing word and nothing new but an S at its end (rule 2.8)


@dataclasses.dataclass(frozen=True, slots=True)
class Verdict:
    """What a play would bring; ``problem`` is why it can't be played, None if it can."""

    words: tuple[Formed, ...]
    bonus: int
    problem: Text | None

    @property
    def points(self) -> int:
        """Return all points of the play."""
        return sum(word.points for word in self.words) + self.bonus


def judge(rows: Rows, tiles: tuple[Laid, ...], options: Options, words: Words | None) -> Verdict:
    """Return which words tiles would make, what they score, and whether they can be played.

    Without ``words`` nothing is looked up, and nothing told depends on the list (rule 2.11).
    """
    problem = _placement_problem(rows, tiles, options)
    if problem:
        return Verdict((), 0, problem)
    formed = tuple(_words_formed(rows, tiles, options))
    bonus = options.bonus if len(tiles) == options.rack else 0
    return Verdict(formed, bonus, _words_problem(formed, words))


def _placement_problem(rows: Rows, tiles: tuple[Laid, ...], options: Options) -> Text | None:
    """Say why tiles can't lie where they do, whatever words they make."""
    if not tiles:
        return Text("Lay at least one tile, or pass.")
    cells = {(row, column) for row, column, _ in tiles}
    if not all(row in range(len(rows)) and column in range(len(rows)) for row, column in cells):
        return Text("One of your tiles would be off the board.")
    if len(cells) < len(tiles):
        return Text("You can only lay one tile on each square in a turn.")
    if len({row for row, _ in cells}) > 1 and len({column for _, column in cells}) > 1:
        return Text("All the tiles you lay have to be in one row or one column.")
    for row, column, letter in tiles:
        stack = rows[row][column]
        if len(stack) >= options.height:
            limit = count_of_tiles(options.height)
            return Text("That stack is full: the limit is {limit}.", limit=limit)
        if stack.endswith(letter):
            return Text("You can't lay {tile} on another {tile}.", tile=tile_name(letter))
    stacks = stacks_of(rows)
    return (
        _gap_problem(stacks, cells)
        or _touch_problem(stacks, cells, len(rows))
        or _covering_problem(stacks, cells)
    )


def stacks_of(rows: Rows) -> Stacks:
    """Return the squares on which something lies."""
    return {
        (row, column): stack
        for row, squares in enumerate(rows)
        for column, stack in enumerate(squares)
        if stack
    }


def _gap_problem(stacks: Stacks, cells: set[Cell]) -> Text | None:
    """Say if there is an empty square between the tiles (rule 2.2)."""
    (top, left), (bottom, right) = min(cells), max(cells)
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            if (row, column) not in cells and (row, column) not in stacks:
                return Text("There's an empty square between your tiles.")
    return None


def _touch_problem(stacks: Stacks, cells: set[Cell], size: int) -> Text | None:
    """Say if a first word misses the middle, or a later play touches nothing (rules 2.1, 2.3)."""
    if not stacks:
        if cells.isdisjoint(centre(size)):
            return Text("The first word has to cover one of the 4 squares in the middle.")
        return None if len(cells) > 1 else Text("The first word needs 2 letters or more.")
    near = {
        (row + down, column + right)
        for row, column in cells
        for down, right in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))
    }
    if near & stacks.keys():
        return None
    return Text("Your tiles have to touch or cover tiles on the board.")


def run_through(stacks: Stacks, cell: Cell, step: Cell) -> list[Cell]:
    """Return the unbroken line of tiles through a square along a step."""
    down, right = step
    row, column = cell
    while (row - down, column - right) in stacks:
        row, column = row - down, column - right
    run = []
    while (row, column) in stacks:
        run.append((row, column))
        row, column = row + down, column + right
    return run


def _covering_problem(stacks: Stacks, cells: set[Cell]) -> Text | None:
    """Say if every letter of some word would be covered at once (rule 2.7)."""
    for cell in sorted(cells & stacks.keys()):
        for step in STEPS:
            run = run_through(stacks, cell, step)
            if len(run) > 1 and cells.issuperset(run):
                word = shown("".join(stacks[one][-1] for one in run))
                return Text("Leave at least one letter of {word} uncovered.", word=word)
    return None


def _words_formed(rows: Rows, tiles: tuple[Laid, ...], options: Options) -> list[Formed]:
    """Return the words of two letters or more that tiles make or change, each once."""
    stacks = stacks_of(lay(rows, tiles))
    runs = {
        tuple(run): None
        for row, column, _ in tiles
        for step in STEPS
        if len(run := run_through(stacks, (row, column), step)) > 1
    }
    return [_formed(rows, stacks, run, tiles, options) for run in runs]


def _formed(
    rows: Rows, stacks: Stacks, run: tuple[Cell, ...], tiles: tuple[Laid, ...], options: Options
) -> Formed:
    letters = "".join(stacks[cell][-1] for cell in run)
    height = sum(len(stacks[cell]) for cell in run)
    points = height
    if height == len(run):
        points = options.flat * len(run) + (options.qu if QU in letters else 0)
    row, column = run[-1]
    lengthened = len(tiles) == 1 and tiles[0] == (row, column, "s") and not rows[row][column]
    is_plural = lengthened and len(run) > 2 and letters[-2] != "s"
    return Formed(letters, points, is_plural)


def _words_problem(formed: tuple[Formed, ...], words: Words | None) -> Text | None:
    """Say why the words can't be made: a mere plural (2.8), or not in the list (2.4)."""
    if not formed:
        return Text("Your tiles have to make a word of 2 letters or more.")
    if all(word.is_plural for word in formed):
        old = listed([shown(word.letters[:-1]) for word in formed])
        return Text("You can't just add an S to the end of {words}.", words=old)
    if words is None:
        return None
    missing = [shown(word.letters) for word in formed if spelled(word.letters) not in words]
    if not missing:
        return None
    return Plural(
        "{words} isn't in the word list.",
        "{words} aren't in the word list.",
        n=len(missing),
        words=listed(missing),
    )
