"""Turns written in a mail: whoever has nothing but that mail knows how, and is understood."""

import itertools

import pytest

from games.core.errors import BadNotation
from games.core.extras.protocols import parse_reply
from tests.conformance.playing import SLUGS, load_game, steps_of


@pytest.fixture(params=SLUGS)
def game(request):
    return load_game(request.param)


def test_a_mail_says_how_a_turn_is_written(game):
    """In a line that begins in the middle of a sentence and leaves its end to the mail."""
    assert game.info.example
    line = str(game.info.line)
    assert 40 < len(line) < 240
    assert line[0].islower()
    assert not line.endswith((".", ":", ","))


def test_the_notation_is_understood_by_what_the_player_sees(game):
    steps = steps_of(game, game.info.min_players)
    for state, _, _ in steps[::9]:
        seen = game.observation(state, state.to_move)
        for action in itertools.islice(game.legal_actions(seen), 100):
            for text in (game.action_text(seen, action), game.action_text(seen, action).lower()):
                assert parse_reply(game, seen, text) == action


@pytest.mark.parametrize("text", ["", "?", "x" * 200, "1 2 3", "é", "thanks, see you tomorrow"])
def test_what_is_no_turn_is_answered_in_words(game, text):
    state = steps_of(game, game.info.min_players)[0][0]
    with pytest.raises(BadNotation) as refusal:
        parse_reply(game, game.observation(state, state.to_move), text)
    assert str(refusal.value).startswith("Write ")
