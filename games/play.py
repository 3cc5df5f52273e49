"""The one writer of matches: browser, clock, computer players and mail links all come through here.

Each function takes ``now`` (aware, read once at the edge when the request arrived) and works in one
transaction that locks the match's row: check, apply the pure rules, append to the log, store the
snapshot, set the timer, queue notices. The answer is given after COMMIT and never before; what is
announced afterwards is only a hint that there is something new to read.

A ``ply`` counts the actions of the log, a ``version`` every visible change.
"""

import dataclasses
import functools
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import QuerySet
from psycopg.types.json import Jsonb

from accounts import notifications
from games import queries, signals
from games.answers import (
    Actor,
    MatchOver,
    NotYourTurn,
    Outcome,
    Paused,
    PlayError,
    Refused,
    SeatHeld,
    StalePly,
    TooLate,
)
from games.core import clock, codec
from games.core import options as table_options
from games.core.clock import Pace, TimeControl, Turn
from games.core.errors import BadData, IllegalAction
from games.core.game import Event, Game, GameInfo
from games.core.rng import SECRET_BYTES, Rng, commitment
from games.core.words import DEFAULT_LIST
from games.models import Match, MatchSecret, Move, Seat, SeatChange, TurnTimer
from games.registry import load_game
from games.words.lexicon import lexicon, newest

AnyGame = Game[Any, Any, Any]

# Rule 7.3 of the live tables: the computer takes the seat of someone not heard for this long.
ABSENCE = timedelta(seconds=15)
# A heartbeat proves presence until the next one is due.
HEARTBEAT = timedelta(seconds=5)
# Rule 7.4: a computer player needs this many seconds a turn.
LEAST_COMPUTER_BUDGET = 2
# A turn's mail leaves only if the turn lasts this long.
MAIL_AFTER = timedelta(minutes=3)


@dataclasses.dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who is to sit at a seat: a user with the name others see, or a computer player's level."""

    name: str
    user_id: int | None = None
    level: str = ""


# --- Beginning ------------------------------------------------------------------------------------


def start_match(
    *,
    game: str,
    options: Mapping[str, Any],
    control: TimeControl,
    seats: Sequence[SeatPlan],
    now: datetime,
    secret: bytes = b"",
) -> Match:
    """Create a match and its first turn; raise BadData if seats, clock or options do not fit.

    ``secret`` is made here unless a test or an arena brings its own.
    """
    rules, version_id = _bind(game, options)
    computers = any(plan.level for plan in seats)
    check_table(rules.info, control, seats=len(seats), computers=computers)
    secret = secret or secrets.token_bytes(SECRET_BYTES)
    state = rules.initial_state(len(seats), Rng(secret, 0))
    with transaction.atomic():
        match = Match.objects.create(
            game=game,
            rules_version=rules.info.rules_version,
            options=table_options.write(rules.options),
            word_list_version_id=version_id,
            players=len(seats),
            pace=control.pace,
            budget=control.budget,
            bank=control.bank,
            commitment=commitment(secret),
            state=rules.encode_state(state),
            to_move=rules.current_player(state),
            scores=list(rules.scores(state)),
            started_at=now,
        )
        match.secret = MatchSecret.objects.create(match=match, secret=secret)
        rows = [_new_seat(match, player, plan, now) for player, plan in enumerate(seats)]
        Seat.objects.bulk_create(rows)
        match.timer = TurnTimer(match=match, started_at=now, banks=[control.bank] * len(seats))
        _start_turn(match, rules, state, now)
        match.timer.save(force_insert=True)
        _notify_turn(match, rows, now)
        _announce(match, rows)
    return match


def _bind(game: str, options: Mapping[str, Any]) -> tuple[AnyGame, int | None]:
    """Return a game's rules and, for a word game, the version of its list that the match keeps."""
    rules = load_game(game, options)
    if not rules.info.uses_words:
        return rules, None
    version_id = newest(rules.options.word_list)
    words = lexicon(version_id, slurs=rules.options.slurs)
    return load_game(game, options, words), version_id


def _new_seat(match: Match, player: int, plan: SeatPlan, now: datetime) -> Seat:
    here = now + HEARTBEAT if plan.user_id else None
    return Seat(
        match=match,
        player=player,
        user_id=plan.user_id,
        name=plan.name,
        controller=plan.level or Seat.Controller.HUMAN,
        present_until=here,
    )


