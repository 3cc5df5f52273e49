"""How the next tile comes: from the bag at random, or from the known order of chess mode."""

import dataclasses

from games.core.language.events import Event
from games.core.rng import Rng
from games.tilekingdom.position.features import Map
from games.tilekingdom.position.tiles import full_bag


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Future:
    """The tiles to come: a bag by default, an order in chess mode (rule 2.1)."""

    bag: dict[str, int] = dataclasses.field(default_factory=dict)
    order: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @staticmethod
    def ordered(rng: Rng) -> "Future":
        """Return all tiles in a random order, for chess mode (rule 2.1.2)."""
        order = [kind for kind, count in full_bag().items() for _ in range(count)]
        rng.shuffle(order)
        return Future(order=tuple(order))

    def draw(self, index: Map, rng: Rng) -> "tuple[str | None, Future]":
        """Return the next tile, or None if none can be laid (rule 6.1), and what is to come."""
        return self._take_first(index) if self.order else self._take_any(index, rng)

    def _take_any(self, index: Map, rng: Rng) -> "tuple[str | None, Future]":
        """Draw among the tiles that fit somewhere; the others stay in the bag (rule 3.6.1)."""
        fitting = [pair for pair in self.bag.items() if index.fits_somewhere(pair[0])]
        if not fitting:
            return None, self
        tile = rng.weighted(fitting)
        bag = {kind: count - (kind == tile) for kind, count in self.bag.items()}
        bag = {kind: count for kind, count in bag.items() if count}
        return tile, dataclasses.replace(self, bag=bag)

    def _take_first(self, index: Map) -> "tuple[str | None, Future]":
        """Take the first of the order that fits; those before it leave the game (rule 3.6.2)."""
        for place, kind in enumerate(self.order):
            if index.fits_somewhere(kind):
                removed = self.removed + self.order[:place]
                return kind, Future(order=self.order[place + 1 :], removed=removed)
        return None, Future(removed=self.removed + self.order)

    def skipped(self, *, since: tuple[str, ...]) -> list[Event]:
        """Return the event that tells of tiles just taken out of the order (rule 3.6.2)."""
        count = len(self.removed) - len(since)
        return [Event("tiles_removed", None, {"tiles": count})] if count else []
