"""Matches as small boards on a list: picture, players with their points, the last move in words."""

import dataclasses
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet

from accounts.edge.languages import listed
from games.core.drawing.seats import MARKS
from games.matches.models import Match, Move, Seat
from games.matches.reading import pictures
from games.registry import game_class
from games.say import move_in_short

STALE = timedelta(
    days=3
)  # a match in which nobody has moved for so long isn't shown as in progress
LONGEST = 60  # characters of the last move: two short lines
Mark = tuple[int, int]  # of a match: its key and its version


@dataclasses.dataclass(frozen=True, slots=True)
class Player:
    """A seat beside a small board."""

    player: int
    mark: str  # the outline of its mark, as an SVG path
    name: str
    score: int
    moving: bool
    won: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Board:
    """A match as a small board; all it holds is in the language of whoever reads."""

    match_id: int
    public_id: str
    version: int
    url: str
    slug: str
    title: str
    picture: str  # its address, "" before the game has begun
    players: tuple[Player, ...]
    last: str  # the last move in short, "" before the first
    moved_at: datetime
    users: frozenset[int]
    over: bool
    counts: bool  # its result does

    @property
    def shared(self) -> bool:
        """Tell whether more than one player came first."""
        return sum(player.won for player in self.players) > 1

    @property
    def drawn(self) -> bool:
        """Tell whether all players came first."""
        return self.shared and all(player.won for player in self.players)

    @property
    def winners(self) -> str:
        """Return the names of those who came first."""
        return listed([player.name for player in self.players if player.won])

    @property
    def others(self) -> str:
        """Return the names of all who didn't."""
        return listed([player.name for player in self.players if not player.won])


def of_matches(matches: Sequence[Match], *, with_last: bool = True) -> dict[int, Board]:
    """Return matches as boards by their keys, with timers and seats read; one statement at most."""
    last = last_moves(match.pk for match in matches) if with_last else {}
    return {match.pk: _board(match, last.get(match.pk)) for match in matches}


def last_moves(match_ids: Iterable[int]) -> dict[int, Move]:
    """Return the last entry of each match's log."""
    moves = Move.objects.filter(match__in=list(match_ids), ply=F("match__ply"))
    return {move.match_id: move for move in moves}


def _board(match: Match, move: Move | None) -> Board:
    game = game_class(match.game)
    seats = sorted(match.seats.all(), key=lambda seat: seat.player)
    names = [seat.name for seat in seats]
    computers = [seat.player for seat in seats if seat.user_id is None]
    return Board(
        match_id=match.pk,
        public_id=match.public_id,
        version=match.version,
        url=match.get_absolute_url(),
        slug=match.game,
        title=game.info.title,
        picture=pictures.address_of(match, names),
        players=tuple(_player(match, seat) for seat in seats),
        last=move_in_short(game, move, names, most=LONGEST, by_itself=computers) if move else "",
        moved_at=match.finished_at or match.timer.started_at,
        users=frozenset(seat.user_id for seat in seats if seat.user_id),
        over=match.status == Match.Status.FINISHED,
        counts=match.counts,
    )


def _player(match: Match, seat: Seat) -> Player:
    return Player(
        player=seat.player,
        mark=MARKS[seat.player],
        name=seat.name,
        score=match.scores[seat.player],
        moving=match.to_move == seat.player,
        won=bool(match.places and len(match.places) > 1 and match.places[seat.player] == 1),
    )


# --- For everyone ---------------------------------------------------------------------------------


def in_progress(public: Q, *, now: datetime, limit: int) -> list[Mark]:
    """Return which of the ``public`` matches are being played: the latest moves first."""
    running = Match.objects.filter(
        public,
        status=Match.Status.RUNNING,
        ply__gt=0,
        duel=None,
        quarantined_at=None,
        timer__player__isnull=False,  # as in the index
        timer__waits=False,
        timer__paused_at=None,
        timer__started_at__gt=now - STALE,
    )
    latest = running.order_by("-timer__started_at", "-pk")
    return list(latest.values_list("pk", "version")[:limit])


def results(public: Q, *, limit: int) -> list[Mark]:
    """Return which of the ``public`` matches of several players ended last, for good."""
    over = Match.objects.filter(
        public, Match.COUNTED, status=Match.Status.FINISHED, duel=None, players__gt=1
    )
    return list(over.order_by("-finished_at", "-pk").values_list("pk", "version")[:limit])


def read(match_ids: Iterable[int]) -> QuerySet[Match]:
    """Return what boards are made of, without the positions: their pictures are asked for later."""
    matches = Match.objects.filter(pk__in=list(match_ids)).defer("state")
    return matches.select_related("timer").prefetch_related("seats")


def players_since(public: Q, *, since: datetime, limit: int) -> list[tuple[int, str]]:
    """Return who has finished one of the ``public`` matches since then, the latest first.

    People with an account, each once, with the name at their seat.
    """
    over = Match.objects.filter(public, status=Match.Status.FINISHED, finished_at__gt=since)
    counted = over.filter(Match.COUNTED, duel=None)
    seats = Seat.objects.filter(match__in=counted, user__is_guest=False)
    found = seats.order_by("-match__finished_at", "player").values_list("user_id", "name")[:limit]
    return list(dict(found).items())
