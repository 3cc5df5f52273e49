"""What others hold changes nothing that a player gets to see."""

import itertools

from games.core.rng import Rng
from games.upwords.bots.levels import easy, medium
from games.upwords.options import Options
from games.upwords.position.model import Exchange, Play
from games.upwords.rules import Upwords
from tests.games.upwords.hidden import dealt_otherwise
from tests.games.upwords.table import positions, secret_of
from tests.games.words.release import common_words
from tests.size import runs

POSITIONS = runs(200, quick=60)


def seen(game, state, player):
    """Return all that the site tells a player of a position."""
    view = game.observation(state, player)
    plays = [action for action in game.legal_actions(view) if isinstance(action, Play)][:3]
    return (
        view,
        game.encode_state(view),
        [game.hints(state, player), game.hints(view, player)],
        [game.describe(state, player), game.describe(view, player)],
        [game.picture(state, player), game.picture(view, player)],
        [game.preview(state, player, play) for play in plays],
        [game.preview(view, player, play) for play in plays],
        [game.action_text(state, play) for play in plays],
        game.scores(state),
    )


def some_positions():
    """Yield (game, position, rng): from whole games of two, three and four."""
    game = Upwords(Options(board="8x8"), common_words())
    rows = (
        (game, state, Rng(secret_of(number), ply, "deal"))
        for number in range(40)
        for ply, (state, _, _) in enumerate(
            positions(game, 2 + number % 3, secret_of(number), lazy=5)
        )
    )
    return itertools.islice(rows, 0, 2 * POSITIONS, 2)


def test_what_a_player_sees_does_not_depend_on_what_is_hidden():
    changed = 0
    for game, state, rng in some_positions():
        for player in range(len(state.racks)):
            other = dealt_otherwise(game, state, player, rng)
            assert seen(game, other, player) == seen(game, state, player)
            changed += other != state
    assert changed > 2.5 * POSITIONS


def test_what_a_spectator_sees_does_not_depend_on_any_rack():
    for game, state, rng in itertools.islice(some_positions(), 60):
        other = dealt_otherwise(game, state, None, rng)
        assert game.observation(other, None) == game.observation(state, None)
        assert game.describe(other, None) == game.describe(state, None)
        assert game.picture(other, None) == game.picture(state, None)


def test_an_exchange_shows_no_secret_letter():
    for game, state, rng in itertools.islice(some_positions(), 60):
        player = state.to_move
        told = set()
        for letter in sorted(set(state.racks[player])):
            if not state.pile:
                continue
            action = Exchange(letter)
            after = game.apply_action(state, action, rng)
            told.add((game.log_text(state, action), after.events))
        assert len(told) == (1 if state.pile else 0)


def test_computer_players_do_not_see_other_racks():
    for game, state, rng in itertools.islice(some_positions(), 0, 200, 20):
        player = state.to_move
        for bot in (easy, medium):
            choices = [
                bot.choose(game, game.observation(one, player), player, Rng(secret_of(1), 1), None)
                for one in (state, dealt_otherwise(game, state, player, rng))
            ]
            assert choices[0] == choices[1]


def test_at_the_end_all_is_shown():
    game = Upwords(Options(board="8x8"), common_words())
    *_, (_, _, last) = positions(game, 2, secret_of(1), lazy=5)
    assert game.observation(last, 0) == game.observation(last, None) == last
