"""What every game foretells of the turns that are left."""

import pytest

from games import registry
from games.core.rng import Rng
from tests.conformance.hidden import deal_otherwise
from tests.conformance.outlook import errors, played
from tests.conformance.playing import SLUGS, bots, load_game, playout, secret_of
from tests.games.words.release import release_words

OPTIONS = {"counting_tiles": {"drops": "counted"}}


@pytest.fixture(params=SLUGS)
def game(request):
    """The game by a list as people play it: with few words games of Tiled Of It are longer."""
    game = load_game(request.param, OPTIONS.get(request.param))
    if not game.info.uses_words:
        return game
    return registry.load_game(request.param, None, release_words("everyday"))


def test_it_says_only_what_everyone_sees(game):
    for players in range(game.info.min_players, game.info.max_players + 1):
        steps = list(playout(game, players, secret_of(players)))
        for number, (state, _, _) in list(enumerate(steps))[:: max(1, len(steps) // 12)]:
            left = game.turns_left(game.observation(state, None))
            assert len(left) == players
            assert left[state.to_move][0] >= 1
            assert all(mean >= 0 and variance >= 0 for mean, variance in left)
            other = deal_otherwise(game, state, None, Rng(secret_of(number), 0, "deal"))
            assert game.turns_left(game.observation(other, None)) == left
            assert game.turns_left(state) == left
        assert game.turns_left(steps[-1][2]) == ((0.0, 0.0),) * players


def test_most_games_of_computer_players_end_when_foretold(game):
    """Within 1.28 deviations, as 80 of 100 should; those of one level have a tempo of their own."""
    players = min(2, game.info.max_players)
    found = [
        abs(error) <= 1.28 * deviation + 0.5
        for number in range(5)
        for _, error, deviation in errors(
            game, played(game, bots(game.info.slug)["easy"], players, number)
        )
    ]
    assert sum(found) / len(found) > 0.7


def test_the_more_is_played_the_less_is_left(game):
    players = game.info.min_players
    states = played(game, bots(game.info.slug)["easy"], players, 1)
    left = [sum(mean for mean, _ in game.turns_left(state)) for state in states]
    start, middle, last, end = left[0], left[len(left) // 2], left[-2], left[-1]
    assert start > middle > last > end == 0


def test_a_limit_of_random_tiles_bounds_the_game():
    game = load_game("counting_tiles", {"drops": "counted", "limit": 5, "challenge": False})
    state = game.initial_state(1, Rng(secret_of(1), 0))
    assert game.turns_left(state)[0][0] == 20
