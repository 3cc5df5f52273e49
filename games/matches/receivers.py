"""All that follows a move, on one page: pages are poked, a computer player is asked to move.

Mails are not here: they are queued in the move's own transaction, so that none is ever lost.
"""

import logging
from typing import Any

from django.dispatch import receiver

from accounts.edge.clock import read_clock
from accounts.rest.signals import holiday_changed
from config.meters import counting
from config.processes.asking import ask_soon
from games.matches import play, signals
from games.matches.live import news
from games.matches.play.held import Held
from games.matches.poke import ALL, poke, watchers
from games.matches.tasks import ask_for_turn

logger = logging.getLogger(__name__)


@receiver(signals.match_changed)
def poke_watchers(
    match_id: int, version: int, users: list[int], held: Held | None = None, **_: Any
) -> None:
    """Tell whoever watches the match what has changed, and the lists of its players that it did."""
    told = None if held is None else _news(held)
    changed = {"type": "match.changed", "match": match_id, "version": version, "news": told}
    counted = {"type": "turns.changed", "users": users}
    poke([(watchers(match_id), changed), (ALL, counted)])


@receiver(signals.match_changed)
def count_moves(held: Held | None = None, **_: Any) -> None:
    """Count the moves that were stored."""
    if held is None:
        return
    for move in held.entries:
        counting.MOVES.labels(held.match.game, str(move.actor)).inc()


def _news(held: Held) -> news.News | None:
    try:
        return news.of(held, now=read_clock())
    except Exception as error:  # noqa: BLE001 - the move stands; its watchers read it themselves
        logger.error("match %s: no news, but %s", held.match.pk, type(error).__name__)
        return None


@receiver(holiday_changed)
def recount_clocks(user_id: int, **_: Any) -> None:
    """Work out anew until when the turns of somebody who goes away, or is back, last."""
    play.recount(user_id=user_id, now=read_clock())


@receiver(signals.match_changed)
def ask_computer(match_id: int, computer_ply: int | None, **_: Any) -> None:
    """Queue a computer player's turn soon; a sweep asks again if this is lost."""
    if computer_ply is not None:
        ask_soon(ask_for_turn, match_id, computer_ply)