def check_table(info: GameInfo, control: TimeControl, *, seats: int, computers: bool) -> None:
    """Raise BadData with a sentence if a game cannot be played by so many at such a clock."""
    if not info.min_players <= seats <= info.max_players:
        raise BadData(f"{info.title} is for {info.min_players} to {info.max_players} players.")
    if control.budget < 1:
        raise BadData("A turn needs at least one second.")
    if computers and control.budget < LEAST_COMPUTER_BUDGET:
        raise BadData(f"A computer player needs at least {LEAST_COMPUTER_BUDGET} seconds a turn.")
    if info.uses_words:
        newest(DEFAULT_LIST)  # raises NotLoaded


# --- Moving ---------------------------------------------------------------------------------------


def submit(
    *,
    match_id: int,
    player: int,
    action: codec.JSON,
    expected_ply: int,
    now: datetime,
    arrived_at: datetime | None = None,
    cmd_id: UUID | None = None,
    actor: str = Actor.HUMAN,
) -> Outcome:
    """Play an action for a seat in the position at ``expected_ply``.

    The same ``cmd_id`` sent again gets the answer of the first time. If the turn's time was over
    before ``arrived_at`` the clock moves instead and TooLate is raised; that is ``now`` unless the
    command had to wait for us, at which nobody is to lose a turn. Locks the match.
    """
    with transaction.atomic():
        match = _lock(match_id)
        if match.ply > expected_ply and (known := _already_done(match, cmd_id, expected_ply)):
            return known
        late = _is_late(match, arrived_at or now)
        if late:
            _play_for_the_clock(match, now)
        else:
            seats = queries.seats(match_id=match.pk)
            _check_may_move(match, seats, player, expected_ply, actor)
            _apply(match, seats, action, actor=actor, now=now, cmd_id=cmd_id)
    if late:
        raise TooLate if match.ply == expected_ply + 1 else StalePly
    return Outcome(ply=match.ply, version=match.version)


def _already_done(match: Match, cmd_id: UUID | None, expected_ply: int) -> Outcome | None:
    if cmd_id is None:
        return None
    move = match.moves.filter(cmd_id=cmd_id).first()
    if move is None:
        return None
    if move.ply != expected_ply + 1:
        raise PlayError("This command was already used for another turn.")
    return Outcome(ply=move.ply, version=match.version, replayed=True)


def _check_may_move(
    match: Match, seats: list[Seat], player: int, expected_ply: int, actor: str
) -> None:
    if match.status != Match.Status.RUNNING:
        raise MatchOver
    if match.quarantined_at:
        raise Paused
    if match.ply != expected_ply:
        raise StalePly
    if match.to_move != player:
        raise NotYourTurn
    by_human = seats[player].controller == Seat.Controller.HUMAN
    if actor == Actor.HUMAN and not by_human:
        raise SeatHeld
    if actor == Actor.COMPUTER and by_human:
        raise StalePly


def _apply(
    match: Match,
    seats: list[Seat],
    action: codec.JSON,
    *,
    actor: str,
    now: datetime,
    cmd_id: UUID | None,
) -> None:
    rules = queries.rules_of(match)
    try:
        chosen = rules.decode_action(action)
        _advance(match, seats, rules, chosen, actor=actor, now=now, cmd_id=cmd_id)
    except IllegalAction as error:
        raise Refused(str(error)) from error
    except BadData as error:
        raise Refused(f"That move could not be read ({error}).") from error


def _advance(
    match: Match,
    seats: list[Seat],
    rules: AnyGame,
    action: Any,
    *,
    actor: str,
    now: datetime,
    cmd_id: UUID | None = None,
) -> None:
    """Apply one action and store all that follows from it; every path to a new ply ends here.

    The caller holds the lock on the match's row.
    """
    timer = match.timer
    now = max(now, timer.started_at)  # two arrivals may be told in the other order by the lock
    player = match.to_move
    assert player is not None  # noqa: S101 - the database promises it for a running match
    before = queries.position(match, rules)
    after = rules.apply_action(before, action, Rng(_secret(match), match.ply + 1))
    match.ply += 1
    move = Move(
        match=match,
        ply=match.ply,
        player=player,
        actor=actor,
        action=rules.encode_action(action),
        text=rules.log_text(before, action),
        events=codec.encode(after.events, tuple[Event, ...]),
        cmd_id=cmd_id,
        started_at=timer.started_at,
        played_at=now,
    )
    timer.banks[player] = clock.settle(_turn(timer), timer.banks[player], now)
    match.state = rules.encode_state(after)
    queries.remember(match, after)
    match.scores = list(rules.scores(after))
    match.to_move = rules.current_player(after)
    if match.to_move is None:
        _finish(match, seats, Match.EndReason.OVER, list(rules.placing(after)), now)
    else:
        _start_turn(match, rules, after, now)
    _record(match, move)
    _cancel_notices(match, match.ply - 1)
    _notify_turn(match, seats, now)
    _announce(match, seats)


