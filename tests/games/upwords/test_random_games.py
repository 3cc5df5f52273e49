"""Games played at random: what must hold in each position, and what the referee takes and refuses.

A turn takes a play along a line chosen at random, so that not all have to be found, and the longer
of two, so that games come to their end.
"""

import collections
import functools
import itertools
import re

import pytest

from games.core.errors import IllegalAction
from games.core.rng import Rng
from games.upwords.options import Options
from games.upwords.position.model import Exchange, Pass, Play
from games.upwords.position.tiles import full_bag
from games.upwords.rules import Upwords
from games.upwords.turns.generation import Leads, Survey, hand_of, play_of
from tests.games.upwords.table import positions, secret_of
from tests.games.words.release import common_words
from tests.size import runs

ATTEMPTS = runs(20_000, quick=1000)
TABLES = [  # with the number of games played at each
    (Options(board="8x8"), runs(700, quick=18)),
    (Options(board="8x8", rack=5, height=3, old_ending=True), runs(300, quick=8)),
    (Options(board="8x8", rack=9, bonus=50, left=1, passes_end="always"), runs(800, quick=20)),
    (Options(), runs(200, quick=15)),
]


def games(options, count):
    """Yield (game, its events, its last position) of random games at a table."""
    game = Upwords(options, common_words())
    for secret in map(secret_of, range(count)):
        players = 2 + secret[-1] % 3
        state = game.initial_state(players, Rng(secret, 0))
        events = []
        for ply in itertools.count(1):
            if state.to_move is None:
                break
            action = some_action(game, state, Rng(secret, ply, "random"))
            state = game.apply_action(state, action, Rng(secret, ply))
            check(game, state)
            events += state.events
        yield game, events, state


def some_action(game, state, rng):
    """Return a play if there is one, else mostly a pass."""
    survey, hand = game.survey(state), hand_of(state.racks[state.to_move])
    leads, count = Leads(game.words, hand), 2 * survey.size
    first = rng.below(count)
    for number in range(first, first + 7 * count, 7):
        found = survey.plays_on(survey.line(number % count), hand, leads)
        if found:
            longer = max(rng.choice(found), rng.choice(found), key=lambda play: len(play[3]))
            return play_of(longer, survey.size)
    return Pass() if rng.below(4) else rng.choice(list(game.legal_actions(state)))


def check(game, state):
    """Hold what is true of every position."""
    stacks = [stack for row in state.board for stack in row]
    bag = "".join(letter * count for letter, count in state.bag.items())
    assert sorted("".join((*stacks, *state.racks, bag))) == all_tiles(game.options.board)
    assert state.held == tuple(map(len, state.racks))
    assert state.pile == sum(state.bag.values())
    assert max(state.held) <= game.options.rack
    assert max(map(len, stacks)) <= game.options.height
    assert not re.search(r"([a-z])\1", " ".join(stacks))


@functools.cache
def all_tiles(board):
    return sorted("".join(letter * count for letter, count in full_bag(board).items()))


@pytest.mark.parametrize(("options", "count"), TABLES)
def test_random_games_keep_tiles_and_points(options, count):
    endings = collections.Counter()
    for game, events, last in games(options, count):
        sums = [0] * len(last.scores)
        for event in events:
            if event.points:
                sums[event.player] += event.points
        assert tuple(sums) == game.scores(last)
        off = [-e.points for e in events if e.topic == "left"]
        assert sum(off) == game.options.left * sum(last.held)
        assert game.decode_state(game.encode_state(last)) == last
        endings[events[-1].kind] += 1
    assert len(endings) > 1


def test_a_survey_after_a_play_is_that_of_the_new_board():
    shared = 0
    for number in range(runs(60, quick=2)):
        game = Upwords(Options(board=("8x8", "10x10")[number % 2]), common_words())
        for state, action, _ in positions(game, 2, secret_of(number)):
            if not isinstance(action, Play):
                continue
            before = game.survey(state)
            after = before.after(action.tiles)
            fresh = Survey(after.rows, game.options, game.words)
            for line in range(2 * after.size):
                assert after.line(line) == fresh.line(line)
                shared += after.line(line) is before.line(line)
    assert shared > 100


def mutated(action, rack, size, rng):
    """Return an action that differs a little from a legal one, or not at all."""
    if not isinstance(action, Play):
        return rng.choice([Pass(), Exchange(rng.choice("abcdefghijklmnopqrstuvwxyz"))])
    tiles = [list(tile) for tile in action.tiles]
    place = rng.below(len(tiles))
    match rng.below(7):
        case 0:
            tiles[place][2] = rng.choice(rack)
        case 1:
            tiles[place][0] += rng.choice([-1, 1])
        case 2:
            tiles[place][1] += rng.choice([-1, 1])
        case 3:
            del tiles[place]
        case 4:
            row, column, _ = tiles[place]
            down = rng.below(2)
            tiles.append([row + down, column + 1 - down, rng.choice(rack)])
        case 5:
            down, right = rng.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
            tiles = [[row + down, column + right, letter] for row, column, letter in tiles]
        case _:
            pass
    return Play(tuple(map(tuple, tiles)))


def test_the_referee_takes_a_legal_action_and_no_other():
    """Thousands of actions, most of them spoilt, each taken exactly if it is in the list."""
    taken, tried = collections.Counter(), 0
    for number in itertools.count():
        game = Upwords(Options(board=("8x8", "10x10")[number % 2]), common_words(number % 3 + 1))
        for state, _, _ in positions(game, 2, secret_of(number), lazy=12):
            legal = list(game.legal_actions(state))
            rng = Rng(secret_of(number), tried, "mutations")
            for _ in range(60):
                action = rng.choice(legal)
                action = mutated(action, state.racks[state.to_move], len(state.board), rng)
                assert is_taken(game, state, action) == (action in legal)
                taken[action in legal] += 1
                tried += 1
        if tried >= ATTEMPTS:
            break
    assert min(taken.values()) > ATTEMPTS / 5


def is_taken(game, state, action):
    try:
        game.apply_action(state, action, Rng(secret_of(0), 1))
    except IllegalAction:
        return False
    return True
