"""The three computer players: strength, manners and time."""

import dataclasses
import functools

import pytest

from games.core.bots import RANDOM, Budget
from games.core.extras.protocols import Countdown
from games.core.rng import Rng
from games.core.table.words import Words
from games.upwords.bots.levels import easy, hard, medium
from games.upwords.bots.search import set_aside
from games.upwords.bots.weighing import weigh
from games.upwords.options import Options
from games.upwords.position.model import Exchange, Pass, Play
from games.upwords.rules import Upwords
from games.words.lists.packing import pack, words_of
from tests.games.thinking import ticking
from tests.games.upwords.table import SECRET, Table, positions, secret_of
from tests.games.words.release import common_words, release_words
from tests.size import runs
from tools.bench.words.positions import middle_positions, scored_plays

LEVELS = [easy, medium, hard]


@functools.cache
def broad(**options):
    return Upwords(Options(word_list="broad", **options), release_words("broad"))


def played(game, bots, secret, steps):
    """Return the end of a game between these players, one a seat."""
    state = game.initial_state(len(bots), Rng(secret, 0))
    ply = 0
    while (player := state.to_move) is not None:
        ply += 1
        view = game.observation(state, player)
        action = bots[player].choose(game, view, player, Rng(secret, ply, "bot"), ticking(steps))
        state = game.apply_action(state, action, Rng(secret, ply))
    return state


