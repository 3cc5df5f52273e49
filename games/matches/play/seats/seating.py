"""Who sits at a match: presence, the computer as a substitute, taking back, giving up."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import connection

from games.core.clock import Pace
from games.core.errors import Refusal
from games.matches.answers import Actor, MatchOver, Outcome
from games.matches.clocks import processes
from games.matches.clocks.turns import ABSENCE, HEARTBEAT, stands_at
from games.matches.models import Match, Seat, SeatChange
from games.matches.play.held import Held, hold, hold_if_free
from games.matches.play.seats.holding import change_hands, leave, take_over
from games.matches.play.telling import notify_turn
from games.matches.play.turns.deadlines import resume

# A report may come late, from a process that hung: what was heard since is worth more than it.
_PRESENT = """
UPDATE matches_seat SET present_until = heard.until, heard_by = %(process)s
FROM unnest(%(seats)s::bigint[], %(until)s::timestamptz[]) AS heard(id, until)
WHERE matches_seat.id = heard.id AND coalesce(
    matches_seat.present_until <= heard.until + CASE WHEN %(left)s THEN %(beat)s ELSE '0' END, TRUE
) AND (matches_seat.present_until, matches_seat.heard_by)
    IS DISTINCT FROM (heard.until, %(process)s::bigint)
RETURNING match_id, player, substituted_at
"""
# Being there is enough to have one's seat again where all sit together. At a slow table one looks,
# and says so; and a turn that was lost by time is the computer's, though its owner looks on.
_BACK = """
SELECT match.id FROM matches_match match JOIN matches_turntimer timer ON timer.match_id = match.id
WHERE match.id = %s AND match.pace = 'live'
    AND (timer.player IS DISTINCT FROM %s OR timer.started_at <> %s)
"""
# Clocks that stand without their player and have not yet stood still: they stand later.
_STAND_LATER = """
UPDATE matches_turntimer timer
SET stands_at = greatest(seat.present_until + make_interval(secs => %s), %s)
FROM matches_seat seat
WHERE seat.id = ANY(%s) AND timer.match_id = seat.match_id AND timer.stands_at > %s
"""
_STANDING = """
SELECT timer.match_id FROM matches_turntimer timer JOIN matches_seat seat USING (match_id)
WHERE seat.id = ANY(%s) AND timer.stands_at <= %s AND NOT timer.waits
"""


def record_presence(
    *,
    until: Mapping[int, datetime],
    now: datetime,
    left: bool = False,
    process: int | None = None,
) -> list[tuple[int, int]]:
    """Note until when the owners of some seats (by id) count as present, if nobody knows better.

    ``process`` is the web process that heard them. Who has just ``left`` goes at that instant,
    unless they were heard since. A clock that stood while its player was away goes on, if they have
    not left. Return (match id, player) of those who are to have their seat back from the computer.
    """
    if not until:
        return []
    processes.hear(list(until), process=process, now=now)
    with connection.cursor() as cursor:
        told: dict[str, Any] = {"process": process, "left": left, "beat": HEARTBEAT}
        cursor.execute(_PRESENT, {**told, "seats": list(until), "until": list(until.values())})
        held = [row for row in cursor.fetchall() if row[2]]
        back = []
        for match_id, player, held_at in held:
            cursor.execute(_BACK, [match_id, player, held_at])
            back += [(match_id, player)] if cursor.fetchone() else []
        cursor.execute(_STAND_LATER, [ABSENCE.total_seconds(), now, list(until), now])
        cursor.execute(_STANDING, [list(until), now])
        standing = [match_id for (match_id,) in cursor.fetchall()]
    for match_id in [] if left else standing:
        _go_on(match_id, now)
    return back


def _go_on(match_id: int, now: datetime) -> None:
    with hold(match_id, now=now) as held:
        if held.timer.waits or not stands_at(held.timer, now):
            return
        resume(held, now)
        if held.is_running:
            held.seen()


def substitute(*, match_id: int, player: int, now: datetime) -> bool:
    """Seat the Easy computer player for someone gone from a live table; tell whether it did.

    Idempotent: only a running live match, a human's seat, unseen for longer than ABSENCE while
    they could have been heard.
    """
    if not processes.can_hear_all(now=now):
        return False
    with hold_if_free(match_id, now=now) as held:
        if held is None or not held.is_running or held.match.pace != Pace.LIVE:
            return False
        if held.timer.paused_at:
            return False  # nobody waits while all agreed to wait
        if held.match.players == 1:
            return False  # its clock stands, or its drops go on: nobody waits for this player
        seat = held.seats[player]
        gone = seat.present_until is None or seat.present_until + ABSENCE <= now
        if seat.controller != Seat.Controller.HUMAN or not gone:
            return False
        take_over(held, player)
    return True


def reclaim(*, match_id: int, player: int, now: datetime) -> Outcome:
    """Give a substituted seat back, for this turn too if the computer has not yet moved."""
    with hold(match_id, now=now) as held:
        seat = held.seats[player]
        if not held.is_running:
            raise MatchOver
        if seat.resigned_at:
            raise Refusal("You've resigned from this match.")
        if seat.lost_at:
            raise Refusal(
                "You've lost this seat because the computer had to play for you too often."
            )
        if seat.substituted_at:
            seat.spells -= not (_has_played(held.match, seat) or _got_a_turn(held, seat))
            seat.controller = Seat.Controller.HUMAN
            seat.substituted_at = None
            seat.present_until = max(now + HEARTBEAT, seat.present_until or now)
            seat.save(update_fields=["controller", "substituted_at", "present_until", "spells"])
            change_hands(held, player, SeatChange.Kind.RECLAIMED, by=seat.user_id)
            if held.match.to_move == player:
                notify_turn(held, moved=True)
    return held.outcome


def _has_played(match: Match, seat: Seat) -> bool:
    """Tell whether the computer has moved for the owner since it took over: else it is no spell."""
    made = match.moves.filter(player=seat.player, actor=Actor.COMPUTER)
    return made.filter(played_at__gte=seat.substituted_at).exists()


def _got_a_turn(held: Held, seat: Seat) -> bool:
    """Tell whether the turn that the owner lost on time has begun again and waits for them."""
    return held.match.to_move == seat.player and held.timer.started_at == seat.substituted_at


def resign(*, match_id: int, player: int, now: datetime) -> Outcome:
    """Give a match up: with one player left it ends, else Easy plays on and the seat is last."""
    with hold(match_id, now=now) as held:
        if not held.is_running:
            raise MatchOver
        seat = held.seats[player]
        if not (seat.resigned_at or seat.lost_at):
            seat.resigned_at = now
            seat.substituted_at = None
            seat.controller = Seat.Controller.EASY
            seat.save(update_fields=["resigned_at", "substituted_at", "controller"])
            kind, reason = SeatChange.Kind.RESIGNED, Match.EndReason.RESIGNED
            leave(held, player, kind, reason, by=seat.user_id)
    return held.outcome
