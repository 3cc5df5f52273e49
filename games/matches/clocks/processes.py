"""Web processes that hang: what their players miss meanwhile is no fault of theirs.

Every web process beats in a row of its own, and a seat knows which one heard its owner last. While
a process hangs, its players count as present and their clocks make no move. What they missed is
given back when it goes on, when another one hears them, or when it is given up.
"""

from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import F

from config.version import VERSION
from games.matches.clocks.pulse import LONGEST, give_back, is_silent, keep_pulse
from games.matches.models import Outage, Seat, TurnTimer, WebProcess

NAME = 120  # letters of a machine's name
GIVEN_UP = timedelta(seconds=30)  # its pages have found another process by then

_BEAT = (
    "UPDATE matches_webprocess SET beat_at = greatest(beat_at, %s) WHERE id = %s AND beat_at >= %s"
)
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
    _This.row = WebProcess.objects.create(beat_at=now, **_who()).pk
    return _This.row


def _who() -> dict[str, str]:
    return {"node": _This.node, "version": VERSION}


def sign_off(*, process: int) -> None:
    """Forget a process that ends in good order: nobody waits for it."""
    WebProcess.objects.filter(pk=process).delete()
    _This.row = None if _This.row == process else _This.row


def beat(*, process: int, now: datetime) -> timedelta:
    """Note that a process serves its players, and look after those of processes that hang.

    Return the time given back because this one hung, mostly none.
    """
    with connection.cursor() as cursor:
        cursor.execute(_BEAT, [now, process, now - LONGEST])
        held = cursor.rowcount
    missed = timedelta(0) if held else _go_on(process, now)
    for other, beat_at in _hanging(now):
        if beat_at < now - GIVEN_UP:
            _give_up(other, now)
        else:
            _have_stay(other, beat_at, now)
    return missed


def end_silences(*, match_id: int, now: datetime) -> None:
    """Give back what players missed by silences that end with a request about this match.

    Whoever is to move in it may be heard by another process than this one.
    """
    if is_silent(now=now):
        keep_pulse(now=now)
    if _This.row is not None:
        beat(process=_This.row, now=now)
    to_move = Seat.objects.filter(match=match_id, player=F("match__to_move"))
    hear(list(to_move.values_list("pk", flat=True)), process=_This.row, now=now)


def were_deaf(*, since: datetime, now: datetime) -> bool:
    """Tell whether a web process has hung, or could not hear its players for a while since then."""
    hangs = WebProcess.objects.filter(beat_at__lt=now - LONGEST)
    # One may be noted as ended a little after now, by whom we waited for.
    return hangs.exists() or Outage.objects.filter(ended_at__gt=since, began_at__lte=now).exists()


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


def _hanging(now: datetime) -> list[tuple[int, datetime]]:
    hung = WebProcess.objects.filter(beat_at__lt=now - LONGEST)
    return list(hung.values_list("pk", "beat_at"))


def _go_on(process: int, now: datetime) -> timedelta:
    with transaction.atomic():
        row = WebProcess.objects.select_for_update().filter(pk=process).first()
        if row is None:  # it was given up; so was what its players had missed
            anew = WebProcess(pk=process, beat_at=now, **_who())
            WebProcess.objects.bulk_create([anew], ignore_conflicts=True)  # or a thread was faster
            return timedelta(0)
        if row.beat_at >= now - LONGEST:  # another thread was faster
            return timedelta(0)
        missed = _make_up(row, now)
        row.beat_at = now
        row.save(update_fields=["beat_at"])
    return missed


def _give_up(process: int, now: datetime) -> None:
    with transaction.atomic():
        row = WebProcess.objects.select_for_update(skip_locked=True).filter(pk=process).first()
        if row is not None and row.beat_at < now - GIVEN_UP:
            _make_up(row, now)
            row.delete()


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
