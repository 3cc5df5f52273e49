"""A position in words, for screen readers, mails and everyone who does not see the picture."""

import functools
from collections.abc import Iterator

from games.core.language.naming import Reader
from games.core.language.text import Fact, Plural, Text, listed, points
from games.tilekingdom.position.model import Place, Placement, State
from games.tilekingdom.position.tiles import SIDE_NAMES, TILES, Tile
from games.tilekingdom.turns.replying import fitting

SOON = 5  # tiles of a known order that are told

# Where a subject of the last tile stands.
STANDING = {
    "road": Text("with a subject on its road"),
    "city": Text("with a subject on its city"),
    "mosque": Text("with a subject on its mosque"),
    "desert": Text("with a subject on its desert"),
}


def describe(state: State, reader: Reader) -> tuple[Text, ...]:
    """Return the position sentence by sentence, as it is told to a reader."""
    return (
        *_turn(state, reader),
        *_fits(state, reader),
        _last_tile(state, reader),
        *_players(state, reader),
        *_to_come(state),
    )


def _turn(state: State, reader: Reader) -> Iterator[Text]:
    yield reader.turn(state.to_move)
    if state.to_move is None or state.tile is None:
        return
    yield reader.told(
        state.to_move,
        Text("Your tile is {kind}: {parts}."),
        Text("{player}'s tile is {kind}: {parts}."),
        kind=state.tile,
        parts=tile_in_words(state.tile),
    )


def _fits(state: State, reader: Reader) -> Iterator[Text]:
    """Yield for the player to move where the tile fits, in the numbers in which turns are written.

    The first counts places to the east of the start tile, the second places to its south.
    """
    if state.to_move is None or not reader.is_told(state.to_move):
        return
    for rotation, places in fitting(state).items():
        yield reader.told(
            state.to_move,
            Text("Turned {degrees} degrees, your tile fits at {places}."),
            Text("Turned {degrees} degrees, {player}'s tile fits at {places}."),
            degrees=90 * rotation,
            places="; ".join(f"{x},{y}" for x, y in places),
        )


@functools.cache  # a position is described at every move, to everyone who watches
def tile_in_words(kind: str) -> tuple[Text, ...]:
    """Return what is on a tile: "a city in the north", "a road from east to west", ..."""
    tile = TILES[kind]
    return (*_mosque(tile), *_cities(tile), *_roads(tile), *_desert(tile))


def _sides(tile: Tile, kind: str) -> list[list[Text]]:
    """Return the sides of each feature of a kind."""
    return [[SIDE_NAMES[side] for side in one.sides] for one in tile.features if one.kind == kind]


def _mosque(tile: Tile) -> Iterator[Text]:
    if tile.feature("m0"):
        yield Text("a mosque in the middle")


def _cities(tile: Tile) -> Iterator[Text]:
    fountain = any(one.fountain for one in tile.features)  # no tile with one has two cities
    for sides in _sides(tile, "city"):
        if len(sides) == 1:
            yield Text("a city in the {side}", side=sides[0])
        elif fountain:
            yield Text("one city in the {sides}, with a fountain", sides=listed(sides))
        else:
            yield Text("one city in the {sides}", sides=listed(sides))


def _roads(tile: Tile) -> Iterator[Text]:
    roads = _sides(tile, "road")
    ends = [sides[0] for sides in roads if len(sides) == 1]
    for start, end in (sides for sides in roads if len(sides) > 1):
        yield Text("a road from {start} to {end}", start=start, end=end)
    if len(ends) == 1:
        yield Text("a road from the {side} that ends here", side=ends[0])
    elif ends:
        yield Text("roads from the {sides} that end here", sides=listed(ends))


def _desert(tile: Tile) -> Iterator[Text]:
    sides = [name for name, edge in zip(SIDE_NAMES, tile.edges, strict=True) if edge == "F"]
    if sides:
        yield Text("desert in the {sides}", sides=listed(sides))


def _last_tile(state: State, reader: Reader) -> Text:
    last = state.placements[-1]
    if last.player is None:
        return Text("Only the start tile is on the map.")
    found = [one.feature for one in state.subjects if (one.x, one.y) == (last.x, last.y)]
    if not found:
        return reader.told(
            last.player,
            Text("You laid the latest tile {where}."),
            Text("{player} laid the latest tile {where}."),
            where=where(last),
        )
    feature = TILES[last.kind].feature(found[0])
    assert feature is not None  # noqa: S101 - a subject stands on it
    return reader.told(
        last.player,
        Text("You laid the latest tile {where}, {standing}."),
        Text("{player} laid the latest tile {where}, {standing}."),
        where=where(last),
        standing=STANDING[feature.kind],
    )


def choice(state: State, action: Place) -> Text:
    """Return a turn as a choice: "1 place east of the start tile, turned 90 degrees"."""
    feature = TILES[state.tile].feature(action.subject) if state.tile and action.subject else None
    place = where(Placement("", action.x, action.y, action.rotation, None))
    facts: dict[str, Fact] = {"where": place, "degrees": 90 * action.rotation}
    if feature is None:
        return Text("{where}, turned {degrees} degrees", **facts)
    return Text(
        "{where}, turned {degrees} degrees, {standing}", standing=STANDING[feature.kind], **facts
    )


def where(placement: Placement) -> Text:
    """Return where a cell lies: "2 places east and 1 place north of the start tile"."""
    ways: list[Fact] = []
    if placement.x > 0:
        ways.append(Plural("{n} place east", "{n} places east", n=placement.x))
    elif placement.x < 0:
        ways.append(Plural("{n} place west", "{n} places west", n=-placement.x))
    if placement.y > 0:
        ways.append(Plural("{n} place south", "{n} places south", n=placement.y))
    elif placement.y < 0:
        ways.append(Plural("{n} place north", "{n} places north", n=-placement.y))
    return Text("{ways} of the start tile", ways=listed(ways))


def _players(state: State, reader: Reader) -> Iterator[Text]:
    for who, (score, supply) in enumerate(zip(state.scores, state.supplies, strict=True)):
        yield reader.told(
            who,
            Text("You have {points}, with {subjects} left."),
            Text("{player} has {points}, with {subjects} left."),
            points=points(score),
            subjects=Plural("{n} subject", "{n} subjects", n=supply),
        )


def _to_come(state: State) -> Iterator[Text]:
    left = sum(state.bag.values()) + len(state.order)
    if state.to_move is None:
        if left:
            yield Plural("{n} tile couldn't be laid.", "{n} tiles couldn't be laid.", n=left)
        return
    if not left:
        yield Text("This is the last tile.")
        return
    yield Plural("{n} tile is still to come.", "{n} tiles are still to come.", n=left)
    if soon := state.order[:SOON]:
        yield Plural(
            "The next tile is {kinds}.",
            "The next {n} tiles are {kinds}.",
            n=len(soon),
            kinds=listed(soon),
        )
