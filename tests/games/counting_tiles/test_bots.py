"""The computer players: legal, in time, each clearly better than the one before."""

import dataclasses
import math

import pytest

from games.core.bots import RANDOM, Budget
from games.core.rng import Rng
from games.counting_tiles.bots import evaluation
from games.counting_tiles.bots.levels import easy, hard, medium
from games.counting_tiles.bots.prospects import prospects
from games.counting_tiles.bots.search import weigh
from games.counting_tiles.bots.sketch import Sketch
from games.counting_tiles.options import Options
from games.counting_tiles.position.model import Combine, Place, Wild
from games.counting_tiles.rules import CountingTiles
from tests.games.counting_tiles.table import SECRET, Table, secret_of
from tests.games.counting_tiles.test_random_games import played
from tests.games.thinking import ticking
from tools.countdown import SoloMatch

LEVELS = [easy, medium, hard]
WRONG = "13 13 13 13 13 13"


def alone(bot, number, most=120, **options):
    """Play a match of at most so many actions, three seconds each, and return its end."""
    secret = secret_of(number)
    solo = SoloMatch(CountingTiles(Options(**options)), secret)
    for turn in range(1, most + 1):
        solo.wait(3.0 * turn)
        if solo.is_over():
            break
        rng = Rng(secret, turn, "bot")
        action = bot.choose(solo.game, solo.state, 0, rng, ticking(4))
        solo.play(action, 3.0 * turn)
    return solo.state


def wins(first, second, games, most=120):
    """Return how many duels the first player wins, a draw counting half."""
    won = 0.0
    for number in range(games):
        scores = [alone(bot, 100 + number, most).score for bot in (first, second)]
        won += (scores[0] > scores[1]) + (scores[0] == scores[1]) / 2
    return won


def choice(bot, table):
    return bot.choose(table.game, table.state, 0, Rng(SECRET, 1, "bot"), ticking(20))


@pytest.mark.thorough
def test_easy_beats_random_play():
    assert wins(easy, RANDOM, 30) >= 26


@pytest.mark.thorough
def test_medium_beats_easy():
    assert wins(medium, easy, 12, most=300) >= 11


@pytest.mark.thorough
def test_hard_beats_medium():
    assert wins(hard, medium, 6, most=200) == 6


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
def test_whole_games_of_one_level(bot):
    for options in ({"drops": "counted"}, {"limit": 10}, {"steps": "one", "challenge": False}):
        state = alone(bot, 7, most=60, **options)
        assert state.score > 300
        assert state.to_move is None or state.draws > 40


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
def test_a_row_that_can_be_completed_is_completed(bot):
    table = Table().rows("1 2 3 4 5 .", "9 . . . . .").row(1, "1 2 3 4 5 .", target=21).hold(6)
    assert choice(bot, table) == Place(5)
    table = Table().row(4, "12 6 3 4 5 1", target=21)
    assert choice(bot, table) == Combine(18, 19)


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
def test_the_last_open_cell_is_filled_only_if_nothing_else_can_be_done(bot):
    table = Table().rows(*[WRONG] * 6, "13 13 13 13 13 .")
    table.set(grid=tuple(tile and type(tile)(13, "moved") for tile in table.state.grid))
    assert choice(bot, table) == Place(41)


def test_hard_uses_the_wild_card_before_the_board_is_full():
    table = Table().rows(*[WRONG] * 6, "13 13 13 13 13 .")
    table.unlock("locked", "locked", "locked", "unlocked")
    assert choice(hard, table) == Wild(41)


def test_hard_thinks_only_of_what_it_can_do():
    for number, (game, _, state, _, _, _) in enumerate(played(range(3))):
        if number % 9 == 0:
            legal = list(game.legal_actions(state))
            for bot in LEVELS:
                assert bot.choose(game, state, 0, Rng(SECRET, number), ticking(2)) in legal


def test_a_sketch_follows_the_rules():
    """After an action it has the tiles, bonuses and tile in hand of the position."""
    for number, (game, _, state, action, after, _) in enumerate(played(range(24))):
        sketch = Sketch(state, pairs=number % 2 == 0)
        if type(action).__name__ == "Drop" or game.options.drops == "counted":
            continue
        reached, real = sketch.after(action), Sketch(after, pairs=number % 2 == 0)
        assert (reached.values, reached.free) == (real.values, real.free)
        assert (reached.ready, reached.gone) == (real.ready, real.gone)
        assert reached.tile == (state.tile if after.draws == state.draws and after.tile else 0)
        if after.rows == state.rows:
            assert reached.worths == pytest.approx(real.worths)


