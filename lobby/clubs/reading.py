"""Reading clubs: all of them, somebody's own, and who is in one."""

from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext

from lobby.clubs.models import Club, ClubMember, ClubTable
from lobby.permission import Unknown
from lobby.tables import reading as tables

Role = ClubMember.Role
BELONGING = (Role.OWNER, Role.OFFICER, Role.MEMBER)
_RANK = {role: rank for rank, role in enumerate((*BELONGING, Role.ASKING))}


class UnknownClub(Unknown):
    """There is no club of that name."""


def club_of(*, slug: str) -> Club:
    """Return the club of an address; raise UnknownClub."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise UnknownClub(gettext("There's no such club."))
    return club


def clubs() -> QuerySet[Club]:
    """Return all clubs that are not closed, the largest first, with ``size`` and ``running``."""
    found = _counted(Club.objects.filter(closed_at=None))
    return found.order_by(F("size").desc(), "name", "pk")


def clubs_of(*, user_id: int) -> QuerySet[Club]:
    """Return the clubs somebody is in, or at the door of, as ``clubs`` does."""
    known = ClubMember.objects.filter(user_id=user_id).values("club_id")
    return _counted(Club.objects.filter(pk__in=known)).order_by("name", "pk")


def _counted(found: QuerySet[Club]) -> QuerySet[Club]:
    inside = Q(members__role__in=BELONGING)
    return found.annotate(
        size=Count("members", filter=inside, distinct=True),
        running=Count("leagues", filter=Q(leagues__closed_at=None), distinct=True),
    )


def run_by(*, user_id: int) -> list[tuple[int, str]]:
    """Return (id, name) of the clubs for which somebody may found a league."""
    running = ClubMember.objects.filter(
        user_id=user_id, role__in=(Role.OWNER, Role.OFFICER), club__closed_at=None
    )
    return list(running.order_by("club__name").values_list("club_id", "club__name"))


def members_of(*, club: Club) -> list[ClubMember]:
    """Return who is in a club: owner, officers, members, and then those at the door."""
    rows = ClubMember.objects.filter(club=club).select_related("user")
    return sorted(rows, key=lambda row: (_RANK[Role(row.role)], row.user.username.lower()))


def membership(*, club: Club, user_id: int | None) -> ClubMember | None:
    """Return what somebody is in a club."""
    if user_id is None:
        return None
    return ClubMember.objects.filter(club=club, user_id=user_id).first()


def tables_of_club(*, club: Club, user_id: int) -> list[Any]:
    """Return the tables shown to a club's members that still wait, as a member sees them."""
    shown = ClubTable.objects.filter(club=club).values_list("lobby_id", flat=True)
    return tables.waiting_among(lobby_ids=list(shown), user_id=user_id)


def tables_to_show(*, club: Club, user_id: int) -> list[Any]:
    """Return somebody's own waiting tables that they have not yet shown to a club."""
    shown = set(ClubTable.objects.filter(club=club).values_list("lobby_id", flat=True))
    own = tables.my_tables(user_id=user_id)
    return [table for table in own if table.host_id == user_id and table.pk not in shown]
