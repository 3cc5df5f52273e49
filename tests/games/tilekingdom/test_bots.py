"""The computer players: legal, in time, each clearly better than the one before."""

import dataclasses
import itertools

import pytest

from games.core.bots import RANDOM, Budget
from games.core.rng import Rng
from games.core.weighing import shares_of
from games.tilekingdom.bots.evaluation import Outlook
from games.tilekingdom.bots.levels import easy, hard, medium
from games.tilekingdom.bots.playout import Line, random_playout
from games.tilekingdom.bots.search import choices
from games.tilekingdom.bots.weighing import weigh
from games.tilekingdom.options import Options
from games.tilekingdom.position.pieces import position_of
from games.tilekingdom.position.tiles import TILES
from games.tilekingdom.rules import Tilekingdom
from tests.games.thinking import ticking
from tests.games.tilekingdom.table import SECRET, Table
from tests.size import runs

LEVELS = [easy, medium, hard]


def secret_of(number):
    return number.to_bytes(32, "big")


def wins(first, second, games, steps=1):
    """Return how many games the first player wins, seats swapped every game."""
    game = Tilekingdom(Options())
    won = 0
    for number in range(games):
        secret = secret_of(7000 + number // 2)
        state = game.initial_state(2, Rng(secret, 0))
        seat = number % 2
        for ply in itertools.count(1):
            if state.to_move is None:
                break
            bot = first if state.to_move == seat else second
            rng = Rng(secret, ply, "bot")
            action = bot.choose(game, state, state.to_move, rng, ticking(steps))
            state = game.apply_action(state, action, Rng(secret, ply))
        won += state.scores[seat] > state.scores[1 - seat]
    return won


def position(turns, players=2, options=None, number=1):
    """Return a position after some turns of Easy against itself."""
    game = Tilekingdom(options or Options())
    secret = secret_of(number)
    state = game.initial_state(players, Rng(secret, 0))
    for ply in range(1, turns + 1):
        rng = Rng(secret, ply, "bot")
        action = easy.choose(game, state, state.to_move, rng, ticking(1))
        state = game.apply_action(state, action, Rng(secret, ply))
    return game, state


def test_a_desert_occupied_by_way_of_the_tiles_other_desert_is_not_claimed():
    table = Table(options=Options(desert_city=20))
    table.play("E180 0,-1 desert 670123").play("A90 1,0").play("B0 -1,-1").hold("U")
    line = Line(table.state)
    judge = Outlook(table.game.options, line.bag)
    odds = judge.odds(line.index)
    claims = [
        (piece.rotation, piece.keys[judge.gain(line, cell, piece, odds)[1]])
        for cell, piece in table.state.index.placements("U")
        if position_of(cell) == (-1, 0)
    ]
    assert claims == [(0, "r0"), (2, "r0")]


@pytest.mark.thorough
def test_easy_beats_random_play():
    assert wins(easy, RANDOM, 20) >= 18


@pytest.mark.thorough
def test_medium_beats_easy():
    assert wins(medium, easy, 20) >= 15


@pytest.mark.thorough
def test_hard_beats_medium():
    games = runs(8, quick=4)
    assert wins(hard, medium, games, steps=900) >= 5 / 8 * games


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("mode", ["default", "chess"])
def test_whole_games_of_one_level(bot, players, mode):
    game = Tilekingdom(Options(mode=mode))
    secret = secret_of(players)
    state = game.initial_state(players, Rng(secret, 0))
    for ply in itertools.count(1):
        if state.to_move is None:
            break
        rng = Rng(secret, ply, "bot")
        action = bot.choose(game, state, state.to_move, rng, ticking(2))
        state = game.apply_action(state, action, Rng(secret, ply))
    assert len(state.placements) > 40


def test_2_1_2_in_chess_mode_hard_counts_on_the_known_order():
    game, state = position(60, options=Options(mode="chess"))
    line = Line(state)
    drawn = []
    for placements in iter(lambda: line.draw(12345), []):
        drawn.append(line.tile)
        line.settle(game.options, line.lay(*placements[0]))
    assert drawn == [kind for kind in state.order if kind in drawn][: len(drawn)]
    assert drawn[0] == state.order[0]


def test_a_playout_ends_every_game():
    for players in (2, 3, 4, 5):
        for mode in ("default", "chess"):
            game = Tilekingdom(Options(mode=mode))
            state = game.initial_state(players, Rng(SECRET, 0))
            scores = random_playout(game, state, Rng(SECRET, 0, "playout"))
            assert len(scores) == players
            assert sum(scores) > 0


def test_a_playout_of_a_finished_game_gives_its_scores():
    table = Table().play("E180 0,-1 city S", last=True)
    assert random_playout(table.game, table.state, Rng(SECRET, 0)) == table.scores


def test_every_choice_leads_where_the_referee_says():
    for number in range(6):
        game, state = position(10 * number + 4, players=2 + number % 4, number=number)
        seen = set()
        for choice in choices(Line(state), game.options):
            after = game.apply_action(state, choice.action, Rng(SECRET, 99))
            if after.to_move is None:
                continue
            assert tuple(choice.after.scores) == after.scores
            assert tuple(choice.after.supplies) == after.supplies
            assert choice.after.index.data == after.index.data
            assert choice.after.player == after.to_move
            seen.add((choice.action.x, choice.action.y))
        assert seen == {(a.x, a.y) for a in game.legal_actions(state)} or after.to_move is None


def test_with_no_tile_left_the_outlook_is_the_final_score():
    for number in range(8):
        game, state = position(71, players=2, number=number)
        if state.to_move is None:
            continue
        for choice in choices(Line(state), game.options):
            if choice.after.bag:
                continue
            expected = Outlook(game.options, []).prospects(choice.after)
            assert tuple(expected) == choice.after.copy().finish(game.options)


@pytest.mark.parametrize(
    ("turns", "players", "mode"), [(0, 2, "default"), (25, 3, "chess"), (40, 5, "default")]
)
def test_what_turns_promise(turns, players, mode):
    game, state = position(turns, players, Options(mode=mode))
    player = state.to_move
    legal = list(game.legal_actions(state))
    asked = (legal[-1], legal[0], legal[-1])
    found, again = (
        weigh(game, state, player, Rng(SECRET, 1), ticking(450), also=asked) for _ in range(2)
    )
    assert found == again
    actions = [one.action for one in found]
    assert len(set(actions)) == len(actions) >= 3
    assert set(asked) <= set(actions) <= set(legal)
    assert [one.chance for one in found] == sorted((one.chance for one in found), reverse=True)
    for one in found:
        assert one.player == player
        assert sum(one.chances) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in one.chances)
        assert 0 < one.error < 0.1
        assert all(points >= now for points, now in zip(one.points, state.scores, strict=True))


