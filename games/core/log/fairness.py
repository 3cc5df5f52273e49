"""Every draw of a match, written down while it is played again from its secret.

What is written down says from which stream a number came, what it was drawn out of and what it
stands for, so that anyone with the secret can draw it again without the rules of the game.
"""

import dataclasses
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from typing import Any, Literal, TypeVar

from typing_extensions import override

from games.core.game import Game
from games.core.log.replay import Course
from games.core.rng import Rng

T = TypeVar("T")
Name = str | int
Naming = Callable[[Any], Name]


@dataclasses.dataclass(frozen=True, slots=True)
class Draw:
    """One draw: the numbers it took, what it was made out of, and what came of it.

    A "number" is below ``below``. An "item" is one of ``of``, each as likely as its weight says, or
    as any other without weights. A "ticket" is an item too, drawn until the copy is ``there``: the
    copies of each number's item. An "order" has all of ``of``, put into an order from the end.
    """

    kind: Literal["number", "item", "ticket", "order"]
    numbers: tuple[int, ...]
    drawn: Name | tuple[Name, ...]
    below: int = 0
    of: tuple[Name, ...] = ()
    weights: tuple[int, ...] = ()
    there: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Stream:
    """The draws made from one stream, in their order: its blocks begin with its name and index."""

    name: str
    index: int
    draws: tuple[Draw, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Turn:
    """The position at a ply, the streams drawn from on the way there, and the clock's action.

    ``due`` is what the rules have the clock do, None if it was not the clock's turn.
    """

    state: Any
    streams: tuple[Stream, ...]
    due: Any = None


class RecordingRng(Rng):
    """The same chance as Rng, which writes down each draw and what it was made out of."""

    __slots__ = ("_all", "_draws", "_name")

    def __init__(
        self, secret: bytes, ply: int, stream: str, *, streams: list["RecordingRng"], name: Naming
    ) -> None:
        super().__init__(secret, ply, stream)
        self._all = streams
        self._draws: list[Draw] = []
        self._name = name
        streams.append(self)

    def written(self) -> Stream:
        """Return what has been drawn so far."""
        return Stream(self.stream, self.ply, tuple(self._draws))

    @override
    def _other(self, ply: int, stream: str) -> Rng:
        return RecordingRng(self._secret, ply, stream, streams=self._all, name=self._name)

    @override
    def below(self, n: int) -> int:
        number = super().below(n)
        self._draws.append(Draw("number", (number,), number, below=n))
        return number

    @override
    def choice(self, items: Sequence[T]) -> T:
        number = super().below(len(items))
        of = tuple(map(self._name, items))
        self._draws.append(Draw("item", (number,), of[number], of=of))
        return items[number]

    @override
    def weighted(self, pairs: Iterable[tuple[T, int]]) -> T:
        pairs = [(item, weight) for item, weight in pairs if weight > 0]
        steps = list(itertools.accumulate(weight for _, weight in pairs))
        number = super().below(steps[-1])
        place = next(place for place, step in enumerate(steps) if number < step)
        of = tuple(self._name(item) for item, _ in pairs)
        weights = tuple(weight for _, weight in pairs)
        self._draws.append(Draw("item", (number,), of[place], of=of, weights=weights))
        return pairs[place][0]

    @override
    def ticket(self, tickets: Sequence[tuple[T, int]], there: Mapping[T, int]) -> T:
        numbers: list[int] = []
        counts: list[int] = []
        while not counts or tickets[numbers[-1]][1] >= counts[-1]:
            numbers.append(super().below(len(tickets)))
            counts.append(there.get(tickets[numbers[-1]][0], 0))
        item = tickets[numbers[-1]][0]
        copies = Counter(one for one, _ in tickets)
        self._draws.append(
            Draw(
                "ticket",
                tuple(numbers),
                self._name(item),
                of=tuple(map(self._name, copies)),
                weights=tuple(copies.values()),
                there=tuple(counts),
            )
        )
        return item

    @override
    def shuffle(self, items: MutableSequence[T]) -> None:
        of = tuple(map(self._name, items))
        numbers = []
        for last in range(len(items) - 1, 0, -1):
            other = super().below(last + 1)
            numbers.append(other)
            items[last], items[other] = items[other], items[last]
        self._draws.append(Draw("order", tuple(numbers), tuple(map(self._name, items)), of=of))

    @override
    def noise(self, count: int) -> list[int]:
        raise NotImplementedError("noise is for searches: what it decides could not be told")


def record(
    game: Game[Any, Any, Any], players: int, secret: bytes, moves: Iterable[tuple[Any, bool]]
) -> Iterator[Turn]:
    """Yield the turn that leads to ply 0, then one for each (entry, whether the clock made it).

    Raise IllegalAction at an entry that the rules do not allow.
    """
    streams: list[RecordingRng] = []

    def chance(ply: int, stream: str = "draw") -> Rng:
        return RecordingRng(secret, ply, stream, streams=streams, name=_naming(game, state))

    def written() -> tuple[Stream, ...]:
        made = tuple(stream.written() for stream in streams)
        streams.clear()
        return tuple(stream for stream in made if stream.draws)

    state = None
    course = Course(game, game.initial_state(players, chance(0)))
    state = course.state
    yield Turn(state, written())
    for ply, (entry, by_clock) in enumerate(moves, start=1):
        due = game.timeout_action(state, chance(ply, "timeout")) if by_clock else None
        state = course.enter(entry, chance(ply))
        yield Turn(state, written(), due)


def _naming(game: Game[Any, Any, Any], state: Any) -> Naming:
    """Return how things are called that are drawn in this position: actions by their notation."""

    def name(item: Any) -> Name:
        return item if isinstance(item, str | int) else game.action_text(state, item)

    return name
