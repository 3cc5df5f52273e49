"""What a position promises: the points a feature will bring, and what subjects in supply are worth.

A place on the map that few tiles fit, or none, stays open: that is what decides most whether a
feature is completed. With no tile left to come every guess vanishes, and a feature is worth what
rule 5.3 gives for it.
"""

import functools
from collections.abc import Sequence
from math import sqrt

from games.core.weighing import chances_to_win
from games.tilekingdom.bots.playout import Line
from games.tilekingdom.bots.stages import (
    CITY_CLOSES,
    FACING,
    FILLED,
    ROAD_CLOSES,
    STEPS,
    WEIGHTS,
    Stage,
    Weights,
    stage_of,
)
from games.tilekingdom.options import Options
from games.tilekingdom.position.features import Map, shares
from games.tilekingdom.position.pieces import (
    AROUND,
    CITY,
    CODES,
    DESERT,
    FOUNTAIN_SHIFT,
    FOUNTAINS,
    MOSQUE,
    NEAR,
    NEEDS,
    OPEN,
    ROAD,
    SUBJECT,
    SUBJECT_SHIFT,
    Piece,
)

Verdict = tuple[tuple[float, ...], tuple[float, ...]]  # chances and points, by seat

NEVER = float("inf")


class Outlook:
    """What features are worth while a bag of tiles is still to come, or nearly all of it.

    ``known`` are the tiles that places on the map are thought to wait for: all those of the game
    for someone who doesn't count which are gone.
    """

    def __init__(
        self,
        options: Options,
        bag: Sequence[str],
        *,
        known: Sequence[str] | None = None,
        weights: Weights = WEIGHTS,
    ) -> None:
        self.options = options
        self.weights = weights
        self.stages: list[Stage | None] = [None] * (len(bag) + 1)
        steps = [0] * 256
        for kind in bag if known is None else known:
            for code in CODES[kind]:
                steps[code] += 1
        for code, count in enumerate(steps):
            steps[code] = sum(count >= step for step in STEPS)
        self.city_closes = [CITY_CLOSES[step] for step in steps]
        self.road_closes = [ROAD_CLOSES[step] for step in steps]
        self.fills = [FILLED[step] for step in steps]

    def stage(self, line: Line) -> Stage:
        """Return what there is to know with as many tiles to come as on a line."""
        left = len(line.bag)
        found = self.stages[left]
        if found is None:
            found = self.stages[left] = stage_of(self.options, left, self.weights)
        return found

    def odds(self, index: Map) -> dict[int, float]:
        """Return for each open road and city how likely tiles come that fit at its ends."""
        placed, parent = index.placed, index.parent
        both = (self.road_closes, self.city_closes)
        found: dict[int, float] = {}
        for cell, code in index.frontier.items():
            for move, back, place, kind in FACING[code]:
                base, piece = placed[cell + move]
                node = base + piece.ends[back][place]
                while (above := parent[node]) != node:
                    parent[node] = node = parent[above]
                found[node] = found.get(node, 1.0) * both[kind][code]
        return found

    def worth(
        self,
        stage: Stage,
        index: Map,
        kind: int,
        data: int,
        marks: int,
        odds: dict[int, float],
        chance: float,
    ) -> float:
        """Return what a feature will bring to whoever has most subjects there.

        ``chance`` is that tiles fit at its own ends.
        """
        ends, options = data & OPEN, self.options
        if kind == CITY:
            tiles, fountains = marks.bit_count(), data >> FOUNTAIN_SHIFT & FOUNTAINS
            if not ends:
                return tiles * options.city_tile + fountains * options.fountain + stage.back
            finished = (
                (tiles + stage.city_grows[ends]) * options.city_tile
                + fountains * options.fountain
                + stage.back
            )
            unfinished = (
                tiles + stage.city_spreads[ends] * chance
            ) * options.open_city_tile + fountains * options.open_fountain
            return unfinished + (finished - unfinished) * stage.city[ends] * chance
        if kind == ROAD:
            length = marks.bit_count() + stage.road_grows[ends] * chance
            extra = (options.road_tile - options.open_road_tile) * length + stage.back
            return options.open_road_tile * length + extra * stage.road[ends] * chance
        return self._desert(stage, index, data, marks, odds)

    def _desert(
        self, stage: Stage, index: Map, data: int, cities: int, odds: dict[int, float]
    ) -> float:
        """Return what a desert will bring that touches these city nodes (a set of bits)."""
        parent, datas, chance = index.parent, index.data, stage.city
        seen: list[int] = []
        total = stage.desert[data & OPEN]
        while cities:
            bit = cities & -cities
            cities ^= bit
            node = bit.bit_length() - 1
            while (above := parent[node]) != node:
                parent[node] = node = parent[above]
            if node not in seen:
                seen.append(node)
                ends = datas[node] & OPEN
                total += chance[ends] * odds.get(node, 1.0) if ends else 1.0
        return self.options.desert_city * total

    def _mosque(self, stage: Stage, index: Map, cell: int) -> float:
        """Return what a mosque will bring that lies in a cell."""
        placed, frontier, options = index.placed, index.frontier, self.options
        each, whole = options.open_mosque_tile, 1.0
        points = float(options.open_mosque)
        for move in AROUND:
            beside = cell + move
            if beside in placed:
                points += each
                continue
            filled = stage.filled
            if (code := frontier.get(beside)) is not None:
                filled *= self.fills[code]
            points += each * filled
            whole *= filled
        return points + whole * _whole_mosque(options, stage)

    def prospects(self, line: Line) -> list[float]:
        """Return what each player can expect to have in the end, but for turns yet to come."""
        index, stage = line.index, self.stage(line)
        data, kinds, marks = index.data, index.kinds, index.marks
        supply, odds = stage.supply, self.odds(index)
        values = [
            score + supply[count] for score, count in zip(line.scores, line.supplies, strict=True)
        ]
        for root in index.standing():
            kind = kinds[root]
            if kind == MOSQUE:
                value = self._mosque(stage, index, _cell_of(index, root))
            else:
                value = self.worth(
                    stage, index, kind, data[root], marks[root], odds, odds.get(root, 1.0)
                )
            for player in shares(data[root] >> SUBJECT_SHIFT)[0]:
                values[player] += value
        return values

    def verdict(self, line: Line) -> Verdict:
        """Return everyone's chance to win and points in the end, with no tile in hand."""
        players, stage = len(line.scores), self.stage(line)
        values = self.prospects(line)
        middle, share = sum(values) / players, stage.left / players
        points = []
        for seat, value in enumerate(values):
            place = (seat - line.player) % players
            turns = (stage.left + players - 1 - place) // players
            points.append(
                middle
                + stage.trust * (value - middle)
                + stage.brings / players
                + stage.order * (0.5 - place / (players - 1))
                + stage.last_turn * (turns - share)
            )
        return chances_to_win(points, stage.spread * sqrt(2 / players)), tuple(points)

    def gain(
        self, line: Line, cell: int, piece: Piece, odds: dict[int, float]
    ) -> tuple[float, int]:
        """Return about how much laying a piece brings the player to move, and what to claim.

        Looks only at the features the piece joins, so it is quick. What to claim is the number of
        a feature, or -1. ``odds`` are those before the piece is laid.
        """
        index, supply, stage = line.index, line.supplies[line.player], self.stage(line)
        cost = stage.supply[supply] - stage.supply[supply - 1] if supply else NEVER
        gain, best, claim = 0.0, 0.0, -1
        counted: list[int] = []
        for number, kind in enumerate(piece.kinds):
            data, marks, roots = index.joined(cell, piece, number)
            if roots and roots[0] in counted:
                continue  # joined to an earlier one
            counted += roots
            if data >= SUBJECT:
                if len(roots) > 1 or kind != DESERT:
                    chance = self._chance(index, cell, piece, number, roots, odds)
                    value = self.worth(stage, index, kind, data, marks, odds, chance)
                    gain += _share(line, data) * value
                    gain -= self._before(line, stage, kind, roots, odds)
            elif supply:
                if kind == MOSQUE:
                    value = self._mosque(stage, index, cell) - cost
                else:
                    chance = self._chance(index, cell, piece, number, roots, odds)
                    value = self.worth(stage, index, kind, data, marks, odds, chance) - cost
                if value > best:
                    best, claim = value, number
        if index.mosques:
            gain += self._beside_mosques(line, stage, cell)
        return gain + best, claim

    def _chance(
        self,
        index: Map,
        cell: int,
        piece: Piece,
        number: int,
        roots: list[int],
        odds: dict[int, float],
    ) -> float:
        """Return how likely tiles come that fit at the ends of a feature, once a piece is laid."""
        kind = piece.kinds[number]
        if kind not in (CITY, ROAD):
            return 1.0
        closes = self.city_closes if kind == CITY else self.road_closes
        need = NEEDS["C"] if kind == CITY else NEEDS["R"]
        chance, here = 1.0, closes[index.frontier[cell]]
        for root in roots:
            chance *= odds.get(root, 1.0)
        for move, back, _ in piece.contacts[number]:
            beside = cell + move
            if beside in index.placed:
                chance /= here or 1.0
            else:
                chance *= closes[index.frontier.get(beside, 0) | need << 2 * back]
        return min(chance, 1.0)

    def _before(
        self, line: Line, stage: Stage, kind: int, roots: list[int], odds: dict[int, float]
    ) -> float:
        """Return what claimed features bring the player to move before they grow together."""
        index, total = line.index, 0.0
        for root in roots:
            data = index.data[root]
            if data >= SUBJECT:
                value = self.worth(
                    stage, index, kind, data, index.marks[root], odds, odds.get(root, 1.0)
                )
                total += _share(line, data) * value
        return total

    def _beside_mosques(self, line: Line, stage: Stage, cell: int) -> float:
        """Return what the player to move gains from one more tile beside claimed mosques."""
        gain, options = 0.0, self.options
        for other, node in line.index.mosques:
            data = line.index.data[node]
            if data >= SUBJECT and other - cell in NEAR:
                extra = _whole_mosque(options, stage)
                ends = data & OPEN
                filled = stage.filled * self.fills[line.index.frontier[cell]]
                value = (1 - filled) * (
                    options.open_mosque_tile + stage.filled ** (ends - 1) * extra
                )
                gain += _share(line, data) * value
        return gain


def _whole_mosque(options: Options, stage: Stage) -> float:
    """Return what a mosque brings, once all is filled around it, more than as unfinished."""
    unfinished = options.open_mosque + options.open_mosque_tile * len(AROUND)
    return options.mosque - unfinished + stage.back


def _cell_of(index: Map, root: int) -> int:
    """Return the cell of a mosque that is not yet surrounded."""
    return next(cell for cell, node in index.mosques if node == root)


def _share(line: Line, data: int) -> float:
    return stake(data >> SUBJECT_SHIFT, line.player, len(line.scores))


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
