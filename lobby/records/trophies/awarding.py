"""Gives people their trophies, and tells them; takes back those of a season that ended otherwise.

All of it can be done again at any time: whoever has a trophy gets no second one.
"""

from collections import defaultdict
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Min

from accounts.notices import outbox
from accounts.users.models import User
from config.meters import queues
from games.matches import reading as matches
from games.matches.proofs import played_words
from games.registry import infos
from lobby.leagues.reading import honours
from lobby.records.models import Outcome, Result, Trophy
from lobby.records.trophies import kinds
from lobby.records.trophies.kinds import Earned, Kind, Played

if TYPE_CHECKING:
    from lobby.leagues.models import Season

SWEPT = 200


def award_waiting(*, now: datetime, limit: int = SWEPT) -> int:
    """Give whatever follows from results not yet looked at; return how many trophies were new."""
    waiting = Result.objects.filter(weighed=False)

    def people(more: int) -> list[tuple[str, int]]:
        rows = waiting.values("user").annotate(first=Min("pk")).order_by("first")
        return [("user", row["user"]) for row in rows[: limit + more]]

    def weigh(person: tuple[str, int]) -> int:
        user_id = person[1]
        rows = list(waiting.filter(user=user_id))
        for match_id in dict.fromkeys(row.own_id for row in rows):
            played_words.count_words_of(match_id=match_id, now=now)
        with transaction.atomic():
            given = award(user_id, now)
            Result.objects.filter(pk__in=[row.pk for row in rows]).update(weighed=True)
        return given

    return sum(queues.each("note_results", people, weigh, now=now))


def award_season(*, season_id: int, now: datetime) -> int:
    """Give what a season has earned its players, take back what it hasn't; return what changed."""
    with transaction.atomic():
        season = honours.season_of(season_id=season_id)
        deserved = {
            (honour.user, earned.kind.value, earned.detail)
            for honour in honours.honours_of(season_id=season_id)
            for earned in kinds.of_season(honour, season.ended_at or now)
        }
        given = {
            (row.user_id, row.kind, row.detail): row
            for row in Trophy.objects.filter(season=season_id)
        }
        wrong = [row.pk for key, row in given.items() if key not in deserved]
        Trophy.objects.filter(pk__in=wrong).delete()
        changed = len(wrong)
        for user_id, kind, detail in sorted(deserved - given.keys()):
            earned = Earned(Kind(kind), season.ended_at or now, detail)
            changed += _give(user_id, earned, now, season)
    return changed


def concerns(*, season_id: int) -> bool:
    """Tell whether a season is over, or has given trophies when it was."""
    return honours.is_over(season_id=season_id) or Trophy.objects.filter(season=season_id).exists()


def award_seasons(*, since: datetime, now: datetime) -> int:
    """Do the same for all seasons that have ended since an instant."""

    def seasons(_more: int) -> list[tuple[str, int]]:
        return [("season", season_id) for season_id in honours.ended_since(instant=since)]

    def give(row: tuple[str, int]) -> int:
        return award_season(season_id=row[1], now=now)

    return sum(queues.each("note_results", seasons, give, now=now))


def award(user_id: int, now: datetime) -> int:
    """Give somebody the milestones they have reached; return how many are new."""
    if not User.objects.filter(pk=user_id, is_guest=False).exists():
        return 0  # guests get theirs with the first match after they have signed up
    deserved = list(kinds.milestones(_played(user_id), [info.slug for info in infos()]))
    word = matches.first_long_word(user_id=user_id, letters=kinds.LONG_WORD)
    if word is not None:
        deserved.append(Earned(Kind.WORD, word.at, match=word.match))
    has = set(Trophy.objects.filter(user=user_id, season=None).values_list("kind", "detail"))
    new = [each for each in deserved if (each.kind.value, each.detail) not in has]
    return sum(_give(user_id, each, now) for each in new)


def _played(user_id: int) -> list[Played]:
    rows = list(
        Result.objects.filter(user=user_id)
        .exclude(outcome=Outcome.UNCOUNTED)
        .order_by("finished_at", "pk")
    )
    others: dict[int, set[int]] = defaultdict(set)
    there = Result.objects.filter(match__in=[row.match_id for row in rows]).exclude(user=user_id)
    for match_id, other in there.values_list("match", "user"):
        others[match_id].add(other)
    return [
        Played(
            match=row.own_id,
            game=row.game,
            outcome=row.outcome,
            lead=row.lead,
            at=row.finished_at,
            others=frozenset(others[row.match_id]),
        )
        for row in rows
    ]


@transaction.atomic
def _give(user_id: int, earned: Earned, now: datetime, season: "Season | None" = None) -> bool:
    # Two may be about to give the same: the second waits, and finds it given.
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user_id)
    trophy, is_new = Trophy.objects.get_or_create(
        user_id=user_id,
        kind=earned.kind,
        detail=earned.detail,
        season=season,
        defaults={"match_id": earned.match, "at": earned.at},
    )
    if is_new:
        # Once for an occasion, though it be taken back and given again.
        which = f"{earned.kind}:{earned.detail}:{season.pk if season else ''}"
        outbox.schedule(
            user_id=user_id,
            kind="trophy",
            key=f"trophy:{user_id}:{which}",
            ref={"trophy": trophy.pk},
            due_at=now,
        )
    return is_new
