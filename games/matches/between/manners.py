"""What lies between the moves: offers, what became of seats and clock, and who may propose what.

The same answers serve the page, which shows buttons, and ``games.matches.play``, which refuses.
"""

import dataclasses
import logging
from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.db import connection

from games.core.clock import Form, Pace
from games.core.codec import BadData
from games.core.errors import IllegalAction
from games.core.game import Game
from games.core.language.text import Paragraph, Text, listed
from games.core.log.replay import Course
from games.core.log.takeback import TakeBack, decode_entry
from games.core.rng import Rng
from games.matches.answers import MatchOver
from games.matches.clocks.turns import DESERTED_FOR, is_slow
from games.matches.models import ClockChange, Match, Move, Offer, Seat, SeatChange, TableNote
from games.matches.recent import Recent

logger = logging.getLogger(__name__)

AnyGame = Game[Any, Any, Any]
View = dict[str, Any]
Kind = Offer.Kind

NOBODY = Text("There's nobody else at this table to agree to that.")
NOT_YOURS = Text("You're not playing in this seat right now.")

MOST_GIVEN = 7 * 86400  # seconds that the others can give a turn
KNOWN = 200  # positions of which a process remembers whether the last move can be taken back

# Read with every move, so plain SQL: to have it written would take longer than to run it.
_HAPPENED = """
SELECT 's', id, ply, player, at, kind, former FROM matches_seatchange
WHERE match_id = %s AND ply >= %s
UNION ALL
SELECT 'c', id, ply, player, at, kind, NULL FROM matches_clockchange
WHERE match_id = %s AND ply >= %s
ORDER BY 5, 1 DESC, 2
"""
_OFFERS = """
SELECT id, match_id, kind, player, ply, made_at, agreed, declined_by FROM matches_offer
WHERE match_id = %s ORDER BY made_at, id
"""

_takeable: Recent[tuple[str, int], bool] = Recent(KNOWN)


@dataclasses.dataclass(frozen=True, slots=True)
class Change:
    """Something that happened to a seat or to the clock after the move at ``ply``."""

    key: str
    ply: int
    player: int | None
    at: datetime
    kind: str
    text: Text


class _Row(NamedTuple):
    """A SeatChange or a ClockChange as it stands in the database."""

    table: str  # "s" or "c"
    pk: int
    ply: int
    player: int | None
    at: datetime
    kind: str
    former: int | None

    @property
    def key(self) -> str:
        return f"{self.table}{self.pk}"


@dataclasses.dataclass(frozen=True, slots=True)
class Table:
    """What is read of a match beside its position and its moves."""

    changes: list[Change]
    offers: list[Offer]


def read(match: Match, seats: list[Seat], *, since: int = 0) -> Table:
    """Read what happened between the moves from a ply on, and what is offered now."""
    offers: list[Offer] = []
    if match.status == Match.Status.RUNNING and match.players > 1:
        offers = [one for one in Offer.objects.raw(_OFFERS, [match.pk]) if stands(one, match)]
    return Table(changes(match, seats, since=since), offers)


def stands(offer: Offer, match: Match) -> bool:
    """Tell whether an offer is about the position there is; a pause is about any."""
    of_any = offer.kind == Kind.PAUSE and offer.declined_by is None
    return of_any or offer.ply == match.ply


def note_of(*, match_id: int, user_id: int | None) -> str:
    """Return what a user noted about a match; nobody else may be shown it."""
    if user_id is None:
        return ""
    notes = TableNote.objects.filter(match_id=match_id, user_id=user_id)
    return notes.values_list("text", flat=True).first() or ""


def noted(*, match_ids: Collection[int], user_id: int) -> set[int]:
    """Return at which of these matches a user has noted something."""
    notes = TableNote.objects.filter(match_id__in=match_ids, user_id=user_id)
    return set(notes.values_list("match_id", flat=True))


# --- What happened ----------------------------------------------------------------------------

