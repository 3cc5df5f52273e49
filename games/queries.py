"""Reading matches: what a viewer may see of one, and which matches wait for whom.

``load`` reads a match once; ``view`` projects what was read for one viewer. Everything that leaves
the server about a match is made by ``view``: it takes the game's observation, never its state.
"""

import dataclasses
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Count, F, IntegerField, Model, Q, QuerySet, Sum, Window
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, RowNumber

from games import manners, orders, turns
from games.answers import Actor
from games.core import codec
from games.core import options as table_options
from games.core.clock import Form, Pace
from games.core.game import Game
from games.core.rng import Rng, derived_secret
from games.models import Duel, Match, Move, Outage, PlayedWord, Seat, StandingOrder
from games.registry import bots, game_class, load_game
from games.words import dossier
from games.words.docket import title_of
from games.words.lexicon import lexicon

RECENT = 8  # log entries in a frame; a client that missed more asks for the whole view


KNOWN = 200  # matches whose latest position a process keeps decoded

View = dict[str, Any]
_positions: dict[str, tuple[Any, Any]] = {}


class UnknownMatch(LookupError):
    """No match has that address."""


def all_of(model: type[Model]) -> str:
    """Return "SELECT" with all columns of a model, for plain SQL where moves are made.

    There it takes longer to have a statement written than to run it. Named columns, and not a star:
    the running site must not stumble when a new version adds one.
    """
    meta = model._meta  # noqa: SLF001 - its public name
    columns = ", ".join(str(field.column) for field in meta.concrete_fields)
    return f"SELECT {columns} FROM {meta.db_table}"  # noqa: S608 - our own names


