"""The matches of a season brought into line with its rows.

The rows say which fixtures run, who holds which place, and what is over; here matches are begun,
handed over and closed until that is so. Whatever is interrupted is done by the next who looks:
every function finds what is left to do, a few matches at a time, each lot stored by itself.
"""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from accounts.users.models import User
from games.core.codec import BadData
from games.core.errors import Refusal
from games.matches import play
from games.words.lists.lexicon import NotLoaded
from lobby.leagues.models import Fixture, FixtureSeat, Leftover, Season
from lobby.leagues.reading.agreed import Unreadable
from lobby.leagues.season.values import FixtureStatus
from lobby.tables.acts.gathering import seat_all

logger = logging.getLogger(__name__)

AT_ONCE = 100  # matches that are begun in one transaction
OVER = (FixtureStatus.OVER, FixtureStatus.VOID)
# A duel is closed when its fixture is settled; by itself only if no season looks after it.
CLOSES_LATER = timedelta(days=60)
# So many at once have their statement; to have it written takes longer than to run it.
_BEGUN = """
UPDATE leagues_fixture SET lobby_id = begun.lobby
FROM unnest(%s::bigint[], %s::bigint[]) AS begun (fixture, lobby) WHERE id = begun.fixture
"""


def arrange(season_id: int, now: datetime) -> int:
    """Bring the matches of a season into line; return how many were touched."""
    season = Season.objects.get(pk=season_id)
    return (
        _close_leftovers(season, now)
        + _close_settled(season, now)
        + _hand_over(season, now)
        + _begin(season, now)
    )


def unarranged() -> QuerySet[Season]:
    """Return the seasons that have matches to be begun or closed."""
    to_begin = Q(fixtures__status=FixtureStatus.RUNNING, fixtures__lobby__isnull=True)
    to_close = Q(leftovers__closed_at__isnull=True, leftovers__isnull=False)
    return Season.objects.filter(to_begin | to_close).distinct()


# --- Beginning ------------------------------------------------------------------------------------


def _begin(season: Season, now: datetime) -> int:
    """Begin the matches of all fixtures that run and have none."""
    waiting = season.fixtures.filter(status=FixtureStatus.RUNNING, lobby__isnull=True)
    ids = list(waiting.order_by("round", "division__level", "number").values_list("pk", flat=True))
    begun = 0
    for first in range(0, len(ids), AT_ONCE):
        try:
            with transaction.atomic():
                lot = waiting.filter(pk__in=ids[first : first + AT_ONCE])
                begun += _begin_lot(season, lot, now)
        except NotLoaded:  # the next who looks tries again
            logger.exception("the matches of season %s do not begin", season.pk)
            break
        except (BadData, Refusal) as error:  # nothing that time would mend
            raise Unreadable(season, error) from error
    return begun


def _begin_lot(season: Season, waiting: QuerySet[Fixture], now: datetime) -> int:
    """Begin the matches of some fixtures, as far as nobody else is at it; the caller commits."""
    held = waiting.select_for_update(of=("self",), no_key=True, skip_locked=True)
    due = {each.pk: each.due_at for each in held.only("due_at")}
    people = _people(list(due))
    tables = seat_all(
        game=season.game,
        options=season.options,
        control=season.control,
        agreement=season.agreement,
        tables=[(people[pk], (due_at or now) + CLOSES_LATER) for pk, due_at in due.items()],
        now=now,
    )
    with connection.cursor() as cursor:
        cursor.execute(_BEGUN, [list(due), [table.pk for table in tables]])
    return len(due)


def _people(fixtures: Sequence[int]) -> dict[int, list[User | None]]:
    """Return who plays at some fixtures, in the order of their seats; None for who has gone."""
    chairs = FixtureSeat.objects.filter(fixture__in=fixtures).order_by("fixture", "player")
    facts = list(chairs.values_list("fixture_id", "entrant__user_id"))
    users = User.objects.only("username").in_bulk({user for _, user in facts if user})
    found: dict[int, list[User | None]] = {pk: [] for pk in fixtures}
    for fixture, user in facts:
        found[fixture].append(users[user] if user else None)
    return found


