"""What a position promises: the points a feature will bring, and what subjects in supply are worth.

With no tile left to come every guess vanishes, and a feature is worth what rule 5.3 gives for it.
"""

import dataclasses
import functools
from collections.abc import Sequence
from math import exp, sqrt

from games.core.weighing import chances_to_win
from games.tilekingdom.bots.playout import Line
from games.tilekingdom.options import Options
from games.tilekingdom.position.features import Map, shares
from games.tilekingdom.position.pieces import (
    AROUND,
    DESERT,
    FOUNTAIN_SHIFT,
    FOUNTAINS,
    MOSQUE,
    NEAR,
    OPEN,
    ROAD,
    SUBJECT,
    SUBJECT_SHIFT,
    Piece,
)
from games.tilekingdom.position.tiles import TOTAL

MOST_ENDS = 96  # no road or city can have more open ends than there are edges of its kind
NEVER = float("inf")


@dataclasses.dataclass(frozen=True, slots=True)
class Weights:
    """The guesses, which are judged: no program fits them."""

    city_end: float = 0.4  # chance that one open end of a city is closed while tiles last
    city_tiles: float = 6.0  # tiles to come for each open end until that chance is real
    city_growth: float = 0.6  # tiles an open end of a city still brings, at the beginning
    road_end: float = 0.88
    road_tiles: float = 2.8
    road_growth: float = 0.25
    mosque_tiles: float = 60.0  # tiles to come until an empty cell beside a mosque is filled
    desert_growth: float = 0.1  # completed cities that will yet come to a desert, at the beginning
    comes_back: float = 2.0  # what it is worth that a subject returns, at the beginning
    supply: float = 2.0  # how much subjects in supply count, see SUPPLY
    supply_fades: float = 0.35  # with which power of the tiles left that value goes down


WEIGHTS = Weights()
SUPPLY = (0.0, 3.0, 4.6, 5.6, 6.2, 6.6, 6.9, *(7.1 + 0.1 * extra for extra in range(9)))

Verdict = tuple[tuple[float, ...], tuple[float, ...]]  # chances and points, by seat

# By 800 games of Medium for two and 200 for four: what a turn yet to come brings, at the beginning,
# and with which power of the tiles left that goes down; how far the lead of one over another still
# spreads with one tile to come, if there are two, and with which power of the tiles that grows.
RATE, RATE_FADES = 2.3, 0.36
SPREAD, SPREAD_GROWS = 3.75, 0.445


