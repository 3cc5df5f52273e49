"""Many matches in no time: copies of a few that were played, each with a log that proves itself."""

from collections.abc import Sequence
from typing import Any

from games.core.log import chain
from games.matches import reading
from games.matches.models import Match, MatchSecret, Move, Seat, TurnTimer
from games.matches.models.table import new_public_id
from games.matches.reading import agreed, told


def copies(matches: Sequence[Match], count: int) -> None:
    """Make so many matches that are like these, by turns."""
    originals = [_with_rows(match) for match in matches]
    for first in range(0, count, 100):
        _store(
            [_copy(*originals[n % len(originals)]) for n in range(first, min(first + 100, count))]
        )


def _with_rows(match: Match) -> tuple[Match, list[Seat], TurnTimer, MatchSecret, list[Move]]:
    match, moves = reading.with_log(match_id=match.pk)
    return match, list(match.seats.all()), match.timer, match.secret, moves


def _copy(match: Match, seats: Any, timer: Any, secret: Any, moves: Any) -> Any:
    new = _like(match, pk=None, public_id=new_public_id())
    last = chain.begin(new.commitment, agreed(new))
    logged = []
    for move in moves:
        last = chain.link(last, told(move))
        logged.append(_like(move, pk=None, hash=last))
    new.last_hash = last
    return new, [_like(seat, pk=None) for seat in seats], _like(timer), _like(secret), logged


def _store(made: Sequence[Any]) -> None:
    Match.objects.bulk_create([one[0] for one in made])
    for match, seats, timer, secret, moves in made:
        for row in (*seats, timer, secret, *moves):
            row.match_id = match.pk
    Seat.objects.bulk_create([seat for one in made for seat in one[1]])
    TurnTimer.objects.bulk_create([one[2] for one in made])
    MatchSecret.objects.bulk_create([one[3] for one in made])
    Move.objects.bulk_create([move for one in made for move in one[4]])


def _like(row: Any, **other: Any) -> Any:
    fields = [field.attname for field in type(row)._meta.concrete_fields]
    return type(row)(**{**{name: getattr(row, name) for name in fields}, **other})