def wins(first, second, games, steps=1):
    """Return how many games the first player wins, seats swapped every game."""
    won = 0
    for number in range(games):
        seat = number % 2
        bots = [first, second] if seat == 0 else [second, first]
        end = played(broad(), bots, secret_of(7000 + number // 2), steps)
        won += end.scores[seat] > end.scores[1 - seat]
    return won


@pytest.mark.thorough
def test_easy_beats_random_play():
    assert wins(easy, RANDOM, 10) >= 8


@pytest.mark.thorough
def test_medium_beats_easy():
    assert wins(medium, easy, 20) >= 14


@pytest.mark.thorough
def test_hard_beats_medium():
    games = runs(12, quick=6)
    assert wins(hard, medium, games, steps=24) >= 2 / 3 * games


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
@pytest.mark.parametrize(
    ("players", "options"),
    [(2, {}), (4, {"old_ending": True}), (3, {"board": "8x8", "passes_end": "always"})],
)
def test_whole_games_of_one_level_end(bot, players, options):
    game = Upwords(Options(**options), common_words())
    end = played(game, [bot] * players, secret_of(players), 12)
    assert sum(map(len, map("".join, end.board))) > 20


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
def test_6_1_a_turn_takes_the_time_the_table_gives(bot):
    table = Table("cat")
    assert not isinstance(table.game, Countdown)
    assert 0 < bot.seconds < 5


@pytest.mark.parametrize("number", [0, 9, 18])
def test_6_3_easy_chooses_in_one_pass(number):
    game = broad()
    state = middle_positions(game, 20)[number]
    budget = ticking(9)
    easy.choose(game, game.observation(state, state.to_move), state.to_move, Rng(SECRET, 1), budget)
    assert budget.looks == 0


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
@pytest.mark.parametrize("players", [2, 4])
def test_6_4_every_computer_player_ends_when_its_time_is_up(bot, players):
    game = broad()
    steps = list(positions(game, players, secret_of(players)))
    for state, _, _ in (steps[1], steps[len(steps) // 2], steps[-5], steps[-2]):
        view = game.observation(state, state.to_move)
        budget = ticking(20)
        bot.choose(game, view, state.to_move, Rng(SECRET, 1), budget)
        assert budget.looks <= 20


def test_6_5_easy_knows_everyday_words_only():
    words = Words(pack(["act", "cat", "qat", "tack"]), everyday=words_of(["act", "cat", "dog"]))
    game = Upwords(Options(), words)
    table = Table("act").hold("acdgkot", "z")
    seen = set()
    for number in range(40):
        action = easy.choose(game, table.state, 0, Rng(secret_of(number), 1), ticking(1))
        seen.add(table.game.action_text(table.state, action).split()[-1])
    assert seen == {"ACT", "CAT"}


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
def test_6_5_no_computer_player_makes_a_coarse_word_if_it_has_another(bot):
    table = Table("fuzk fuz").hold("fkuz", "z")
    game = Upwords(Options(), Words(pack(["fuz", "fuzk", "refuzk"]), unshown=frozenset(["fuzk"])))
    action = bot.choose(game, table.state, 0, Rng(SECRET, 1), ticking(30))
    assert game.verdict(table.state, action).words[0].letters == "fuz"
    game = Upwords(Options(), Words(pack(["fuzk"]), unshown=frozenset(["fuzk"])))
    action = bot.choose(game, table.state, 0, Rng(SECRET, 1), ticking(30))
    assert game.verdict(table.state, action).words[0].letters == "fuzk"


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
def test_without_a_play_the_worst_tile_is_exchanged_for_a_while(bot):
    table = Table("mum").hold("aeqsstz", "aeioue")
    choices = []
    for _ in range(6):
        view = table.game.observation(table.state, table.state.to_move)
        choices.append(bot.choose(table.game, view, view.to_move, Rng(SECRET, 1), ticking(9)))
        table.play(table.game.action_text(table.state, choices[-1]))
    assert choices[0] == Exchange("z")
    assert [type(choice) for choice in choices] == [Exchange] * 4 + [Pass] * 2


def test_without_tiles_to_draw_one_passes():
    table = Table("mum").hold("qz", "z").empty_the_pile()
    assert set_aside(table.state, 0) == Pass()


# --- What turns promise -----------------------------------------------------------------------


@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {"board": "8x8"}), (4, {})])
def test_turns_are_weighed_in_the_same_way_again(players, options):
    game = Upwords(Options(**options), common_words())
    steps = list(positions(game, players, secret_of(players)))
    for state, action, _ in (steps[2], steps[len(steps) // 2], steps[-4], steps[-1]):
        player = state.to_move
        view = game.observation(state, player)
        told = [
            weigh(game, view, player, Rng(SECRET, 1), Budget.of_looks(60), also=[action])
            for _ in range(2)
        ]
        assert told[0] == told[1]
        weighed = told[0]
        actions = [one.action for one in weighed]
        assert action in actions
        assert len(set(actions)) == len(actions)
        assert len(actions) >= min(3, len(list(game.legal_actions(state))))
        for one in weighed:
            game.apply_action(state, one.action, Rng(SECRET, 9))
            assert sum(one.chances) == pytest.approx(1)
            assert min(one.chances) >= 0
            assert len(one.points) == players
            assert one.error >= 0
        assert [one.chance for one in weighed] == sorted((o.chance for o in weighed), reverse=True)


def test_the_last_turn_is_weighed_exactly():
    table = Table("cat cats sat").hold("cat", "z").empty_the_pile()
    view = dataclasses.replace(table.game.observation(table.state, 0), unseen={"z": 1})
    best = weigh(table.game, view, 0, Rng(SECRET, 1), Budget.of_looks(500))[0]
    after = table.game.apply_action(table.state, best.action, Rng(SECRET, 1))
    assert after.to_move is None
    assert best.points == after.scores
    assert (best.chances, best.error) == ((1.0, 0.0), 0.0)


def test_5_3_a_pass_that_ends_the_game_is_weighed_by_what_it_brings():
    table = Table("cat").hold("zzv", "zv").empty_the_pile()
    view = table.game.observation(table.state, 0)
    view = dataclasses.replace(view, passes=1, unseen={"v": 1, "z": 1})
    (only,) = weigh(table.game, view, 0, Rng(SECRET, 1), Budget.of_looks(50))
    assert only.action == Pass()
    assert (only.points, only.chances, only.error) == ((-15.0, -10.0), (0.0, 1.0), 0.0)


# --- What the speed is measured by ------------------------------------------------------------


def test_the_positions_to_measure_by_are_always_the_same():
    game = Upwords(Options(), common_words())
    first, again = middle_positions(game, 30), middle_positions(game, 30)
    assert first == again
    assert len(first) == 30
    assert all(len(state.racks[state.to_move]) == 7 for state in first)
    for state in first[::5]:
        plays = [action for action in game.legal_actions(state) if isinstance(action, Play)]
        assert len(scored_plays(game, state)) == len(plays)
