"""How well games tell the turns left: ``python -m tests.conformance.outlook slug 2 easy 40``.

Computer players play games to the end; at each fifth of a game what was foretold is compared with
what came: the mean error in turns, its deviation, and how many of 100 ended within 1.28 deviations
of what was told, which should be 80 or more.
"""

import json
import os
import sys
from collections.abc import Iterator
from statistics import fmean, pstdev
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from games.core.extras.protocols import turn_budget
from games.core.rng import Rng
from games.registry import bots, load_game
from tests.conformance.playing import CLOCK_EVERY, secret_of
from tests.games.thinking import ticking
from tests.games.words.release import release_words

PARTS = 5
LOOKS = 40  # at the clock; computer players that think longer take as long as they would on a site


def played(rules: Any, bot: Any, players: int, number: int) -> list[Any]:
    """Return the positions of a game in which a computer player has every seat."""
    secret = secret_of(number)
    states = [rules.initial_state(players, Rng(secret, 0))]
    while (player := rules.current_player(states[-1])) is not None:
        state, ply = states[-1], len(states)
        if turn_budget(rules, state) is not None and ply % CLOCK_EVERY == 0:
            action = rules.timeout_action(state, Rng(secret, ply, "timeout"))
        else:
            view = rules.observation(state, player)
            action = bot.choose(rules, view, player, Rng(secret, ply, "bot"), ticking(LOOKS))
        states.append(rules.apply_action(state, action, Rng(secret, ply)))
    return states


def errors(rules: Any, states: list[Any]) -> Iterator[tuple[int, float, float]]:
    """Yield (part of the game, turns forecast less turns played, deviation) for each player."""
    movers = [rules.current_player(state) for state in states[:-1]]
    for ply, state in enumerate(states[:-1]):
        left = rules.turns_left(rules.observation(state, None))
        for player, (mean, variance) in enumerate(left):
            error = mean - movers[ply:].count(player)
            yield PARTS * ply // len(movers), error, variance**0.5


def tell(slug: str, players: int, level: str, games: int, options: dict[str, Any]) -> None:
    words = release_words("standard") if load_game(slug).info.uses_words else None
    rules = load_game(slug, options, words)
    lengths, found = [], []
    for number in range(games):
        states = played(rules, bots(slug)[level], players, number)
        lengths.append(len(states) - 1)
        found += errors(rules, states)
    say = sys.stdout.write
    say(f"{games} games, {fmean(lengths):.1f} turns, deviation {pstdev(lengths):.1f}\n")
    for part in range(PARTS):
        own = [(error, told) for at, error, told in found if at == part]
        within = fmean(abs(error) <= 1.28 * told + 0.5 for error, told in own)
        mean, deviation = fmean(one for one, _ in own), pstdev([one for one, _ in own])
        say(f"part {part + 1}: error {mean:+.1f}, deviation {deviation:.1f}")
        say(f" (told {fmean(told for _, told in own):.1f}), {within:.0%} within\n")


if __name__ == "__main__":
    slug, players, level, games, *options = sys.argv[1:]
    tell(slug, int(players), level, int(games), json.loads(options[0]) if options else {})
