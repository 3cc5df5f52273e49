"""Matches that begin, stored: all their rows in one statement, however many there are."""

from collections.abc import Sequence
from typing import Any

from django.db import connection

from games.matches.models import Match, MatchSecret, Seat, TurnTimer
from games.matches.play.held import Held
from games.matches.reading import positions
from games.matches.reading.rows import Columns

_MATCH, _TIMER, _SEAT = Columns(Match), Columns(TurnTimer), Columns(Seat)


def create(begun: Sequence[Held]) -> None:
    """Store matches that begin: their rows, secrets, timers and seats."""
    seats = [(place, seat) for place, held in enumerate(begun, 1) for seat in held.seats]
    facts = [
        *_listed(_MATCH, [held.match for held in begun]),
        [held.secret for held in begun],
        *_listed(_TIMER, [held.timer for held in begun]),
        [place for place, _ in seats],
        *_listed(_SEAT, [seat for _, seat in seats]),
    ]
    with connection.cursor() as cursor:
        cursor.execute(_CREATE, facts)
        ids = cursor.fetchall()
    for held, (match_id, seat_ids) in zip(begun, ids, strict=True):
        _numbered(held, match_id, seat_ids)


def _numbered(held: Held, match_id: int, seat_ids: Sequence[int]) -> None:
    match = held.match
    match.pk, match.timer.match = match_id, match
    match.secret = MatchSecret(match=match, secret=held.secret)
    for seat, seat_id in zip(held.seats, seat_ids, strict=True):
        seat.pk, seat.match = seat_id, match
    positions.keep(match_id, match.last_hash, held.state)


def _names(columns: Columns[Any]) -> list[str]:
    """Return the columns that a new row brings, whatever numbers it and its match get."""
    return [name for name in columns.names if name not in {"id", "match_id"}]


def _listed(columns: Columns[Any], rows: Sequence[Any]) -> list[list[Any]]:
    """Return what new rows hold, column by column, as PostgreSQL takes it."""
    return [[columns.stored(name, getattr(row, name)) for row in rows] for name in _names(columns)]


def _create() -> str:
    """Return the statement; matches have their numbers before their rows, which refer to them."""
    match, timer, seat = _names(_MATCH), _names(_TIMER), _names(_SEAT)
    of_match = [f"match_{name}" for name in match]
    of_timer = [f"timer_{name}" for name in timer]
    of_seat = [f"seat.{name}" for name in seat]
    return f"""
    WITH given AS (
        SELECT nextval(pg_get_serial_sequence('matches_match', 'id')) AS id, given.*
        FROM unnest({_arrays(_MATCH)}, %s::bytea[], {_arrays(_TIMER)}) WITH ORDINALITY
            AS given ({_listing(of_match)}, secret, {_listing(of_timer)}, place)
    ), match AS (
        INSERT INTO matches_match (id, {_listing(match)}) SELECT id, {_listing(of_match)} FROM given
    ), secret AS (
        INSERT INTO matches_matchsecret (match_id, secret) SELECT id, secret FROM given
    ), timer AS (
        INSERT INTO matches_turntimer (match_id, {_listing(timer)})
        SELECT id, {_listing(of_timer)} FROM given
    ), seated AS (
        INSERT INTO matches_seat (match_id, {_listing(seat)}) SELECT given.id, {_listing(of_seat)}
        FROM unnest(%s::bigint[], {_arrays(_SEAT)}) AS seat (place, {_listing(seat)})
        JOIN given USING (place) ORDER BY place, player RETURNING id, match_id, player
    )
    SELECT match_id, array_agg(id ORDER BY player) FROM seated GROUP BY match_id ORDER BY match_id
    """  # noqa: S608 - our own names


def _arrays(columns: Columns[Any]) -> str:
    return _listing([f"%s::{columns.kinds[name]}[]" for name in _names(columns)])


def _listing(names: Sequence[str]) -> str:
    return ", ".join(names)


_CREATE = _create()
