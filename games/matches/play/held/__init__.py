"""A match held: read once, changed in memory, stored once, told after COMMIT.

Every act on a match is ``hold``, decide, change, and what ``hold`` does at its end: store and tell.
"""

import contextlib
import copy
import dataclasses
import functools
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from games.core.clock import TurnClock
from games.core.game import Game
from games.core.log import chain
from games.matches import reading
from games.matches.answers import Outcome
from games.matches.between import prepared
from games.matches.clocks import turns
from games.matches.models import (
    ClockChange,
    Match,
    MatchSecret,
    Move,
    Offer,
    PreparedTurn,
    Seat,
    SeatChange,
    TurnTimer,
)
from games.matches.play.held.statements import (
    HOLD,
    LOCK,
    LOCKED,
    MATCH,
    OFFER,
    SEAT,
    TIMER,
    stored_facts,
    storing,
)
from games.matches.play.telling import tell
from games.matches.reading import positions

AnyGame = Game[Any, Any, Any]


class Moved(Exception):
    """Somebody else has changed the match meanwhile; nothing of this act is stored."""


@dataclasses.dataclass(frozen=True, slots=True)
class First:
    """What a match was when it was taken: a page that knows it can follow from there."""

    version: int
    ply: int
    status: str
    log_hash: str
    waits: bool = False


@dataclasses.dataclass(slots=True, eq=False)
class Held:
    """A match that nobody else can change: its rows, its position, and what becomes of them.

    ``now`` is when the act came. ``entries`` of the log, and ``changes`` of seats and clock, have
    been made in this act.
    """

    match: Match
    seats: list[Seat]
    offers: list[Offer]
    secret: bytes
    now: datetime
    first: First
    entries: list[Move] = dataclasses.field(default_factory=list)
    changes: list[SeatChange | ClockChange] = dataclasses.field(default_factory=list)
    is_seen: bool = False
    seats_changed: bool = False
    stored: int = 0  # entries
    _seen: str | None = None  # the xmin of the row, while others may still change it
    _stands_at: datetime | None = None  # as it was read, or stored by this act
    _is_changed: bool = False
    _position: Any = None
    _before: Any = None
    _clock: TurnClock | None = None
    _prepared: list[PreparedTurn] | None = None

    # --- What it is -----------------------------------------------------------------------------

    @property
    def timer(self) -> TurnTimer:
        """Return the running turn and its deadline."""
        return self.match.timer

    @property
    def rules(self) -> AnyGame:
        """Return the rules of the match."""
        return reading.rules_of(self.match)

    @property
    def is_running(self) -> bool:
        """Tell whether the match still goes on."""
        return self.match.status == Match.Status.RUNNING

    @property
    def is_slow(self) -> bool:
        """Tell whether it is played by days."""
        return turns.is_slow(self.match)

    @property
    def mover(self) -> Seat:
        """Return the seat of the player to move; the match must be running."""
        assert self.match.to_move is not None  # noqa: S101 - the database promises it
        return self.seats[self.match.to_move]

    @property
    def state(self) -> Any:
        """Return the position."""
        if self._position is None:
            match = self.match
            known = positions.find(match.pk, match.last_hash, self.rules, self.secret)
            if known is None:
                packed = match.state or Match.objects.values_list("state").get(pk=match.pk)[0]
                known = positions.keep(match.pk, match.last_hash, self.rules.decode_state(packed))
            self._position = self._before = known
        return self._position

    @property
    def prepared(self) -> list[PreparedTurn]:
        """Return all turns that are prepared at the match."""
        if self._prepared is None:
            self._prepared = prepared.read(self.match)
        return self._prepared

    @prepared.setter
    def prepared(self, rows: list[PreparedTurn]) -> None:
        self._prepared = rows

    @property
    def before(self) -> Any:
        """Return the position that there was when the match was taken; None if nobody asked."""
        return self._before

    @property
    def clock(self) -> TurnClock:
        """Return the clock of the running turn."""
        if self._clock is None:
            self._clock = turns.clock_of(self.match, self.timer, self.seats)
        return self._clock

    @property
    def outcome(self) -> Outcome:
        """Return where the match stands."""
        return Outcome(ply=self.match.ply, version=self.match.version)

    # --- What becomes of it ---------------------------------------------------------------------

    def seen(self) -> None:
        """Count a version: whoever looks at the match is to see what has changed."""
        self.is_seen = self._is_changed = True

    def touch(self) -> None:
        """Have the match stored, though nobody is to notice."""
        self._is_changed = True

    def run(self, clock: TurnClock) -> None:
        """Go by this clock from now on."""
        turns.write(self.match, self.seats, clock)
        self._clock = clock
        self.touch()

    def forget_clock(self) -> None:
        """Have the clock made anew: another turn runs, or its player's holidays have changed."""
        self._clock = None

    def enter(self, move: Move, state: Any) -> None:
        """Add an entry to the log, which leads to this position."""
        match = self.match
        _ = self.state  # what there was before
        match.ply = move.ply
        match.last_hash = move.hash = chain.link(match.last_hash, reading.told(move))
        match.state = self.rules.encode_state(state)
        self._position = state
        self.entries.append(move)
        self.seen()

    @contextlib.contextmanager
    def attempt(self) -> Iterator[None]:
        """Undo what is done within if it fails, and go on with what there was."""
        kept = {
            field.name: copy.copy(getattr(self, field.name)) for field in dataclasses.fields(self)
        }
        rows = [(row, dict(vars(row))) for row in (self.match, self.timer, *self.seats)]
        try:
            with transaction.atomic():
                yield
        except BaseException:
            for row, values in rows:
                vars(row).clear()
                vars(row).update(values)
            for name, value in kept.items():
                if name not in {"match", "first", "_seen"}:
                    setattr(self, name, value)
            raise

    def lock(self) -> None:
        """Have nobody else change the match from now on; raise Moved if somebody has."""
        seen, self._seen = self._seen, None
        if seen is not None:
            with connection.cursor() as cursor:
                cursor.execute(LOCK, [self.match.pk, seen])
                if not cursor.rowcount:
                    raise Moved

    @property
    def is_locked(self) -> bool:
        """Tell whether nobody else can change the match."""
        return self._seen is None

    def store(self) -> None:
        """Store what has changed in one statement: entries, timer and match; raise Moved."""
        if not self._is_changed:
            return
        match = self.match
        match.version += self.is_seen and match.version == self.first.version
        new = self.entries[self.stored :]
        seen, self._seen = self._seen, None
        before, self._stands_at = self._stands_at, match.timer.stands_at
        anew = self._stands_at != before
        statement, facts = (
            storing(len(new), seen is None, anew),
            stored_facts(match, new, seen, anew),
        )
        with connection.cursor() as cursor:
            cursor.execute(statement, facts)
            if not cursor.rowcount:
                raise Moved
        self.stored, self._is_changed = len(self.entries), False
        if new:
            positions.keep(match.pk, match.last_hash, self._position)


