"""A position to play on in place, for the searches: the same map without words and facts."""

from games.core.game import Game
from games.core.rng import Rng
from games.tilekingdom.options import Options
from games.tilekingdom.position.features import Map, shares
from games.tilekingdom.position.model import Place, State
from games.tilekingdom.position.pieces import DESERT, OPEN, SUBJECT, SUBJECT_SHIFT, Piece
from games.tilekingdom.position.tiles import TOTAL
from games.tilekingdom.turns.scoring import completed_points, final_points


class Line:
    """One line of play; ``bag`` lists the tiles to come, in chess mode the next one last."""

    __slots__ = ("bag", "index", "ordered", "player", "recent", "scores", "supplies", "tile")

    def __init__(self, state: State) -> None:
        if state.to_move is None:
            raise ValueError("the game is over")
        self.index: Map = state.index.copy()
        self.ordered = bool(state.order)
        self.bag = (
            list(state.order[::-1])
            if state.order
            else [kind for kind, count in state.bag.items() for _ in range(count)]
        )
        self.tile: str | None = state.tile
        self.player: int = state.to_move
        self.recent: list[int] = []  # the cells of the tiles laid on this line
        self.scores = list(state.scores)
        self.supplies = list(state.supplies)

    def copy(self) -> "Line":
        """Return an independent copy."""
        other = Line.__new__(Line)
        other.index = self.index.copy()
        other.ordered = self.ordered
        other.bag = self.bag[:]
        other.tile = self.tile
        other.player = self.player
        other.recent = self.recent[:]
        other.scores = self.scores[:]
        other.supplies = self.supplies[:]
        return other

    def become(self, other: "Line") -> None:
        """Go on as another line does, which is given up for it."""
        for name in Line.__slots__:
            setattr(self, name, getattr(other, name))

    def draw(self, noise: int) -> list[tuple[int, Piece]]:
        """Take the next tile in hand and return its placements; none when the game is over.

        ``noise`` is any large number; by default each placeable tile is equally likely (3.6.1), in
        chess mode what cannot be laid is dropped (3.6.2).
        """
        bag, placements = self.bag, self.index.placements
        while bag:
            place = len(bag) - 1 if self.ordered else noise % len(bag)
            kind = bag[place]
            bag[place] = bag[-1]
            bag.pop()
            if found := placements(kind):
                self.tile = kind
                return found
            if not self.ordered:
                bag.append(kind)
                if not (fitting := [k for k in bag if self.index.fits_somewhere(k)]):
                    break
                self.tile = fitting[noise % len(fitting)]
                bag.remove(self.tile)
                return placements(self.tile)
        self.tile = None
        return []

    def draws(self) -> "list[tuple[Line, int]]":
        """Return a line for each tile that can come next, and how many of that kind there are."""
        if self.ordered:
            after = self.copy()
            return [(after, 1)] if after.draw(0) else []
        found = []
        for kind in dict.fromkeys(self.bag):
            if self.index.fits_somewhere(kind):
                after = self.copy()
                after.bag.remove(kind)
                after.tile = kind
                found.append((after, self.bag.count(kind)))
        return found

    def lay(self, cell: int, piece: Piece) -> list[int]:
        """Lay the tile in hand and return the root of each of its features, in their order."""
        self.recent.append(cell)
        return self.index.roots(self.index.lay(cell, piece), piece)

    def claim(self, root: int) -> None:
        """Put a subject of the player to move on a feature."""
        self.index.claim(root, self.player)
        self.supplies[self.player] -= 1

    def settle(self, options: Options, roots: list[int]) -> None:
        """Score what the tile just laid has completed, and pass the turn on."""
        index, data = self.index, self.index.data
        for root in (*roots, *index.enclosed) if index.enclosed else roots:
            if data[root] >= SUBJECT and not data[root] & OPEN:
                self._share_out(root, completed_points(options, index, root))
        self.player = (self.player + 1) % len(self.scores)

    def _share_out(self, root: int, points: int) -> None:
        winners, counts = shares(self.index.release(root))
        for player in winners:
            self.scores[player] += points
        for player, count in counts:
            self.supplies[player] += count

    def finish(self, options: Options) -> tuple[int, ...]:
        """Return the points of all players once what is left is scored (rule 5.3)."""
        index, scores = self.index, self.scores[:]
        standing = index.standing()
        deserts = any(index.kinds[root] == DESERT for root in standing)
        closed = index.closed_cities() if deserts else []
        for root in standing:
            points = final_points(options, index, root, closed)
            for player in shares(index.data[root] >> SUBJECT_SHIFT)[0]:
                scores[player] += points
        return tuple(scores)


def play_out(line: Line, options: Options, noise: list[int]) -> tuple[int, ...]:
    """Play random legal placements and subjects from the next draw on; return the scores."""
    for number in noise:
        placements = line.draw(number)
        if not placements:
            break
        _play_any(line, options, placements, number // TOTAL)
    return line.finish(options)


def _play_any(
    line: Line, options: Options, placements: list[tuple[int, Piece]], number: int
) -> None:
    number, place = divmod(number, len(placements))
    roots = line.lay(*placements[place])
    if line.supplies[line.player]:
        free = line.index.free(roots)
        choice = number % (len(free) + 1)
        if choice:
            line.claim(roots[free[choice - 1]])
    line.settle(options, roots)


def random_playout(game: Game[Options, State, Place], state: State, rng: Rng) -> tuple[int, ...]:
    """Return the scores after random play from this position, the tile in hand first."""
    if state.tile is None:
        return state.scores
    line = Line(state)
    noise = rng.noise(TOTAL)
    _play_any(line, game.options, line.index.placements(state.tile), noise[0])
    return play_out(line, game.options, noise[1:])
