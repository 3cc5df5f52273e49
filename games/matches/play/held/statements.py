"""The statements by which a match is held, begun and stored."""

import functools
from typing import Any

from psycopg.types.json import Jsonb

from games.matches.clocks.pulse import ASKED_AGAIN, RESENT, SPARED
from games.matches.models import Match, Move, Offer, Seat, TurnTimer
from games.matches.reading.rows import Columns
from games.packed import pack

MATCH, TIMER = Columns(Match), Columns(TurnTimer)
SEAT, OFFER = Columns(Seat), Columns(Offer)
# When the site was last noted to serve anybody, or the process that hears the player to move; long
# ago during maintenance.
_REACHED_AT = """
least(
    (
        SELECT CASE WHEN maintenance_at IS NULL THEN beat_at ELSE beat_at - interval '1 day' END
        FROM matches_pulse WHERE id = 1
    ),
    (
        SELECT process.beat_at
        FROM matches_seat seat JOIN matches_webprocess process ON process.id = seat.heard_by
        WHERE seat.match_id = match.id AND seat.player = timer.player
    )
)
"""
# Until when we know all that was sent, a process that hangs or not; long ago if pages just had to
# find their way back to us.
_HEARD_UNTIL = f"""
least(
    (
        SELECT greatest(
            min(heard_until), %s - {ASKED_AGAIN.total_seconds()} * interval '1 second'
        ) FROM matches_webprocess WHERE NOT ended HAVING count(*) > 0
    ),
    (
        SELECT disturbed_at - interval '1 day' FROM matches_pulse
        WHERE extract(epoch FROM %s - disturbed_at) >= {-SPARED.total_seconds()}
            AND extract(epoch FROM %s - disturbed_at) < {RESENT.total_seconds()}
    )
)
"""  # noqa: S608 - our own number
# NO KEY: rows that refer to the match (log, seats) can be checked while it is held. What lies
# beside it is read as it was when the statement began; if it had to wait for a change of the match
# (whoever changes anything of it writes its row, which gives it another xmin), it reads again.
HOLD = f"""
SELECT {MATCH.sql("match", state="CASE WHEN match.last_hash = %s THEN NULL ELSE match.state END")},
    {TIMER.sql("timer")}, secret.secret, {_REACHED_AT}, {_HEARD_UNTIL},
    (SELECT json_agg(seat ORDER BY player) FROM matches_seat seat WHERE match_id = match.id),
    (SELECT json_agg(offer ORDER BY made_at) FROM matches_offer offer WHERE match_id = match.id),
    match.xmin::text, (SELECT seen.xmin::text FROM matches_match seen WHERE seen.id = match.id)
FROM matches_match match
JOIN matches_turntimer timer ON timer.match_id = match.id
JOIN matches_matchsecret secret ON secret.match_id = match.id
WHERE match.id = %s
"""  # noqa: S608 - our own names
LOCKED = " FOR NO KEY UPDATE OF match"
LOCK = "SELECT FROM matches_match match WHERE id = %s AND xmin = %s::xid" + LOCKED


_LOGGED = (
    "ply", "player", "actor", "action", "text", "events", "cmd_id", "started_at", "played_at",
    "clock", "proof", "hash",
)  # fmt: skip
_TIMED = TIMER.others
# A heartbeat writes it too, and holds no match for that: what no act has changed is left to it.
_HEARD = "stands_at"
_CHANGED = [
    "ply", "version", "to_move", "scores", "status", "end_reason", "places", "finished_at",
    "was_short", "last_hash",
]  # fmt: skip


@functools.cache
def storing(entries: int, is_locked: bool, stands_anew: bool) -> str:
    """Return what stores a match with so many new entries; without a lock, if it is as it was.

    ``stands_anew`` if the act has changed when the clock stands.
    """
    changed = [*_CHANGED, "state"] if entries else _CHANGED
    timed = ", ".join(f"{name} = %s" for name in _timed(stands_anew))
    stands = ", ".join(f"{name} = %s" for name in changed)
    logged = f"""INSERT INTO matches_move (match_id, {", ".join(_LOGGED)})
        SELECT id, {", ".join(["%s"] * len(_LOGGED))} FROM stored"""  # noqa: S608 - our own names
    return f"""
    WITH stored AS (
        UPDATE matches_match SET {stands}
        WHERE id = %s {"" if is_locked else "AND xmin = %s::xid"} RETURNING id
    ),
    {"".join(f"logged_{number} AS ({logged})," for number in range(entries))}
    timed AS (UPDATE matches_turntimer SET {timed} FROM stored WHERE match_id = stored.id)
    SELECT FROM stored
    """  # noqa: S608 - our own names


def stored_facts(
    match: Match, entries: list[Move], seen: str | None, stands_anew: bool
) -> list[Any]:
    """Return what ``storing`` fills in; ``seen`` is the xmin of a match that is not locked."""
    places = None if match.places is None else Jsonb(match.places)
    facts: list[Any] = [
        match.ply, match.version, match.to_move, Jsonb(match.scores), match.status,
        match.end_reason, places, match.finished_at, match.was_short, match.last_hash,
    ]  # fmt: skip
    if entries:
        facts.append(pack(match.state))
    facts += [match.pk] if seen is None else [match.pk, seen]
    for move in entries:
        facts += [
            move.ply, move.player, move.actor, Jsonb(move.action), move.text, Jsonb(move.events),
            move.cmd_id, move.started_at, move.played_at,
            None if move.clock is None else Jsonb(move.clock), move.proof, move.hash,
        ]  # fmt: skip
    timed = ((name, getattr(match.timer, name)) for name in _timed(stands_anew))
    return [*facts, *(TIMER.stored(name, value) for name, value in timed)]


def _timed(stands_anew: bool) -> list[str]:
    return [name for name in _TIMED if stands_anew or name != _HEARD]