_LOG = f"{all_of(Move)} WHERE match_id = %s ORDER BY ply DESC LIMIT %s"
_SEATS = f"{all_of(Seat)} WHERE match_id = %s ORDER BY player"
_PLACE = """
SELECT match.id, seat.player FROM games_match match JOIN games_seat seat ON seat.match_id = match.id
WHERE match.public_id = %s AND seat.user_id = %s
    AND (match.status = 'finished' OR coalesce(seat.resigned_at, seat.lost_at) IS NULL)
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Loaded:
    """A match as read at one version, its position decoded once for all viewers."""

    match: Match
    seats: list[Seat]
    moves: list[Move]
    rules: Game[Any, Any, Any]
    state: Any
    table: manners.Table
    prepared: list[StandingOrder]


def rules_of(match: Match) -> Game[Any, Any, Any]:
    """Return the rules of a match: its game, its options, and the word list it began with."""
    words = None
    if match.word_list_version_id is not None:
        words = lexicon(match.word_list_version_id, slurs=match.options["slurs"])
    return load_game(match.game, match.options, words)


def load(*, match_id: int, recent: int | None = None) -> Loaded:
    """Read a match with its log, or the ``recent`` last entries of it; the match must exist."""
    match = Match.objects.select_related("timer", "duel").get(pk=match_id)
    rules, everyone = rules_of(match), seats(match_id=match.pk)
    since = 0 if recent is None else max(0, match.ply - recent)
    return Loaded(
        match=match,
        seats=everyone,
        moves=list(Move.objects.raw(_LOG, [match_id, recent]))[::-1],
        rules=rules,
        state=position(match, rules),
        table=manners.read(match, everyone, since=since),
        prepared=orders.read(match),
    )


def position(match: Match, rules: Game[Any, Any, Any]) -> Any:
    """Return the position of a match; one that is known to this process is not decoded again."""
    known = _positions.get(match.public_id)
    if known is None or known[0] != match.state:
        return remember(match, rules.decode_state(match.state))
    return known[1]


def remember(match: Match, state: Any) -> Any:
    """Keep the position that ``match.state`` stands for, and return it."""
    while len(_positions) >= KNOWN:
        _positions.pop(next(iter(_positions)), None)
    _positions[match.public_id] = (match.state, state)
    return state


def find(*, public_id: str) -> Match:
    """Return the match of an address; raise UnknownMatch."""
    match = Match.objects.filter(public_id=public_id).first()
    if match is None:
        raise UnknownMatch(public_id)
    return match


def get(*, match_id: int) -> Match:
    """Return the match with that key, which must exist."""
    return Match.objects.get(pk=match_id)


def lock(*, match_id: int) -> None:
    """Hold a match's row until the caller's transaction ends, so that he alone acts on it."""
    Match.objects.select_for_update(no_key=True).get(pk=match_id)


def seats(*, match_id: int) -> list[Seat]:
    """Return the seats of a match in their order."""
    return list(Seat.objects.raw(_SEATS, [match_id]))


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

    Who resigned or lost his seat is one until the match is over: another plays that hand now.
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


def view(loaded: Loaded, *, player: int | None, now: datetime) -> View:
    """Return all that the owner of a seat (None: a spectator) may know of a match, as JSON."""
    match, rules, state = loaded.match, loaded.rules, loaded.state
    seen = rules.observation(state, player)
    moving = player is not None and match.to_move == player
    return {
        "t": "view",
        "id": match.public_id,
        "version": match.version,
        "ply": match.ply,
        "status": match.status,
        "paused": match.quarantined_at is not None,
        "spells": match.spells,
        "game": match.game,
        "options": match.options,
        "player": player,
        "to_move": match.to_move,
        "state": rules.encode_state(seen),
        "hints": rules.hints(seen, player) if moving and player is not None else {},
        "scores": match.scores,
        "seats": [_seat(seat, now) for seat in loaded.seats],
        "clock": _clock(match, loaded.seats, now),
        "log": [_entry(move) for move in loaded.moves],
        **manners.view(loaded.table, match, loaded.seats, rules, player),
        "orders": orders.view(loaded.prepared, match, loaded.seats, rules, seen, player),
        "description": rules.describe(seen, player),
        "commitment": match.commitment,
        "duel": _duel(match, match.duel) if match.duel else None,
        "result": _result(loaded) if match.status == Match.Status.FINISHED else None,
    }


def _seat(seat: Seat, now: datetime) -> View:
    return {
        "player": seat.player,
        "name": seat.name,
        "controller": seat.controller,
        "owner": "user" if seat.user_id else "computer",
        "here": seat.present_until is not None and seat.present_until > now,
        "substituted": seat.substituted_at is not None,
        "resigned": seat.resigned_at is not None,
        "lost": seat.lost_at is not None,
        "covers": seat.covers,
        "spells": seat.spells,
    }


def _clock(match: Match, seats: list[Seat], now: datetime) -> View:
    timer = match.timer
    stands = turns.stands(match, seats)
    return {
        "pace": match.pace,
        "budget": timer.budget,
        "form": match.form,
        "thinking": timer.thinking,
        "banks": timer.banks,
        "rests": timer.rests,
        "started_at": timer.started_at.isoformat(),
        "deadline_at": timer.deadline_at.isoformat() if timer.deadline_at else None,
        "stands_at": timer.stands_at.isoformat() if timer.stands_at else None,
        "waits": timer.waits,
        "tempo": timer.tempo,
        "stands": [[one.from_at.isoformat(), one.to_at.isoformat()] for one in stands],
        "paused_at": timer.paused_at.isoformat() if timer.paused_at else None,
        "sitting": timer.sitting_at is not None,
        "now": now.isoformat(),
    }


def _duel(match: Match, duel: Duel) -> View:
    """Return how a duel stands: scores, and where they were made, only once all have finished."""
    over = duel.finished_at is not None
    entrants = [
        {
            "name": seat.name,
            "mine": seat.match_id == match.pk,
            "done": seat.match.status == Match.Status.FINISHED,
            "score": seat.match.scores[0] if over else None,
            "place": seat.match.places[0] if over and seat.match.places else None,
            "url": seat.match.get_absolute_url() if over else None,
        }
        for seat in entrants_of(duel_id=duel.pk)
    ]
    return {
        "url": duel.get_absolute_url(),
        "over": over,
        "closes_at": duel.closes_at.isoformat(),
        "entrants": entrants,
    }


def entrants_of(*, duel_id: int) -> list[Seat]:
    """Return the seats of a duel with their matches, in the order in which they were dealt."""
    seats = Seat.objects.filter(match__duel_id=duel_id).select_related("match__timer")
    return list(seats.order_by("match_id"))


def table_of(match: Match) -> list[Seat]:
    """Return all seats of the table a match was played at: a duel's matches have one each."""
    return entrants_of(duel_id=match.duel_id) if match.duel_id else seats(match_id=match.pk)


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


def _entry(move: Move) -> View:
    return {
        "ply": move.ply,
        "player": move.player,
        "actor": move.actor,
        "text": move.text,
        "events": move.events,
        "played_at": move.played_at.isoformat(),
    }


