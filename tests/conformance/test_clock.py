"""What the clock does when time runs out: as the game says it, and no nearer to the end.

Each game says in ``tests/games/<slug>/clock.py`` what that is: ``WORDS``, as its info has them,
``did(game, before, action, after)``, which tells whether it was done, and ``left(state)``: numbers
of which the end comes nearer as one of them falls.
"""

import importlib
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games import registry
from games.core.clock import Pace, TimeControl
from games.core.errors import IllegalAction
from games.core.extras.protocols import decode_choice, is_clocks_own, options_at, pass_action
from games.core.rng import Rng
from games.core.table import options as table_options
from games.core.table.agreement import Agreement, OnTimeout, timeouts_in_words
from tests.conformance.playing import SLUGS, agreed_on, load_game, secret_of, steps_of

EVERY = 7  # positions, of which one is looked at
MOST = 40  # turns of a player that are tried in each
TABLES = ("as usual", 1, 2)  # the others have settings that were drawn


@pytest.fixture(params=SLUGS)
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=TABLES)
def game(request: pytest.FixtureRequest, slug: str) -> Any:
    """The rules at a turn-based table, where a turn can run out of time."""
    if request.param != "as usual":
        return agreed_on(slug, Pace.CORRESPONDENCE, request.param)
    rules = load_game(slug)
    return load_game(slug, table_options.write(options_at(rules, Pace.CORRESPONDENCE)))


def rulings(slug: str) -> Any:
    return importlib.import_module(f"tests.games.{slug}.clock")


def positions(game: Any) -> Iterator[tuple[int, Any]]:
    """Yield (ply, position) of whole games: some, and the last ones before the end."""
    for players in {game.info.min_players, game.info.max_players}:
        states = [before for before, _, _ in steps_of(game, players)]
        looked_at = {*range(0, len(states), EVERY), *range(len(states) - 4, len(states))}
        yield from ((ply, states[ply]) for ply in sorted(looked_at) if ply >= 0)


def timed_out(game: Any, state: Any, ply: int) -> tuple[Any, Any]:
    action = game.timeout_action(state, Rng(secret_of(ply), ply, "timeout"))
    return action, game.apply_action(state, action, Rng(secret_of(ply), ply))


def test_the_clock_does_what_the_game_says(slug: str, game: Any) -> None:
    """The table, the rules, emails and what is agreed all have these words."""
    ruling = rulings(slug)
    assert str(game.info.clock_move) == ruling.WORDS
    for ply, state in positions(game):
        action, after = timed_out(game, state, ply)
        assert ruling.did(game, state, action, after), (ply, action)


def test_the_rules_have_the_same_words(slug: str) -> None:
    readme = Path(registry.__file__).with_name(slug) / "README.md"
    text = re.sub(r"\s+", " ", readme.read_text(encoding="utf-8"))
    assert f"f your time runs out, {rulings(slug).WORDS}" in text


def test_a_table_tells_them(slug: str, game: Any) -> None:
    words = rulings(slug).WORDS
    for rule in OnTimeout:
        agreed = Agreement(on_timeout=rule).in_words(
            TimeControl(Pace.CORRESPONDENCE, 86400), game.info.clock_move
        )
        told = [str(said) for label, said, _ in agreed if str(label) == "When time runs out"]
        assert told == [str(timeouts_in_words(game.info.clock_move)[rule])]
        assert (words in told[0]) == (rule in (OnTimeout.MOVE, OnTimeout.EXCUSED))


def test_the_clock_brings_the_end_no_nearer_than_a_player_would(slug: str, game: Any) -> None:
    """Where its turn ends the game, some turn of the player's would have done so too."""
    left = rulings(slug).left
    for ply, state in positions(game):
        _, after = timed_out(game, state, ply)
        tried = [*itertools.islice(game.legal_actions(state), MOST), pass_action(game, state)]
        chance = Rng(secret_of(ply), ply)
        theirs = [left(game.apply_action(state, one, chance)) for one in tried if one is not None]
        nearest = tuple(map(min, zip(*theirs, strict=True)))
        assert all(own >= by_hand for own, by_hand in zip(left(after), nearest, strict=True))
        assert not game.is_terminal(after) or any(
            game.is_terminal(game.apply_action(state, action, Rng(secret_of(ply), ply)))
            for action in game.legal_actions(state)
        )


def test_nobody_can_play_what_is_the_clocks_own(game: Any) -> None:
    state = next(iter(positions(game)))[1]
    action = game.timeout_action(state, Rng(secret_of(1), 1, "timeout"))
    sent = game.encode_action(action)
    if not is_clocks_own(game, action):
        assert decode_choice(game, sent) == action
        return
    with pytest.raises(IllegalAction, match="Only the clock"):
        decode_choice(game, sent)
    assert action not in list(itertools.islice(game.legal_actions(state), 5000))