def _secret(match: Match) -> bytes:
    return bytes(match.secret.secret)


def _turn(timer: TurnTimer) -> Turn:
    assert timer.player is not None  # noqa: S101 - the database promises it for a running match
    return Turn(player=timer.player, started_at=timer.started_at, budget=timer.budget)


def _start_turn(match: Match, rules: AnyGame, state: Any, now: datetime) -> None:
    timer = match.timer
    timer.player = match.to_move
    timer.started_at = now
    timer.budget = rules.turn_budget(state) or match.budget
    turn = _turn(timer)
    timer.deadline_at = clock.deadline(turn, timer.banks[turn.player])
    timer.fires_at = timer.deadline_at + clock.GRACE[Pace(match.pace)].fire


def _finish(match: Match, seats: list[Seat], reason: str, places: list[int], now: datetime) -> None:
    """End the match; whoever resigned comes after all who stayed."""
    resigned = {seat.player for seat in seats if seat.resigned_at}
    stayed = match.players - len(resigned)
    if resigned and stayed:
        rank = sorted(places[p] for p in range(match.players) if p not in resigned)
        places = [
            stayed + 1 if p in resigned else 1 + sum(other < places[p] for other in rank)
            for p in range(match.players)
        ]
    match.status = Match.Status.FINISHED
    match.end_reason = reason
    match.places = places
    match.to_move = None
    match.finished_at = now
    timer = match.timer
    timer.player = timer.deadline_at = timer.fires_at = None


_RECORD = """
WITH logged AS (
    INSERT INTO games_move (match_id, ply, player, actor, action, text, events, cmd_id,
                            started_at, played_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
), timed AS (
    UPDATE games_turntimer
    SET player = %s, started_at = %s, budget = %s, banks = %s, deadline_at = %s, fires_at = %s
    WHERE match_id = %s
)
UPDATE games_match
SET state = %s, ply = %s, version = %s, to_move = %s, scores = %s, status = %s, end_reason = %s,
    places = %s, finished_at = %s
WHERE id = %s
"""


def _record(match: Match, move: Move) -> None:
    """Store a move, the turn that begins and the position it leads to: three rows in one trip."""
    match.version += 1
    timer = match.timer
    logged = (
        match.pk, move.ply, move.player, move.actor, Jsonb(move.action), move.text,
        Jsonb(move.events), move.cmd_id, move.started_at, move.played_at,
    )  # fmt: skip
    timed = (
        timer.player, timer.started_at, timer.budget, Jsonb(timer.banks), timer.deadline_at,
        timer.fires_at, match.pk,
    )  # fmt: skip
    stands = (
        Jsonb(match.state), match.ply, match.version, match.to_move, Jsonb(match.scores),
        match.status, match.end_reason, match.places and Jsonb(match.places), match.finished_at,
        match.pk,
    )  # fmt: skip
    facts: list[Any] = [*logged, *timed, *stands]
    with connection.cursor() as cursor:
        cursor.execute(_RECORD, facts)


def _save(match: Match) -> None:
    match.version += 1
    match.save(
        update_fields=[
            "state", "ply", "version", "to_move", "scores", "status", "end_reason", "places",
            "finished_at",
        ]
    )  # fmt: skip


# NO KEY: rows that refer to the match (log, seats) can be checked while it is held.
_LOCK = f"{queries.all_of(Match)} WHERE id = %s FOR NO KEY UPDATE"
_TIMER = f"{queries.all_of(TurnTimer)} WHERE match_id = %s"
_SECRET = f"{queries.all_of(MatchSecret)} WHERE match_id = %s"


