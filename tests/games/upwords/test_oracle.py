"""The search for plays against trying every word everywhere."""

import functools
import itertools

import pytest

from games.upwords.options import Options
from games.upwords.position.model import Play
from games.upwords.rules import Upwords
from games.upwords.turns.generation import Survey, play_of
from games.upwords.turns.legality import judge
from games.words.lists.packing import words_of
from tests.games.upwords.oracle import Oracle
from tests.games.upwords.table import positions, secret_of
from tests.games.words.release import common_words, release_words
from tests.size import runs

TABLES = [
    {},
    {"board": "8x8"},
    {"board": "8x8", "rack": 5, "height": 2},
    {"rack": 6, "height": 3, "flat": 3, "qu": 5, "bonus": 7},
]


POSITIONS = runs(75, quick=10)  # a table


@functools.cache
def two_thousand():
    """Return 2,000 words, a third of them short, so that much can be played."""
    everyday = list(release_words("everyday"))
    short = [word for word in everyday if len(word) < 4]
    long = [word for word in everyday if 3 < len(word) < 9]
    return sorted([*short, *long[:: len(long) // (2000 - len(short)) + 1]])


@pytest.mark.parametrize(("number", "table"), list(enumerate(TABLES)))
def test_the_search_finds_what_trying_every_word_finds(number, table):
    """Some positions a table, whole games through, each play with its points."""
    words, options = two_thousand(), Options(**table)
    game, oracle = Upwords(options, words_of(words)), Oracle(words, options)
    games = (positions(game, 2, secret_of(100 * number + n), lazy=9) for n in range(20))
    seen = 0
    for state, _, _ in itertools.islice(itertools.chain.from_iterable(games), POSITIONS):
        rack = state.racks[state.to_move]
        found = list(game.survey(state).plays(rack))
        plays = {play_of(one, len(state.board)).tiles: one[0] for one in found}
        assert len(plays) == len(found)
        assert plays == oracle.plays(state.board, rack)
        seen += len(plays)
    assert seen > 10 * POSITIONS


def test_the_referee_counts_as_the_search_does():
    options, words = Options(), common_words(2)
    game = Upwords(options, words)
    for state, _, _ in positions(game, 3, secret_of(9), lazy=9):
        for found in Survey(state.board, options, words).plays(state.racks[state.to_move]):
            play = play_of(found, len(state.board))
            verdict = judge(state.board, play.tiles, options, words)
            assert (verdict.problem, verdict.points) == (None, found[0])


def test_every_single_tile_on_every_square_is_judged_as_found():
    """Single tiles make the most trouble: two ways to read them, and the rule of the plural S."""
    options = Options(board="8x8")
    words = words_of([*two_thousand(), "as", "is", "us", "ass", "hiss", "es"])
    game = Upwords(options, words)
    for state, _, _ in itertools.islice(positions(game, 2, secret_of(4), lazy=9), 4, 16, 3):
        rack = "".join(sorted("aeinst"))
        plays = {play_of(found, 8) for found in game.survey(state).plays(rack)}
        for row, column, letter in itertools.product(range(8), range(8), rack):
            tiles = ((row, column, letter),)
            refused = bool(judge(state.board, tiles, options, words).problem)
            assert refused == (Play(tiles) not in plays)
