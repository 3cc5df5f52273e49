"""Run inside the site by ``manage.py shell``: seats people at tables, and prints what is stored.

``serve`` does what it is asked to until nobody asks any more: Django is started once for all.
"""

import contextlib
import dataclasses
import io
import json
import sys
import traceback
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.middleware.csrf import CSRF_SECRET_LENGTH
from django.test import Client
from django.utils import timezone
from django.utils.crypto import get_random_string

from accounts.rest import services as rest
from accounts.rest.rules.calendars import Calendar
from accounts.users import services
from games.core.clock import Pace, TimeControl
from games.core.table.agreement import Agreement
from games.matches import play, reading
from games.matches.clocks import turns
from games.matches.models import Outage, Pulse
from tests.faults.history import Change, Entry, Record


def serve() -> None:
    """Answer each line, a function's name and arguments, by what it returns or how it failed."""
    answers = sys.stdout
    for line in sys.stdin:
        name, arguments = json.loads(line)
        try:
            with contextlib.redirect_stdout(sys.stderr):
                answer = {"returned": _DOES[name](*arguments)}
        except Exception:  # noqa: BLE001 - whoever asked is told
            answer = {"error": traceback.format_exc()}
        connection.close()
        print(json.dumps(answer), file=answers, flush=True)


def run(*command: str) -> str:
    """Return what a manage.py command prints."""
    said = io.StringIO()
    call_command(*command, stdout=said)
    return said.getvalue()


def seat(tables: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the live matches begun: public id, and by seat its owner's cookies (None: computer).

    A table is ``{"levels": ["", "easy"], "budget": 6, "bank": 0}``; "" is a person.
    """
    return [_seat(**table) for table in tables]


def _seat(levels: list[str], budget: int, bank: int, ago: int = 0) -> dict[str, Any]:
    now = timezone.now() - timedelta(seconds=ago)
    people = [None if level else services.create_guest(now=now) for level in levels]
    plans = [
        play.SeatPlan(name=user.username, user_id=user.pk)
        if user
        else play.SeatPlan(name=level, level=level)
        for user, level in zip(people, levels, strict=True)
    ]
    control = TimeControl(Pace.LIVE, budget, bank)
    match = play.start_match(game="tilekingdom", options={}, control=control, seats=plans, now=now)
    return {"match": match.public_id, "seats": [user and _cookies(user) for user in people]}


def seat_alone(interval: int) -> dict[str, Any]:
    """Return a match of Counting Tiles for one, and the cookies of its player."""
    now = timezone.now()
    user = services.create_guest(now=now)
    match = play.start_match(
        game="counting_tiles",
        options={"interval": interval},
        control=TimeControl(Pace.LIVE, 60, 0),
        seats=[play.SeatPlan(name=user.username, user_id=user.pk)],
        now=now,
    )
    return {"match": match.public_id, "cookies": _cookies(user)}


def seat_slow(tables: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the turn-based matches begun, and when their first players fall asleep (None: never).

    A table is ``{"budget": 7200, "sleeps_in": 10}``: at the next whole minute that is so many
    seconds away they fall asleep, for four hours.
    """
    return [_seat_slow(**table) for table in tables]


def _seat_slow(budget: int, sleeps_in: float | None = None, ago: int = 0) -> dict[str, Any]:
    now = timezone.now() - timedelta(seconds=ago)
    people = [services.create_guest(now=now) for _ in range(2)]
    from_at = None
    if sleeps_in is not None:
        from_at = now + timedelta(seconds=sleeps_in + 60)
        from_at = from_at.replace(second=0, microsecond=0)
        to_at = from_at + timedelta(hours=4)
        sleep = Calendar(ZoneInfo("UTC"), from_at.time(), to_at.time())
        rest.choose_calendar(user=people[0], calendar=sleep, now=now - timedelta(minutes=1))
    match = play.start_match(
        game="tilekingdom",
        options={},
        control=TimeControl(Pace.CORRESPONDENCE, budget, 0),
        agreement=Agreement(rest=86400),
        seats=[play.SeatPlan(name=user.username, user_id=user.pk) for user in people],
        now=now,
    )
    return {"match": match.public_id, "sleeps_at": from_at and _epoch(from_at)}


def seat_due() -> list[str]:
    """Return a live match whose players have left, and a turn-based one whose clock has to move."""
    left = _seat(["", ""], budget=600, bank=0, ago=120)
    return [left["match"], _seat_slow(60, ago=1200)["match"]]


def tell_pulse() -> float:
    """Return when players could reach the site last."""
    return _epoch(Pulse.objects.get().beat_at)


def tell_clocks(public_ids: list[str]) -> list[float]:
    """Return until when the running turns last, by all that was recorded of them."""
    return [_deadline(reading.find(public_id=public_id)) for public_id in public_ids]


def _deadline(match: Any) -> float:
    turn = turns.clock_of(match, match.timer, reading.seats(match_id=match.pk))
    assert turn.deadline is not None
    return _epoch(turn.deadline)


def _cookies(user: Any) -> dict[str, str]:
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    name = settings.SESSION_COOKIE_NAME
    token = get_random_string(CSRF_SECRET_LENGTH)
    return {name: client.cookies[name].value, settings.CSRF_COOKIE_NAME: token}


def tell(public_ids: list[str]) -> list[dict[str, Any]]:
    """Return matches as stored, all of one moment."""
    now = timezone.now()
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        matches = [reading.find(public_id=public_id) for public_id in public_ids]
        return [dataclasses.asdict(_record(match, now)) for match in matches]


def retire(public_ids: list[str]) -> None:
    """End matches: else computers would take the seats and play on, which costs the next test."""
    for public_id in public_ids:
        match = reading.find(public_id=public_id)
        play.close_match(match_id=match.pk, places=None, now=timezone.now(), quietly=True)


def _record(match: Any, now: datetime) -> Record:
    timer = match.timer
    return Record(
        match=match.public_id,
        ply=match.ply,
        version=match.version,
        running=reading.is_running(match),
        set_aside=match.quarantined_at is not None,
        budget=match.budget,
        bank=match.bank,
        banks=timer.banks,
        started_at=_epoch(timer.started_at),
        player=match.to_move,
        log=[_entry(move) for move in reading.moves(match_id=match.pk)],
        changes=[
            Change(change.player, change.kind, _epoch(change.at))
            for change in match.seat_changes.all()
        ],
        read_at=_epoch(now),
        credits=[[_epoch(began), _epoch(ended)] for began, ended in reading.outages()],
        hangs=[
            [_epoch(one.began_at), _epoch(one.ended_at)]
            for one in Outage.objects.filter(process__isnull=False).order_by("began_at")
        ],
    )


def _entry(move: Any) -> Entry:
    return Entry(
        ply=move.ply,
        player=move.player,
        actor=move.actor,
        cmd_id=str(move.cmd_id) if move.cmd_id else None,
        started_at=_epoch(move.started_at),
        played_at=_epoch(move.played_at),
    )


def _epoch(at: datetime) -> float:
    return at.timestamp()


def begin_asking(askers: int) -> dict[str, list[dict[str, Any]]]:
    """Return people and what they ask that takes a thought."""
    from tests.faults import questions

    return questions.begin(askers, _cookies)


_DOES: dict[str, Callable[..., Any]] = {
    does.__name__: does
    for does in (
        run,
        begin_asking,
        seat,
        seat_alone,
        seat_due,
        seat_slow,
        tell_pulse,
        tell_clocks,
        tell,
        retire,
    )
}
