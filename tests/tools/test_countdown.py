"""A match with one seat on a clock of numbers."""

import dataclasses
from collections.abc import Iterator

from typing_extensions import override

from games.core.extras.protocols import Countdown
from games.core.rng import Rng
from tests.games.core.nim import Nim, Options, Pass, State, Take
from tools.countdown import SoloMatch

SECRET = bytes(range(32))


@dataclasses.dataclass(frozen=True, slots=True)
class Melt:
    """The clock's action: one of the heap is gone."""


class Melting(Nim, Countdown[Options, State]):
    """Nim for one, in which every ten seconds one melts away; taking two starts the countdown."""

    clock_actions = (Melt,)

    @override
    def initial_state(self, players: int, rng: Rng) -> State:
        return State(to_move=0, heap=9, taken=(0,))

    @override
    def legal_actions(self, state: State) -> Iterator[Take | Pass]:
        yield from (Take(count) for count in (1, 2) if count <= state.heap)

    @override
    def apply_action(self, state: State, action: Take | Pass | Melt, rng: Rng) -> State:
        gone = action.count if isinstance(action, Take) else 1
        taken = (state.taken[0] + (gone if isinstance(action, Take) else 0),)
        heap = state.heap - gone
        return State(to_move=0 if heap else None, heap=heap, taken=taken)

    @override
    def timeout_action(self, state: State, rng: Rng) -> Melt:
        return Melt()

    @override
    def turn_budget(self, state: State) -> float:
        return 10.0

    @override
    def clock_key(self, state: State) -> int:
        return 9 - state.heap - state.taken[0] + state.taken[0] // 2


def solo(start=0.0):
    return SoloMatch(Melting(Options()), SECRET, start)


def test_the_clock_acts_when_it_is_due():
    match = solo(start=100.0)
    assert match.due() == 110.0
    assert match.wait(109.9) == []
    assert match.wait(131.0) == [110.0, 120.0, 130.0]
    assert (match.state.heap, match.ply) == (6, 3)


def test_an_action_does_not_hold_the_clock_up():
    match = solo()
    match.play(Take(1), 6.0)
    assert match.due() == 10.0


def test_but_it_does_where_the_key_changes():
    match = solo()
    match.play(Take(2), 6.0)
    assert match.due() == 16.0


def test_what_is_due_comes_before_the_action():
    match = solo()
    match.play(Take(1), 20.0)
    assert (match.state.heap, match.state.taken, match.ply) == (6, (1,), 3)


def test_nothing_is_due_after_the_end():
    match = solo()
    assert len(match.wait(1e6)) == 9
    assert match.is_over()
    assert match.due() is None


def test_without_a_tempo_of_its_own_nothing_is_due():
    match = SoloMatch(Nim(Options()), SECRET)
    assert match.due() is None
    assert match.wait(1e9) == []
