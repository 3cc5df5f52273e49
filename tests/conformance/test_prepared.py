"""Turns prepared, forced turns and passes: what every game says of them, and that nothing leaks."""

import itertools
import json
from typing import Any

import pytest

from games.core.errors import IllegalAction
from games.core.extras.conditions import Condition
from games.core.extras.prepared import (
    Obstacle,
    Prepared,
    holds,
    may_repeat,
    obstacle,
    points_of,
    prepare,
    sole_action,
)
from games.core.extras.protocols import Prepares, bag_is_empty, foresee, pass_action, preview
from games.core.language.text import Text
from games.core.rng import Rng
from games.registry import game_class
from tests.conformance.hidden import deal_otherwise
from tests.conformance.playing import SLUGS, load_game, secret_of, steps_of
from tests.size import runs

OPTIONS = {"tilekingdom": {"mode": "chess"}}  # else nobody knows their next tile
PREPARING = [
    (slug, OPTIONS.get(slug, {})) for slug in SLUGS if issubclass(game_class(slug), Prepares)
]
NOT_PREPARING = [slug for slug in SLUGS if not issubclass(game_class(slug), Prepares)]
FEW = 12  # actions tried in a position


@pytest.fixture(params=SLUGS)
def game(request):
    return load_game(request.param)


