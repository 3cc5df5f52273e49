"""Matches of every game played to their end at random, with some turns left to the clock."""

from datetime import timedelta
from typing import Any

from games import play, queries
from games.core.rng import Rng
from games.models import Match, Seat
from games.registry import game_class
from tests.factories import NOW, SECRET, make_match, make_user, seconds

CLOCK_EVERY = 4  # one turn in so many is left to the clock


def finished(slug: str, *, secret: bytes = SECRET, **agreed: Any) -> Match:
    """Return a match that is over; four turns of a game in five are drawn, the rest the clock's."""
    info = game_class(slug).info
    players = max(info.min_players, min(2, info.max_players))
    match = make_match(*(make_user() for _ in range(players)), game=slug, secret=secret, **agreed)
    if info.max_players == 1:  # its player is there to the end, so that the clock never stands
        play.begin(match_id=match.pk, player=0, now=NOW)
        seat = Seat.objects.get(match=match)
        until = NOW + timedelta(days=1)
        play.record_presence(until={seat.pk: until}, now=NOW, left=False)
    while match.status == Match.Status.RUNNING:
        take_turn(match)
    return match


def take_turn(match: Match) -> None:
    """Play a legal action drawn at random, or let the clock move; the match is read anew."""
    rng = Rng(bytes(32), match.ply + 1, "turns")
    timer = match.timer
    if rng.below(CLOCK_EVERY) == 0:
        assert timer.fires_at is not None
        assert play.expire(match_id=match.pk, ply=match.ply, now=timer.fires_at)
    else:
        rules = queries.rules_of(match)
        actions = list(rules.legal_actions(rules.decode_state(match.state)))
        play.submit(
            match_id=match.pk,
            player=match.to_move or 0,
            action=rules.encode_action(rng.choice(actions)),
            expected_ply=match.ply,
            now=timer.started_at + seconds(0.1),
        )
    match.refresh_from_db()
    timer.refresh_from_db()
