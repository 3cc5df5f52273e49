"""The map's index: where tiles fit, and which road, city or desert each part of a tile belongs to.

Built for speed, since the referee and the search play on the same code; all of it can be rebuilt
by laying the tiles again. Each feature of each tile laid is a node; joined nodes form a tree of
parents whose root carries what the whole feature has:

* ``data``: bits 0-8 open ends, bits 9-12 fountains, then four bits for each player's subjects. A
  road or city has as many open ends as edges without a neighbour, a mosque as many as empty cells
  around it, a desert one more than that, so it never completes (rule 4.6).
* ``marks``: for roads, cities and mosques the set of its tiles, for deserts the set of the city
  nodes they touch, as the bits of one integer.

``frontier`` maps each open cell to what its four sides ask for, two bits a side.
"""

import functools
from collections.abc import Iterator

from games.tilekingdom.position.pieces import (
    AROUND,
    CENTRE,
    CITY,
    CODES,
    DESERT,
    EDGES,
    FITS,
    LOOKS,
    MOSQUE,
    NEAR,
    OPEN,
    PLAYER_BITS,
    SUBJECT,
    SUBJECT_SHIFT,
    Piece,
    cell_at,
)


@functools.cache
def shares(subjects: int) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """Return who has most subjects (all who are tied, rule 5.1), and (player, count) of each.

    ``subjects`` is the part of a feature's data from SUBJECT_SHIFT on.
    """
    counts = []
    player = 0
    while subjects:
        if count := subjects & 15:
            counts.append((player, count))
        subjects >>= PLAYER_BITS
        player += 1
    most = max(count for _, count in counts)
    return tuple(player for player, count in counts if count == most), tuple(counts)


