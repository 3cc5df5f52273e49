"""Web processes that hang: what their players miss meanwhile is no fault of theirs.

Every web process beats in a row of its own, and a seat knows which one heard its owner last. While
a process hangs, its players count as present and their clocks make no move. What they missed is
given back when it goes on, when another one hears them, or when it is given up.

A process beats by the way that moves go: what reached it before is being played by then. So a turn
is over when every process has beaten since, or is known to have ended.
"""

import os
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

from django.db import connection, transaction
from django.db.models import F

from config.version import VERSION
from games.matches.clocks.pulse import (
    LONGEST,
    RESENT,
    SPARED,
    disturb,
    give_back,
    is_silent,
    keep_pulse,
    was_disturbed,
)
from games.matches.models import Outage, Seat, TurnTimer, WebProcess

NAME = 120  # letters of a machine's name
IN_STEP = timedelta(seconds=1)  # within which each beats
LATE = timedelta(seconds=1)  # after which we look whether one has ended
GIVEN_UP = timedelta(seconds=30)  # its pages have found another process by then

_BEAT = """
UPDATE matches_webprocess
SET beat_at = greatest(beat_at, %s), heard_until = greatest(heard_until, %s::timestamptz)
WHERE id = %s AND beat_at >= %s
"""
_HUNG = """
SELECT seat.id, process.id, process.beat_at
FROM matches_seat seat JOIN matches_webprocess process ON process.id = seat.heard_by
WHERE seat.id = ANY(%s) AND process.id IS DISTINCT FROM %s AND process.beat_at < %s
"""
_STAY = """
UPDATE matches_seat SET present_until = %s
WHERE heard_by = %s AND present_until > %s AND present_until < %s
"""
# Several may note the end of one silence, each by its own clock, and in any order: the last counts,
# up to which time was given back.
_NOTE = """
INSERT INTO matches_outage (began_at, ended_at, process) VALUES (%s, %s, %s)
ON CONFLICT (process, began_at)
DO UPDATE SET ended_at = greatest(matches_outage.ended_at, excluded.ended_at)
"""


class _This:
    """The row of this very process, if it serves pages."""

    row: int | None = None
    node = ""


def enrol(*, now: datetime, node: str = "") -> int:
    """Count this process, of a machine of that name, among those that serve pages.

    Return the number it beats by.
    """
    _This.node = node[:NAME]
    _This.row = WebProcess.objects.create(beat_at=now, heard_until=now, **_who()).pk
    return _This.row


def _who() -> dict[str, str | int]:
    return {"node": _This.node, "version": VERSION, "place": _place(), "pid": os.getpid()}


@cache
def _place() -> str:
    """Return where a process's number means this process; "" where no place has a name."""
    with suppress(OSError):
        booted = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{booted} {Path('/proc/self/ns/pid').stat().st_ino}"
    return ""


def sign_off(*, process: int, now: datetime) -> None:
    """Forget a process that ends in good order: nobody waits for it, and its players come again."""
    disturb(now=now)
    WebProcess.objects.filter(pk=process).delete()
    _This.row = None if _This.row == process else _This.row


def beat(*, process: int, now: datetime) -> timedelta:
    """Note that a process serves its players, and look after those of processes that don't.

    Whatever has reached it by ``now`` is being played. Return the time given back because this one
    hung, mostly none.
    """
    missed = _beat(process, now, heard_until=now)
    for other in WebProcess.objects.exclude(pk=process).filter(beat_at__lt=now - LATE):
        if not other.ended and _has_ended(other):
            WebProcess.objects.filter(pk=other.pk).update(ended=True)
            disturb(now=now)
        if other.beat_at < now - GIVEN_UP:
            _give_up(other.pk, now)
        elif other.beat_at < now - LONGEST:
            _have_stay(other.pk, other.beat_at, now)
    return missed


def _beat(process: int, now: datetime, heard_until: datetime | None = None) -> timedelta:
    with connection.cursor() as cursor:
        cursor.execute(_BEAT, [now, heard_until, process, now - LONGEST])
        held = cursor.rowcount
    return timedelta(0) if held else _go_on(process, now)


def _has_ended(process: WebProcess) -> bool:
    """Tell whether a process of this machine has ended without signing off."""
    return (
        process.pid is not None
        and process.place == _place() != ""
        and not Path(f"/proc/{process.pid}").exists()
    )


def have_heard(timer: TurnTimer, *, until: datetime) -> bool:
    """Tell whether all that was sent by an instant is being played, or was.

    What was on its way to a process that has ended is sent again.
    """
    return timer.heard_until is None or timer.heard_until >= until


