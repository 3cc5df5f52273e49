"""People who want to play a game right now, brought together at one table."""

import contextlib
import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import OperationalError, connection, transaction

from accounts.trust import blocking, presence
from accounts.users.models import User
from config.meters import queues
from games.core.clock import Pace, TimeControl
from games.core.errors import Refusal
from games.core.table import options as table_options
from games.core.table.agreement import Agreement
from games.matches.models.agreement import columns
from games.registry import game_class, load_game
from lobby.ratings import reading as ratings
from lobby.tables.acts import opening, seating
from lobby.tables.acts.held import get_up, hold, seat_of, tell_where
from lobby.tables.choices import StartRule, Status, Visibility
from lobby.tables.models import Lobby, LobbySeat

TWO = 2
QUEUE = "bring_together"
LOCK = 7_529_368  # of all that is done here; a game and a pace stand beside it
MOST_LOOKED_AT = 50
# At most so far apart in strength are people who are near: three wins in four for the stronger.
# It's what we guess: the number that pages show is lower the fewer matches somebody has played.
NEAR = 250
# Whoever has waited so long plays with anybody.
PATIENT = {Pace.LIVE: timedelta(minutes=1), Pace.CORRESPONDENCE: timedelta(hours=1)}
# So long a page can take until it gives the first sign of whoever has just sat down.
ARRIVING = timedelta(seconds=30)


def play_now(
    *, user: User, game: str, control: TimeControl, agreement: Agreement, now: datetime
) -> Lobby:
    """Sit down with somebody who waits for just this game, or open a table and wait for them.

    Terms are the usual settings of the game with this clock and agreement. A table fits if it is
    open to everyone, has these terms and its last seat is free; if all who sit there are people
    whom the user can meet, who are here if it's a live one, and whose ratings are near, if known;
    where somebody has waited long, ratings don't matter. Whoever waited longest comes first. For a
    live game the user leaves the other live tables at which they wait alone. Raise Refusal.
    """
    seats = max(TWO, game_class(game).info.min_players)
    with transaction.atomic():
        _take_turns(game, control.pace)
        tables = _at_terms(game, control, agreement)
        lobby = _sat_down(user, tables, seats, now) or _own(user, tables, seats)
        if lobby is None:
            lobby = opening.create(
                host=user,
                game=game,
                options={},
                control=control,
                agreement=agreement,
                seats=seats,
                visibility=Visibility.OPEN,
                start_rule=StartRule.FULL,
                now=now,
            )
    if control.pace is Pace.LIVE:
        _leave_others(user, lobby)
    return lobby


# --- Those who wait side by side ------------------------------------------------------------------


def bring_together(*, now: datetime) -> int:
    """Seat people together who wait alone for the same; return how many tables began.

    Two whose ratings were too far apart to sit down with each other wait at two tables, until the
    first has waited long. The younger table closes, and its pages are told where the game is.
    """
    begun = 0
    for tables in _side_by_side():
        left = tables[:1]
        for younger in queues.awake(QUEUE, lambda _more: tables[1:], now=now):  # noqa: B023 - at once
            with queues.apart(QUEUE, younger, now=now):
                older = _company(younger, left, now)
                if older is not None and _merge(older, younger, now):
                    begun += 1
                    left.remove(older)
                else:
                    left.append(younger)
    return begun


def _side_by_side() -> list[list[Lobby]]:
    """Return open tables at which a host waits alone for one other: those alike, oldest first."""
    waiting = Lobby.objects.filter(
        status=Status.WAITING,
        visibility=Visibility.OPEN,
        start_rule=StartRule.FULL,
        host__isnull=False,
    )
    alike = defaultdict(list)
    tables = waiting.order_by("created_at", "pk").select_related("host").prefetch_related("seats")
    for table in tables:
        if _waits_for_one(list(table.seats.all())):
            options = json.dumps(table.options, sort_keys=True)
            alike[table.game, options, table.control, table.agreement].append(table)
    return [group[:MOST_LOOKED_AT] for group in alike.values() if len(group) > 1]


def _waits_for_one(seats: list[LobbySeat]) -> bool:
    free = [seat for seat in seats if not seat.taken and seat.kept_for_id is None]
    return len(seats) == TWO and len(free) == 1 and not any(seat.level for seat in seats)


def _company(younger: Lobby, tables: list[Lobby], now: datetime) -> Lobby | None:
    """Return the first of some tables whose host the host of a younger one can meet."""
    host = younger.host
    others = [table for table in tables if table.host_id != younger.host_id]
    people = {person for table in (younger, *others) for person in _people(table)}
    here = presence.who_is_here(user_ids=people)
    if host is None or not _are_here(younger, here, now):
        return None
    return next(iter(_suitable(host, others, people, now)), None)