class Outlook:
    """What features are worth while a certain number of tiles is still to come."""

    def __init__(self, options: Options, left: int, weights: Weights = WEIGHTS) -> None:
        stage = left / TOTAL
        ends = range(MOST_ENDS)
        back = weights.comes_back * stage
        self.options, self.left = options, left
        self.rate = RATE * stage**RATE_FADES * _stretch(options)
        self.spread = SPREAD * left**SPREAD_GROWS * _stretch(options)
        self.back = back
        self.city = [_chance(weights.city_end, weights.city_tiles, n, left) for n in ends]
        self.city_growth = weights.city_growth * stage
        growth = options.road_tile * weights.road_growth * stage
        self.road = [
            growth * n + back * _chance(weights.road_end, weights.road_tiles, n, left) for n in ends
        ]
        filled = 1 - exp(-left / weights.mosque_tiles)
        self.mosque = [
            options.open_mosque_tile * (1 + len(AROUND) - n + n * filled) + back * filled**n
            for n in range(len(AROUND) + 1)
        ]
        self.mosque[0] = options.mosque + back
        self.desert = weights.desert_growth * stage
        self.supply = [weights.supply * value * stage**weights.supply_fades for value in SUPPLY]

    def worth(self, index: Map, kind: int, data: int, marks: int) -> float:
        """Return what a feature will bring to whoever has most subjects there."""
        if kind == DESERT:
            return self._desert(index, marks)
        ends = data & OPEN
        if kind == ROAD:
            return self.options.road_tile * marks.bit_count() + self.road[ends]
        if kind == MOSQUE:
            return self.mosque[ends]
        options, chance = self.options, self.city[ends]
        tiles = marks.bit_count() + self.city_growth * ends
        fountains = data >> FOUNTAIN_SHIFT & FOUNTAINS
        unfinished = tiles * options.open_city_tile + fountains * options.open_fountain
        finished = tiles * options.city_tile + fountains * options.fountain + self.back
        return unfinished + (finished - unfinished) * chance

    def _desert(self, index: Map, cities: int) -> float:
        """Return what a desert will bring that touches these city nodes (a set of bits)."""
        parent, data, chance = index.parent, index.data, self.city
        seen: list[int] = []
        total = self.desert
        while cities:
            bit = cities & -cities
            cities ^= bit
            node = bit.bit_length() - 1
            while (above := parent[node]) != node:
                parent[node] = node = parent[above]
            if node not in seen:
                seen.append(node)
                total += chance[data[node] & OPEN]
        return self.options.desert_city * total

    def prospects(self, line: Line) -> list[float]:
        """Return what each player can expect to have in the end."""
        index, supply = line.index, self.supply
        values = [
            score + supply[count] for score, count in zip(line.scores, line.supplies, strict=True)
        ]
        for root in index.standing():
            data = index.data[root]
            value = self.worth(index, index.kinds[root], data, index.marks[root])
            for player in shares(data >> SUBJECT_SHIFT)[0]:
                values[player] += value
        return values

    def verdict(self, line: Line) -> Verdict:
        """Return everyone's chance to win and points in the end, with no tile in hand."""
        players = len(line.scores)
        points = []
        for seat, value in enumerate(self.prospects(line)):
            turns = (self.left + players - 1 - (seat - line.player) % players) // players
            points.append(value + self.rate * turns)
        spread = self.spread * sqrt(2 / players)
        return chances_to_win(points, spread), tuple(points)

    def gain(self, line: Line, cell: int, piece: Piece) -> tuple[float, int]:
        """Return about how much laying a piece brings the player to move, and what to claim.

        Looks only at the features the piece joins, so it is quick. What to claim is the number of
        a feature, or -1.
        """
        index, supply = line.index, line.supplies[line.player]
        cost = self.supply[supply] - self.supply[supply - 1] if supply else NEVER
        gain, best, claim = 0.0, 0.0, -1
        counted: list[int] = []
        for number, kind in enumerate(piece.kinds):
            data, marks, roots = index.joined(cell, piece, number)
            if roots and roots[0] in counted:
                continue  # joined to an earlier one
            counted += roots
            if data >= SUBJECT:
                if len(roots) > 1 or kind != DESERT:
                    gain += self._change(line, kind, data, marks, roots)
            elif supply:
                value = self.worth(index, kind, data, marks) - cost
                if value > best:
                    best, claim = value, number
        if index.mosques:
            gain += self._beside_mosques(line, cell)
        return gain + best, claim

    def _change(self, line: Line, kind: int, data: int, marks: int, roots: list[int]) -> float:
        """Return what the player to move gains when claimed features grow together into one."""
        index, player, players = line.index, line.player, len(line.scores)
        factor = stake(data >> SUBJECT_SHIFT, player, players)
        gain = factor * self.worth(index, kind, data, marks)
        for root in roots:
            before = index.data[root]
            if before >= SUBJECT:
                factor = stake(before >> SUBJECT_SHIFT, player, players)
                gain -= factor * self.worth(index, kind, before, index.marks[root])
        return gain

    def _beside_mosques(self, line: Line, cell: int) -> float:
        """Return what the player to move gains from one more tile beside claimed mosques."""
        gain = 0.0
        for other, node in line.index.mosques:
            data = line.index.data[node]
            if data >= SUBJECT and other - cell in NEAR:
                factor = stake(data >> SUBJECT_SHIFT, line.player, len(line.scores))
                gain += factor * (self.mosque[(data & OPEN) - 1] - self.mosque[data & OPEN])
        return gain


def _chance(end: float, tiles: float, ends: int, left: int) -> float:
    """Return the chance that a feature with that many open ends is completed."""
    return float(end**ends * (1 - exp(-left / (tiles * ends)))) if ends else 1.0


def _stretch(options: Options) -> float:
    """Return how much more points there are to be had than with the usual values."""
    return max(
        0.1,
        0.2 * options.road_tile
        + 0.45 * options.city_tile / 2
        + 0.05 * options.fountain / 2
        + 0.15 * options.mosque / 9
        + 0.15 * options.desert_city / 3,
    )


@functools.lru_cache(maxsize=512)
def outlook(options: Options, left: int) -> Outlook:
    """Return what features are worth with that many tiles to come."""
    return Outlook(options, left)


@functools.cache
def stake(subjects: int, player: int, players: int) -> float:
    """Return how a feature's points change a player's lead over the mean of the others."""
    winners = shares(subjects)[0]
    others = len(winners) - (player in winners)
    return (player in winners) - others / (players - 1)


def advantage(values: Sequence[float], player: int) -> float:
    """Return how far a player is ahead: of the mean of the others and of the best of them."""
    others = [value for other, value in enumerate(values) if other != player]
    return values[player] - (sum(others) / len(others) + max(others)) / 2
