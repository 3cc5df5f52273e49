"""The end of a game, with few cards left: what is said of it is what plain trying brings.

The search here knows nothing of the computer players' own: it takes all that the rules allow.
"""

import itertools

from games.core.bots import Budget
from games.core.review.judging import Grade, judge
from games.core.rng import Rng
from games.core.weighing import shares_of
from games.tiled_of_it.bots import following
from games.tiled_of_it.bots.levels import easy, medium
from games.tiled_of_it.bots.search import weigh
from games.tiled_of_it.options import Options
from games.tiled_of_it.rules import TiledOfIt
from tests.games.thinking import ticking
from tests.games.tiled_of_it.test_properties import deck_words, secret_of
from tests.size import THOROUGH, runs

TABLES = (
    {},
    {"size": 5, "hand_size": 4, "cards": 36},
    {"size": 4, "hand_size": 3, "cards": 28},
    {"size": 5, "top_only": True, "bonus": 2},
    {"size": 8, "hand_size": 3, "cards": 40},
    {"word_points": 2, "neighbour_points": 0, "bonus": 3, "cards": 30},
)
CARDS = 4
POSITIONS = runs(200, quick=10)


def plainly(game, state, known):
    """Return everyone's points from here on if each takes what brings their own lead most."""
    if state.to_move is None:
        return (0,) * len(state.scores)
    key = (state.grid, state.hands, state.pile, state.to_move)
    if key not in known:
        me = state.to_move
        reached = (tried(game, state, action, known) for action in game.legal_actions(state))
        known[key] = max(reached, key=lambda points: ahead(points, me))
    return known[key]


def tried(game, state, action, known):
    """Return everyone's points from here on with an action."""
    after = game.apply_action(state, action, Rng(secret_of(0), 1))  # nothing is drawn
    gained = zip(after.scores, state.scores, plainly(game, after, known), strict=True)
    return tuple(new - old + later for new, old, later in gained)


def ahead(points, me):
    return points[me] - sum(points[:me] + points[me + 1 :])


def endings(number, players=2, cards=CARDS):
    """Yield (game, state) of a game by computer players, from when few cards are left."""
    game, secret = (
        TiledOfIt(Options(**TABLES[number % len(TABLES)]), deck_words()),
        secret_of(number),
    )
    state = game.initial_state(players, Rng(secret, 0))
    for ply in itertools.count(1):
        if state.to_move is None:
            return
        if not state.deck_size and sum(state.sizes) <= cards:
            yield game, state
        bot = (easy, medium)[(number + state.to_move) // 2 % 2]
        view = game.observation(state, state.to_move)
        action = bot.choose(game, view, state.to_move, Rng(secret, ply, "bot"), ticking(4))
        state = game.apply_action(state, action, Rng(secret, ply))


def weighed(game, state, budget=None):
    """Return what is said of all there is, by action; a single look has to be enough."""
    view, also = game.observation(state, state.to_move), tuple(game.legal_actions(state))
    rng = Rng(secret_of(0), state.turns, "weigh")
    return weigh(game, view, state.to_move, rng, budget or Budget.of_looks(1), also)


def wrong(game, state, found):
    """Return the actions of which something else is said than what plain trying brings."""
    known, said = {}, {one.action: (one.chances, one.error) for one in found}
    ends = {
        action: [
            a + b for a, b in zip(state.scores, tried(game, state, action, known), strict=True)
        ]
        for action in game.legal_actions(state)
    }
    return [action for action, end in ends.items() if said[action] != (shares_of(end), 0.0)]


def positions():
    """Yield two positions of each game, with four cards and with three; if quick, small ones."""
    for number in itertools.count(2, 1 if THOROUGH else len(TABLES)):
        yield from itertools.islice(endings(number), 2)


def test_the_last_four_cards_are_judged_as_plain_trying_does():
    for game, state in itertools.islice(positions(), POSITIONS):
        found = weighed(game, state)
        assert wrong(game, state, found) == []
        assert [one.chance for one in found] == sorted((o.chance for o in found), reverse=True)


def test_a_discard_that_loses_for_certain_is_a_mistake():
    """A few replies of the other player alone would make it look like a sure win."""
    game, state = next(endings(434))
    found = weighed(game, state, Budget.of_looks(3500))
    lost = game.parse_action(state, "discard TES")
    said = judge(found, lost)
    assert (said.best.chance, said.played.chance, said.grade) == (1, 0, Grade.MISTAKE)


def test_alone_the_last_four_cards_bring_as_many_points_as_they_can():
    game, state = next(endings(2, players=1))
    best = max(
        state.scores[0] + tried(game, state, action, {})[0] for action in game.legal_actions(state)
    )
    found = weighed(game, state)
    assert (found[0].points, found[0].error) == ((best,), 0)
    assert {one.chance for one in found} <= {0.0, 1.0}


def test_of_three_the_last_hand_is_known_and_takes_what_makes_its_own_chance_highest():
    """Two turns are left; whoever has the last one doesn't care who else wins."""
    game, state = list(endings(3, players=3))[-2]
    last = (state.to_move + 1) % 3
    found = {one.action: one for one in weighed(game, state)}
    for action in game.legal_actions(state):
        after = game.apply_action(state, action, Rng(secret_of(0), 1))
        ends = [
            game.apply_action(after, one, Rng(secret_of(0), 2)) for one in game.legal_actions(after)
        ]
        highest = max(shares_of(end.scores)[last] for end in ends)
        assert found[action].chances[last] == highest
        assert found[action].chances in {shares_of(end.scores) for end in ends}
        assert found[action].error == 0


def test_whoever_waits_gets_the_certain_answer_only_if_there_is_time_for_it():
    game, state = next(endings(434))
    whole = weighed(game, state)
    assert weighed(game, state, ticking(100_000)) == whole
    hurried = ticking(40)
    found = weighed(game, state, hurried)
    assert hurried.looks <= 41
    assert min(one.error for one in found) > 0


def test_an_answer_that_would_take_too_long_is_not_called_certain(monkeypatch):
    game, state = next(endings(434))
    monkeypatch.setattr(following, "MOST", 20)
    assert min(one.error for one in weighed(game, state)) > 0


def test_a_search_that_is_not_whole_leaves_a_doubt():
    game, state = next(endings(2, cards=6))
    assert sum(state.sizes) == 6
    assert all(0 < one.chance < 1 for one in weighed(game, state, Budget.of_looks(3500)))
