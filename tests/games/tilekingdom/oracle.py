"""The rules the slow and obvious way: flood fill over the tiles laid, nothing kept between turns.

Shares only the table of tiles with the game; its rotations, joins, completions and points are its
own, so a slip on either side shows.
"""

import dataclasses

from games.tilekingdom.options import Options
from games.tilekingdom.position.model import Place, Placement, Subject
from games.tilekingdom.position.tiles import TILES, Feature

Node = tuple[int, int, str]
BESIDE = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}
MEETS = {0: 5, 1: 4, 2: 7, 3: 6, 4: 1, 5: 0, 6: 3, 7: 2}
AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


@dataclasses.dataclass
class Oracle:
    """The tiles and subjects on the map; every answer comes from looking at all of them."""

    options: Options
    players: int
    tiles: dict[tuple[int, int], Placement]
    subjects: list[Subject]
    scores: list[int]

    def edge(self, kind: str, rotation: int, side: int) -> str:
        return TILES[kind].edges[(side - rotation) % 4]

    def features(self, x: int, y: int) -> tuple[Feature, ...]:
        return TILES[self.tiles[x, y].kind].features

    def feature(self, node: Node) -> Feature:
        return next(f for f in self.features(*node[:2]) if f.key == node[2])

    def sides(self, node: Node) -> set[int]:
        rotation = self.tiles[node[0], node[1]].rotation
        return {(side + rotation) % 4 for side in self.feature(node).sides}

    def halves(self, node: Node) -> set[int]:
        rotation = self.tiles[node[0], node[1]].rotation
        return {(half + 2 * rotation) % 8 for half in self.feature(node).half_edges}

    def legal(self, kind: str) -> set[tuple[int, int, int]]:
        """Return every (x, y, rotation) at which a tile fits (rules 3.1, 3.2)."""
        cells = {
            (x + dx, y + dy) for x, y in self.tiles for dx, dy in BESIDE.values()
        } - self.tiles.keys()
        return {
            (x, y, rotation)
            for x, y in cells
            for rotation in range(4)
            if all(
                self.edge(kind, rotation, side)
                == self.edge(there.kind, there.rotation, (side + 2) % 4)
                for side, (dx, dy) in BESIDE.items()
                if (there := self.tiles.get((x + dx, y + dy)))
            )
        }

    def neighbours(self, node: Node) -> list[Node]:
        x, y, _ = node
        kind = self.feature(node).kind
        found = []
        for half in self.halves(node):
            dx, dy = BESIDE[half // 2]
            if (x + dx, y + dy) in self.tiles:
                found += [
                    other
                    for feature in self.features(x + dx, y + dy)
                    if feature.kind == kind
                    and MEETS[half] in self.halves(other := (x + dx, y + dy, feature.key))
                ]
        for side in self.sides(node):
            dx, dy = BESIDE[side]
            if (x + dx, y + dy) in self.tiles:
                found += [
                    other
                    for feature in self.features(x + dx, y + dy)
                    if feature.kind == kind
                    and (side + 2) % 4 in self.sides(other := (x + dx, y + dy, feature.key))
                ]
        return found

    def whole(self, node: Node) -> frozenset[Node]:
        """Return the merged feature a feature of one tile belongs to (rule 3.3)."""
        seen = {node}
        todo = [node]
        while todo:
            for other in self.neighbours(todo.pop()):
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        return frozenset(seen)

    def complete(self, whole: frozenset[Node]) -> bool:
        """Tell whether a feature is complete (rule 4.6)."""
        first = next(iter(whole))
        match self.feature(first).kind:
            case "desert":
                return False
            case "mosque":
                return all((first[0] + dx, first[1] + dy) in self.tiles for dx, dy in AROUND)
        return all(
            (x + BESIDE[side][0], y + BESIDE[side][1]) in self.tiles
            for x, y, key in whole
            for side in self.sides((x, y, key))
        )

    def cities_beside(self, whole: frozenset[Node]) -> set[frozenset[Node]]:
        """Return the completed cities that share an edge with a desert (rule 5.3)."""
        return {
            city
            for x, y, key in whole
            for touched in self.feature((x, y, key)).touches
            if self.complete(city := self.whole((x, y, touched)))
        }

    def points(self, whole: frozenset[Node]) -> int:
        """Return what a feature is worth as it stands (rules 5.2, 5.3)."""
        values = self.options
        first = next(iter(whole))
        tiles = len({(x, y) for x, y, _ in whole})
        fountains = sum(self.feature(node).fountain for node in whole)
        done = self.complete(whole)
        match self.feature(first).kind:
            case "road" if done:
                return values.road_tile * tiles
            case "road":
                return values.open_road_tile * tiles
            case "city" if done:
                return values.city_tile * tiles + values.fountain * fountains
            case "city":
                return values.open_city_tile * tiles + values.open_fountain * fountains
            case "mosque" if done:
                return values.mosque
            case "mosque":
                around = sum((first[0] + dx, first[1] + dy) in self.tiles for dx, dy in AROUND)
                return values.open_mosque + values.open_mosque_tile * around
        return values.desert_city * len(self.cities_beside(whole))

    def on(self, whole: frozenset[Node]) -> list[Subject]:
        return [one for one in self.subjects if (one.x, one.y, one.feature) in whole]

    def standing(self) -> set[frozenset[Node]]:
        return {self.whole((one.x, one.y, one.feature)) for one in self.subjects}

    def share_out(self, whole: frozenset[Node]) -> None:
        """Give the points to all who have most subjects there, take them off (rules 4.5, 5.1)."""
        here = self.on(whole)
        counts = [sum(one.player == player for one in here) for player in range(self.players)]
        for player, count in enumerate(counts):
            if count == max(counts):
                self.scores[player] += self.points(whole)
        self.subjects = [one for one in self.subjects if one not in here]

    def play(self, kind: str, action: Place, player: int) -> None:
        """Play a turn, which has to be legal; score what it completes."""
        assert (action.x, action.y, action.rotation) in self.legal(kind)
        self.tiles[action.x, action.y] = Placement(
            kind, action.x, action.y, action.rotation, player
        )
        if action.subject is not None:
            whole = self.whole((action.x, action.y, action.subject))
            assert self.on(whole) == [], "a subject on an occupied feature"
            self.subjects.append(Subject(player, action.x, action.y, action.subject))
        for whole in self.standing():
            if self.complete(whole):
                self.share_out(whole)

    def free(self, x: int, y: int, taken: frozenset[Node]) -> set[str]:
        """Return the features of a tile laid that join none of the occupied nodes (rule 4.2)."""
        return {f.key for f in self.features(x, y) if taken.isdisjoint(self.whole((x, y, f.key)))}

    def finish(self) -> None:
        """Score what is left (rule 5.3)."""
        for whole in self.standing():
            self.share_out(whole)
