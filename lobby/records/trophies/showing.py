"""Trophies as a profile shows them: each a stamp with its name, and the postmark of the day."""

import dataclasses
from datetime import datetime

from django.utils.translation import gettext, gettext_lazy

from games.registry import game_class
from lobby.records.models import Result, Trophy
from lobby.records.trophies.drawings import Drawing, drawing_of
from lobby.records.trophies.kinds import ONCE, WHY, Kind

PLACES = {
    "1": gettext_lazy("First place"),
    "2": gettext_lazy("Second place"),
    "3": gettext_lazy("Third place"),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Shown:
    """A trophy on the page, or (without ``at``) the empty place for one still to be earned."""

    title: str
    why: str
    drawing: Drawing
    at: datetime | None = None
    address: str = ""  # of the match or the season
    link: str = ""


def of_person(*, user_id: int, viewer_id: int | None) -> list[Shown]:
    """Return somebody's trophies, the latest first, with the matches that the viewer may see."""
    rows = Trophy.objects.filter(user=user_id).select_related("season__league", "match")
    found = list(rows.defer("match__state").order_by("-at", "-pk"))
    own = Result.objects.filter(user=user_id, own__in=[row.match_id for row in found])
    if viewer_id != user_id:
        own = own.filter(is_open=True)
    seen = set(own.values_list("own", flat=True))
    return [of(row, shows_match=row.match_id in seen) for row in found]


def missing(*, user_id: int) -> list[Shown]:
    """Return what somebody can still earn by playing."""
    has = set(Trophy.objects.filter(user=user_id).values_list("kind", flat=True))
    return [
        Shown(str(kind.label), str(WHY[kind]), drawing_of(kind, ""))
        for kind in ONCE
        if kind not in has
    ]


def of(row: Trophy, *, shows_match: bool = False) -> Shown:
    """Return a trophy as it is shown."""
    kind = Kind(row.kind)
    title, why = str(kind.label), str(WHY[kind])
    if kind is Kind.WIN:
        title = game_class(row.detail).info.title
    if kind is Kind.PLACE:
        title = str(PLACES[row.detail])
    address = link = ""
    if row.match is not None and shows_match:
        address = row.match.get_absolute_url()
    if row.season is not None:
        names = {"league": row.season.league.name, "n": row.season.number}
        why = link = gettext("%(league)s, season %(n)s") % names
        address = row.season.get_absolute_url()
    return Shown(title, why, drawing_of(kind, row.detail), row.at, address, link)
