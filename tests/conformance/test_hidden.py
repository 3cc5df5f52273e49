"""What a game hides is hidden in its positions, its notation and the events of its turns."""

from pathlib import Path

import pytest

from games.core.rng import Rng
from tests.conformance.hidden import alike, deal_otherwise, without_events
from tests.conformance.playing import SLUGS, load_game, secret_of, steps_of


@pytest.fixture(params=SLUGS)
def game(request):
    return load_game(request.param)


def turns(game, *, every):
    """Yield (number, players, state, action, next state) of random games, one turn in some."""
    for players in {game.info.min_players, game.info.max_players}:
        steps = steps_of(game, players)
        for number in range(0, len(steps), every):
            yield number, players, *steps[number]


def test_a_game_that_hides_something_says_what(game):
    path = Path(__file__).parents[1] / "games" / game.info.slug / "hidden.py"
    assert path.exists() is game.info.hidden_information


def test_hidden_things_can_be_dealt_otherwise_and_are_not_seen(game):
    changed = 0
    for number, players, state, _, _ in turns(game, every=4):
        for player in (None, *range(players)):
            other = deal_otherwise(game, state, player, Rng(secret_of(number), 0, "deal"))
            assert game.observation(other, player) == game.observation(state, player)
            assert game.decode_state(game.encode_state(other)) == other
            changed += other != state
    assert (changed > 0) is game.info.hidden_information


def test_without_hidden_information_everyone_sees_the_whole_position(game):
    for _, players, state, _, _ in turns(game, every=9):
        seen = [game.observation(state, player) == state for player in (None, *range(players))]
        assert all(seen) or game.info.hidden_information


def test_others_cannot_tell_turns_that_are_alike(game):
    for number, players, state, _, _ in turns(game, every=3):
        rng = Rng(secret_of(number), 0, "alike")
        others = [player for player in (None, *range(players)) if player != state.to_move]
        for twins in secret_turns(game, state)[:1]:
            told = [game.log_text(state, twin) for twin in twins]
            reached = [game.apply_action(state, twin, rng) for twin in twins]
            assert told == [told[0]] * len(twins)
            for player in others if reached[0].to_move is not None else ():
                views = [game.observation(one, player) for one in reached]
                assert views == [views[0]] * len(views)


def secret_turns(game, state):
    """Return for the legal turns that others cannot tell from some other: they and the others."""
    twins = (alike(game, state, action) for action in game.legal_actions(state))
    return [actions for actions in twins if len(actions) > 1]


def test_the_events_of_a_turn_tell_no_draw_that_the_position_hides(game):
    """With other luck the same turn leads elsewhere; if you can't see where, nothing tells you."""
    for number, players, state, action, after in turns(game, every=2):
        reached = game.apply_action(state, action, Rng(secret_of(number), 0, "luck"))
        for player in (None, *range(players)):
            views = [game.observation(one, player) for one in (reached, after)]
            if without_events(views[0]) == without_events(views[1]):
                assert reached.events == after.events