def _result(loaded: Loaded) -> View:
    match = loaded.match
    points = {key: [0] * match.players for key, _ in loaded.rules.info.topics}
    log = Move.objects.filter(match=match).values_list("events", flat=True)
    for event in (event for events in log for event in events):
        if event["topic"] in points and event["player"] is not None:
            points[event["topic"]][event["player"]] += event["points"]
    return {
        "places": match.places,
        "reason": match.end_reason,
        "secret": bytes(match.secret.secret).hex() if is_revealed(match) else "",
        "breakdown": [
            {"topic": key, "label": label, "points": points[key]}
            for key, label in loaded.rules.info.topics
        ],
    }


def is_revealed(match: Match) -> bool:
    """Tell whether a match is over, and nobody else still plays from its secret in a duel."""
    return not is_running(match) and (match.duel is None or match.duel.finished_at is not None)


def tried(*, match_id: int, player: int, action: codec.JSON) -> View | None:
    """Return what an action would bring the owner of a seat by what he may see, as JSON.

    Changes nothing, and may be asked out of turn. None where the game has nothing to tell; raise
    BadData if it is no action of the game.
    """
    match = Match.objects.get(pk=match_id)
    rules = rules_of(match)
    seen = rules.observation(position(match, rules), player)
    found = rules.preview(seen, player, rules.decode_action(action))
    return None if found is None else dict(found)


def choices(*, match_id: int, player: int, action: codec.JSON) -> View:
    """Return on which conditions the owner of a seat can prepare an action, as JSON.

    Raise IllegalAction with a sentence if on none, BadData if it is no action of the game.
    """
    match = Match.objects.select_related("timer").get(pk=match_id)
    rules = rules_of(match)
    seen = rules.observation(position(match, rules), player)
    return orders.choices(rules, seen, player, action)


def prepared(*, match_id: int, player: int) -> View:
    """Return the ``orders`` of a seat, None where no turn can wait, and its next turn ``ahead``."""
    match = Match.objects.select_related("timer").get(pk=match_id)
    rules = rules_of(match)
    seen = rules.observation(position(match, rules), player)
    everyone = seats(match_id=match_id)
    own = orders.view(orders.read(match), match, everyone, rules, seen, player)
    ahead = orders.foreseen(rules, seen, player) if own and own["open"] else None
    return {"orders": own, "ahead": ahead}


def word_counts(*, public_id: str, word: str) -> bool | None:
    """Tell whether a word counts in a match, None if it is no word game; raise UnknownMatch."""
    match = find(public_id=public_id)
    return None if match.word_list_version_id is None else word in rules_of(match).words


@dataclasses.dataclass(frozen=True, slots=True)
class TableWord:
    """What a word is at a table: by which version of which list, and whether it counts."""

    counts: bool
    slug: str
    title: str
    number: int
    slurs: bool  # the table allows them
    status: str  # in that version


def word_at(*, public_id: str, word: str) -> TableWord | None:
    """Return what a word is in a match, None if it is no word game; raise UnknownMatch."""
    match = find(public_id=public_id)
    if match.word_list_version_id is None:
        return None
    slug, title, number, status = dossier.standing_at(match.word_list_version_id, word)
    slurs = bool(match.options["slurs"])
    return TableWord(word in rules_of(match).words, slug, title, number, slurs, status)


def times_played(*, word: str) -> tuple[int, int]:
    """Return how often a word was played at finished matches, and at how many of them."""
    played = PlayedWord.objects.filter(word=word)
    found = played.aggregate(times=Sum("times"), matches=Count("match"))
    return found["times"] or 0, found["matches"]


def unnoted(*, limit: int) -> list[Match]:
    """Return finished matches of word games whose words are not counted yet, oldest first."""
    ended = Match.objects.filter(
        status=Match.Status.FINISHED, words_noted_at__isnull=True, word_list_version__isnull=False
    )
    over = Q(duel__isnull=True) | Q(duel__finished_at__isnull=False)
    return list(ended.filter(over).order_by("finished_at")[:limit])


def tables_by_version() -> dict[tuple[str, int], int]:
    """Return how many matches run on each version of a list, by its slug and number."""
    running = Match.objects.filter(
        status=Match.Status.RUNNING, word_list_version__isnull=False
    ).values_list("word_list_version__word_list__slug", "word_list_version__number")
    return {(slug, number): count for slug, number, count in running.annotate(Count("pk"))}


