"""A match that cannot be finished, played on by the computer many times from where it stands.

All chance comes from the match's own secret and a seed that was published before, so that neither
those who play nor the host could choose it, and after the match, when the secret is shown, anybody
can do the same again. Play-out number i draws with the secret
``HMAC-SHA256(derived_secret(secret, "play-out"), "<seed>/<i>")``, and the Medium computer player
plays all seats, since it plays sensibly and needs no clock: its noise is that of ``derived_secret``
of that for ``bot``.
"""

import dataclasses
import hmac
from typing import Any

from games.core.bots import Budget
from games.core.rng import Rng, derived_secret
from games.matches import reading
from games.registry import bots

LEVEL = "medium"
RUNS = 12
LONGEST = 1000  # entries, after which a play-out counts as it stands


@dataclasses.dataclass(frozen=True, slots=True)
class PlayOut:
    """One way in which the match might have gone on: entries in notation, and the scores."""

    moves: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]


def play_on(*, match_id: int, seed: str, runs: int = RUNS) -> list[PlayOut]:
    """Play a running match on from its present position, as often as told."""
    match, _ = reading.with_log(match_id=match_id)
    rules = reading.rules_of(match)
    state = reading.position(match, rules)
    source = derived_secret(bytes(match.secret.secret), "play-out")
    return [
        _play_out(rules, state, match.ply, hmac.digest(source, f"{seed}/{run}".encode(), "sha256"))
        for run in range(runs)
    ]


def _play_out(rules: Any, state: Any, ply: int, secret: bytes) -> PlayOut:
    bot, noise = bots(rules.info.slug)[LEVEL], derived_secret(secret, "bot")
    endless = Budget(1.0, lambda: 0.0)  # it thinks as long as it likes: no clock is to decide
    moves: list[str] = []
    while (player := rules.current_player(state)) is not None and len(moves) < LONGEST:
        ply += 1
        view = rules.observation(state, player)
        action = bot.choose(rules, view, player, Rng(noise, ply, f"bot.{player}"), endless)
        moves.append(rules.log_text(state, action))
        state = rules.apply_action(state, action, Rng(secret, ply))
    return PlayOut(tuple(moves), tuple(rules.scores(state)), tuple(rules.placing(state)))


def places_of(outs: list[PlayOut]) -> tuple[int, ...]:
    """Return the places that follow: by the sum of the places of each player, the least is best."""
    sums = [sum(out.places[player] for out in outs) for player in range(len(outs[0].places))]
    return tuple(1 + sum(other < own for other in sums) for own in sums)