def _lock(match_id: int) -> Match:
    """Hold a match's row until the transaction ends; raise DoesNotExist."""
    for match in Match.objects.raw(_LOCK, [match_id]):
        match.timer = TurnTimer.objects.raw(_TIMER, [match_id])[0]
        match.secret = MatchSecret.objects.raw(_SECRET, [match_id])[0]
        return match
    raise Match.DoesNotExist


def _locked(*, skip: bool = False) -> QuerySet[Match]:
    return Match.objects.select_related("timer", "secret").select_for_update(
        of=("self",), no_key=True, skip_locked=skip
    )


# --- The clock ------------------------------------------------------------------------------------


def _is_late(match: Match, arrived_at: datetime) -> bool:
    """Tell whether the turn's time was over before that instant."""
    due = match.timer.deadline_at
    if due is None or match.quarantined_at:
        return False
    return not clock.acceptable(due, Pace(match.pace), arrived_at)


def _play_for_the_clock(match: Match, now: datetime) -> None:
    rules = queries.rules_of(match)
    state = rules.decode_state(match.state)
    action = rules.timeout_action(state, Rng(_secret(match), match.ply + 1, "timeout"))
    seats = queries.seats(match_id=match.pk)
    _advance(match, seats, rules, action, actor=Actor.CLOCK, now=now)


def expire(*, match_id: int, ply: int, now: datetime) -> bool:
    """Make the clock's move if the turn at ``ply`` is over its time; tell whether it did.

    Idempotent: another ply, or a turn not yet due, is left alone. A match held by someone else is
    skipped: he is making its next move. A match whose rules fail is set aside, so that one poisoned
    match never stops the clocks of the others.
    """
    try:
        with transaction.atomic():
            match = _locked(skip=True).filter(pk=match_id, ply=ply).first()
            if match is None or match.quarantined_at or match.timer.deadline_at is None:
                return False
            if not clock.expired(match.timer.deadline_at, Pace(match.pace), now):
                return False
            _play_for_the_clock(match, now)
            return True
    except (InterfaceError, OperationalError):
        raise  # the database failed and not the rules: the next sweep tries again
    except Exception:
        Match.objects.filter(pk=match_id, ply=ply).update(quarantined_at=now)
        raise


def catch_up(*, match_id: int, now: datetime) -> bool:
    """Make the clock's move if it is owed: whoever reads a match past its instant calls this."""
    due = TurnTimer.objects.filter(pk=match_id, fires_at__lte=now).values_list("match__ply")
    return any(expire(match_id=match_id, ply=ply, now=now) for (ply,) in due)


# --- Who sits there -------------------------------------------------------------------------------


def record_presence(*, until: Mapping[int, datetime]) -> list[tuple[int, int]]:
    """Note until when the owners of some seats (by id) count as present; the last report wins.

    Return (match id, player) of those among them whose seat the computer holds.
    """
    if not until:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_seat SET present_until = heard.until"
            " FROM unnest(%s::bigint[], %s::timestamptz[]) AS heard(id, until)"
            " WHERE games_seat.id = heard.id"
            " AND games_seat.present_until IS DISTINCT FROM heard.until"
            " RETURNING match_id, player, substituted_at",
            [list(until), list(until.values())],
        )
        return [(match_id, player) for match_id, player, at in cursor.fetchall() if at]


def substitute(*, match_id: int, player: int, now: datetime) -> bool:
    """Seat the Easy computer player for someone gone from a live table; tell whether it did.

    Idempotent: only a running live match, a human's seat, unseen for longer than ABSENCE.
    """
    with transaction.atomic():
        match = _locked(skip=True).filter(pk=match_id).first()
        if match is None or match.status != Match.Status.RUNNING or match.pace != Pace.LIVE:
            return False
        seat = match.seats.get(player=player)
        gone = seat.present_until is None or seat.present_until + ABSENCE <= now
        if seat.controller != Seat.Controller.HUMAN or not gone:
            return False
        seat.controller = Seat.Controller.EASY
        seat.substituted_at = now
        seat.save(update_fields=["controller", "substituted_at"])
        _change_hands(match, player, SeatChange.Kind.SUBSTITUTED, now)
    return True


