"""Somebody's own matches: which run, which wait for a move, and which is the most urgent."""

import dataclasses
import functools
from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext

from accounts.edge.languages import listed
from games.core.clock import Form
from games.matches.models import Match, Seat
from games.matches.reading.boards import Board
from games.registry import game_class


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """A match as a line in a player's list."""

    match: Match
    title: str
    opponents: str  # "Ben and Cleo"; "" for a game played alone
    my_turn: bool
    turn_name: str
    deadline_at: datetime | None  # of the turn; of a duel that one has not begun
    place: int | None  # None alone, in a duel until all have finished, and if it does not count
    shared: bool  # the first place, with somebody else
    drawn: bool  # it's shared by all
    rests: bool  # the clock stands, or will, without its only player: nobody waits
    timeless: str  # why a running turn has no deadline, "" if it has one
    held: bool  # by the computer, until its owner takes it back
    deserted: bool  # it waits for the first of its people to come back
    practice: bool  # nobody else plays here, so nobody waits
    noted: bool = False  # by this player
    unread: int = 0  # lines of others
    board: Board | None = None  # where the list shows it as one

    @property
    def with_whom(self) -> str:
        """Return with whom it's played, in words."""
        if self.match.duel is not None and self.match.duel.is_open:
            return gettext("a challenge for everyone")
        if self.match.duel_id:
            return gettext("duel with %(names)s") % {"names": self.opponents}
        if self.opponents:
            return gettext("with %(names)s") % {"names": self.opponents}
        return gettext("on your own")


def my_running(*, user_id: int) -> list[Row]:
    """Return a user's running matches: those that wait for them first, the most urgent on top."""
    running = _seats_of(user_id).filter(
        match__status=Match.Status.RUNNING, resigned_at__isnull=True, lost_at__isnull=True
    )
    rows = [_row(seat) for seat in running]
    return sorted(rows, key=_urgency)


def _urgency(row: Row) -> tuple[bool, bool, datetime | None, int]:
    return not row.my_turn, row.deadline_at is None, row.deadline_at, row.match.pk


def names_of(*, user_id: int, public_ids: Collection[str]) -> dict[str, str]:
    """Return the names of matches as a player at them calls them: the game, and with whom."""
    matches = Match.objects.filter(public_id__in=public_ids).prefetch_related("seats")
    return {match.public_id: _name(match, user_id) for match in matches}


def with_secrets(*, public_ids: Collection[str]) -> list[str]:
    """Return the matches, among some, that aren't over and in which players hide something."""
    going_on = Match.objects.filter(public_id__in=public_ids).exclude(status=Match.Status.FINISHED)
    found = going_on.values_list("public_id", "game")
    return [own for own, game in found if game_class(game).info.hidden_information]


def _name(match: Match, user_id: int) -> str:
    title = game_class(match.game).info.title
    seats = sorted(match.seats.all(), key=lambda seat: seat.player)
    others = [seat.name for seat in seats if seat.user_id != user_id]
    if not others:
        return title
    return gettext("%(game)s with %(others)s") % {"game": title, "others": listed(others)}


def my_finished(*, user_id: int, limit: int = 20) -> list[Row]:
    """Return a user's finished matches, the latest first."""
    seats = _seats_of(user_id).filter(match__status=Match.Status.FINISHED)
    return [_row(seat) for seat in seats.order_by("-match__finished_at")[:limit]]


def _seats_of(user_id: int) -> QuerySet[Seat]:
    seats = Seat.objects.filter(user_id=user_id).select_related("match__timer", "match__duel")
    seats = seats.defer("match__state")  # positions are large, and no list shows one
    few = Match.objects.filter(duel__is_open=False).defer("state")
    return seats.prefetch_related(
        "match__seats", Prefetch("match__duel__matches", few), "match__duel__matches__seats"
    )