# --- Handing over ---------------------------------------------------------------------------------


def _hand_over(season: Season, now: datetime) -> int:
    """Give the seats of running matches to those who hold the places now."""
    return sum(
        play.hand_over(
            match_id=match_id, player=player, user_id=user.pk, name=user.display_name, now=now
        )
        for match_id, player, user in _passed_on(season)
    )


def _passed_on(season: Season) -> Iterator[tuple[int, int, User]]:
    """Yield (match id, player, who holds the place) where somebody else sits."""
    running = season.fixtures.filter(
        status=FixtureStatus.RUNNING, lobby__isnull=False, seats__entrant__user__isnull=False
    )
    at_tables = running.filter(lobby__match__status="running").order_by("pk", "seats__player")
    holders = at_tables.values_list("lobby__match_id", "seats__player", "seats__entrant__user_id")
    # In two statements: to plan the join of both takes longer than all the rest.
    seats = season.fixtures.filter(status=FixtureStatus.RUNNING, lobby__match__status="running")
    seated = seats.order_by("pk").values_list(
        "lobby__match_id", "lobby__match__seats__player", "lobby__match__seats__user_id"
    )
    sitting = {(match_id, player): user for match_id, player, user in seated}
    facts = [
        (match_id, player, user)
        for match_id, player, user in holders
        if sitting.get((match_id, player), user) != user
    ]
    facts += [fact for fixture in _passed_duels(running) for fact in fixture]
    users = User.objects.in_bulk({user for _, _, user in facts})
    for match_id, player, user in facts:
        yield match_id, player, users[user]


def _passed_duels(running: QuerySet[Fixture]) -> Iterator[list[tuple[int, int, int]]]:
    """Yield for each duel the matches in which somebody else plays; they are in order of seats."""
    duels = running.filter(lobby__duel__isnull=False, lobby__duel__finished_at__isnull=True)
    for fixture in duels.select_related("lobby__duel").distinct():
        if fixture.lobby is None or fixture.lobby.duel is None:
            continue
        matches = fixture.lobby.duel.matches.order_by("pk").values_list(
            "pk", "status", "seats__user_id"
        )
        holders = fixture.seats.values_list("entrant__user_id", flat=True)
        yield [
            (match_id, 0, holder)
            for (match_id, status, user), holder in zip(matches, holders, strict=True)
            if status == "running" and holder and user != holder
        ]


# --- Closing --------------------------------------------------------------------------------------


def _close_settled(season: Season, now: datetime) -> int:
    """End the matches of fixtures that are over, or count for nobody."""
    over = season.fixtures.filter(status__in=OVER)
    matches = over.filter(lobby__match__status="running").values_list("lobby__match_id", "places")
    closed = sum(
        play.close_match(match_id=match_id, places=places, now=now)
        for match_id, places in list(matches)
    )
    duels = over.filter(lobby__duel__isnull=False, lobby__duel__finished_at__isnull=True)
    ids = list(duels.values_list("lobby__duel_id", flat=True))
    return closed + sum(play.close_duel(duel_id=duel_id, now=now) for duel_id in ids)


def _close_leftovers(season: Season, now: datetime) -> int:
    """End the matches of undone steps, as they stand."""
    left = Leftover.objects.filter(season=season, closed_at__isnull=True).select_related("lobby")
    for each in left:
        table = each.lobby
        if table.match_id is not None:
            play.close_match(match_id=table.match_id, places=None, now=now)
        elif table.duel_id is not None:
            play.close_duel(duel_id=table.duel_id, now=now)
        Leftover.objects.filter(pk=each.pk).update(closed_at=now)
    return len(left)
