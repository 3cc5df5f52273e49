"""The computer players: legal, in time, each clearly better than the one before."""

import functools
import itertools
import statistics

import pytest

from games.core.bots import RANDOM, Budget
from games.core.rng import Rng
from games.tiled_of_it.bots.deals import DEEP, Deals, settled
from games.tiled_of_it.bots.evaluation import Horizon
from games.tiled_of_it.bots.levels import easy, hard, medium
from games.tiled_of_it.bots.playout import Line, Turn, card_numbers
from games.tiled_of_it.bots.playout import Table as Numbers
from games.tiled_of_it.bots.search import lead, least_useful, weigh
from games.tiled_of_it.options import Options
from games.tiled_of_it.position.deck import CARDS
from games.tiled_of_it.position.model import Card, Discard, Place
from games.tiled_of_it.rules import TiledOfIt
from games.words.data import source
from games.words.lists.packing import words_of
from tests.games.thinking import ticking
from tests.games.tiled_of_it.table import BLUE, RED, SECRET, Table
from tests.games.tiled_of_it.test_properties import deck_words

LEVELS = [easy, medium, hard]


def secret_of(number):
    return number.to_bytes(32, "big")


@functools.cache
def words():
    """Return the words of two cards, with those that most people know as everyday."""
    tiers = source.tiers()
    known = [word for word in deck_words() if tiers[word] <= source.LARGEST_TIER["everyday"]]
    return words_of(deck_words(), everyday=words_of(known))


def finish(game, players, secret, bots, steps=12):
    """Play a game to its end and return the last position."""
    state = game.initial_state(players, Rng(secret, 0))
    for ply in itertools.count(1):
        if state.to_move is None:
            return state
        bot = bots[state.to_move]
        view = game.observation(state, state.to_move)
        rng = Rng(secret, ply, "bot")
        action = bot.choose(game, view, state.to_move, rng, ticking(steps))
        state = game.apply_action(state, action, Rng(secret, ply))
    raise AssertionError