_OF_SEATS = {
    SeatChange.Kind.SUBSTITUTED: Text("The computer is playing for {name}"),
    SeatChange.Kind.RECLAIMED: Text("{name} has taken their seat back"),
    SeatChange.Kind.RESIGNED: Text("{name} resigned"),
    SeatChange.Kind.EXCUSED: Text("{name} ran out of time, so their clock has started again"),
    SeatChange.Kind.LOST: Text("{name} lost their seat"),
    SeatChange.Kind.COVERED: Text("{name} took over a seat"),
}
_OF_THE_CLOCK = {
    ClockChange.Kind.PAUSED: Text("Everyone agreed to pause"),
    ClockChange.Kind.RESUMED: Text("{name} ended the pause"),
    ClockChange.Kind.DAY_GIVEN: Text("{name} gave an extra day for this turn"),
    ClockChange.Kind.SITTING_BEGAN: Text("Everyone is here, so you're playing live from now on"),
    ClockChange.Kind.SITTING_ENDED: Text("{name} stopped playing live"),
    ClockChange.Kind.DESERTED: Text(
        "Everyone has left, so the match is waiting for someone to come back"
    ),
    ClockChange.Kind.WENT_ON: Text("The match has resumed"),
}
_BY_NOBODY_HERE = {
    ClockChange.Kind.DAY_GIVEN: Text("This turn was given more time"),
    ClockChange.Kind.SITTING_ENDED: Text(
        "Nobody moved for a while, so you're back to turn-based play"
    ),
}


def changes(match: Match, seats: list[Seat], *, since: int = 0) -> list[Change]:
    """Return what became of seats and clock after the move at a ply, in its order."""
    with connection.cursor() as cursor:
        cursor.execute(_HAPPENED, [match.pk, since, match.pk, since])
        rows = [_Row(*row) for row in cursor.fetchall()]
    names = _names_then(rows, seats)
    told = [
        Change(row.key, row.ply, row.player, row.at, row.kind, _told(row, names[row.key]))
        for row in rows
    ]
    return sorted(told, key=lambda one: (one.ply, one.at))


def changes_since(rows: Iterable[SeatChange | ClockChange], seats: list[Seat]) -> list[Change]:
    """Return what has just become of seats and clock, as ``changes`` would read it."""
    return [
        Change(row.key, row.ply, row.player, row.at, row.kind, _told(row, _name_of(row, seats)))
        for row in map(_row_of, rows)
    ]


def _row_of(change: SeatChange | ClockChange) -> _Row:
    table, former = "c", None
    if isinstance(change, SeatChange):
        table, former = "s", change.former
    return _Row(table, change.pk, change.ply, change.player, change.at, str(change.kind), former)


def _name_of(row: _Row, seats: list[Seat]) -> str:
    return "" if row.player is None else seats[row.player].name


def _told(row: _Row, name: str) -> Text:
    if row.table == "s":
        return _OF_SEATS[SeatChange.Kind(row.kind)].having(name=name)
    if not name and row.kind in _BY_NOBODY_HERE:
        return _BY_NOBODY_HERE[ClockChange.Kind(row.kind)]
    return _OF_THE_CLOCK[ClockChange.Kind(row.kind)].having(name=name)


def _names_then(rows: list[_Row], seats: list[Seat]) -> dict[str, str]:
    """Return by row how its player was called: somebody else may have sat down since."""
    names = {seat.player: seat.name for seat in seats}
    former = {row.former for row in rows if row.former is not None}
    people = get_user_model().objects.in_bulk(former) if former else {}
    then: dict[str, str] = {}
    for row in reversed(rows):
        then[row.key] = "" if row.player is None else names[row.player]
        if row.former is not None and row.player is not None:
            was = people.get(row.former)
            names[row.player] = was.username if was else str(Text("Someone"))
    return then


# --- Who may propose what ---------------------------------------------------------------------


def people(seats: list[Seat]) -> list[int]:
    """Return who holds their own seat now; whoever the computer plays for is not asked."""
    return [
        seat.player
        for seat in seats
        if seat.user_id
        and seat.controller == Seat.Controller.HUMAN
        and not (seat.resigned_at or seat.lost_at)
    ]


def away(seats: list[Seat]) -> list[int]:
    """Return for whom the computer plays until they are back."""
    return [seat.player for seat in seats if seat.user_id and seat.substituted_at]


def have_all_stopped(match: Match, seats: list[Seat]) -> bool:
    """Tell whether the clock made the last move of all who hold their seats at a slow table."""
    staying = people(seats)
    if not is_slow(match) or match.players == 1:
        return False
    moves = Move.objects.filter(match=match, player__in=staying).order_by("player", "-ply")
    actors = list(moves.distinct("player").values_list("actor", flat=True))
    return actors == ["clock"] * len(staying)


