"""What a season that is over has brought its players: places, promotion, matches played in time."""

import dataclasses
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q

from lobby.leagues.models import Entrant, Fixture, Season
from lobby.leagues.season.values import FixtureStatus, How, Phase, Standing

ON_TIME = (How.PLAYED, How.BYE, How.EXCUSED)


@dataclasses.dataclass(frozen=True, slots=True)
class Honour:
    """How somebody came out of a season."""

    user: int
    level: int
    place: int
    of: int  # players of the division who were there at the end
    promoted: bool
    on_time: bool  # from the start to the end, and no match lost by the clock, or not played


def season_of(*, season_id: int) -> Season:
    """Return a season with its league."""
    return Season.objects.select_related("league").get(pk=season_id)


def is_over(*, season_id: int) -> bool:
    """Tell whether a season has been played to its end."""
    return Season.objects.filter(pk=season_id, phase=Phase.FINISHED).exists()


def honours_of(*, season_id: int) -> list[Honour]:
    """Return how the players of a season came out of it; nobody before it's over."""
    rows = Entrant.objects.filter(
        season=season_id,
        season__phase=Phase.FINISHED,
        standing=Standing.PLAYING,
        user__isnull=False,
        place__isnull=False,
        division__isnull=False,
    )
    meetings = Fixture.objects.filter(seats__entrant=OuterRef("pk"), status=FixtureStatus.OVER)
    late = Q(lobby__match__seats__user=OuterRef("user"), lobby__match__seats__lost_at__isnull=False)
    rows = rows.annotate(
        level=F("division__level"),
        met=Exists(meetings),
        late=Exists(meetings.filter(~Q(how__in=ON_TIME) | late)),
    ).order_by("division__level", "place")
    found = list(rows)
    sizes = {level: sum(row.level == level for row in found) for level in {r.level for r in found}}
    return [
        Honour(
            user=row.user_id,
            level=row.level,
            place=row.place,
            of=sizes[row.level],
            promoted=row.next_level is not None and row.next_level < row.level,
            on_time=row.met and not row.late and not row.former,
        )
        for row in found
        if row.user_id is not None and row.place is not None
    ]


def ended_since(*, instant: datetime) -> list[int]:
    """Return the seasons that have ended since an instant."""
    return list(Season.objects.filter(ended_at__gte=instant).values_list("pk", flat=True))