def reclaim(*, match_id: int, player: int, now: datetime) -> Outcome:
    """Give a substituted seat back, for this turn too if the computer has not yet moved."""
    with transaction.atomic():
        match = _lock(match_id)
        seat = match.seats.get(player=player)
        if match.status != Match.Status.RUNNING:
            raise MatchOver
        if seat.resigned_at:
            raise PlayError("You have resigned this match.")
        if seat.substituted_at:
            seat.controller = Seat.Controller.HUMAN
            seat.substituted_at = None
            seat.present_until = now + HEARTBEAT
            seat.save(update_fields=["controller", "substituted_at", "present_until"])
            _change_hands(match, player, SeatChange.Kind.RECLAIMED, now)
    return Outcome(ply=match.ply, version=match.version)


def resign(*, match_id: int, player: int, now: datetime) -> Outcome:
    """Give a match up: with one player left it ends, else Easy plays on and the seat is last."""
    with transaction.atomic():
        match = _lock(match_id)
        if match.status != Match.Status.RUNNING:
            raise MatchOver
        seats = queries.seats(match_id=match.pk)
        seat = seats[player]
        if seat.resigned_at:
            return Outcome(ply=match.ply, version=match.version)
        seat.resigned_at = now
        seat.substituted_at = None
        seat.controller = Seat.Controller.EASY
        seat.save(update_fields=["resigned_at", "substituted_at", "controller"])
        if _nobody_left_to_play(seats):
            rules = queries.rules_of(match)
            places = list(rules.placing(rules.decode_state(match.state)))
            _cancel_notices(match, match.ply)
            _finish(match, seats, Match.EndReason.RESIGNED, places, now)
            match.timer.save(force_update=True)
            _notify_turn(match, seats, now)
        _change_hands(match, player, SeatChange.Kind.RESIGNED, now, seats)
    return Outcome(ply=match.ply, version=match.version)


def _nobody_left_to_play(seats: list[Seat]) -> bool:
    staying = [seat for seat in seats if not seat.resigned_at]
    return len(staying) <= 1 or not any(seat.user_id for seat in staying)


def _change_hands(
    match: Match, player: int, kind: str, now: datetime, seats: list[Seat] | None = None
) -> None:
    SeatChange.objects.create(match=match, player=player, kind=kind, ply=match.ply, at=now)
    _save(match)
    _announce(match, seats or queries.seats(match_id=match.pk))


# --- Telling --------------------------------------------------------------------------------------


def _keys(match: Match, ply: int) -> list[str]:
    return [f"turn:{match.pk}:{ply}", f"reminder:{match.pk}:{ply}"]


def _cancel_notices(match: Match, ply: int) -> None:
    if match.pace == Pace.CORRESPONDENCE:
        notifications.cancel(keys=_keys(match, ply))


def _notify_turn(match: Match, seats: list[Seat], now: datetime) -> None:
    """Queue the mails of a correspondence match in the transaction that makes them due."""
    if match.pace != Pace.CORRESPONDENCE:
        return
    if match.status == Match.Status.FINISHED:
        for seat in seats:
            if seat.user_id:
                _schedule("finished", f"finished:{match.pk}:{seat.user_id}", match, seat, now)
        return
    assert match.to_move is not None  # noqa: S101 - the database promises it
    seat = seats[match.to_move]
    if seat.controller != Seat.Controller.HUMAN:
        return
    due = match.timer.deadline_at
    assert due is not None  # noqa: S101 - the database promises it for a running match
    first, second = _keys(match, match.ply)
    _schedule("turn", first, match, seat, now + MAIL_AFTER)
    _schedule("reminder", second, match, seat, due - (due - now) / 4)


def _schedule(kind: str, key: str, match: Match, seat: Seat, due_at: datetime) -> None:
    assert seat.user_id is not None  # noqa: S101 - only people get mails
    notifications.schedule(
        user_id=seat.user_id,
        kind=kind,
        key=key,
        ref={"match": match.pk, "ply": match.ply, "player": seat.player},
        due_at=due_at,
    )


def _announce(match: Match, seats: list[Seat]) -> None:
    """Fire the signals once the transaction is safely stored."""
    computer = match.to_move is not None and seats[match.to_move].controller != "human"
    transaction.on_commit(
        functools.partial(
            signals.match_advanced.send,
            sender=Match,
            match_id=match.pk,
            version=match.version,
            users=[seat.user_id for seat in seats if seat.user_id],
            computer_ply=match.ply if computer else None,
        )
    )
    if match.status == Match.Status.FINISHED:
        transaction.on_commit(
            functools.partial(signals.match_finished.send, sender=Match, match_id=match.pk)
        )