def wins(first, second, games, steps=12):
    """Return how many games the first player wins, seats swapped every game."""
    game = TiledOfIt(Options(), words())
    won = 0
    for number in range(games):
        seat = number % 2
        bots = [first, second] if seat == 0 else [second, first]
        state = finish(game, 2, secret_of(100 + number // 2), bots, steps)
        won += state.scores[seat] > state.scores[1 - seat]
    return won


@pytest.mark.thorough
def test_easy_beats_random_play():
    assert wins(easy, RANDOM, 30) >= 27


@pytest.mark.thorough
def test_medium_beats_easy():
    assert wins(medium, easy, 30) >= 20


@pytest.mark.thorough
def test_hard_beats_medium():
    assert wins(hard, medium, 10, steps=150) >= 8


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_whole_games_of_one_level(bot, players):
    options = Options(size=4 + players, hand_size=3 + players, top_only=players == 3)
    game = TiledOfIt(options, words())
    state = finish(game, players, secret_of(players), [bot] * players, steps=4)
    assert state.to_move is None
    assert min(state.sizes) == 0
    assert sum(state.scores) > 40


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
def test_without_a_word_to_build_a_card_is_discarded(bot):
    table = Table("pile").put({(0, 0): ("zz", RED)}).hold(BLUE, "le", "xx")
    action = bot.choose(table.game, table.state, BLUE, Rng(SECRET, 1), ticking(9))
    assert action in (Discard("le"), Discard("xx"))


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
def test_a_word_that_nobody_wants_to_be_shown_is_the_last_resort(bot):
    table = Table("pile", "pixx").put({(0, 0): ("pi", RED)}).hold(BLUE, "le", "xx")
    table.game.words.unshown = frozenset({"pixx"})
    for hand, card in ((("le", "xx"), "le"), (("xx",), "xx")):
        table.hold(BLUE, *hand)
        action = bot.choose(table.game, table.state, BLUE, Rng(SECRET, 1), ticking(9))
        assert isinstance(action, Place)
        assert action.card == card


def test_easy_knows_only_everyday_words():
    table = Table("pile", "lend").put({(0, 0): ("pi", RED), (3, 3): ("nd", RED)})
    game = TiledOfIt(Options(), words_of(["pile", "lend"], everyday=words_of(["pile"])))
    table.hold(BLUE, "le")
    cells = {
        (action.row, action.col)
        for number in range(30)
        for action in [easy.choose(game, table.state, 0, Rng(secret_of(number), 1), ticking(9))]
    }
    assert cells == {(0, 1), (1, 0)}


def test_medium_looks_at_the_lead_not_at_its_points_alone():
    """ND after a blue LE brings a point more ahead than after a red one."""
    table = Table("lend", "pind").put({(0, 0): ("le", RED), (4, 0): ("pi", BLUE)}).hold(BLUE, "nd")
    action = medium.choose(table.game, table.state, BLUE, Rng(SECRET, 1), ticking(9))
    assert (action.row, action.col) in {(4, 1), (5, 0)}


def test_hard_does_not_open_what_the_next_player_takes():
    """Both ends bring the same now, but beside ER the next card would take it and more."""
    table = Table("lend", "owle", "owler", players=2).hold(BLUE, "nd").set(deck=(), deck_size=0)
    table.put({(0, 0): ("le", BLUE), (3, 3): ("le", BLUE), (3, 2): ("q", RED)}).hold(RED, "ow")
    view = table.game.observation(table.state, BLUE)
    action = hard.choose(table.game, view, BLUE, Rng(SECRET, 1), ticking(99))
    assert isinstance(action, Place)
    assert (action.row, action.col) in {(0, 1), (1, 0), (3, 4), (4, 3)}


def test_the_lead_is_over_the_best_of_the_others():
    assert lead([3, 5, 9], 1) == -4
    assert lead([3, 5, 4], 1) == 1
    assert lead([3], 0) == 3


def test_the_least_useful_card_has_the_fewest_partners():
    game = TiledOfIt(Options(), words_of([CARDS[0] + CARDS[1], CARDS[2] + CARDS[0]]))
    assert least_useful(game, CARDS[:3]) == CARDS[1]
    assert least_useful(game, [CARDS[0], CARDS[5]]) == CARDS[5]


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
def test_every_computer_player_ends_when_its_time_is_up(bot):
    table = Table(players=4, options=Options(size=8))
    table.game = TiledOfIt(Options(size=8), words())
    cells = {(n // 8, n % 8): (CARDS[n], n % 4) for n in range(25)}
    pile = tuple(Card(card, 1) for card in CARDS[25:40])
    table.put(cells).set(pile=pile).hold(0, *CARDS[40:47])
    view = table.game.observation(table.state, 0)
    budget = ticking(3)
    bot.choose(table.game, view, 0, Rng(SECRET, 1), budget)
    assert budget.looks <= 3


def weighed(game, view, looks=60, also=(), number=1):
    """Return what the turns of whoever is to move promise, by a number of looks."""
    rng = Rng(secret_of(number), 1, "weigh")
    return weigh(game, view, view.to_move, rng, Budget.of_looks(looks), also)


def views(numbers, players=2, every=7):
    """Yield (game, view) from games of Medium with itself."""
    game = TiledOfIt(Options(), words())
    for number in numbers:
        state = game.initial_state(players, Rng(secret_of(number), 0))
        for ply in itertools.count(1):
            if state.to_move is None:
                break
            view = game.observation(state, state.to_move)
            if ply % every == 1:
                yield game, view
            rng = Rng(secret_of(number), ply, "bot")
            action = medium.choose(game, view, state.to_move, rng, ticking(4))
            state = game.apply_action(state, action, Rng(secret_of(number), ply))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_is_weighed_is_legal_and_shares_the_win(players):
    for game, view in views([players], players):
        found = weighed(game, view)
        legal = list(game.legal_actions(view))
        actions = [one.action for one in found]
        assert len(actions) == len(set(actions)) >= min(3, len(legal))
        assert set(actions) <= set(legal)
        worths = [one.points[0] if players == 1 else one.chance for one in found]
        assert worths == sorted(worths, reverse=True)
        for one in found:
            assert all(0 <= chance <= 1 for chance in one.chances)
            assert players == 1 or sum(one.chances) == pytest.approx(1)
            assert len(one.points) == len(one.chances) == players
            assert 0 <= one.error < 0.5


def test_the_same_looks_and_chance_bring_the_same_answer():
    for game, view in views([5], every=19):
        assert weighed(game, view) == weighed(game, view)


def test_what_was_asked_for_is_weighed_too():
    for game, view in views([6], every=13):
        legal = list(game.legal_actions(view))
        for looks in (1, 300):
            asked = [legal[0], legal[-1]]
            actions = [one.action for one in weighed(game, view, looks, asked)]
            assert set(asked) <= set(actions)
            assert len(actions) == len(set(actions))


def test_with_the_last_turn_the_game_is_decided():
    """Whoever is ahead after it has won, and equals share the win."""
    table = Table("pile", players=2).put({(0, 0): ("pi", RED), (3, 3): ("zz", RED)})
    table.hold(BLUE, "le").hold(RED).set(deck=(), deck_size=0, first=0, turns=5, to_move=BLUE)
    for blue, chances in ((4, (1.0, 0.0)), (3, (0.5, 0.5)), (2, (0.0, 1.0))):
        table.set(scores=(blue, 2), first=1)
        found = {one.action: one for one in weighed(table.game, table.state)}
        best = found[Place("le", 0, 1)]
        assert (best.chances, best.points, best.error) == (chances, (blue + 2, 5), 0)


def plainly(line, horizon):
    """Return both players' points in the end by the best turns of both, with every turn tried."""
    left = line.turns_left()
    if not left:
        return horizon.points(line.scores, line.held(), 0)
    me, reached = line.mover(), []
    for turn in (*map(Turn._make, line.placements(1.0)), *line.discards()):
        following = line.copy()
        following.play(turn)
        reached.append(plainly(following, horizon))
    return max(reached, key=lambda points: points[me] - points[1 - me])


def test_the_last_turns_are_searched_to_the_end():
    """What both can do at their best is what trying every turn brings."""
    game = TiledOfIt(Options(size=4, cards=28), words())
    for number in range(6):
        state = game.initial_state(2, Rng(secret_of(number), 0))
        while state.turns < 25:
            view = game.observation(state, state.to_move)
            rng = Rng(secret_of(number), state.turns, "bot")
            action = medium.choose(game, view, state.to_move, rng, ticking(4))
            state = game.apply_action(state, action, Rng(secret_of(number), state.turns + 1))
        if state.to_move is None or state.pile:
            continue
        number_of = Numbers(game.options, 2, card_numbers(state), game.joins)
        hands = [sum(1 << number_of.number[text] for text in hand) for hand in state.hands]
        line = Line(number_of, state, hands, [])
        horizon = Horizon(game.options, 2, state.first)
        points, left = settled(line, horizon, 9)
        best = plainly(line, horizon)
        assert left == 0
        assert points[0] - points[1] == best[0] - best[1]


@pytest.mark.parametrize("players", [2, 3])
def test_a_line_is_judged_with_each_player_next_once(players):
    """What it's worth to be next differs from board to board, so it mustn't be one player's."""
    game = TiledOfIt(Options(), words())
    state = game.initial_state(players, Rng(SECRET, 0))
    for turn in range(2 * players):
        view = game.observation(state, state.to_move)
        action = medium.choose(game, view, state.to_move, Rng(SECRET, turn, "bot"), ticking(4))
        state = game.apply_action(state, action, Rng(SECRET, turn + 1))
    view = game.observation(state, state.to_move)
    numbers = Numbers(game.options, players, card_numbers(view), game.joins)
    deals = Deals(numbers, view, view.to_move)
    start = deals.line(Rng(SECRET, 0, "deal"))
    turn = start.best(deals.horizon.control(start.turns_left()))

    line, judged = start.copy(), []
    line.play(turn)
    for _ in range(DEEP + 1):
        left = line.turns_left()
        judged.append(deals.horizon.points(line.scores, line.held(), left))
        line.play(line.best(deals.horizon.control(left)))
    means = [statistics.fmean(column) for column in zip(*judged[-players:], strict=True)]
    assert deals.outcome(turn, start)[0] == pytest.approx(means)
