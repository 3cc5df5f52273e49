"""What a site needs: bytes of its database for finished matches, and memory of its programs."""

import time
from dataclasses import dataclass
from typing import Any

from django.db import connection

from games.core.bots import Budget
from games.core.rng import Rng
from games.matches import play, reading
from games.registry import bots, infos
from tools.bench.site.people import DAYS, guest, read_clock

MOST_PLIES = 600  # after which who plays alone stops: some games need never end
SECONDS = 0.05  # that a computer player has for a turn
# Words are the same whatever is played. Notices go after 90 days.
_TABLES = """
SELECT oid::regclass::text, relname LIKE 'notices%' FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE 'words%'
"""


@dataclass(frozen=True)
class Size:
    """What a finished match of a game takes up; bytes on average."""

    title: str
    plies: float
    kept: float
    notices: float

    def line(self) -> str:
        """Return it in words, for 1,000 matches."""
        return (
            f"{self.title}: {self.kept / 1000:.1f} MB for 1,000 finished matches of "
            f"{self.plies:.0f} moves, and {self.notices / 1000:.1f} MB of notices for 90 days"
        )


def of_matches(*, count: int) -> list[Size]:
    """Have the computer play so many whole matches of each game by turns, and weigh them."""
    people = [guest().pk for _ in range(2)]
    found = []
    for info in infos():
        _match(info.slug, info.min_players, people)  # first pages are begun by the first match
        before, plies = _bytes(), 0
        for _ in range(count):
            plies += _match(info.slug, info.min_players, people)
        kept, notices = (after - other for after, other in zip(_bytes(), before, strict=True))
        found.append(Size(info.title, plies / count, kept / count, notices / count))
    return found


def _match(game: str, players: int, people: list[int]) -> int:
    """Play a match to its end and return how many plies it has."""
    now = read_clock()  # it all happens at one instant, so no countdown runs
    seats = [play.SeatPlan(name=f"Player {user}", user_id=user) for user in people[:players]]
    match = play.start_match(game=game, options={}, control=DAYS, seats=seats, now=now)
    while (read := reading.load(match_id=match.pk)).match.to_move is not None:
        if read.match.ply >= MOST_PLIES:
            play.resign(match_id=match.pk, player=0, now=now)
        else:
            _move(read, now)
    return int(read.match.ply)


def _move(read: Any, now: Any) -> None:
    player, rules = read.match.to_move, read.rules
    seen = rules.observation(read.state, player)
    rng, budget = Rng(bytes(32), read.match.ply, "sizes"), Budget(SECONDS, time.monotonic)
    action = bots(read.match.game)["easy"].choose(rules, seen, player, rng, budget)
    play.submit(
        match_id=read.match.pk,
        player=player,
        action=rules.encode_action(action),
        expected_ply=read.match.ply,
        now=now,
    )


def _bytes() -> tuple[int, int]:
    """Return what is kept and what notices take up, without the room that former rows have left."""
    sizes = [0, 0]
    with connection.cursor() as cursor:
        cursor.execute(_TABLES)
        for table, passing in cursor.fetchall():
            cursor.execute(f"VACUUM FULL {table}")
            cursor.execute("SELECT pg_total_relation_size(%s)", [table])
            sizes[passing] += cursor.fetchone()[0]
    return sizes[0], sizes[1]
