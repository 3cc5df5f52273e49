"""Replay and perft on the smallest game there is."""

import pytest

from games.core.bots import RANDOM, Budget
from games.core.errors import IllegalAction
from games.core.log.replay import replay
from games.core.rng import Rng
from tests.conformance.perft import perft
from tests.games.core.nim import Nim, Options, Pass, State, Take

SECRET = bytes(32)


def play(secret):
    game = Nim(Options())
    states = [game.initial_state(2, Rng(secret, 0))]
    actions = []
    while (player := game.current_player(states[-1])) is not None:
        ply = len(states)
        bot_rng = Rng(secret, ply, "bot")
        budget = Budget(1, lambda: 0.0)
        actions.append(RANDOM.choose(game, states[-1], player, bot_rng, budget))
        states.append(game.apply_action(states[-1], actions[-1], Rng(secret, ply)))
    return game, states, actions


@pytest.mark.parametrize("number", range(20))
def test_replay_gives_the_same_positions(number):
    secret = bytes([number]) * 32
    game, states, actions = play(secret)
    assert list(replay(game, 2, secret, actions)) == states
    assert list(replay(game, 2, secret, actions))[-1] == states[-1]
    assert game.is_terminal(states[-1])


def test_replay_stops_at_an_illegal_action():
    with pytest.raises(IllegalAction):
        list(replay(Nim(Options()), 2, SECRET, [Take(1), Take(9)]))


def test_perft_counts_sequences_of_actions():
    game = Nim(Options())
    start = State(to_move=0, heap=3, taken=(0, 0))
    assert [perft(game, start, SECRET, 0, depth) for depth in range(4)] == [1, 3, 7, 12]


def test_perft_counts_a_finished_game_once():
    game = Nim(Options())
    over = State(to_move=None, heap=0, taken=(2, 1))
    assert perft(game, over, SECRET, 5, 3) == 1


def test_placing_shares_the_better_place():
    game = Nim(Options())
    assert game.placing(State(to_move=None, heap=0, taken=(5, 7, 5, 1))) == (2, 1, 2, 4)


def test_a_budget_runs_by_the_clock_it_was_given():
    times = iter([10.0, 10.4, 10.4, 12.5, 12.5])
    budget = Budget(2.0, lambda: next(times))
    assert budget.left() == pytest.approx(1.6)
    assert not budget.spent()
    assert budget.left() == 0.0
    assert budget.spent()


def test_nim_passes_once():
    game = Nim(Options())
    passed = game.apply_action(State(to_move=0, heap=3, taken=(0, 0)), Pass(), Rng(SECRET, 1))
    assert list(game.legal_actions(passed)) == [Take(1), Take(2)]