def matches_with(*, words: Iterable[str], word_list: str) -> dict[str, int]:
    """Return in how many finished matches of a list each of some words was played, if in any."""
    played = PlayedWord.objects.filter(
        word__in=list(words), match__word_list_version__word_list__slug=word_list
    )
    counted = played.values_list("word").annotate(Count("match")).order_by("word")
    return dict(counted)


# --- Lists ----------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """A match as a line in a player's list."""

    match: Match
    title: str
    opponents: str  # "" for a game played alone
    my_turn: bool
    turn_name: str
    deadline_at: datetime | None  # of the turn; of a duel that one has not begun
    place: int | None  # None alone, and in a duel until all have finished
    rests: bool  # the clock stands, or will, without its only player: nobody waits
    timeless: str  # why a running turn has no deadline, "" if it has one
    held: bool  # by the computer, until its owner takes it back
    noted: bool = False  # something of one's own
    unread: int = 0  # lines of others


def my_running(*, user_id: int) -> list[Row]:
    """Return a user's running matches: those that wait for him first, the most urgent on top."""
    running = _seats_of(user_id).filter(
        match__status=Match.Status.RUNNING, resigned_at__isnull=True, lost_at__isnull=True
    )
    rows = [_row(seat) for seat in running]
    return sorted(rows, key=_urgency)


def _urgency(row: Row) -> tuple[bool, bool, datetime | None, int]:
    return not row.my_turn, row.deadline_at is None, row.deadline_at, row.match.pk


def my_finished(*, user_id: int, limit: int = 20) -> list[Row]:
    """Return a user's finished matches, the latest first."""
    seats = _seats_of(user_id).filter(match__status=Match.Status.FINISHED)
    return [_row(seat) for seat in seats.order_by("-match__finished_at")[:limit]]


def _seats_of(user_id: int) -> QuerySet[Seat]:
    seats = Seat.objects.filter(user_id=user_id).select_related("match__timer", "match__duel")
    return seats.prefetch_related("match__seats", "match__duel__matches__seats")


def _row(seat: Seat) -> Row:
    match, duel, timer = seat.match, seat.match.duel, seat.match.timer
    everyone = sorted(match.seats.all(), key=lambda other: other.player)
    mover = None if match.to_move is None else everyone[match.to_move]
    table = [other.seats.all()[0] for other in duel.matches.all()] if duel else everyone
    rests = timer.stands_at is not None and duel is None
    compared = bool(duel and duel.finished_at) or match.players > 1
    due = None if rests or (timer.tempo and not timer.waits) else timer.deadline_at
    return Row(
        match=match,
        title=game_class(match.game).info.title,
        opponents=", ".join(other.name for other in table if other.pk != seat.pk),
        my_turn=_is_up(seat, mover) and not rests,
        turn_name=mover.name if mover else "",
        deadline_at=duel.closes_at if duel and timer.waits else due,
        place=match.places[seat.player] if match.places and compared else None,
        rests=rests,
        timeless=_timeless(match),
        held=seat.substituted_at is not None,
    )


def _timeless(match: Match) -> str:
    if match.timer.paused_at:
        return "paused"
    return "no clock" if match.form == Form.NO_CLOCK else ""


def _is_up(seat: Seat, mover: Seat | None) -> bool:
    """Tell whether it is a seat's turn, and its owner plays it himself."""
    by_owner = seat.controller == Seat.Controller.HUMAN
    return mover is not None and mover.pk == seat.pk and by_owner


def _waiting_for(user_id: int) -> QuerySet[Seat]:
    """Return the seats at which a turn or a duel waits for a user; a clock at rest waits not."""
    rests = Q(match__timer__stands_at__isnull=False, match__duel__isnull=True)
    return Seat.objects.filter(
        user_id=user_id,
        controller=Seat.Controller.HUMAN,
        match__status=Match.Status.RUNNING,
        match__to_move=F("player"),
    ).exclude(rests)


def turns_waiting(*, user_id: int) -> int:
    """Return how many matches wait for this user's move."""
    return _waiting_for(user_id).count()


def most_urgent(*, user_id: int, but: str = "") -> str | None:
    """Return the address of the match waiting for this user whose time runs out first.

    Never that of the match called ``but``, from which he comes.
    """
    begun = F("match__timer__stands_at").asc(nulls_first=True)  # then duels not begun
    seats = _waiting_for(user_id).exclude(match__public_id=but).select_related("match")
    first = seats.order_by(begun, "match__timer__deadline_at").first()
    return first.match.get_absolute_url() if first else None


