"""What happens in Tilekingdom, a sentence for each kind of event."""

from collections.abc import Sequence

from games.core.language.text import Fact, Plural, Text, Who, listed
from games.core.language.text import tiles as count_of_tiles
from games.core.language.wording import Wording, deed, told
from games.tilekingdom.position.tiles import TILES


def _size(tiles: int) -> Text:
    return count_of_tiles(tiles)


def _size_with_fountains(tiles: int, fountains: int) -> Text:
    if not fountains:
        return _size(tiles)
    wells = Plural("{n} fountain", "{n} fountains", n=fountains)
    return Text("{tiles} and {fountains}", tiles=_size(tiles), fountains=wells)


def _around(around: int) -> Text:
    return count_of_tiles(around)


def _cities(cities: int) -> Text:
    return Plural("{n} completed city", "{n} completed cities", n=cities)


def _people(others: Sequence[int]) -> Fact:
    return listed([Who(player) for player in others])


CLAIMED = {
    "road": Text("the road"),
    "city": Text("the city"),
    "mosque": Text("the mosque"),
    "desert": Text("the desert"),
}


def _tile(tile: str) -> Fact:
    """Return what catches the eye of a tile: "a city and a road"; desert is on nearly all."""
    kinds = [feature.kind for feature in TILES[tile].features]
    cities, roads = kinds.count("city"), kinds.count("road")
    seen: list[Fact] = []
    if "mosque" in kinds:
        seen.append(Text("a mosque"))
    if cities:
        seen.append(Text("a city") if cities == 1 else Text("{n} cities", n=cities))
    if roads:
        seen.append(Text("a road") if roads == 1 else Text("a crossroads"))
    return listed(seen)


def _claimed(feature: str) -> Text:
    return CLAIMED[feature]


# A feature's points go to whoever has most subjects on it. If several are tied, each of them gets
# all the points, and a sentence of their own says who else does (rules 5.1 to 5.3).
WORDING: Wording = {
    # What a line of the log says; no event is stored of these.
    "laid": deed(Text("{player} laid {tile}."), tile=_tile),
    "claimed": deed(
        Text("{player} laid {tile} and put a subject on {feature}."),
        tile=_tile,
        feature=_claimed,
    ),
    "road_completed": told(
        Text("{player} scored {points} for a completed road of {size}."), size=_size
    ),
    "road_completed_shared": told(
        Text("{player} scored {points} for a completed road of {size}, shared with {others}."),
        size=_size,
        others=_people,
    ),
    "city_completed": told(
        Text("{player} scored {points} for a completed city of {size}."), size=_size_with_fountains
    ),
    "city_completed_shared": told(
        Text("{player} scored {points} for a completed city of {size}, shared with {others}."),
        size=_size_with_fountains,
        others=_people,
    ),
    "mosque_completed": told(Text("{player} scored {points} for a completed mosque.")),
    "mosque_completed_shared": told(
        Text("{player} scored {points} for a completed mosque, shared with {others}."),
        others=_people,
    ),
    "road_unfinished": told(
        Text("{player} scored {points} for an unfinished road of {size}."), size=_size
    ),
    "road_unfinished_shared": told(
        Text("{player} scored {points} for an unfinished road of {size}, shared with {others}."),
        size=_size,
        others=_people,
    ),
    "city_unfinished": told(
        Text("{player} scored {points} for an unfinished city of {size}."),
        size=_size_with_fountains,
    ),
    "city_unfinished_shared": told(
        Text("{player} scored {points} for an unfinished city of {size}, shared with {others}."),
        size=_size_with_fountains,
        others=_people,
    ),
    "mosque_unfinished": told(
        Text("{player} scored {points} for an unfinished mosque with {around} around it."),
        around=_around,
    ),
    "mosque_unfinished_shared": told(
        Text(
            "{player} scored {points} for an unfinished mosque with {around} around it,"
            " shared with {others}."
        ),
        around=_around,
        others=_people,
    ),
    "desert": told(Text("{player} scored {points} for a desert beside {cities}."), cities=_cities),
    "desert_shared": told(
        Text("{player} scored {points} for a desert beside {cities}, shared with {others}."),
        cities=_cities,
        others=_people,
    ),
    "tiles_removed": told(
        Plural(
            "{n} tile didn't fit anywhere and was removed from the game.",
            "{n} tiles didn't fit anywhere and were removed from the game.",
        ),
        n=lambda tiles: tiles,
    ),
    "over": told(Text("The game is over: no more tiles can be laid.")),
}
