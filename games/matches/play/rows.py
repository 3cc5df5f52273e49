"""The rows of a match: held while it changes, and stored."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet
from psycopg.types.json import Jsonb

from games.core.game import Game
from games.core.log import chain
from games.matches import reading
from games.matches.clocks.turns import ABSENCE as ABSENCE
from games.matches.clocks.turns import HEARTBEAT as HEARTBEAT
from games.matches.models import Match, MatchSecret, Move, PlayedWord, TurnTimer

AnyGame = Game[Any, Any, Any]

# NO KEY: rows that refer to the match (log, seats) can be checked while it is held.
_LOCK = f"{reading.all_of(Match)} WHERE id = %s FOR NO KEY UPDATE"
# When the site was last noted to serve anybody, or the process that hears the player to move.
_REACHED_AT = """
least(
    (SELECT beat_at FROM matches_pulse WHERE id = 1),
    (
        SELECT process.beat_at
        FROM matches_seat seat JOIN matches_webprocess process ON process.id = seat.heard_by
        WHERE seat.match_id = matches_turntimer.match_id AND seat.player = matches_turntimer.player
    )
) AS reached_at
"""
_TIMER = f"{reading.all_of(TurnTimer, _REACHED_AT)} WHERE match_id = %s"
_SECRET = f"{reading.all_of(MatchSecret)} WHERE match_id = %s"


def lock(match_id: int) -> Match:
    """Hold a match's row until the transaction ends; raise DoesNotExist."""
    for match in Match.objects.raw(_LOCK, [match_id]):
        match.timer = TurnTimer.objects.raw(_TIMER, [match_id])[0]
        match.secret = MatchSecret.objects.raw(_SECRET, [match_id])[0]
        return match
    raise Match.DoesNotExist


def locked(*, skip: bool = False) -> QuerySet[Match]:
    """Return matches to be held until the transaction ends; those held by others can be skipped."""
    return Match.objects.select_related("timer", "secret").select_for_update(
        of=("self",), no_key=True, skip_locked=skip
    )


def note_proof(*, match_id: int, now: datetime) -> None:
    """Note that the score of a finished match was found again from its log."""
    Match.objects.filter(pk=match_id).update(proved_at=now)


def note_words(*, match_id: int, times: Mapping[str, int], now: datetime) -> None:
    """Note once how often each word was played at a finished match."""
    with transaction.atomic():
        waiting = Match.objects.filter(pk=match_id, words_noted_at__isnull=True)
        if waiting.update(words_noted_at=now):
            PlayedWord.objects.bulk_create(
                PlayedWord(match_id=match_id, word=word, times=count)
                for word, count in sorted(times.items())
            )


def set_aside(*, match_id: int, now: datetime) -> None:
    """Set a match aside until someone has looked at it."""
    Match.objects.filter(pk=match_id).update(quarantined_at=now)


def secret_of(match: Match) -> bytes:
    """Return the secret of a match that was read with it."""
    return bytes(match.secret.secret)


_RECORD = """
WITH logged AS (
    INSERT INTO matches_move (match_id, ply, player, actor, action, text, events, cmd_id,
                            started_at, played_at, proof, hash)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
), timed AS (
    UPDATE matches_turntimer
    SET player = %s, started_at = %s, budget = %s, banks = %s, deadline_at = %s, fires_at = %s,
        tempo = %s, stands_at = %s, waits = %s, thinking = %s, given = %s, rests = %s, stops = %s,
        silences = %s, paused_at = %s, sitting_at = %s
    WHERE match_id = %s
)
UPDATE matches_match
SET state = %s, ply = %s, version = %s, to_move = %s, scores = %s, status = %s, end_reason = %s,
    places = %s, finished_at = %s, last_hash = %s
WHERE id = %s
"""


def record_move(match: Match, move: Move) -> None:
    """Store a move, the turn that begins and the position it leads to: three rows in one trip."""
    match.version += 1
    match.last_hash = move.hash = chain.link(match.last_hash, reading.told(move))
    timer = match.timer
    logged = (
        match.pk, move.ply, move.player, move.actor, Jsonb(move.action), move.text,
        Jsonb(move.events), move.cmd_id, move.started_at, move.played_at,
        move.proof, move.hash,
    )  # fmt: skip
    timed = (
        timer.player, timer.started_at, timer.budget, Jsonb(timer.banks), timer.deadline_at,
        timer.fires_at, timer.tempo, timer.stands_at, timer.waits, timer.thinking, timer.given,
        Jsonb(timer.rests), Jsonb(timer.stops), Jsonb(timer.silences), timer.paused_at,
        timer.sitting_at, match.pk,
    )  # fmt: skip
    stands = (
        Jsonb(match.state), match.ply, match.version, match.to_move, Jsonb(match.scores),
        match.status, match.end_reason, match.places and Jsonb(match.places), match.finished_at,
        match.last_hash, match.pk,
    )  # fmt: skip
    facts: list[Any] = [*logged, *timed, *stands]
    with connection.cursor() as cursor:
        cursor.execute(_RECORD, facts)


def save_match(match: Match) -> None:
    """Store where a match stands; whoever looks at it is to see the change."""
    match.version += 1
    match.save(
        update_fields=[
            "state", "ply", "version", "to_move", "scores", "status", "end_reason", "places",
            "finished_at",
        ]
    )  # fmt: skip
