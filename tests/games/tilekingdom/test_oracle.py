"""Random games held against the flood-fill oracle, and the invariants that always hold."""

from collections import Counter, defaultdict

import pytest

from games.core.rng import Rng
from games.tilekingdom.bots.playout import random_playout
from games.tilekingdom.options import Options
from games.tilekingdom.position.model import Placement
from games.tilekingdom.position.pieces import DESERT, OPEN, SUBJECT, position_of
from games.tilekingdom.position.tiles import TOTAL
from games.tilekingdom.rules import Tilekingdom
from tests.games.tilekingdom.oracle import Oracle
from tests.size import runs


def secret_of(number):
    return number.to_bytes(32, "big")


def random_action(game, state, rng, taste):
    """Return a random action; a taste for a kind of feature takes such a subject when it can."""
    actions = list(game.legal_actions(state))
    wanted = [action for action in actions if (action.subject or "-")[0] in taste]
    return rng.choice(wanted or actions)


def games(numbers, taste="-crmf"):
    """Yield (game, state before, action, state after) of random games: 2 to 5 seats, each mode."""
    for number in numbers:
        secret = secret_of(number)
        game = Tilekingdom(Options(mode="chess" if number // 4 % 2 else "default"))
        state = game.initial_state(2 + number % 4, Rng(secret, 0))
        ply = 0
        while state.to_move is not None:
            ply += 1
            action = random_action(game, state, Rng(secret, ply, "test"), taste)
            after = game.apply_action(state, action, Rng(secret, ply))
            yield game, state, action, after
            state = after


def assert_index_rebuilds(game, state):
    """Hold that the facts alone give the same index as play did."""
    rebuilt = game.decode_state(game.encode_state(state))
    assert rebuilt == state
    old, new = state.index, rebuilt.index
    assert (new.tiles, new.frontier, new.kinds) == (old.tiles, old.frontier, old.kinds)
    assert new.claims == old.claims
    assert sorted(new.mosques) == sorted(old.mosques)
    for node in range(len(old.parent)):
        root, other = old.root(node), new.root(node)
        assert (new.data[other], new.marks[other]) == (old.data[root], old.marks[root])


@pytest.mark.parametrize(
    ("numbers", "taste"),
    [
        (range(runs(70, quick=6)), "-crmf"),
        (range(100, 100 + runs(30, quick=3)), "f"),  # many deserts beside many cities
        (range(200, 200 + runs(20, quick=3)), "c"),
        (range(300, 310), "-"),
    ],
    ids=["any", "deserts", "cities", "nobody"],
)
def test_random_games_agree_with_flood_fill(numbers, taste):
    oracle = None
    for ply, (game, state, action, after) in enumerate(games(numbers, taste)):
        if len(state.placements) == 1:
            start = state.placements[0]
            players = len(state.scores)
            oracle = Oracle(game.options, players, {(0, 0): start}, [], [0] * players)
        if ply % 5 == 0:
            legal = {(a.x, a.y, a.rotation) for a in game.legal_actions(state)}
            assert legal == oracle.legal(state.tile)
        oracle.play(state.tile, action, state.to_move)
        if after.to_move is None:
            oracle.finish()
        assert after.scores == tuple(oracle.scores)
        assert after.subjects == tuple(oracle.subjects)


@pytest.mark.parametrize("block", range(4))
def test_4_2_offered_subjects_agree_with_flood_fill_at_every_placement(block):
    first = 4000 + 250 * block
    taste = ("-crmf", "f", "rf", "cf")[block]
    for game, state, _, _ in games(range(first, first + runs(250, quick=2)), taste):
        players = len(state.scores)
        tiles = {(one.x, one.y): one for one in state.placements}
        oracle = Oracle(game.options, players, tiles, list(state.subjects), list(state.scores))
        taken = frozenset().union(*oracle.standing())
        offered = defaultdict(set)
        for action in game.legal_actions(state):
            offered[action.x, action.y, action.rotation].add(action.subject)
        for (x, y, rotation), subjects in offered.items():
            tiles[x, y] = Placement(state.tile, x, y, rotation, 0)
            free = oracle.free(x, y, taken) if state.supplies[state.to_move] else set()
            assert subjects == free | {None}, (state.tile, x, y, rotation)
            del tiles[x, y]


def test_3_3_what_a_feature_would_join_is_what_it_joins():
    for _, state, _, _ in games(range(5002, 5002 + runs(60, quick=4)), "rf"):
        for cell, piece in state.index.placements(state.tile):
            laid = state.index.copy()
            for number, root in enumerate(laid.roots(laid.lay(cell, piece), piece)):
                data, marks, _ = state.index.joined(cell, piece, number)
                assert data == laid.data[root], (position_of(cell), piece.kind, piece.rotation)
                # A desert's marks are the cities it touches: those of the new tile are yet to come.
                there = (1 << len(state.index.parent)) - 1 if piece.kinds[number] == DESERT else -1
                assert marks == laid.marks[root] & there


@pytest.mark.parametrize("block", range(4))
def test_random_games_keep_every_invariant(block):
    first = 1000 + 250 * block
    for game, state, _, after in games(range(first, first + runs(250, quick=12))):
        held = after.tile is not None
        bag = sum(after.bag.values()) + len(after.order) + len(after.removed)
        assert len(after.placements) + bag + held == TOTAL
        standing = Counter(one.player for one in after.subjects)
        for player, supply in enumerate(after.supplies):
            assert supply + standing[player] == 7
            assert after.scores[player] >= state.scores[player]
        gained = sum(event.points for event in after.events)
        assert sum(after.scores) - sum(state.scores) == gained
        for root in after.index.standing():
            assert after.index.data[root] & OPEN, "a complete feature carries a subject"
        if after.to_move is None:
            assert not any(value >= SUBJECT for value in after.index.data)
            assert after.tile is None
        if len(after.placements) % 24 == 0 or after.to_move is None:
            assert_index_rebuilds(game, after)


def test_random_play_scores_what_correct_engines_score():
    """Correct engines give 19.2 to 20.0 points a player for two players at random."""
    game = Tilekingdom(Options())
    state = game.initial_state(2, Rng(secret_of(1), 0))
    rng = Rng(secret_of(1), 0, "playouts")
    scores = [random_playout(game, state, rng) for _ in range(2000)]
    mean = sum(map(sum, scores)) / (2 * len(scores))
    print(f"mean score of random play: {mean:.2f}")  # noqa: T201 - a gauge to read
    assert 19.0 <= mean <= 20.2