def test_trying_an_action_changes_nothing_and_gains_what_it_leads_to():
    for number, (game, _, state, _, _, _) in enumerate(played([4, 5, 8])):
        if number % 5:
            continue
        sketch = Sketch(state, pairs=True)
        before = (sketch.values[:], sketch.free[:], sketch.worths[:], sketch.ready[:])
        for action in game.legal_actions(state):
            gain = sketch.gain(action)
            assert (sketch.values, sketch.free, sketch.worths, sketch.ready) == before
            reached = sketch.after(action)
            done = action if isinstance(action, Wild) else reached.targets != sketch.targets
            if isinstance(action, Place) and not done:
                better = sum(reached.worths) - sum(sketch.worths) + sketch.crowd - reached.crowd
                assert gain == pytest.approx(better)


def test_a_row_is_worth_more_the_likelier_it_is_to_be_completed():
    chances = prospects(0)
    assert chances.worth(0, 0) == 350
    assert chances.worth(1, 6) > chances.worth(1, 7) > chances.worth(1, 15)
    assert chances.worth(2, 12) > chances.worth(2, 2)
    assert chances.worth(3, 1) < chances.worth(3, 15)
    assert chances.worth(0, -5) < chances.worth(0, -2) < chances.worth(6, 30)
    assert prospects(1).worth(1, 15) > chances.worth(1, 15)
    assert prospects(17) is prospects(50)


def test_waiting_for_the_last_tile_is_worth_what_its_chance_says():
    """With one open cell and one value that fits, x = -8 + hit * bad + (1 - hit) (p 350 + q x)."""
    chances = prospects(0)
    p, hit = 120 / 1360, 1 / 176
    others = [
        (count / 1360, chances.worth(0, 6 - value))
        for value, count in enumerate((100, 120, 100, 120, 100), start=1)
    ] + [
        (count / 1360, chances.worth(0, 6 - value))
        for value, count in enumerate((70, 120, 90, 90, 70, 120, 70, 70), start=7)
    ]
    spoilt = p * 350 + sum(chance * worth for chance, worth in others)
    x = (-8 + hit * spoilt + (1 - hit) * p * 350) / (1 - (1 - hit) * (1 - p))
    assert math.isclose(chances.worth(1, 6), x)


def test_hard_answers_within_its_budget():
    for game, _, state, _, _, ply in played([1]):
        if ply % 12 == 0:
            budget = ticking(3)
            hard.choose(game, state, 0, Rng(SECRET, 1), budget)
            assert budget.looks <= 3


def weighed(game, state, looks=40, also=()):
    return weigh(game, state, 0, Rng(SECRET, 1, "weigh"), Budget.of_looks(looks), also)


def test_what_is_weighed_is_legal_best_first_and_the_same_each_time():
    for number, (game, _, state, _, _, _) in enumerate(played(range(4))):
        if number % 66:
            continue
        legal = list(game.legal_actions(state))
        for looks, also in ((18, ()), (2, ()), (18, (legal[0], legal[-1]))):
            found = weighed(game, state, looks, also)
            actions = [one.action for one in found]
            assert len(actions) == len(set(actions)) >= min(3, len(legal))
            assert set(also) <= set(actions) <= set(legal)
            points = [one.points[0] for one in found]
            assert points == sorted(points, reverse=True)
            assert all(0 <= one.chance <= 1 and one.error >= 0 for one in found)
            assert found == weighed(game, state, looks, also)


@pytest.mark.parametrize("drops", ["timed", "counted"])
def test_who_is_where_hard_usually_is_has_an_even_chance_to_reach_par(drops):
    options = Options(drops=drops)
    for drawn in (0, 10, 60, 149, 150, 290, 500):
        state = dataclasses.replace(Table().state, draws=drawn + 1)
        usual = evaluation.usual_points(drawn, options)
        state = dataclasses.replace(state, score=round(usual - evaluation.ahead(state, options, 9)))
        points = evaluation.expected(state, options, 9)
        assert points == pytest.approx(evaluation.par(state, options), abs=0.5)
        assert evaluation.chance(state, options, points) == pytest.approx(0.5, abs=0.002)


def test_points_grow_by_the_tile_and_par_by_the_stretch():
    options = Options(drops="counted")
    assert [evaluation.usual_points(drawn, options) for drawn in (0, 150, 300)] == [0, 7864, 16989]
    assert evaluation.usual_points(125, options) == (4999 + 7864) / 2
    assert evaluation.usual_points(350, options) == 16989 + (16989 - 13922)
    state = dataclasses.replace(Table().state, draws=150)
    assert evaluation.par(state, options) == 7864
    assert evaluation.par(dataclasses.replace(state, draws=151), options) == 16989


def test_a_placement_that_ruins_a_row_seems_to_cost_points():
    """A 6 completes the first row; on the second it makes the sum too high."""
    table = Table().row(1, "1 2 3 4 5 .", target=21).row(2, "9 9 9 9 . .", target=40).hold(6)
    rng, also = Rng(SECRET, 1, "weigh"), [Place(10)]
    sketched = weigh(table.game, table.state, 0, rng, ticking(40), also)
    found = {one.action: one for one in sketched}
    assert found[Place(5)].points[0] > found[Place(10)].points[0] + 50
    assert found[Place(5)].chance > found[Place(10)].chance + 0.02
