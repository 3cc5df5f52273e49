"""Reading a match: its row, its log, its seats, and the position it stands at."""

import dataclasses
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Q

from games.core.clock import Pace
from games.matches.between import offers, prepared
from games.matches.models import Duel, Match, Move, Offer, PreparedTurn, Seat, TurnTimer
from games.matches.reading import positions
from games.matches.reading.positions import KNOWN, AnyGame
from games.matches.reading.rows import Columns
from games.matches.recent import Recent
from games.words.lists.lexicon import bound


class UnknownMatch(LookupError):
    """No match has that address."""


_MATCH, _TIMER = Columns(Match), Columns(TurnTimer)
_MOVE, _SEAT = Columns(Move), Columns(Seat)

_LOAD = f"""
SELECT {_MATCH.sql("match")}, {_TIMER.sql("timer")}
FROM matches_match match JOIN matches_turntimer timer ON timer.match_id = match.id
WHERE match.id = %s
"""  # noqa: S608 - our own names

_PLACE = """
SELECT match.id, seat.player
FROM matches_match match JOIN matches_seat seat ON seat.match_id = match.id
WHERE match.public_id = %s AND seat.user_id = %s
    AND (match.status = 'finished' OR coalesce(seat.resigned_at, seat.lost_at) IS NULL)
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Loaded:
    """A match as read at one version, its position decoded once for all viewers."""

    match: Match
    seats: list[Seat]
    moves: list[Move]
    rules: AnyGame
    state: Any
    table: offers.Table
    prepared: list[PreparedTurn]

    @property
    def offers(self) -> list[Offer]:
        """Return what is offered in this position."""
        return self.table.offers

    @property
    def names(self) -> list[str]:
        """Return what the players are called, by seat."""
        return [seat.name for seat in self.seats]


_rules: Recent[str, AnyGame] = Recent(KNOWN)
_ids: Recent[str, int] = Recent(4 * KNOWN)


def rules_of(match: Match) -> AnyGame:
    """Return the rules of a match: its game, its options, and the word list it began with."""
    known = _rules.get(match.public_id)
    return known or _rules.keep(
        match.public_id, bound(match.game, match.options, match.word_list_version_id)
    )


def load(*, match_id: int, recent: int | None = None) -> Loaded:
    """Read a match with its log, or the ``recent`` last entries of it; the match must exist."""
    match = _with_timer(match_id)
    rules, everyone = rules_of(match), seats(match_id=match.pk)
    since = 0 if recent is None else max(0, match.ply - recent)
    # Up to the ply that was read: moves may be made between two statements.
    log = "WHERE match_id = %s AND ply <= %s ORDER BY ply DESC LIMIT %s"
    return Loaded(
        match=match,
        seats=everyone,
        moves=_MOVE.all(log, [match_id, match.ply, recent])[::-1],
        rules=rules,
        state=position(match, rules),
        table=offers.read(match, everyone, since=since),
        prepared=prepared.read(match),
    )


def _with_timer(match_id: int) -> Match:
    with connection.cursor() as cursor:
        cursor.execute(_LOAD, [match_id])
        row = cursor.fetchone()
    if row is None:
        raise Match.DoesNotExist
    match = _MATCH.object(row[: len(_MATCH.names)])
    match.timer = _TIMER.object(row[len(_MATCH.names) :])
    return match


def position(match: Match, rules: AnyGame) -> Any:
    """Return the position of a match; one that is known to this process is not decoded again."""
    known = positions.find(match.pk, match.last_hash, rules)
    if known is None:
        return positions.keep(match.pk, match.last_hash, rules.decode_state(match.state))
    return known


def find(*, public_id: str) -> Match:
    """Return the match of an address; raise UnknownMatch."""
    match = Match.objects.filter(public_id=public_id).first()
    if match is None:
        raise UnknownMatch(public_id)
    return match


def id_of(*, public_id: str) -> int | None:
    """Return the key of the match of an address, None if there is none; it never changes."""
    known = _ids.get(public_id)
    if known is not None:
        return known
    found = Match.objects.filter(public_id=public_id).values_list("pk", flat=True).first()
    return None if found is None else _ids.keep(public_id, found)


def get(*, match_id: int) -> Match:
    """Return the match with that key, which must exist."""
    return Match.objects.get(pk=match_id)


def lock(*, match_id: int) -> None:
    """Hold a match's row until the caller's transaction ends, so that nobody else acts on it."""
    Match.objects.select_for_update(no_key=True).get(pk=match_id)


def seats(*, match_id: int) -> list[Seat]:
    """Return the seats of a match in their order."""
    return _SEAT.all("WHERE match_id = %s ORDER BY player", [match_id])


def moves(*, match_id: int) -> list[Move]:
    """Return the log of a match in its order."""
    return list(Move.objects.filter(match_id=match_id).order_by("ply"))


def played_as(*, match_id: int, cmd_id: UUID) -> Move | None:
    """Return the log entry that a command made, if it did."""
    return Move.objects.filter(match_id=match_id, cmd_id=cmd_id).first()


def played_at(*, match_id: int, ply: int) -> Move | None:
    """Return the log entry of a ply, if it was reached."""
    return Move.objects.filter(match_id=match_id, ply=ply).first()


def is_running(match: Match) -> bool:
    """Tell whether a match still goes on."""
    return match.status == Match.Status.RUNNING


def seat_of(*, match_id: int, user_id: int | None) -> Seat | None:
    """Return the seat a user owns at a match, or None for a spectator.

    Whoever resigned or lost their seat is one until the match is over: another plays that hand now.
    """
    if user_id is None:
        return None
    gone = Q(resigned_at__isnull=False) | Q(lost_at__isnull=False)
    seats = Seat.objects.exclude(gone, match__status=Match.Status.RUNNING)
    return seats.filter(match_id=match_id, user_id=user_id).first()


def seat_among(loaded: Loaded, user_id: int | None) -> Seat | None:
    """Return the same of a match that was read."""
    for seat in loaded.seats:
        if user_id is not None and seat.user_id == user_id:
            gone = seat.resigned_at or seat.lost_at
            return None if gone and is_running(loaded.match) else seat
    return None


def place_of(*, public_id: str, user_id: int | None) -> tuple[int, int | None]:
    """Return the id of the match at an address, and the seat that a user owns at it, if any.

    Raise UnknownMatch. For those who only want to act on the match: it is not read. Whose seat it
    is, ``seat_of`` tells.
    """
    if user_id is not None:
        with connection.cursor() as cursor:
            cursor.execute(_PLACE, [public_id, user_id])
            for match_id, player in cursor.fetchall():
                return match_id, player
    return find(public_id=public_id).pk, None


def entrants_of(*, duel_id: int, only: int | None = None) -> list[Seat]:
    """Return the seats of a duel with their matches, in the order in which they were dealt.

    Or that of one match ``only``.
    """
    seats = Seat.objects.filter(match__duel_id=duel_id).select_related("match__timer")
    if only is not None:
        seats = seats.filter(match=only)
    return list(seats.order_by("match_id"))


def table_of(match: Match) -> list[Seat]:
    """Return all seats of the table a match was played at: a duel's matches have one each."""
    return entrants_of(duel_id=match.duel_id) if match.duel_id else seats(match_id=match.pk)


