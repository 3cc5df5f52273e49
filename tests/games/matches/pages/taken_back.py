"""Moves taken back in matches played at random, stored as the log stores them.

    python manage.py shell -c "from tests.games.matches.pages.taken_back import *; tell()"

plays one on a site that is running, and prints its address.
"""

import sys
from itertools import islice
from typing import Any

from django.utils import timezone

from games.core.log.replay import replay
from games.core.log.takeback import (
    TakeBack,
    author,
    decode_entry,
    may_take_back,
    take_back,
)
from games.matches import play, reading
from games.matches.models import Match
from games.matches.play.entering import log
from games.matches.play.held import hold
from tests.games.matches.pages.finished import begun, forget_what_is_to_come, take_turn


def with_takebacks(slug: str, *, most: int = 6, turns: int = 10_000, **agreed: Any) -> Match:
    """Return a match that is over, in which up to so many moves were taken back.

    After so many ``turns``, with one of them taken back, somebody gives up.
    """
    left = most
    match = begun(slug, **agreed)
    while match.status == Match.Status.RUNNING:
        earlier = reading.rules_of(match).decode_state(match.state)
        take_turn(match)
        if left and can_be_undone(match, earlier):
            undo(match)
            left -= 1
        elif match.ply >= turns and left < most and match.status == Match.Status.RUNNING:
            play.resign(match_id=match.pk, player=0, now=match.timer.started_at)
            match.refresh_from_db()
    return match


def can_be_undone(match: Match, earlier: Any = None) -> bool:
    """Tell whether the last move of a match can be; ``earlier`` is the position it was made in."""
    rules = reading.rules_of(match)
    if earlier is None:
        earlier, entry, _ = last_of(match)
    else:
        entry = decode_entry(rules, reading.moves(match_id=match.pk)[-1].action)
    running = match.status == Match.Status.RUNNING
    return running and not isinstance(entry, TakeBack) and may_take_back(rules, earlier, entry)


def last_of(match: Match) -> tuple[Any, Any, Any]:
    """Return the last entry of a match, with the positions before and after it."""
    rules = reading.rules_of(match)
    entries = [decode_entry(rules, move.action) for move in reading.moves(match_id=match.pk)]
    states = replay(rules, match.players, bytes(match.secret.secret), entries)
    earlier, now = islice(states, match.ply - 1, None)
    return earlier, entries[-1], now


def undo(match: Match) -> None:
    """Take the last move of a match back; the match is read again."""
    rules = reading.rules_of(match)
    earlier, action, now = last_of(match)
    entry, after = TakeBack(match.ply - 1), take_back(rules, earlier, action)
    with hold(match.pk, now=timezone.now()) as held:
        player, at = author(rules, now, entry, after), held.timer.started_at
        log(held, entry, after, player=player, actor="human", now=at)
        held.match.scores = list(rules.scores(after))
        held.match.to_move = held.timer.player = rules.current_player(after)
    match.refresh_from_db()


def tell() -> None:
    """Print the address of a finished match in which moves were taken back."""
    match = with_takebacks("tilekingdom", options={"mode": "chess"}, now=timezone.now())
    forget_what_is_to_come()
    sys.stdout.write(match.get_absolute_url() + "\n")