def ends_at(match: Match) -> datetime | None:
    """Return when a deserted match ends if nobody comes back; None if it does not, or by others."""
    timer = match.timer
    if not timer.deserted or timer.paused_at is None or match.arranged:
        return None
    return timer.paused_at + DESERTED_FOR[Pace(match.pace)]


def first_gone(seats: list[Seat], now: datetime, *, patience: timedelta) -> int | None:
    """Return a player who holds their seat and was not seen for so long, None if all were."""
    for player in people(seats):
        at = seats[player].present_until
        if at is None or at + patience <= now:
            return player
    return None


def are_here(seats: list[Seat], now: datetime, *, patience: timedelta) -> bool:
    """Tell whether two or more hold their seats, all of them seen within so long."""
    return len(people(seats)) > 1 and first_gone(seats, now, patience=patience) is None


def refusal(kind: str, match: Match, seats: list[Seat], rules: AnyGame, player: int) -> Text | None:
    """Return why a player cannot propose something now, or None."""
    if match.status != Match.Status.RUNNING:
        return MatchOver.usual
    if match.players < 2 or match.timer.tempo:
        return NOBODY
    if player not in people(seats):
        return NOT_YOURS
    return _REFUSALS[Kind(kind)](match, seats, rules, player)


def _no_pause(match: Match, _seats: list[Seat], _rules: AnyGame, _player: int) -> Text | None:
    if match.timer.paused_at:
        return Text("The match is already paused.")
    return Text("This match has no clock to stop.") if match.form == Form.NO_CLOCK else None


def _no_takeback(match: Match, _seats: list[Seat], rules: AnyGame, player: int) -> Text | None:
    if not match.takebacks:
        return Text("At this table you can't take moves back.")
    last = Move.objects.filter(match=match, ply=match.ply).first()
    if last is None or last.player != player or last.actor not in {"human", "order"}:
        return Text("Only the player who made the last move can ask to take it back.")
    try:
        take_back(match, rules)
    except IllegalAction as error:
        return error.text
    return None


def _no_agreed_end(kind: str) -> Callable[[Match, list[Seat], AnyGame, int], Text | None]:
    def find(_match: Match, seats: list[Seat], rules: AnyGame, _player: int) -> Text | None:
        if kind not in rules.info.agreements:
            return Text("This game can't end that way.")
        return None if len(people(seats)) > 1 else NOBODY

    return find


def _no_sitting(match: Match, seats: list[Seat], _rules: AnyGame, _player: int) -> Text | None:
    if not is_slow(match) or match.timer.sitting_at:
        return Text("You're already playing this match live.")
    if match.timer.paused_at:
        return Text("The match is paused. End the pause first.")
    return None if len(people(seats)) > 1 else NOBODY


_REFUSALS = {
    Kind.PAUSE: _no_pause,
    Kind.TAKEBACK: _no_takeback,
    Kind.DRAW: _no_agreed_end("draw"),
    Kind.END: _no_agreed_end("end"),
    Kind.LIVE: _no_sitting,
}


def no_day(match: Match, seats: list[Seat], player: int) -> Text | None:
    """Return why a player cannot give the one to move a day, or None."""
    timer = match.timer
    if player not in people(seats):
        return NOT_YOURS
    if match.to_move == player:
        return Text("You can't give yourself an extra day.")
    if not is_slow(match) or timer.thinking is None or timer.tempo or timer.sitting_at:
        return Text("You can't give extra days at this table right now.")
    if match.to_move not in people(seats):
        return Text("The computer has all the time it needs.")
    if timer.given >= MOST_GIVEN:
        return Text("This turn already has an extra week.")
    return None


def take_back(match: Match, rules: AnyGame) -> Any:
    """Return the position after the last entry was taken back; raise IllegalAction.

    The match is played again, since only the present position is stored.
    """
    if rules.info.rules_version != match.rules_version:
        raise IllegalAction("The rules of this game have changed since that move.")
    secret = bytes(match.secret.secret)
    course = Course(rules, rules.initial_state(match.players, Rng(secret, 0)))
    actions = Move.objects.filter(match=match).order_by("ply").values_list("action", flat=True)
    for ply, action in enumerate(actions, start=1):
        try:
            entry = decode_entry(rules, action)
        except BadData as error:  # what is wrong with it might tell what a hand holds
            logger.error("match %s: entry %s of its log cannot be read", match.pk, ply)
            raise IllegalAction("Sorry, we can't read the log of this match right now.") from error
        course.enter(entry, Rng(secret, ply))
    return course.enter(TakeBack(match.ply - 1), Rng(secret, match.ply + 1))


