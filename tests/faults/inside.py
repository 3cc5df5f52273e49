"""Run inside the site by ``manage.py shell``: seats people at tables, and tells what is stored."""

import dataclasses
import json
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connection, transaction
from django.middleware.csrf import CSRF_SECRET_LENGTH
from django.test import Client
from django.utils import timezone
from django.utils.crypto import get_random_string

from accounts import rest, services
from accounts.quiet import countdown
from accounts.quiet.calendars import Calendar
from games import play, queries, turns
from games.core.clock import Pace, TimeControl
from games.core.house import HouseRules
from tests.faults.history import Change, Entry, Record


def seat(tables: list[dict[str, Any]]) -> None:
    """Print the live matches begun: public id, and by seat its owner's cookies (None: computer).

    A table is ``{"levels": ["", "easy"], "budget": 6, "bank": 0}``; "" is a person.
    """
    print(json.dumps([_seat(**table) for table in tables]))  # noqa: T201 - the answer


def _seat(levels: list[str], budget: int, bank: int) -> dict[str, Any]:
    now = timezone.now()
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


def seat_alone(interval: int) -> None:
    """Print a match of Counting Tiles for one, and the cookies of its player."""
    now = timezone.now()
    user = services.create_guest(now=now)
    match = play.start_match(
        game="counting_tiles",
        options={"interval": interval},
        control=TimeControl(Pace.LIVE, 60, 0),
        seats=[play.SeatPlan(name=user.username, user_id=user.pk)],
        now=now,
    )
    ticket = {"match": match.public_id, "cookies": _cookies(user)}
    print(json.dumps(ticket))  # noqa: T201 - the answer


def seat_slow(tables: list[dict[str, Any]]) -> None:
    """Print the matches by turns begun, and when their first players fall asleep (None: never).

    A table is ``{"budget": 7200, "sleeps_in": 10}``: at the next whole minute that is so many
    seconds away he falls asleep, for four hours.
    """
    print(json.dumps([_seat_slow(**table) for table in tables]))  # noqa: T201 - the answer


def _seat_slow(budget: int, sleeps_in: float | None) -> dict[str, Any]:
    now = timezone.now()
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
        house=HouseRules(rest=86400),
        seats=[play.SeatPlan(name=user.username, user_id=user.pk) for user in people],
        now=now,
    )
    return {"match": match.public_id, "sleeps_at": from_at and _epoch(from_at)}


def tell_clocks(public_ids: list[str]) -> None:
    """Print until when the running turns last, by all that was recorded of them."""
    matches = [queries.find(public_id=public_id) for public_id in public_ids]
    print(json.dumps([_deadline(match) for match in matches]))  # noqa: T201 - the answer


def _deadline(match: Any) -> float:
    turn = turns.countdown_of(match, queries.seats(match_id=match.pk))
    return _epoch(countdown.deadline(turn))


def _cookies(user: Any) -> dict[str, str]:
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    name = settings.SESSION_COOKIE_NAME
    token = get_random_string(CSRF_SECRET_LENGTH)
    return {name: client.cookies[name].value, settings.CSRF_COOKIE_NAME: token}


def tell(public_ids: list[str]) -> None:
    """Print matches as stored, all of one moment."""
    now = timezone.now()
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        matches = [queries.find(public_id=public_id) for public_id in public_ids]
        records = [dataclasses.asdict(_record(match, now)) for match in matches]
    print(json.dumps(records))  # noqa: T201 - the answer


def _record(match: Any, now: datetime) -> Record:
    timer = match.timer
    return Record(
        match=match.public_id,
        ply=match.ply,
        version=match.version,
        running=queries.is_running(match),
        set_aside=match.quarantined_at is not None,
        budget=match.budget,
        bank=match.bank,
        banks=timer.banks,
        started_at=_epoch(timer.started_at),
        player=match.to_move,
        log=[_entry(move) for move in queries.moves(match_id=match.pk)],
        changes=[
            Change(change.player, change.kind, _epoch(change.at))
            for change in match.seat_changes.all()
        ],
        read_at=_epoch(now),
        credits=[[_epoch(began), _epoch(ended)] for began, ended in queries.outages()],
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
