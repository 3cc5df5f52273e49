"""What you can take back in each game: nothing that was drawn or shown, and then all of it."""

import dataclasses

import pytest

from games.core import codec
from games.core.extras.protocols import clock_key
from games.core.language.events import Event
from games.core.language.wording import sentence
from games.core.log.replay import replay
from games.core.log.takeback import TakeBack, decode_entry, encode_entry, may_take_back, take_back
from games.core.rng import Rng
from games.upwords.position.model import Pass
from tests.conformance.playing import SLUGS, load_game, secret_of, steps_of

VARIANTS = [*((slug, {}) for slug in SLUGS), ("tilekingdom", {"mode": "chess"})]
VARIANTS += [("counting_tiles", {"drops": "counted"})]


@pytest.fixture(params=VARIANTS, ids=lambda variant: "-".join([variant[0], *variant[1].values()]))
def game(request):
    return load_game(*request.param)


def without_events(state):
    return dataclasses.replace(state, events=())


def test_what_is_taken_back_was_never_drawn_or_shown(game):
    for players in {game.info.min_players, game.info.max_players}:
        for number, (state, action, after) in enumerate(steps_of(game, players)):
            if not may_take_back(game, state, action):
                continue
            assert clock_key(game, state) is None
            assert not game.is_terminal(after)
            for luck in range(3):
                other = Rng(secret_of(number), luck, "luck")
                assert game.apply_action(state, action, other) == after
            back = take_back(game, state, action)
            assert without_events(back) == without_events(state)
            assert game.decode_state(game.encode_state(back)) == back
            gains = [0] * players
            for event in (*after.events, *back.events):
                if event.points:
                    gains[event.player] += event.points
            assert gains == [0] * players
            assert all(len(str(sentence(game.wording, event))) <= 200 for event in back.events)
            codec.encode(back.events, tuple[Event, ...])


def test_a_log_with_takebacks_is_played_again(game):
    """Each move that can be is taken back once and then made again."""
    players = game.info.min_players
    secret, entries, states = secret_of(4), [], [game.initial_state(players, Rng(secret_of(4), 0))]
    for ply in range(1, 400):
        if game.is_terminal(states[-1]):
            break
        actions = list(game.legal_actions(states[-1]))
        action = Rng(secret, ply, "random").choice(actions)
        fresh = len(entries) > 1 and not isinstance(entries[-1], TakeBack)
        if fresh and may_take_back(game, states[-2], entries[-1]):
            states.append(take_back(game, states[-2], entries[-1]))
            entries.append(TakeBack(len(entries) - 1))
            continue
        states.append(game.apply_action(states[-1], action, Rng(secret, len(entries) + 1)))
        entries.append(action)
    stored = [decode_entry(game, encode_entry(game, entry)) for entry in entries]
    assert stored == entries
    assert list(replay(game, players, secret, stored)) == states
    points = [0] * players
    for state in states:
        for event in state.events:
            if event.points:
                points[event.player] += event.points
    assert tuple(points) == game.scores(states[-1])


def taken(slug, options=None, games=1):
    """Return (position, action) of all that could be taken back in random games, and of the rest.

    Without the last turns, after which the games are over.
    """
    game = load_game(slug, options)
    split = {True: [], False: []}
    for number in range(games):
        for state, action, after in steps_of(game, game.info.min_players, number):
            if not game.is_terminal(after):
                split[may_take_back(game, state, action)].append((state, action))
    return split[True], split[False]


def test_in_tilekingdom_the_next_tile_is_drawn_with_every_turn():
    can, cannot = taken("tilekingdom")
    assert (can, bool(cannot)) == ([], True)
    can, cannot = taken("tilekingdom", {"mode": "chess"})
    assert (bool(can), cannot) == (True, [])


def test_in_upwords_passes_and_plays_without_a_bag():
    can, cannot = taken("upwords", games=5)
    assert can
    assert all(isinstance(action, Pass) or not state.pile for state, action in can)
    assert not any(isinstance(action, Pass) or not state.pile for state, action in cannot)


def test_in_tiled_of_it_turns_without_a_deck():
    can, cannot = taken("tiled_of_it")
    assert {state.deck_size for state, _ in can} == {0}
    assert 0 not in {state.deck_size for state, _ in cannot}


def test_in_words_with_chilwell_words_after_which_no_tile_is_taken():
    can, cannot = taken("words_with_chilwell", games=9)
    assert can
    assert all(action.word and not action.draw for _, action in can)
    assert all(action.draw for _, action in cannot)


def test_in_counting_tiles_bonuses_that_draw_nothing_and_none_by_the_clock():
    assert taken("counting_tiles")[0] == []
    names = {
        type(action).__name__ for _, action in taken("counting_tiles", {"drops": "counted"})[0]
    }
    assert names <= {"Remove", "Change"}