def _row(seat: Seat) -> Row:
    match, duel, timer = seat.match, seat.match.duel, seat.match.timer
    everyone = sorted(match.seats.all(), key=lambda other: other.player)
    mover = None if match.to_move is None else everyone[match.to_move]
    apart = duel is not None and not duel.is_open
    table = [other.seats.all()[0] for other in duel.matches.all()] if duel and apart else everyone
    others = [other.name for other in table if other.pk != seat.pk]
    rests = timer.stands_at is not None and duel is None
    compared = bool(duel and duel.finished_at) or match.players > 1
    compared = compared and match.counts
    due = None if rests or (timer.tempo and not timer.waits) else timer.deadline_at
    place = match.places[seat.player] if match.places and compared else None
    firsts = _firsts(match) if place == 1 else 0
    return Row(
        match=match,
        title=game_class(match.game).info.title,
        opponents=listed(others) if others else "",
        my_turn=_is_up(seat, mover) and not rests,
        turn_name=mover.name if mover else "",
        deadline_at=duel.closes_at if duel and timer.waits else due,
        place=place,
        shared=firsts > 1,
        drawn=firsts == len(table) > 1,
        rests=rests,
        timeless=_timeless(match),
        held=seat.substituted_at is not None,
        deserted=timer.deserted,
        practice=not any(other.user_id for other in table if other.pk != seat.pk),
    )


def _firsts(match: Match) -> int:
    """Return how many came first at a match, or in its duel."""
    places = [one.places for one in match.duel.matches.all()] if match.duel else [match.places]
    return sum((each or []).count(1) for each in places)


def _timeless(match: Match) -> str:
    if match.timer.paused_at:
        return gettext("paused")
    return gettext("no clock") if match.form == Form.NO_CLOCK else ""


def _is_up(seat: Seat, mover: Seat | None) -> bool:
    """Tell whether it is a seat's turn, and its owner plays it."""
    by_owner = seat.controller == Seat.Controller.HUMAN
    return mover is not None and mover.pk == seat.pk and by_owner


def alone(*, user_id: int) -> int:
    """Return how many games a user plays with no other person.

    A duel counts as many as it has computer players, until all of them have finished: each plays a
    game of its own, whatever becomes of the user's.
    """
    own = Seat.objects.filter(~_with_others(), user_id=user_id)
    running = Q(match__status=Match.Status.RUNNING, resigned_at=None, lost_at=None)
    duels = own.filter(match__duel__isnull=False, match__duel__finished_at=None)
    computers = Seat.objects.filter(match__duel__in=duels.values("match__duel"), user=None)
    return own.filter(running, match__duel=None).count() + computers.count()


def _with_others() -> Q:
    """Return whether another person sits at the match of a seat, or plays in its duel.

    In an open duel nobody waits for anybody.
    """
    others = Seat.objects.filter(user__isnull=False).exclude(pk=OuterRef("pk"))
    at_match = others.filter(match=OuterRef("match"))
    in_duel = others.filter(match__duel=OuterRef("match__duel"), match__duel__is_open=False)
    return Q(Exists(at_match)) | Q(Exists(in_duel))


def _waiting_for(user_id: int) -> QuerySet[Seat]:
    """Return the seats at which others wait for a user's turn, or for their part of a duel.

    Nobody waits while a clock rests, nor does a computer player: practice calls nobody.
    """
    rests = Q(match__timer__stands_at__isnull=False, match__duel__isnull=True)
    return (
        Seat.objects.filter(
            user_id=user_id,
            controller=Seat.Controller.HUMAN,
            match__status=Match.Status.RUNNING,
            match__to_move=F("player"),
        )
        .filter(_with_others())
        .exclude(rests)
    )


_SOMEBODY = -1  # stands for a user in a statement that is written once


@functools.cache
def _counting() -> tuple[str, tuple[Any, ...]]:
    """Return the statement that counts what waits: each page asks, and writing it takes longest."""
    waiting, facts = _waiting_for(_SOMEBODY).values("pk").query.sql_with_params()
    return f"SELECT count(*) FROM ({waiting}) AS waiting", facts  # noqa: S608 - Django's own


def turns_waiting(*, user_id: int) -> int:
    """Return how many matches wait for this user's move."""
    statement, facts = _counting()
    with connection.cursor() as cursor:
        cursor.execute(statement, [user_id if fact == _SOMEBODY else fact for fact in facts])
        return int(cursor.fetchone()[0])


def most_urgent(*, user_id: int, but: str = "") -> str | None:
    """Return the address of the match waiting for this user whose time runs out first.

    Never that of the match called ``but``, which they come from.
    """
    begun = F("match__timer__stands_at").asc(nulls_first=True)  # then duels not begun
    seats = _waiting_for(user_id).exclude(match__public_id=but).select_related("match")
    first = seats.order_by(begun, "match__timer__deadline_at").first()
    return first.match.get_absolute_url() if first else None
