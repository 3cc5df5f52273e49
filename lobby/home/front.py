"""What anyone sees of the site on its front page: boards in play, results, people, leagues.

What's shown of matches is found anew for each page, as keys and versions, and what follows from
these comes from the cache. So it's never out of date, and costs the same however many look.
"""

import contextlib
import dataclasses
import zlib
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import TypeVar

from django.core.cache import cache
from django.db.models import Q
from django.utils import translation
from redis.exceptions import RedisError

from accounts.trust import blocking, presence
from games.matches.reading import boards
from games.matches.reading.boards import Board
from lobby.leagues.reading import leagues
from lobby.leagues.reading.leagues import Line
from lobby.tables.choices import Visibility

T = TypeVar("T")

# Anyone can watch a match whose address they have, but only these addresses are given to everyone.
LISTED = Q(arranged=True) | Q(lobby__visibility=Visibility.OPEN)
BOARDS, RESULTS, LEAGUES, NAMES = 6, 5, 4, 8
LOOKED_AT = 24  # matches among which a reader's boards are chosen
KEPT = 300  # seconds: until then nothing that follows from keys and versions is read again
A_WHILE = 20  # seconds for which people and leagues are kept
DAY = timedelta(days=1)
MOST_PEOPLE = 200


@dataclasses.dataclass(frozen=True, slots=True)
class Shown:
    """Which matches are shown, as keys and versions; ``mark`` changes with any of them."""

    running: list[boards.Mark]
    over: list[boards.Mark]

    @property
    def mark(self) -> str:
        """Return what tells this from what is shown at other times."""
        return f"{zlib.crc32(repr((self.running, self.over)).encode()):08x}"


@dataclasses.dataclass(frozen=True, slots=True)
class People:
    """Who is about: how many are here, and who finished a game in the last day, by name."""

    here: int
    names: list[str]
    more: int


@dataclasses.dataclass(frozen=True, slots=True)
class Front:
    """All of it, for one reader."""

    mark: str
    boards: list[Board]
    results: list[Board]
    people: People
    leagues: list[Line]


def shown(*, now: datetime) -> Shown:
    """Return which matches the front page shows: two statements."""
    return Shown(
        boards.in_progress(LISTED, now=now, limit=LOOKED_AT),
        boards.results(LISTED, limit=LOOKED_AT),
    )


def front(*, user_id: int | None, now: datetime) -> Front:
    """Return what the front page tells: without a reader's own matches, and people they avoid."""
    found = shown(now=now)
    running, over = _kept(f"front:boards:{found.mark}", KEPT, lambda: _boards(found))
    players, here, soon = _kept("front:people", A_WHILE, lambda: _people(running, now))
    apart = _apart(user_id)
    names = [name for one, name in players if one not in apart]
    return Front(
        mark=found.mark,
        boards=_spread(_for(running, apart if user_id is None else apart | {user_id})),
        results=_for(over, apart)[:RESULTS],
        people=People(len(here - apart), names[:NAMES], len(names[NAMES:])),
        leagues=soon,
    )


def _kept(key: str, seconds: int, make: Callable[[], T]) -> T:
    """Return what is kept in the cache for the reader's language, or make it and keep it."""
    key = f"{key}:{translation.get_language()}"
    known: T | None = None
    with contextlib.suppress(RedisError):
        known = cache.get(key)
    if known is None:
        known = make()
        with contextlib.suppress(RedisError):
            cache.set(key, known, seconds)
    return known


def _boards(found: Shown) -> tuple[list[Board], list[Board]]:
    keys = [key for key, _ in (*found.running, *found.over)]
    made = boards.of_matches(list(boards.read(keys)))
    running, over = ([made[key] for key, _ in part] for part in (found.running, found.over))
    return running, over


def _people(
    running: Iterable[Board], now: datetime
) -> tuple[list[tuple[int, str]], set[int], list[Line]]:
    """Return who finished a game in the last day, who is here, and the leagues that begin soon."""
    players = boards.players_since(LISTED, since=now - DAY, limit=MOST_PEOPLE)
    known = {user for board in running for user in board.users} | {user for user, _ in players}
    here = presence.who_is_here(user_ids=known) or set()
    return players, here, leagues.upcoming(now=now, limit=LEAGUES)


def _apart(user_id: int | None) -> set[int]:
    return set() if user_id is None else blocking.apart_from(user_ids=[user_id])


def _for(found: Iterable[Board], but: set[int]) -> list[Board]:
    return [board for board in found if board.users.isdisjoint(but)]


def _spread(found: list[Board]) -> list[Board]:
    """Return a few boards, of as many games as there are."""
    seen: dict[str, int] = {}
    turns = []
    for place, board in enumerate(found):
        turns.append((seen.get(board.slug, 0), place, board))
        seen[board.slug] = seen.get(board.slug, 0) + 1
    first = sorted(turns, key=lambda turn: turn[:2])[:BOARDS]
    return [board for _, _, board in sorted(first, key=lambda turn: turn[1])]