def begin_held(match: Match, seats: list[Seat], secret: bytes, state: Any, now: datetime) -> Held:
    """Return a match that is about to begin, not stored yet."""
    first = First(-1, 0, Match.Status.RUNNING, "")
    held = Held(match, seats, [], secret, now, first)
    held._position = state  # noqa: SLF001 - it is made here
    return held


@contextlib.contextmanager
def hold(match_id: int, *, now: datetime) -> Iterator[Held]:
    """Hold a match until what is done within is stored and committed; raise DoesNotExist."""
    with transaction.atomic():
        held = _read(match_id, now)
        if held is None:
            raise Match.DoesNotExist
        yield held
        held.store()
        tell(held)


@contextlib.contextmanager
def hold_if_free(match_id: int, *, now: datetime) -> Iterator[Held | None]:
    """Hold a match as ``hold`` does; None if there is none, or if somebody else holds it."""
    with transaction.atomic():
        held = _read(match_id, now, f"{LOCKED} SKIP LOCKED")
        yield held
        if held is not None:
            held.store()
            tell(held)


@contextlib.contextmanager
def hold_lightly(match_id: int, *, now: datetime) -> Iterator[Held]:
    """Hold a match with no lock, as long as nothing is done within but to decide what it becomes.

    Then one statement stores it all, unless somebody else has changed the match: raise Moved, and
    DoesNotExist. With the first statement within, the match is held as ``hold`` does.
    """
    held = _read(match_id, now, "")
    if held is None:
        raise Match.DoesNotExist
    with transaction.atomic():
        with connection.execute_wrapper(functools.partial(_lock_first, held)):
            if held.match.duel_id:
                held.lock()
            yield held
        if held.is_locked:
            held.store()
            tell(held)
            return
    held.store()
    tell(held)


def _lock_first(held: Held, execute: Any, *statement: Any) -> Any:
    held.lock()
    return execute(*statement)


def _read(match_id: int, now: datetime, lock: str = LOCKED) -> Held | None:
    with connection.cursor() as cursor:
        for _ in range(2):
            cursor.execute(HOLD + lock, [positions.latest(match_id), now, now, now, match_id])
            row = cursor.fetchone()
            if row is None:
                return None
            *row, xmin, seen = row
            if xmin == seen:
                break
    ends = len(MATCH.names), len(MATCH.names) + len(TIMER.names)
    match = MATCH.object(row[: ends[0]])
    match.timer = TIMER.object(row[ends[0] : ends[1]])
    secret, match.timer.reached_at, match.timer.heard_until, seats, offers = row[ends[1] :]
    match.secret = MatchSecret(match=match, secret=secret)
    return Held(
        match=match,
        seats=[SEAT.from_json(seat) for seat in seats],
        offers=[OFFER.from_json(offer) for offer in offers or ()],
        secret=bytes(secret),
        now=now,
        first=First(match.version, match.ply, match.status, match.last_hash, match.timer.waits),
        _seen=None if lock else xmin,
        _stands_at=match.timer.stands_at,
    )
