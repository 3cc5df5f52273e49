"""What features are worth, and who gets it: section 5 of the rules."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from games.core.language.events import Event
from games.tilekingdom.options import Options
from games.tilekingdom.position.features import Map, shares
from games.tilekingdom.position.pieces import (
    AROUND,
    CITY,
    DESERT,
    FOUNTAIN_SHIFT,
    FOUNTAINS,
    MOSQUE,
    OPEN,
    ROAD,
    SUBJECT_SHIFT,
    TOPICS,
)

Told: TypeAlias = "tuple[str, dict[str, Any]]"  # an event's kind and its facts


def completed_points(options: Options, index: Map, root: int) -> int:
    """Return what a completed road, city or mosque is worth (rule 5.2)."""
    kind = index.kinds[root]
    if kind == MOSQUE:
        return options.mosque
    tiles = index.marks[root].bit_count()
    if kind == ROAD:
        return options.road_tile * tiles
    fountains = index.data[root] >> FOUNTAIN_SHIFT & FOUNTAINS
    return options.city_tile * tiles + options.fountain * fountains


def final_points(options: Options, index: Map, root: int, closed_cities: Sequence[int]) -> int:
    """Return what an incomplete feature is worth at the end (rule 5.3).

    ``closed_cities`` holds each completed city as the set of its nodes.
    """
    kind, data = index.kinds[root], index.data[root]
    if kind == DESERT:
        touched = index.marks[root]
        return options.desert_city * sum(1 for city in closed_cities if city & touched)
    if kind == MOSQUE:
        return options.open_mosque + options.open_mosque_tile * (len(AROUND) - (data & OPEN))
    tiles = index.marks[root].bit_count()
    if kind == ROAD:
        return options.open_road_tile * tiles
    fountains = data >> FOUNTAIN_SHIFT & FOUNTAINS
    return options.open_city_tile * tiles + options.open_fountain * fountains


def settle_completed(
    options: Options, index: Map, roots: Sequence[int], scores: list[int], supplies: list[int]
) -> list[Event]:
    """Score completed features and return their subjects, in place (rules 4.5, 5.1, 5.2)."""
    events = []
    for root in roots:
        points = completed_points(options, index, root)
        told = _completed(index, root)
        events += _share_out(told, index, root, points, scores, supplies)
    return events


def settle_end(options: Options, index: Map, scores: list[int], supplies: list[int]) -> list[Event]:
    """Score all that is left and return all subjects, in place (rule 5.3)."""
    closed = index.closed_cities()
    events = []
    for root in index.standing():
        points = final_points(options, index, root, closed)
        told = _unfinished(index, root, closed)
        events += _share_out(told, index, root, points, scores, supplies)
    return events


def _share_out(
    told: Told, index: Map, root: int, points: int, scores: list[int], supplies: list[int]
) -> list[Event]:
    """Give the points to whoever has most subjects there, and all of them to each if tied (5.1)."""
    winners, counts = shares(index.release(root))
    for player, count in counts:
        supplies[player] += count
    if points == 0:
        return []
    for player in winners:
        scores[player] += points
    topic = TOPICS[index.kinds[root]]
    kind, facts = told
    if len(winners) == 1:
        return [Event(kind, winners[0], facts, points, topic)]
    return [
        Event(
            f"{kind}_shared", player, facts | {"others": _without(winners, player)}, points, topic
        )
        for player in winners
    ]


def _without(winners: Sequence[int], player: int) -> list[int]:
    return [other for other in winners if other != player]


def _completed(index: Map, root: int) -> Told:
    return f"{TOPICS[index.kinds[root]]}_completed", _size(index, root)


def _unfinished(index: Map, root: int, closed_cities: Sequence[int]) -> Told:
    kind = index.kinds[root]
    if kind == DESERT:
        cities = sum(1 for city in closed_cities if city & index.marks[root])
        return "desert", {"cities": cities}
    if kind == MOSQUE:
        return "mosque_unfinished", {"around": len(AROUND) - (index.data[root] & OPEN)}
    return f"{TOPICS[kind]}_unfinished", _size(index, root)


def _size(index: Map, root: int) -> dict[str, Any]:
    kind = index.kinds[root]
    if kind == MOSQUE:
        return {}
    facts = {"tiles": index.marks[root].bit_count()}
    if kind == CITY:
        facts["fountains"] = index.data[root] >> FOUNTAIN_SHIFT & FOUNTAINS
    return facts


def standing_points(options: Options, index: Map, players: int) -> list[int]:
    """Return what each player would get if the game ended now (rule 5.3)."""
    closed = index.closed_cities()
    gains = [0] * players
    for root in index.standing():
        points = final_points(options, index, root, closed)
        for player in shares(index.data[root] >> SUBJECT_SHIFT)[0]:
            gains[player] += points
    return gains