def _merge(older: Lobby, younger: Lobby, now: datetime) -> bool:
    """Have the host of a table sit down at an older one; tell whether the game has begun."""
    with contextlib.suppress(Refusal), transaction.atomic():
        _take_turns(older.game, older.control.pace)
        hold(older.pk)
        lobby, seats = hold(younger.pk)
        if lobby.host is None or not _waits_for_one(seats):
            return False
        host = lobby.host
        begun = seating.join(lobby_id=older.pk, user=host, now=now)
        get_up(lobby, seats, seat_of(seats, host))
        if begun.began:
            tell_where(lobby, begun.began)
        return True
    return False


# --- Finding a table ------------------------------------------------------------------------------


def _take_turns(game: str, pace: Pace) -> None:
    """Let nobody else look for the same until the transaction ends: two would miss each other."""
    try:
        with connection.cursor() as cursor:
            key = f"{game} {pace.value}"
            cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [LOCK, key])
    except OperationalError as error:
        raise Refusal("A lot of people are sitting down right now. Try again.") from error


def _at_terms(game: str, control: TimeControl, agreement: Agreement) -> list[Lobby]:
    """Return the open tables that wait at these terms, the oldest first."""
    found = Lobby.objects.filter(
        status=Status.WAITING,
        visibility=Visibility.OPEN,
        start_rule=StartRule.FULL,
        game=game,
        options=table_options.write(load_game(game, {}).options),
        **columns(control, agreement),
    )
    return list(found.order_by("created_at", "pk").prefetch_related("seats")[:MOST_LOOKED_AT])


def _sat_down(user: User, tables: list[Lobby], seats: int, now: datetime) -> Lobby | None:
    """Sit down at the first table that fits, if there is one."""
    fitting = [table for table in tables if _has_room(table, user, seats)]
    people = {person for table in fitting for person in _people(table)}
    for table in _suitable(user, fitting, people, now):
        with contextlib.suppress(Refusal):  # it began, closed, or a holiday keeps the user away
            return seating.join(lobby_id=table.pk, user=user, now=now)
    return None


def _suitable(
    user: User, tables: list[Lobby], people: Collection[int], now: datetime
) -> Iterable[Lobby]:
    """Yield those of some tables at which the user can well meet those who sit there."""
    if not tables:
        return
    pace = Pace(tables[0].pace)
    apart = blocking.apart_from(user_ids=[user.pk])
    here = presence.who_is_here(user_ids=people) if pace is Pace.LIVE else None
    known = ratings.settled(user_ids=[user.pk, *people], game=tables[0].game, pace=pace)
    own = known.get(user.pk)
    for table in tables:
        theirs = _people(table)
        near = own is None or all(abs(known.get(one, own) - own) <= NEAR for one in theirs)
        long = table.created_at + PATIENT[pace] <= now
        if apart.isdisjoint(theirs) and _are_here(table, here, now) and (near or long):
            yield table


def _are_here(table: Lobby, here: set[int] | None, now: datetime) -> bool:
    """Tell whether nobody of a live table has gone; ``here`` have a page open, if that is known."""
    if table.pace != Pace.LIVE:
        return True
    seated = [seat for seat in table.seats.all() if seat.user_id]
    if any(seat.away_since for seat in seated):
        return False
    is_new = now < table.created_at + ARRIVING
    return here is None or is_new or all(seat.user_id in here for seat in seated)


def _own(user: User, tables: list[Lobby], seats: int) -> Lobby | None:
    """Return the table at which the user waits for the same already."""
    own = (table for table in tables if user.pk in _people(table))
    return next((table for table in own if len(table.seats.all()) == seats), None)


def _has_room(table: Lobby, user: User, seats: int) -> bool:
    """Tell whether a table has a free seat for somebody else that begins the game, or nearly so."""
    chairs = list(table.seats.all())
    free = [chair for chair in chairs if not chair.taken]
    return (
        any(chair.kept_for_id in (None, user.pk) for chair in free)
        and (len(free) == 1 or len(chairs) == seats)
        and not any(chair.level for chair in chairs)
        and user.pk not in _people(table)
    )


def _people(table: Lobby) -> list[int]:
    return [seat.user_id for seat in table.seats.all() if seat.user_id is not None]


def _leave_others(user: User, but: Lobby) -> None:
    """Get up from the other open live tables at which somebody waits all alone."""
    waiting = Lobby.objects.filter(
        status=Status.WAITING, visibility=Visibility.OPEN, pace=Pace.LIVE, host=user
    ).exclude(pk=but.pk)
    others = LobbySeat.objects.exclude(user=user).exclude(user=None, kept_for=None, level="")
    for lobby_id in waiting.exclude(seats__in=others).values_list("pk", flat=True):
        with contextlib.suppress(Refusal):  # it has just begun
            seating.leave(lobby_id=lobby_id, user=user)