def settings_in_words(match: Match) -> list[tuple[str, str, bool]]:
    """Return (label, value, differs from the usual) of all that was agreed before the match.

    Who plays alone agrees with nobody on what happens when somebody is away.
    """
    control = match.control
    rules = rules_of(match)
    house = match.house.in_words(control) if match.players > 1 else []
    time = rules.info.time_in_words(control)
    options = table_options.in_words(rules.options, named=title_of)
    rows = [("Time", time, False), *house, *options]
    if match.word_list_version is not None:
        rows.append(("Version of the word list", str(match.word_list_version.number), False))
    return rows


def recent_turns(*, user_ids: Iterable[int], limit: int) -> dict[int, list[timedelta]]:
    """Return how long each of these people took for their last turns at slow tables of several.

    From the other's move to the own one, the latest last; at most ``limit`` of each. One query.
    """
    played = Seat.objects.filter(
        user_id__in=list(user_ids),
        match__pace=Pace.CORRESPONDENCE,
        match__players__gt=1,
        match__moves__player=F("player"),
        match__moves__actor=Actor.HUMAN,
    )
    newest = Window(
        RowNumber(), partition_by=F("user_id"), order_by=F("match__moves__played_at").desc()
    )
    rows = played.annotate(rank=newest).filter(rank__lte=limit).order_by("-rank")
    taken: dict[int, list[timedelta]] = {}
    for user_id, began_at, played_at in rows.values_list(
        "user_id", "match__moves__started_at", "match__moves__played_at"
    ):
        taken.setdefault(user_id, []).append(played_at - began_at)
    return taken


def unproved(*, limit: int) -> list[Match]:
    """Return finished matches for one whose log has not yet been played again, oldest first."""
    alone = Match.objects.filter(players=1, status=Match.Status.FINISHED, proved_at__isnull=True)
    over = Q(duel__isnull=True) | Q(duel__finished_at__isnull=False)
    ended = alone.filter(over, end_reason=Match.EndReason.OVER, quarantined_at__isnull=True)
    return list(ended.order_by("pk")[:limit])


def best_alone(
    *,
    slug: str,
    options: dict[str, Any],
    since: datetime | None = None,
    user_id: int | None = None,
    limit: int,
) -> list[Seat]:
    """Return seats of people at proved matches for one with these options, best score first.

    Of each user the best only, or all of one user.
    """
    seats = Seat.objects.filter(
        match__game=slug,
        match__players=1,
        match__status=Match.Status.FINISHED,
        match__options=options,
        match__proved_at__isnull=False,
        user__isnull=False,
    )
    if since is not None:
        seats = seats.filter(match__finished_at__gte=since)
    seats = seats.annotate(points=Cast(KeyTextTransform(0, "match__scores"), IntegerField()))
    if user_id is not None:
        seats = seats.filter(user_id=user_id)
    else:
        first = Window(
            RowNumber(), partition_by=F("user_id"), order_by=(F("points").desc(), F("match_id"))
        )
        seats = seats.annotate(rank=first).filter(rank=1)
    return list(seats.select_related("match").order_by("-points", "match_id")[:limit])


def outages() -> list[tuple[datetime, datetime]]:
    """Return the times in which players could not reach the site, oldest first."""
    return list(Outage.objects.order_by("began_at").values_list("began_at", "ended_at"))


# --- What is due ----------------------------------------------------------------------------------


_DUE = """
SELECT match.id, match.ply, timer.fires_at
FROM games_match match JOIN games_turntimer timer ON timer.match_id = match.id
WHERE match.quarantined_at IS NULL AND timer.fires_at <= %s
  AND (timer.stands_at <= timer.deadline_at) IS NOT TRUE
ORDER BY timer.fires_at LIMIT %s
"""