def some(actions, few=FEW):
    """Return some of the actions, from the first to the last."""
    found = list(actions)
    return found[:: max(1, len(found) // few)] + found[-1:]


def every(step, count):
    """Return the numbers below count, of which one in so many where there are many."""
    return range(0, count, step if count > 20 * step else 1)


# --- Passes and agreements ------------------------------------------------------------------------


def test_a_pass_is_legal_whenever_a_game_has_one(game):
    for players in {game.info.min_players, game.info.max_players}:
        steps = steps_of(game, players)
        for state, _, _ in steps[::7]:
            passing = pass_action(game, state)
            assert (passing is not None) is game.info.passes
            if passing is not None:
                assert passing in list(game.legal_actions(state))
                assert pass_action(game, game.observation(state, state.to_move)) == passing
        assert pass_action(game, steps[-1][2]) is None


def test_only_those_who_play_together_can_agree_on_an_end(game):
    assert set(game.info.agreements) <= {"draw", "end"}
    assert bool(game.info.agreements) is (game.info.max_players > 1)


def test_no_action_is_called_like_an_entry_of_every_log(game):
    for _, action, _ in steps_of(game, game.info.min_players):
        assert type(action).__name__ != "TakeBack"


# --- Forced turns ---------------------------------------------------------------------------------


def test_a_sole_action_is_the_only_one_and_known_to_its_player(game):
    for players in {game.info.min_players, game.info.max_players}:
        steps = steps_of(game, players)
        for number, (state, _, _) in enumerate(steps):
            if number % 5 and number < len(steps) - 20:
                continue
            actions = list(game.legal_actions(state))
            sole = sole_action(game, state)
            assert sole == (actions[0] if len(actions) == 1 else None)
            assert sole_action(game, game.observation(state, state.to_move)) == sole
            other = deal_otherwise(game, state, state.to_move, Rng(secret_of(number), 0, "deal"))
            assert sole_action(game, other) == sole
        assert sole_action(game, steps[-1][2]) is None


def test_no_more_than_two_actions_are_looked_at(game, monkeypatch):
    looked = []
    found = type(game).legal_actions

    def counted(self, state):
        for action in found(self, state):
            looked.append(action)
            yield action

    monkeypatch.setattr(type(game), "legal_actions", counted)
    state = game.initial_state(game.info.min_players, Rng(secret_of(1), 0))
    sole_action(game, state)
    assert len(looked) <= 2


# --- The referee's word on a view -----------------------------------------------------------------


def refused(game, state, action):
    try:
        game.apply_action(state, action, Rng(secret_of(1), 1))
    except IllegalAction as error:
        return error.text
    return None


@pytest.mark.parametrize(("slug", "options"), PREPARING)
def test_what_the_referee_says_is_known_from_a_view(slug, options):
    """Actions of this position and of others, for a referee who sees everything."""
    game = load_game(slug, options)
    for players in {game.info.min_players, game.info.max_players}:
        steps = steps_of(game, players)
        said = []
        elsewhere = [action for _, action, _ in steps[:: max(1, len(steps) // 25)]]
        for state, _, _ in steps[:: max(1, len(steps) // 12)]:
            view = game.observation(state, state.to_move)
            for action in [*some(game.legal_actions(view)), *elsewhere]:
                said.append(game.refusal(view, action))
                assert game.refusal(view, action) == refused(game, state, action)
        over = steps[-1][2]
        assert game.refusal(over, steps[-1][1]) == refused(game, over, steps[-1][1])
        assert isinstance(game.refusal(over, steps[-1][1]), Text)
        assert None in said


# --- Turns prepared -------------------------------------------------------------------------------


def prepared(game, state, player, few=4) -> list[Prepared[Any]]:
    """Return turns prepared on every condition for some actions of a player who is waiting."""
    view = game.observation(state, player)
    ahead = foresee(game, view, player)
    turns = []
    for action in some(game.legal_actions(ahead), few) if ahead is not None else ():
        for condition in game.conditions(action):
            repeat = may_repeat(game, ahead, action, condition)
            turns.append(prepare(game, view, player, action, condition, repeat=repeat))
    return turns


@pytest.mark.parametrize("slug", NOT_PREPARING)
def test_where_nothing_is_foreseen_nothing_is_prepared(slug):
    game = load_game(slug)
    for state, action, _ in steps_of(game, game.info.min_players)[::9]:
        for player in range(len(game.scores(state))):
            for condition in Condition:
                with pytest.raises(IllegalAction, match="can't prepare"):
                    prepare(game, game.observation(state, player), player, action, condition)


def test_without_knowing_the_tile_no_turn_is_prepared():
    game = load_game("tilekingdom")
    state, action, _ = steps_of(game, 2)[5]
    assert foresee(game, state, 1 - state.to_move) is None
    with pytest.raises(IllegalAction, match="can't prepare"):
        prepare(game, state, 1 - state.to_move, action, Condition.LEGAL)


@pytest.mark.parametrize(("slug", "options"), PREPARING)
def test_what_is_prepared_can_be_read_and_stored(slug, options):
    game = load_game(slug, options)
    seen = set()
    for state, _, _ in steps_of(game, game.info.max_players)[2::11]:
        for player in range(game.info.max_players):
            for turn in prepared(game, state, player):
                seen.add(turn.condition)
                words = str(game.conditions(turn.action)[turn.condition])
                assert words.startswith(("if ", "while ", "whatever happens"))
                assert json.loads(json.dumps(turn.footing)) == turn.footing
                assert (turn.points is not None) is (turn.condition is Condition.POINTS)
                assert turn.text
                assert not turn.repeat or turn.action == pass_action(game, state)
    assert {Condition.LEGAL, Condition.FOOTING} <= seen


@pytest.mark.parametrize(("slug", "options"), PREPARING)
def test_a_prepared_turn_holds_by_what_its_owner_sees_and_is_legal_then(slug, options):
    """They were prepared a turn or a round before, judged when the turn has come."""
    game = load_game(slug, options)
    players = min(3, game.info.max_players)
    steps = steps_of(game, players)
    played = fell = 0
    for at in every(5, len(steps) - players):
        for ahead in range(1, players):
            mine = steps[at + ahead][0]
            player = mine.to_move
            if any(steps[at + step][0].to_move == player for step in range(ahead)):
                continue
            view = game.observation(mine, player)
            other = deal_otherwise(game, mine, player, Rng(secret_of(at), 0, "deal"))
            for turn in prepared(game, steps[at][0], player):
                reason = obstacle(game, view, player, turn)
                assert obstacle(game, game.observation(other, player), player, turn) == reason
                assert holds(game, view, player, turn) is (reason is None)
                played, fell = played + (reason is None), fell + (reason is not None)
                if reason is None:
                    assert refused(game, mine, turn.action) is None
                    assert game.action_text(mine, turn.action) == turn.text
    assert played > 0
    assert fell > 0 or slug == "words_with_chilwell"


@pytest.mark.parametrize(("slug", "options"), PREPARING)
def test_on_the_same_footing_a_turn_brings_the_same(slug, options):
    game = load_game(slug, options)
    players = min(3, game.info.max_players)
    compared = 0
    for number in range(runs(6, quick=2)):
        steps = steps_of(game, players, number)
        for at in every(3, len(steps) - 1):
            compared += compare_footings(game, steps[at][0], steps[at + 1][0])
    assert compared > 20


def compare_footings(game, before, mine):
    """Hold that turns on the same footing as a turn before bring the same; return how many."""
    player, compared = mine.to_move, 0
    ahead = foresee(game, game.observation(before, player), player)
    view = game.observation(mine, player)
    for action in some(game.legal_actions(ahead), 30) if ahead is not None else ():
        if Condition.FOOTING not in game.conditions(action) or game.refusal(view, action):
            continue
        if game.footing(ahead, action) == game.footing(view, action):
            compared += 1
            assert preview(game, ahead, player, action) == preview(game, view, player, action)
            assert brings(game, ahead, player, action) == brings(game, mine, player, action)
    return compared


def brings(game, state, player, action):
    """Return what an action brings at once, where nothing hidden is needed to play it."""
    if game.info.hidden_information:
        return points_of(game, state, player, action)
    after = game.apply_action(state, action, Rng(secret_of(1), 1))
    if after.to_move is None:
        return None
    return [event for event in after.events if event.points]


@pytest.mark.parametrize(("slug", "options"), PREPARING)
def test_nothing_can_be_prepared_when_a_game_is_over(slug, options):
    game = load_game(slug, options)
    over = steps_of(game, game.info.min_players)[-1][2]
    assert [foresee(game, over, player) for player in range(len(over.scores))] == [
        None for _ in over.scores
    ]


def test_whose_bag_is_empty_stays_so(game):
    for players in {game.info.min_players, game.info.max_players}:
        empty = [bag_is_empty(game, state) for state, _, _ in steps_of(game, players)]
        flips = [pair for pair in itertools.pairwise(empty) if pair[0] != pair[1]]
        assert flips in ([], [(False, True)])


def test_a_prepared_turn_waits_for_its_turn():
    game = load_game("upwords")
    state = steps_of(game, 2)[4][0]
    player = 1 - state.to_move
    view = game.observation(state, player)
    turn = prepare(game, view, player, pass_action(game, state), Condition.LEGAL)
    assert obstacle(game, view, player, turn) is Obstacle.NOT_NOW
