"""A position in words, for screen readers, mails and everyone who doesn't see the picture."""

from collections.abc import Iterator, Sequence

from games.core.game import Player
from games.core.language.naming import Reader
from games.core.language.text import Fact, Plural, Text, points, tiles
from games.core.language.wording import sentence
from games.upwords.display.wording import OWN, WORDING, drawn
from games.upwords.position.model import State
from games.upwords.position.tiles import Rows, shown, tile_name
from games.upwords.turns.legality import STEPS, run_through, stacks_of
from games.upwords.turns.notation import square_name


def describe(state: State, player: Player | None) -> tuple[Text, ...]:
    """Return what a player sees of a position, sentence by sentence."""
    reader = Reader(player)
    return (
        reader.turn(state.to_move),
        *_rack(state, reader),
        *_first_draw(state, reader),
        *_last_turn(state, reader),
        *_words(state.board),
        *_high(state.board),
        *_players(state, reader),
        _pile(state),
    )


def _rack(state: State, reader: Reader) -> Iterator[Text]:
    if reader.player is not None and (rack := state.racks[reader.player]):
        yield reader.told(
            reader.player,
            Text("Your tiles: {tiles}."),
            Text("{player}'s tiles: {tiles}."),
            tiles=tuple(map(tile_name, rack)),
        )


def _first_draw(state: State, reader: Reader) -> Iterator[Text]:
    """Yield who drew which letters for the first turn, while the board is empty."""
    if any(map(any, state.board)):
        return
    for who, letters in enumerate(state.draws):
        yield reader.told(
            who,
            Text("You drew {tiles} to see who would go first."),
            Text("{player} drew {tiles} to see who would go first."),
            tiles=drawn(letters),
        )


def _last_turn(state: State, reader: Reader) -> Iterator[Text]:
    """Yield what happened in the last turn, and why the game is over if it is."""
    if any(event.kind == "begins" for event in state.events):
        return  # nobody has had a turn: the draw is told in other words
    for event in state.events:
        told = sentence(WORDING, event)
        own = event.player is not None and reader.is_told(event.player)
        yield sentence(OWN, event).or_to_others(told) if own else told


def _words(rows: Rows) -> Iterator[Text]:
    """Yield the words on the board with the squares they start on."""
    across, down = STEPS
    if not any(map(any, rows)):
        yield Text("The board is empty.")
    if words := _along(rows, across):
        yield Text("Across: {words}.", words=words)
    if words := _along(rows, down):
        yield Text("Down: {words}.", words=words)


def _along(rows: Rows, step: Sequence[int]) -> tuple[Fact, ...]:
    stacks, (down, right) = stacks_of(rows), step
    return tuple(
        Text(
            "{word} from {square}",
            word=shown("".join(stacks[cell][-1] for cell in run)),
            square=square_name(row, column),
        )
        for row, column in stacks
        if (row - down, column - right) not in stacks
        and len(run := run_through(stacks, (row, column), (down, right))) > 1
    )


def _high(rows: Rows) -> Iterator[Text]:
    """Yield the squares with stacks of two tiles or more, by height."""
    squares: dict[int, list[str]] = {}
    for cell, stack in stacks_of(rows).items():
        squares.setdefault(len(stack), []).append(square_name(*cell))
    for height in sorted(squares.keys() - {1}):
        yield Text("Stacks {n} high: {squares}.", n=height, squares=tuple(squares[height]))


def _players(state: State, reader: Reader) -> Iterator[Text]:
    for who, (score, held) in enumerate(zip(state.scores, state.held, strict=True)):
        yield reader.told(
            who,
            Text("You have {points} and {tiles}."),
            Text("{player} has {points} and {tiles}."),
            points=points(score),
            tiles=tiles(held),
        )


def _pile(state: State) -> Text:
    if not state.pile:
        return Text("There are no tiles left to draw.")
    return Plural(
        "There's {n} tile left to draw.", "There are {n} tiles left to draw.", n=state.pile
    )
