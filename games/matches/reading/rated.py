"""Matches that are over, as ratings look at them: who sat there, which place, by what means."""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db.models import Exists, Q, QuerySet

from accounts.users.models import User
from games.core.clock import TimeControl
from games.core.log.takeback import goes_back
from games.matches.answers import Actor
from games.matches.models import Duel, Match, Move, Seat, SeatChange
from games.registry import game_class

EVER = datetime.min.replace(tzinfo=UTC)  # before there were matches

ENDED_BY_PLAYERS = (
    Match.EndReason.OVER,
    Match.EndReason.RESIGNED,
    Match.EndReason.LOST,
    Match.EndReason.DRAWN,
    Match.EndReason.ENDED,
)
BY_THEMSELVES = (Actor.HUMAN, Actor.PREPARED)
LEAST = 2  # turns that each player chooses in a match that counts


@dataclasses.dataclass(frozen=True, slots=True)
class Sitter:
    """Who had a seat at the end; ``user`` is None for a computer player from the start.

    ``covers``: took the seat over from somebody; ``was_helped``: the computer moved for it, or a
    substitute did; ``match`` is their own in a duel.
    """

    user: int | None
    match: int
    place: int
    score: int
    is_guest: bool
    covers: bool
    was_helped: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Finished:
    """A match or a duel that is over; one of the ids is None."""

    match: int | None
    duel: int | None
    game: str
    options: dict[str, Any]
    pace: str
    finished_at: datetime
    control: TimeControl
    was_played: bool  # by those who sat there, to an end of theirs
    was_finished: bool  # to the end that the rules give it
    was_moved: bool  # by somebody themselves: neither the clock nor the computer
    was_short: bool  # over before each player had chosen two turns of their own
    was_scored: bool  # points, by anybody
    arranged: bool  # by a league
    sitters: tuple[Sitter, ...]
    left: tuple[Sitter, ...] = ()  # who moved, and then left their seat to a substitute

    @property
    def is_drawn(self) -> bool:
        """Tell whether everybody has the same place."""
        return len({each.place for each in self.sitters}) == 1


def finished_table(*, match_id: int) -> Finished | None:
    """Return the match, or the duel it belongs to, if that is over; None while it is played.

    In an open duel everybody plays alone, so it's the match even there.
    """
    match = Match.objects.select_related("duel").get(pk=match_id)
    if match.duel is not None and match.duel.is_open:
        return _finished([match], None) if match.duel.finished_at else None
    if match.duel is not None:
        return finished_duel(duel_id=match.duel.pk)
    return _finished([match], None) if match.status == Match.Status.FINISHED else None


def finished_duel(*, duel_id: int) -> Finished | None:
    """Return a duel if it is over."""
    duel = Duel.objects.get(pk=duel_id)
    if duel.finished_at is None:
        return None
    return _finished(list(duel.matches.order_by("pk")), duel)


def finished_tables(
    *, matches: Q | Exists, duels: Q | Exists, limit: int, since: datetime = EVER
) -> list[tuple[int | None, int | None]]:
    """Return (match, None) or (None, duel) for what of these is over since then, oldest first."""
    over = Match.objects.filter(matches, status=Match.Status.FINISHED, players__gt=1, duel=None)
    over = over.filter(finished_at__gte=since)
    together = Duel.objects.filter(duels, finished_at__gte=since, is_open=False)
    facts: list[tuple[datetime, int | None, int | None]]
    facts = [(at, pk, None) for at, pk in _oldest(over, limit)]
    facts += [(at, None, pk) for at, pk in _oldest(together, limit)]
    facts.sort(key=lambda each: (each[0], each[1] or 0, each[2] or 0))
    return [(match, duel) for _at, match, duel in facts[:limit]]


def people_finished(*, noted: Q | Exists, limit: int, since: datetime = EVER) -> list[int]:
    """Return the matches, the oldest first, that are over for people of whom that is not noted.

    ``noted`` is asked of seats. Whoever took a seat over from somebody is left out, and so is what
    was over before ``since``.
    """
    seats = Seat.objects.filter(~Q(noted), user__isnull=False, covers=False)
    # Asked apart, as each has an index of its own.
    by_itself = Q(
        match__duel=None, match__status=Match.Status.FINISHED, match__finished_at__gte=since
    )
    found: list[tuple[Any, int]] = []
    for over in (by_itself, Q(match__duel__finished_at__gte=since)):
        oldest = seats.filter(over).order_by("match__finished_at", "match")
        found += oldest.values_list("match__finished_at", "match")[:limit]
    return list(dict.fromkeys(match_id for _, match_id in sorted(found)[:limit]))


def _oldest(rows: QuerySet[Any], limit: int) -> list[tuple[datetime, int]]:
    ordered = rows.order_by("finished_at", "pk")
    return list(ordered.values_list("finished_at", "pk")[:limit])