@pytest.mark.parametrize("players", [2, 3])
def test_the_last_turn_is_weighed_exactly(players):
    game, state = position(70, players)
    assert not state.bag
    found = weigh(game, state, state.to_move, Rng(SECRET, 1), ticking(50))
    assert len(found) >= 3
    for one in found:
        after = game.apply_action(state, one.action, Rng(SECRET, 71))
        assert after.to_move is None
        assert one.points == after.scores
        assert one.chances == shares_of(after.scores)
        assert one.error == 0


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_last_turn_but_one_promises_what_the_best_answer_leaves(number):
    game, state = position(69, number=number)
    player = state.to_move
    found = weigh(game, state, player, Rng(SECRET, 1), Budget.of_looks(50))
    assert sum(state.bag.values()) == 1
    for one in found[:3]:
        after = game.apply_action(state, one.action, Rng(SECRET, 70))
        answer = weigh(game, after, 1 - player, Rng(SECRET, 2), Budget.of_looks(50))[0]
        assert one.chances == answer.chances
        assert one.points == answer.points
        assert one.error == 0


def test_a_place_that_no_tile_fits_stays_open_for_those_who_count():
    game, state = position(45)
    line = Line(state)
    every = [kind for kind, tile in TILES.items() for _ in range(tile.count)]
    counted, uncounted = (
        Outlook(game.options, line.bag, known=known).odds(line.index) for known in (None, every)
    )
    assert counted.keys() == uncounted.keys()
    assert all(counted[root] <= uncounted[root] for root in counted)
    closed = [root for root, chance in counted.items() if not chance]
    assert any(uncounted[root] for root in closed)


def test_chances_follow_the_values_of_a_table():
    table = Options(road_tile=2, city_tile=4, fountain=4, mosque=18, desert_city=6)
    last = {"open_road_tile": 2, "open_mosque": 2, "open_mosque_tile": 2}
    twice = dataclasses.replace(table, open_city_tile=2, open_fountain=2, **last)
    once, other = (
        weigh(*position(30, options=options), 0, Rng(SECRET, 1), ticking(1))[0]
        for options in (Options(), twice)
    )
    assert once.chances == pytest.approx(other.chances)
    assert [2 * points for points in once.points] == pytest.approx(other.points)


def test_a_turn_without_an_equal_is_weighed_at_once():
    table = Table()
    table.hold("C")
    budget = ticking(100_000)
    found = weigh(table.game, table.state, 0, Rng(SECRET, 1), budget)
    assert {(one.action.x, one.action.y) for one in found} == {(0, -1)}
    assert len(found) == 2
    assert budget.looks < 100_000 - 2


@pytest.mark.parametrize("turns", [0, 18, 50])
def test_7_3_easy_chooses_in_one_pass(turns):
    game, state = position(turns)
    budget = ticking(9)
    easy.choose(game, state, state.to_move, Rng(SECRET, 1), budget)
    assert budget.looks == 0


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
@pytest.mark.parametrize(("turns", "players"), [(0, 2), (30, 5), (60, 2)])
def test_7_4_every_computer_player_ends_when_its_time_is_up(bot, turns, players):
    game, state = position(turns, players)
    budget = ticking(20)
    bot.choose(game, state, state.to_move, Rng(SECRET, 1), budget)
    assert budget.looks <= 20


def test_chance_is_the_only_difference_between_two_equal_thoughts():
    game, state = position(25)
    for bot in LEVELS:
        rngs = (Rng(SECRET, 1, "bot"), Rng(SECRET, 1, "bot"))
        first, again = (bot.choose(game, state, state.to_move, rng, ticking(200)) for rng in rngs)
        assert first == again