def first_of(match: Match) -> Match:
    """Return the match that stands for a whole table: the first one of a duel, else itself."""
    return match.duel.matches.order_by("pk")[0] if match.duel else match


def hidden_in(*, match_id: int, player: int | None) -> str:
    """Return the address of the running duel in which a match is another's, else ""."""
    if player is not None:
        return ""
    running = Duel.objects.filter(matches=match_id, finished_at__isnull=True).first()
    return running.get_absolute_url() if running else ""


def find_duel(*, public_id: str) -> Duel:
    """Return the duel of an address; raise UnknownMatch."""
    duel = Duel.objects.filter(public_id=public_id).first()
    if duel is None:
        raise UnknownMatch(public_id)
    return duel


def is_revealed(match: Match) -> bool:
    """Tell whether a match is over, and nobody else still plays from its secret in a duel."""
    return not is_running(match) and (match.duel is None or match.duel.finished_at is not None)


def versions(*, match_ids: Iterable[int]) -> dict[int, int]:
    """Return the current version of each match."""
    return dict(Match.objects.filter(pk__in=list(match_ids)).values_list("pk", "version"))


def played_by_days(*, match_ids: Iterable[int]) -> set[int]:
    """Return which matches are turn-based, and not played live just now."""
    slow = Match.objects.filter(pk__in=list(match_ids), pace=Pace.CORRESPONDENCE)
    return set(slow.filter(timer__sitting_at__isnull=True).values_list("pk", flat=True))


def presence(*, match_ids: Iterable[int], now: datetime) -> dict[int, list[bool]]:
    """Return for each match which seats' owners are here, in the order of the seats."""
    here: dict[int, list[bool]] = {}
    seats = Seat.objects.filter(match_id__in=list(match_ids)).order_by("match_id", "player")
    for match_id, until in seats.values_list("match_id", "present_until"):
        here.setdefault(match_id, []).append(until is not None and until > now)
    return here