def _finished(matches: list[Match], duel: Duel | None) -> Finished:
    first = matches[0]
    finished_at = duel.finished_at if duel else first.finished_at
    if finished_at is None:
        raise AssertionError("what is over has ended at an instant")
    seats = Seat.objects.filter(match__in=matches).select_related("user")
    seats = seats.order_by("match_id", "player")
    moved = Move.objects.filter(match__in=matches).order_by()
    hands = set(moved.values_list("match_id", "player", "actor").distinct())
    places = {match.pk: match.places or [] for match in matches}
    scores = {match.pk: match.scores for match in matches}
    sitters = tuple(
        Sitter(
            user=seat.user_id,
            match=seat.match_id,
            place=places[seat.match_id][seat.player],
            score=scores[seat.match_id][seat.player],
            is_guest=seat.user is not None and seat.user.is_guest,
            covers=seat.covers,
            was_helped=(seat.match_id, seat.player, Actor.COMPUTER) in hands,
        )
        for seat in seats
    )
    return Finished(
        match=None if duel else first.pk,
        duel=duel.pk if duel else None,
        game=first.game,
        options=first.options,
        pace=first.pace,
        finished_at=finished_at,
        control=first.control,
        was_played=all(match.end_reason in ENDED_BY_PLAYERS for match in matches),
        was_finished=all(match.end_reason == Match.EndReason.OVER for match in matches),
        was_moved=any(actor in BY_THEMSELVES for _match, _player, actor in hands),
        was_short=first.was_short,
        was_scored=any(
            event["points"]
            for events in moved.values_list("events", flat=True).iterator()
            for event in events
        ),
        arranged=first.arranged,
        sitters=sitters,
        left=_left(sitters, places, scores),
    )


def is_short(matches: Sequence[Match], seats: Iterable[Seat], entries: Iterable[Move] = ()) -> bool:
    """Tell whether a match, or a duel, ends before each has chosen two turns of their own.

    That is noted as it ends (``Match.was_short``), and it counts for nothing then, but in leagues,
    whose rules decide; what wouldn't count anyway isn't called short. Turns that the clock or the
    computer played for somebody are none of theirs, nor are those taken back. Whoever has left is
    not waited for where two others have chosen theirs. ``entries`` aren't in the stored log yet.
    """
    everyone = list(seats)
    alone = len(matches) == 1 and game_class(matches[0].game).info.max_players == 1
    together = sum(seat.user_id is not None for seat in everyone) > 1
    ended = all(match.end_reason in ENDED_BY_PLAYERS for match in matches)
    if matches[0].arranged or not ended or not (alone or together):
        return False
    by_computer = {(seat.match_id, seat.player) for seat in everyone if seat.user_id is None}
    chosen: Counter[tuple[int, int]] = Counter()
    log = Move.objects.filter(match__in=matches).exclude(actor=Actor.CLOCK).order_by()
    stored = log.values_list("match_id", "player", "actor", "action__type")
    new = [
        (one.match_id, one.player, one.actor, one.action["type"])
        for one in entries
        if one.actor != Actor.CLOCK
    ]
    for match, player, actor, kind in (*stored, *new):
        if actor in BY_THEMSELVES or (match, player) in by_computer:
            chosen[match, player] += -1 if goes_back({"type": kind}) else 1
    ready = {seat.pk: chosen[seat.match_id, seat.player] >= LEAST for seat in everyone}
    stayed = [seat for seat in everyone if not (seat.resigned_at or seat.lost_at)]
    return sum(ready.values()) < min(2, len(ready)) or not all(ready[seat.pk] for seat in stayed)


def _left(
    sitters: tuple[Sitter, ...], places: dict[int, list[int]], scores: dict[int, list[int]]
) -> tuple[Sitter, ...]:
    """Return who has left a seat that others cover; without those who hadn't made a move yet."""
    covered = {each.match for each in sitters if each.covers}
    if not covered:
        return ()
    kind = SeatChange.Kind.COVERED
    found: dict[tuple[int, int], Sitter] = {}
    for change in SeatChange.objects.filter(match__in=covered, kind=kind).order_by("ply", "id"):
        seat = (change.match_id, change.player)
        moves = Move.objects.filter(match=change.match_id, player=change.player)
        has_moved = moves.filter(actor__in=BY_THEMSELVES, ply__lte=change.ply).exists()
        former = User.objects.filter(pk=change.former or 0).first()
        if seat not in found and has_moved and former is not None:
            found[seat] = Sitter(
                user=former.pk,
                match=change.match_id,
                place=places[change.match_id][change.player],
                score=scores[change.match_id][change.player],
                is_guest=former.is_guest,
                covers=False,
                was_helped=True,
            )
    return tuple(found.values())
