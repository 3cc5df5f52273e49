"""A take-back is an entry of the log: what it leads to, what it costs, and when it's refused."""

import dataclasses

import pytest
from typing_extensions import override

from games.core.codec import BadData
from games.core.errors import IllegalAction
from games.core.extras.protocols import Countdown
from games.core.game import Chance
from games.core.language.events import Event
from games.core.log.fairness import record
from games.core.log.replay import replay
from games.core.log.takeback import (
    TakeBack,
    author,
    decode_entry,
    encode_entry,
    entry_log_text,
    entry_text,
    may_take_back,
    take_back,
)
from games.core.rng import Rng
from tests.games.core.nim import Nim, Options, Pass, State, Take

SECRET = bytes(32)
START = State(to_move=0, heap=5, taken=(0, 0))


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Cards(State):
    """Nim with a card for each player that the other does not see, and a stack to come."""

    hands: tuple[str | None, ...] = ("a", "b")
    stack: str | None = "cd"


class CardNim(Nim):
    state_class = Cards
    chance = {"draw": Chance(into=("hands",), dealt=("hands", "stack"))}

    @override
    def observation(self, state, player):
        if state.to_move is None:
            return state
        hands = tuple(hand if seat == player else None for seat, hand in enumerate(state.hands))
        return dataclasses.replace(state, hands=hands, stack=None)


class Drawing(CardNim):
    @override
    def apply_action(self, state, action, rng):
        rng.at("hand", 3).choice("ef")
        return dataclasses.replace(state, to_move=1 - state.to_move)


class Turning(CardNim):
    """An action turns over the next card of a stack; its order is fixed, so nothing is drawn."""

    @override
    def apply_action(self, state, action, rng):
        return dataclasses.replace(state, to_move=1 - state.to_move, stack=state.stack[1:])


class Showing(CardNim):
    """After a pass both hands are open."""

    @override
    def apply_action(self, state, action, rng):
        return dataclasses.replace(state, to_move=1 - state.to_move, passed=True)

    @override
    def observation(self, state, player):
        seen = super().observation(state, player)
        return dataclasses.replace(seen, hands=state.hands) if state.passed else seen


class Laying(CardNim):
    """A player lays the own card open, which no one else's secret is."""

    @override
    def apply_action(self, state, action, rng):
        hands = tuple(
            "" if seat == state.to_move else hand for seat, hand in enumerate(state.hands)
        )
        return dataclasses.replace(state, to_move=1 - state.to_move, hands=hands)


class Timed(Nim, Countdown):
    clock_actions = ()

    @override
    def turn_budget(self, state):
        return 10.0

    @override
    def clock_key(self, state):
        return 1


def test_the_position_is_the_one_before_and_the_points_come_back():
    entries = [Take(2), Take(1), TakeBack(1), Take(2)]
    start, first, second, back, other = replay(Nim(Options()), 2, SECRET, entries)
    assert dataclasses.replace(back, events=()) == dataclasses.replace(first, events=())
    assert back.events == (
        Event("taken_back", 1, {"move": "1"}),
        Event("undone", 1, {}, -1),
    )
    points = [0, 0]
    for state in (start, first, second, back, other):
        for event in state.events:
            points[event.player] += event.points
        assert tuple(points) == state.taken


def test_what_brought_no_points_costs_none():
    back = take_back(Nim(Options()), START, Pass())
    assert back.events == (Event("taken_back", 0, {"move": "pass"}),)


@pytest.mark.parametrize(
    "entries",
    [
        [TakeBack(0)],
        [Take(1), TakeBack(1)],
        [Take(1), Take(1), TakeBack(0)],
        [Take(1), Take(1), TakeBack(1), TakeBack(1)],
        [Take(1), Take(1), TakeBack(1), TakeBack(0)],
        [Take(1), Take(1), TakeBack(1), TakeBack(2)],
    ],
)
def test_only_the_last_move_can_be_taken_back(entries):
    with pytest.raises(IllegalAction, match="You can only take back the last move"):
        list(replay(Nim(Options()), 2, SECRET, entries))


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (Drawing, "That move drew something"),
        (Turning, "something hidden"),
        (Showing, "something hidden"),
        (Timed, "countdown"),
    ],
)
def test_what_was_drawn_or_shown_stays(rules, reason):
    game = rules(Options())
    start = Cards(to_move=0, heap=5, taken=(0, 0)) if rules is not Timed else START
    assert not may_take_back(game, start, Take(1))
    with pytest.raises(IllegalAction, match=reason):
        take_back(game, start, Take(1))


def test_the_own_card_can_be_taken_back():
    start = Cards(to_move=0, heap=5, taken=(0, 0))
    assert may_take_back(Laying(Options()), start, Take(1))
    assert may_take_back(Nim(Options()), START, Take(1))


def test_a_game_that_is_over_stays_over():
    last = State(to_move=1, heap=2, taken=(4, 1))
    with pytest.raises(IllegalAction, match="The game is over"):
        take_back(Nim(Options()), last, Take(2))
    assert may_take_back(Nim(Options()), last, Take(1))


def test_chance_goes_on_with_the_log():
    """What is drawn after a takeback follows from its own ply, whatever was undone."""
    game, asked = Nim(Options()), []

    class Asking(Nim):
        @override
        def apply_action(self, state, action, rng):
            asked.append(rng.ply)
            return super().apply_action(state, action, rng)

    entries = [Take(1), Take(2), TakeBack(1), Take(1)]
    states = list(replay(Asking(Options()), 2, SECRET, entries))
    assert states == list(replay(game, 2, SECRET, entries))
    assert [ply for ply in asked if ply] == [1, 2, 4]


def test_draws_are_written_down_past_a_takeback():
    entries = [Take(1), Take(2), TakeBack(1), Take(1)]
    turns = list(record(Nim(Options()), 2, SECRET, [(entry, False) for entry in entries]))
    assert [turn.state for turn in turns] == list(replay(Nim(Options()), 2, SECRET, entries))
    assert [len(turn.streams) for turn in turns] == [1, 0, 0, 0, 0]


def test_entries_are_actions_or_takebacks():
    game = Nim(Options())
    for entry in (Take(2), Pass(), TakeBack(0), TakeBack(7)):
        assert decode_entry(game, encode_entry(game, entry)) == entry
    assert encode_entry(game, TakeBack(7)) == {"type": "TakeBack", "to": 7}
    for wrong in (
        {"type": "TakeBack"},
        {"type": "TakeBack", "to": -1},
        {"type": "TakeBack", "to": True},
        {"type": "TakeBack", "to": 1, "more": 2},
        {"type": "Nothing"},
    ):
        with pytest.raises(BadData):
            decode_entry(game, wrong)


def test_entries_are_shown():
    game = Nim(Options())
    assert entry_text(game, START, Take(2)) == entry_log_text(game, START, Take(2)) == "2"
    assert entry_text(game, START, TakeBack(6)) == "takeback 7"
    assert entry_log_text(game, START, TakeBack(6)) == "takeback 7"


def test_a_takeback_is_made_by_whose_move_it_undoes():
    game = Nim(Options())
    after = game.apply_action(START, Take(1), Rng(SECRET, 1))
    assert author(game, START, Take(1), after) == 0
    assert author(game, after, TakeBack(0), take_back(game, START, Take(1))) == 0