class Map:
    """The tiles laid so far. Only its owner plays on it; everyone else copies first."""

    __slots__ = (
        "claims",
        "data",
        "enclosed",
        "frontier",
        "kinds",
        "marks",
        "mosques",
        "parent",
        "placed",
        "tiles",
    )

    def __init__(self) -> None:
        self.tiles = 0
        self.placed: dict[int, tuple[int, Piece]] = {}  # cell -> first node and piece
        self.frontier: dict[int, int] = {CENTRE: 0}
        self.parent: list[int] = []
        self.data: list[int] = []
        self.marks: list[int] = []
        self.kinds = bytearray()
        self.mosques: list[tuple[int, int]] = []  # cell and node of those not yet surrounded
        self.claims: list[int] = []  # a node for each subject that stands, oldest first
        self.enclosed: list[int] = []  # nodes of the mosques that the last tile surrounded

    def copy(self) -> "Map":
        """Return an independent copy, in about two microseconds."""
        other = Map.__new__(Map)
        other.tiles = self.tiles
        other.placed = self.placed.copy()
        other.frontier = self.frontier.copy()
        other.parent = self.parent[:]
        other.data = self.data[:]
        other.marks = self.marks[:]
        other.kinds = self.kinds[:]
        other.mosques = self.mosques
        other.enclosed = self.enclosed
        other.claims = self.claims[:]
        return other

    def fits_somewhere(self, kind: str) -> bool:
        """Tell whether a tile of that kind has a legal placement (rule 3.6)."""
        return not CODES[kind].isdisjoint(self.frontier.values())

    def placements(self, kind: str) -> list[tuple[int, Piece]]:
        """Return every (cell, piece) at which a tile of that kind fits (rules 3.1, 3.2, 3.4)."""
        fits = FITS[kind]
        return [(cell, piece) for cell, code in self.frontier.items() for piece in fits[code]]

    def looks(self, kind: str) -> list[tuple[int, Piece]]:
        """Return the placements without those that give the same map as an earlier one."""
        fits = LOOKS[kind]
        return [(cell, piece) for cell, code in self.frontier.items() for piece in fits[code]]

    def root(self, node: int) -> int:
        """Return the node that carries what the whole feature has, shortening the way to it."""
        parent = self.parent
        while (above := parent[node]) != node:
            parent[node] = node = parent[above]
        return node

    def node(self, x: int, y: int, key: str) -> int:
        """Return the node of a feature of the tile at (x, y)."""
        base, piece = self.placed[cell_at(x, y)]
        return base + piece.keys.index(key)

    def lay(self, cell: int, piece: Piece) -> int:
        """Lay a fitting piece and join its features to its neighbours' (rule 3.3).

        Returns its first node; the features of the piece are the nodes from there on, in order.
        """
        parent, data, marks, placed = self.parent, self.data, self.marks, self.placed
        frontier = self.frontier
        base = len(parent)
        bit = 1 << self.tiles
        self.tiles += 1
        parent.extend(range(base, base + piece.size))
        data.extend(piece.data)
        marks.extend([bit if mask < 0 else mask << base for mask in piece.touches])
        self.kinds.extend(piece.kinds)
        placed[cell] = (base, piece)
        del frontier[cell]
        for move, back, need, ends in piece.sides:
            beside = cell + move
            there = placed.get(beside)
            if there is None:
                frontier[beside] = frontier.get(beside, 0) | need
                continue
            first = there[0]
            for own, other in zip(ends, there[1].ends[back], strict=True):
                own += base
                other += first
                while (above := parent[own]) != own:
                    parent[own] = own = parent[above]
                while (above := parent[other]) != other:
                    parent[other] = other = parent[above]
                if own != other:
                    parent[own] = other
                    data[other] += data[own]
                    data[own] = 0
                    marks[other] |= marks[own]
                data[other] -= 2
        if self.mosques or piece.mosque >= 0:
            self._surround(cell, base, piece)
        elif self.enclosed:
            self.enclosed = []
        return base

    def _surround(self, cell: int, base: int, piece: Piece) -> None:
        """Count the new tile for the mosques around it, and the tiles around a new mosque."""
        data = self.data
        for other, node in self.mosques:
            if other - cell in NEAR:
                data[node] -= 1
        pending = self.mosques
        if piece.mosque >= 0:
            node = base + piece.mosque
            data[node] -= sum(cell + move in self.placed for move in AROUND)
            pending = [*pending, (cell, node)]
        self.enclosed = [node for _, node in pending if not data[node] & OPEN]
        if self.enclosed or pending is not self.mosques:
            self.mosques = [pair for pair in pending if data[pair[1]] & OPEN]

    def joined(self, cell: int, piece: Piece, number: int) -> tuple[int, int, list[int]]:
        """Return what a feature of a piece would be part of if it were laid here (rule 3.3).

        Gives the whole feature's data and marks, and the roots it would join, each once. Another
        feature of the piece is part of it if the tiles around join the two.
        """
        placed, data, marks = self.placed, self.data, self.marks
        whole = 0
        kind = piece.kinds[number]
        mark = 0 if kind == DESERT else 1 << self.tiles
        roots: list[int] = []
        parts = [number]
        for part in parts:  # grows on the way
            whole += piece.data[part]
            for node in self._beside(cell, piece, part):
                whole -= 2
                if node not in roots:
                    roots.append(node)
                    whole += data[node]
                    mark |= marks[node]
            if roots:
                parts += [
                    other
                    for other in piece.alike[number]
                    if other not in parts
                    and any(node in roots for node in self._beside(cell, piece, other))
                ]
        if kind == MOSQUE:
            whole -= sum(cell + move in placed for move in AROUND)
        return whole, mark, roots

    def _beside(self, cell: int, piece: Piece, number: int) -> list[int]:
        """Return for each end of a feature of a piece that meets a tile the root it meets there."""
        placed, parent = self.placed, self.parent
        roots = []
        for move, back, place in piece.contacts[number]:
            if there := placed.get(cell + move):
                node = there[0] + there[1].ends[back][place]
                while (above := parent[node]) != node:
                    parent[node] = node = parent[above]
                roots.append(node)
        return roots

    def roots(self, base: int, piece: Piece) -> list[int]:
        """Return the root of each feature of a piece laid, in their order."""
        parent = self.parent
        roots = []
        for node in range(base, base + piece.size):
            while (above := parent[node]) != node:
                parent[node] = node = parent[above]
            roots.append(node)
        return roots

    def free(self, roots: list[int]) -> list[int]:
        """Return which of the features of a piece laid carry no subject (rule 4.2)."""
        data = self.data
        return [number for number, root in enumerate(roots) if data[root] < SUBJECT]

    def claim(self, node: int, player: int) -> None:
        """Put a player's subject on a feature (rule 4.1)."""
        self.data[self.root(node)] += SUBJECT << PLAYER_BITS * player
        self.claims.append(node)

    def release(self, root: int) -> int:
        """Take all subjects off a feature and return them as ``shares`` reads them (rule 4.5)."""
        data = self.data[root]
        self.data[root] = data & (SUBJECT - 1)
        self.claims = [node for node in self.claims if self.root(node) != root]
        return data >> SUBJECT_SHIFT

    def completed(self, base: int, piece: Piece) -> list[int]:
        """Return the features with subjects that the piece just laid has completed (rule 4.6)."""
        data = self.data
        found = []
        for node in (*range(base, base + piece.size), *self.enclosed):
            root = self.root(node)
            if data[root] >= SUBJECT and not data[root] & OPEN and root not in found:
                found.append(root)
        return found

    def carries(self, x: int, y: int, key: str) -> bool:
        """Tell whether a feature of the tile at (x, y) carries a subject."""
        return self.data[self.root(self.node(x, y, key))] >= SUBJECT

    def standing(self) -> list[int]:
        """Return the root of each feature that carries subjects, the earliest claimed first."""
        root = self.root
        return list(dict.fromkeys([root(node) for node in self.claims]))

    def closed_cities(self) -> list[int]:
        """Return each completed city as the set of its nodes (rule 5.3, deserts)."""
        cities: dict[int, int] = {}
        for node, kind in enumerate(self.kinds):
            if kind == CITY:
                root = self.root(node)
                if not self.data[root] & OPEN:
                    cities[root] = cities.get(root, 0) | 1 << node
        return list(cities.values())

    def unlike(self, cell: int, piece: Piece) -> Iterator[tuple[int, str, str]]:
        """Yield (side, own edge, neighbour's edge) wherever a piece laid here does not match."""
        code = self.frontier[cell]
        for side in range(4):
            asked, own = code >> 2 * side & 3, piece.code >> 2 * side & 3
            if asked and asked != own:
                yield side, EDGES[own], EDGES[asked]