def keeps_up(timer: TurnTimer, now: datetime) -> bool:
    """Tell whether every process has beaten just now, so that nothing waits for long anywhere."""
    return have_heard(timer, until=now - IN_STEP)


def end_silences(*, match_id: int, now: datetime) -> None:
    """Give back what players missed by silences that end with a request about this match.

    Whoever is to move in it may be heard by another process than this one.
    """
    if is_silent(now=now):
        keep_pulse(now=now)
    if _This.row is not None:
        _beat(_This.row, now)  # others may have come before, and wait still
    to_move = Seat.objects.filter(match=match_id, player=F("match__to_move"))
    hear(list(to_move.values_list("pk", flat=True)), process=_This.row, now=now)


def can_hear_all(*, now: datetime) -> bool:
    """Tell whether whoever isn't heard has gone.

    Not while players can't reach us, nor while a web process hangs: whoever's page waits for it is
    heard by none; nor while pages are on their way back from one that has ended.
    """
    hangs = WebProcess.objects.filter(beat_at__lt=now - LONGEST)
    was_hard_to_reach = was_disturbed(within=SPARED, now=now)
    return not (is_silent(now=now) or was_hard_to_reach or hangs.exists())


def cannot_hear(timer: TurnTimer, now: datetime) -> bool:
    """Tell whether nobody is heard, or the player to move by a process that hangs or just died."""
    return timer.reached_at is not None and timer.reached_at < now - LONGEST


def hear(seats: list[int], *, process: int | None, now: datetime) -> None:
    """Give owners of seats back what they missed by a process that hung: this one hears them."""
    with connection.cursor() as cursor:
        cursor.execute(_HUNG, [seats, process, now - LONGEST])
        hung = cursor.fetchall()
    silences: dict[tuple[int, datetime], list[int]] = {}
    for seat, *silence in hung:
        silences.setdefault(tuple(silence), []).append(seat)
    for (other, beat_at), met in silences.items():
        with transaction.atomic():
            if _missed(beat_at, now) > LONGEST:
                _give_back(met, other, beat_at, now)
            Seat.objects.filter(pk__in=met, heard_by=other).update(heard_by=process)


def _go_on(process: int, now: datetime) -> timedelta:
    with transaction.atomic():
        row = WebProcess.objects.select_for_update().filter(pk=process).first()
        if row is None:  # it was given up; so was what its players had missed
            anew = WebProcess(pk=process, beat_at=now, heard_until=now - GIVEN_UP, **_who())
            WebProcess.objects.bulk_create([anew], ignore_conflicts=True)  # or a thread was faster
            return timedelta(0)
        if row.beat_at >= now - LONGEST:  # another thread was faster
            return timedelta(0)
        missed = _make_up(row, now)
        row.beat_at = now
        row.save(update_fields=["beat_at"])
    if missed:
        # Seats are spared, and no clock waits any longer: its next beat comes after what it missed.
        disturb(now=now - RESENT)
    return missed


def _give_up(process: int, now: datetime) -> None:
    with transaction.atomic():
        row = WebProcess.objects.select_for_update(skip_locked=True).filter(pk=process).first()
        if row is None or row.beat_at >= now - GIVEN_UP:
            return
        _make_up(row, now)
        row.delete()
    if not row.ended:
        disturb(now=now - RESENT)  # pages have sent again long ago


def _have_stay(process: int, beat_at: datetime, now: datetime) -> None:
    """Let those stay present whom a process that has hung would have heard."""
    until = now + LONGEST
    with connection.cursor() as cursor:
        cursor.execute(_STAY, [until, process, beat_at, until])


def _make_up(row: WebProcess, now: datetime) -> timedelta:
    missed = _missed(row.beat_at, now)
    if missed <= LONGEST:
        return timedelta(0)
    seats = list(Seat.objects.filter(heard_by=row.pk).values_list("pk", flat=True))
    _give_back(seats, row.pk, row.beat_at, now)
    _have_stay(row.pk, row.beat_at, now)
    return missed


def _give_back(seats: list[int], process: int, began: datetime, now: datetime) -> None:
    give_back(seats=seats, began=began, now=now)
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, [began, now, process])


def _missed(began: datetime, now: datetime) -> timedelta:
    """Return how long a silence was, without what was given back to all as an outage."""
    missed = now - began
    for one in Outage.objects.filter(ended_at__gt=began, process__isnull=True):
        missed -= min(one.ended_at, now) - max(one.began_at, began)
    return max(missed, timedelta(0))