def due_turns(*, now: datetime, ahead: timedelta = timedelta(0), limit: int = 200) -> list[Any]:
    """Return (match id, ply, fires_at) of turns whose time-out fires by ``now`` + ``ahead``."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE, [now + ahead, limit])
        return list(cursor.fetchall())


def absent_seats(*, now: datetime, absence: timedelta, limit: int = 200) -> list[tuple[int, int]]:
    """Return (match id, player) of people not heard for longer than ``absence`` at live tables."""
    gone = Q(present_until__isnull=True) | Q(present_until__lte=now - absence)
    seats = Seat.objects.filter(
        gone,
        match__status=Match.Status.RUNNING,
        match__pace=Pace.LIVE,
        match__players__gt=1,
        match__quarantined_at__isnull=True,
        match__timer__paused_at__isnull=True,
        controller=Seat.Controller.HUMAN,
    )
    return list(seats.values_list("match_id", "player")[:limit])


def sittings(*, now: datetime, longest: timedelta, limit: int = 1000) -> list[int]:
    """Return the ids of slow matches that are played live now; no turn lasts ``longest`` there."""
    due_soon = Match.objects.filter(timer__fires_at__lte=now + longest)
    sitting = due_soon.filter(timer__sitting_at__isnull=False, quarantined_at__isnull=True)
    return list(sitting.values_list("pk", flat=True)[:limit])


def waiting_computers(*, before: datetime, limit: int = 100) -> list[tuple[int, int]]:
    """Return (match id, ply) of turns a computer player has held since before an instant."""
    seats = Seat.objects.exclude(controller=Seat.Controller.HUMAN).filter(
        match__status=Match.Status.RUNNING,
        match__to_move=F("player"),
        match__quarantined_at__isnull=True,
        match__timer__paused_at__isnull=True,
    )
    tempo = Q(match__timer__tempo=True, match__started_at__lte=before)
    seats = seats.filter(tempo | Q(match__timer__started_at__lte=before))
    return list(seats.values_list("match_id", "match__ply")[:limit])


def versions(*, match_ids: Iterable[int]) -> dict[int, int]:
    """Return the current version of each match."""
    return dict(Match.objects.filter(pk__in=list(match_ids)).values_list("pk", "version"))


def presence(*, match_ids: Iterable[int], now: datetime) -> dict[int, list[bool]]:
    """Return for each match which seats' owners are here, in the order of the seats."""
    here: dict[int, list[bool]] = {}
    seats = Seat.objects.filter(match_id__in=list(match_ids)).order_by("match_id", "player")
    for match_id, until in seats.values_list("match_id", "present_until"):
        here.setdefault(match_id, []).append(until is not None and until > now)
    return here


@dataclasses.dataclass(frozen=True, slots=True)
class ComputerTurn:
    """All that a computer player gets: rules, what its seat may see, chance, seconds to think."""

    rules: Game[Any, Any, Any]
    view: Any
    player: int
    level: str
    rng: Rng
    seconds: float
    ply: int
    at: datetime | None  # the instant it acts at by its own time, in a game with a countdown


# By its own time a computer player against a countdown takes so long for an action.
COMPUTER_ACTION = timedelta(seconds=3)


def computer_turn(*, match_id: int, ply: int | None) -> ComputerTurn | None:
    """Return the turn of a computer player at ``ply`` (None: now), or None if it has none.

    A substitute thinks half as long as its level usually does (rule 7.3), and nobody thinks for
    more than a third of the turn's budget.
    """
    match = Match.objects.select_related("timer", "secret").filter(pk=match_id).first()
    if match is None or match.to_move is None or match.quarantined_at or match.timer.paused_at:
        return None
    if ply not in (None, match.ply):
        return None
    seat = match.seats.get(player=match.to_move)
    if seat.controller == Seat.Controller.HUMAN:
        return None
    rules = rules_of(match)
    state = position(match, rules)
    usual = bots(match.game)[seat.controller].seconds
    return ComputerTurn(
        rules=rules,
        view=rules.observation(state, seat.player),
        player=seat.player,
        level=seat.controller,
        rng=Rng(
            derived_secret(bytes(match.secret.secret), "bot"), match.ply + 1, f"bot.{seat.player}"
        ),
        seconds=_computer_seconds(match, usual / 2 if seat.substituted_at else usual),
        ply=match.ply,
        at=_last_instant(match) + COMPUTER_ACTION if match.timer.tempo else None,
    )


def _computer_seconds(match: Match, usual: float) -> float:
    thinking = match.timer.thinking
    return usual if thinking is None else min(usual, thinking / 3)


def _last_instant(match: Match) -> datetime:
    last = match.moves.order_by("-ply").values_list("played_at", flat=True).first()
    return last or match.started_at


def stored_matches(*, public_id: str = "") -> QuerySet[Match]:
    """Return all matches, or the one of an address, oldest first."""
    matches = Match.objects.select_related("secret").order_by("pk")
    return matches.filter(public_id=public_id) if public_id else matches


def with_log(*, match_id: int) -> tuple[Match, list[Move]]:
    """Return a match and its log as of one moment, though it be played on. Locks the match."""
    with transaction.atomic():
        lock(match_id=match_id)
        return stored_matches().get(pk=match_id), moves(match_id=match_id)