# --- What a viewer is told --------------------------------------------------------------------


def changes_told(changes: list[Change]) -> list[View]:
    """Return what happened, as JSON with texts in it."""
    return [
        {
            "key": one.key,
            "ply": one.ply,
            "player": one.player,
            "at": one.at.isoformat(),
            "kind": one.kind,
            "text": one.text,
        }
        for one in changes
    ]


def offers_told(
    offers: list[Offer], match: Match, seats: list[Seat], rules: AnyGame, player: int | None
) -> View:
    """Return to a seat's owner what is offered and what they can do; JSON with texts in it."""
    if player is None or match.status != Match.Status.RUNNING or match.players < 2:
        return {"offers": [], "can": []}
    shown = [
        one
        for one in offers
        if stands(one, match) and (one.declined_by is None or one.player == player)
    ]
    return {
        "offers": [_offer(one, seats, player) for one in shown],
        "can": _possible(shown, match, seats, rules, player),
    }


def _possible(
    shown: list[Offer], match: Match, seats: list[Seat], rules: AnyGame, player: int
) -> list[str]:
    closed = {one.kind for one in shown}
    can = [
        str(kind)
        for kind in Kind
        if kind not in closed and _may_propose(kind, match, seats, rules, player)
    ]
    holds = player in people(seats)
    if match.timer.paused_at and holds:
        can.append("go_on")
    if match.timer.sitting_at and holds:
        can.append("back_to_slow")
    if not no_day(match, seats, player):
        can.append("give_day")
    return can


def _may_propose(kind: str, match: Match, seats: list[Seat], rules: AnyGame, player: int) -> bool:
    """Tell it; whether a move can be taken back is worked out once for each position."""
    if kind != Kind.TAKEBACK or not match.takebacks or player not in people(seats):
        return not refusal(kind, match, seats, rules, player)
    key = match.public_id, match.ply * match.players + player
    known = _takeable.get(key)
    if known is not None:
        return known
    return _takeable.keep(key, not refusal(kind, match, seats, rules, player))


_OFFERED = {
    Kind.PAUSE: Text("{name} would like to pause. The clock would stop for everyone."),
    Kind.TAKEBACK: Text("{name} would like to take back the last move."),
    Kind.DRAW: Text("{name} offers a draw."),
    Kind.END: Text("{name} suggests ending the match now, with the scores as they stand."),
    Kind.LIVE: Text("{name} would like to play live while you're all here."),
}
_OWN = {
    Kind.PAUSE: Text("You asked for a pause."),
    Kind.TAKEBACK: Text("You asked to take back your move."),
    Kind.DRAW: Text("You offered a draw."),
    Kind.END: Text("You suggested ending the match now."),
    Kind.LIVE: Text("You suggested playing live."),
}


def in_words(offer: Offer, seats: list[Seat]) -> Text:
    """Return an offer as the others read it."""
    return _OFFERED[Kind(offer.kind)].having(name=seats[offer.player].name)


def awaited(offer: Offer, seats: list[Seat]) -> list[int]:
    """Return who has yet to answer an offer; only who holds their seat is asked."""
    if offer.declined_by is not None:
        return []
    return [player for player in people(seats) if player not in offer.agreed]


def _offer(offer: Offer, seats: list[Seat], player: int) -> View:
    mine, waits_for = offer.player == player, awaited(offer, seats)
    texts = [_OWN[Kind(offer.kind)] if mine else in_words(offer, seats)]
    if offer.declined_by is not None:
        texts.append(Text("{name} said no.", name=seats[offer.declined_by].name))
    elif waits_for and player not in waits_for:
        names = listed([seats[other].name for other in waits_for])
        texts.append(Text("Waiting for {names}.", names=names))
    answers = ["agree", "decline"] if player in waits_for else []
    if mine and offer.declined_by is None:
        answers = ["withdraw"]
    return {"kind": offer.kind, "ply": offer.ply, "text": Paragraph(texts), "answers": answers}
