"""A position in words, for screen readers, mails and everyone who does not see the picture."""

from games.core.naming import Reader
from games.tilekingdom.model import Placement, State
from games.tilekingdom.replying import fitting
from games.tilekingdom.scoring import count_of
from games.tilekingdom.tiles import EDGE_NAMES, SIDE_NAMES, TILES, Feature, Tile

SOON = 5  # tiles of a known order that are told


def describe(state: State, reader: Reader) -> str:
    """Return the position in words, as it is told to a reader."""
    parts = [_turn(state, reader), _fits(state, reader), _last_tile(state, reader)]
    parts += _players(state, reader)
    parts.append(_to_come(state))
    return " ".join(part for part in parts if part)


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _turn(state: State, reader: Reader) -> str:
    if state.to_move is None or state.tile is None:
        return "The game is over."
    hand = f"The tile in hand is {state.tile}: {tile_in_words(TILES[state.tile])}"
    return f"It is {reader.owner(state.to_move)} turn. {hand}."


def _fits(state: State, reader: Reader) -> str:
    """Return for the player to move where the tile fits, in the numbers in which turns are written.

    The first counts places to the east of the start tile, the second places to its south.
    """
    if state.to_move is None or not reader.is_told(state.to_move):
        return ""
    ways = [
        f"Turned by {90 * rotation} it fits at {'; '.join(f'{x},{y}' for x, y in places)}."
        for rotation, places in fitting(state).items()
    ]
    return " ".join(ways)


def tile_in_words(tile: Tile) -> str:
    """Return a tile's four sides and what it holds: "north city, east road, ...; road from ..."."""
    sides = ", ".join(
        f"{SIDE_NAMES[side]} {EDGE_NAMES[edge]}" for side, edge in enumerate(tile.edges)
    )
    extras = "; ".join(filter(None, map(_feature_in_words, tile.features)))
    return f"{sides}; {extras}" if extras else sides


def _feature_in_words(feature: Feature) -> str:
    sides = [SIDE_NAMES[side] for side in feature.sides]
    if feature.kind == "mosque":
        return "a mosque in the middle"
    if feature.kind == "road":
        if len(sides) == 2:
            return f"a road from {sides[0]} to {sides[1]}"
        return f"a road from {sides[0]} that ends here"
    if feature.kind == "city" and (feature.fountain or len(sides) > 1):
        fountain = " with a fountain" if feature.fountain else ""
        return f"one city at {_listed(sides)}{fountain}"
    return ""


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _last_tile(state: State, reader: Reader) -> str:
    last = state.placements[-1]
    if last.player is None:
        return "Only the start tile lies on the map."
    text = f"{reader.subject(last.player)} laid the last tile {where(last)}"
    for subject in state.subjects:
        if (subject.x, subject.y) == (last.x, last.y):
            feature = TILES[last.kind].feature(subject.feature)
            text += f" with a subject on its {feature.kind}" if feature else ""
    return f"{text}."


def where(placement: Placement) -> str:
    """Return a cell as seen from the start tile: "2 east and 1 north of the start tile"."""
    parts = []
    if placement.x:
        parts.append(f"{abs(placement.x)} {'east' if placement.x > 0 else 'west'}")
    if placement.y:
        parts.append(f"{abs(placement.y)} {'south' if placement.y > 0 else 'north'}")
    return f"{' and '.join(parts)} of the start tile" if parts else "at the start"


def _players(state: State, reader: Reader) -> list[str]:
    return [
        f"{reader.has(who)} {count_of(score, 'point')} and {count_of(supply, 'subject')} in supply."
        for who, (score, supply) in enumerate(zip(state.scores, state.supplies, strict=True))
    ]


def _to_come(state: State) -> str:
    left = sum(state.bag.values()) + len(state.order)
    if state.to_move is None:
        return f"{count_of(left, 'tile')} could not be laid." if left else ""
    text = f"{_capital(count_of(left, 'tile'))} {'is' if left == 1 else 'are'} still to come."
    if not state.order:
        return text
    soon = state.order[:SOON]
    return f"{text} Next in order: kind{'' if len(soon) == 1 else 's'} {_listed(list(soon))}."
