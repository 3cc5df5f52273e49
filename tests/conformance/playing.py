"""What the conformance tests of all games share: the list of games and games played at random."""

import os
from collections.abc import Iterator, Mapping
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings

from games import registry
from games.core.clock import Pace
from games.core.extras.protocols import Countdown, options_at
from games.core.rng import Rng
from games.core.table import options as table_options
from games.registry import bots
from tests.games.words.release import common_words

__all__ = ["SLUGS", "agreed_on", "bots", "load_game", "playout", "secret_of", "steps_of"]

SLUGS = settings.GAMES
MOST_PLIES = 5000
_played: dict[tuple[Any, ...], list[tuple[Any, Any, Any]]] = {}
CLOCK_EVERY = 8  # where the clock has actions of its own, every so many plies are one of them


def load_game(slug: str, options: Mapping[str, Any] | None = None, *, one_word_in: int = 1) -> Any:
    """Return a game's rules, a word game's bound to common words or a part of them."""
    rules = registry.load_game(slug, options)
    if not rules.info.uses_words:
        return rules
    return registry.load_game(slug, options, common_words(one_word_in))


def agreed_on(slug: str, pace: Pace, number: int) -> Any:
    """Return the rules of a table at which every choice and every switch was drawn."""
    drawn = Rng(secret_of(number), 0, "options")
    fields = [one for one in table_options.fields(load_game(slug).options_class) if one.asked]
    several: dict[str, list[Any]] = {
        one.name: [value for value, _ in one.choices] or [False, True]
        for one in fields
        if one.choices or isinstance(one.default, bool)
    }
    game = load_game(slug, {name: drawn.choice(values) for name, values in several.items()})
    return load_game(slug, table_options.write(options_at(game, pace)))


def secret_of(number: int) -> bytes:
    return number.to_bytes(32, "big")


def steps_of(game: Any, players: int, number: int = 0) -> list[tuple[Any, Any, Any]]:
    """Return the steps of a whole random game by rules of ``load_game`` and all its words.

    Positions are values, so all tests can look at the same: a game is played once.
    """
    key = (game.info.slug, game.options, players, number)
    if key not in _played:
        _played[key] = list(playout(game, players, secret_of(number)))
    return _played[key]


def playout(game: Any, players: int, secret: bytes) -> Iterator[tuple[Any, Any, Any]]:
    """Yield (state, action, next state) of a game of random actions, to its end."""
    state = game.initial_state(players, Rng(secret, 0))
    for ply in range(1, MOST_PLIES):
        if game.is_terminal(state):
            return
        if isinstance(game, Countdown) and ply % CLOCK_EVERY == 0:
            action = game.timeout_action(state, Rng(secret, ply, "timeout"))
        else:
            action = Rng(secret, ply, "random").choice(list(game.legal_actions(state)))
        after = game.apply_action(state, action, Rng(secret, ply))
        yield state, action, after
        state = after
    raise AssertionError(f"the game did not end within {MOST_PLIES} plies")
