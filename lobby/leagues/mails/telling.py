"""Notices owed to people of leagues: what seasons, organisers and rulings tell, and to whom."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from accounts.notices import outbox as notifications
from accounts.notices.outbox import Notice
from lobby.leagues.mails.told import DUE, RULING, SEAT, TOLD, USUAL, WORD
from lobby.leagues.models import (
    Announcement,
    Entrant,
    League,
    LeagueRole,
    LedgerEntry,
    Season,
    Substitute,
)
from lobby.leagues.season.values import Told

RECALLED = 3  # seasons after which we no longer tell somebody of new ones


def tell(season: Season, told: Iterable[Told], now: datetime) -> int:
    """Owe all that a change of a season tells; return how many notices those are."""
    told = [_completed(season, each) for each in told]
    ids = {entrant for each in told for entrant in each.entrants}
    users = dict(Entrant.objects.filter(pk__in=ids).values_list("pk", "user_id"))
    owed = [
        Notice(
            user_id=users[entrant],
            kind=TOLD.get(each.notice, USUAL).kind,
            key=f"league:{season.pk}:{each.notice}:{each.about}:{entrant}:{users[entrant]}",
            ref={"season": season.pk, "notice": each.notice, "about": each.about},
            due_at=now,
            about=season.get_absolute_url(),
        )
        for each in told
        for entrant in each.entrants
        if users.get(entrant)
    ]
    notifications.schedule_all(notices=owed)
    return len(owed)


def tell_organisers(season: Season, notice: str, now: datetime) -> None:
    """Owe those who can let a season go on a notice of what holds it up."""
    runs = season.league.roles.exclude(role=LeagueRole.Role.REFEREE)
    ref = {"season": season.pk, "notice": notice, "about": ""}
    key = f"league:{season.pk}:{notice}:{now.isoformat()}"
    _owe(DUE, key, ref, season, runs.values_list("user_id", flat=True), now)


def _completed(season: Season, told: Told) -> Told:
    """Return what is told with its readers: of a new season those who played lately hear."""
    if told.notice != "registration":
        return told
    lately = Entrant.objects.filter(
        season__league=season.league_id,
        season__number__in=range(season.number - RECALLED, season.number),
        division__isnull=False,
    )
    last = lately.order_by("user_id", "-season__number").distinct("user_id")
    return Told(told.notice, tuple(last.values_list("pk", flat=True)), told.about)


def tell_of_ruling(entry: LedgerEntry, users: Collection[int], now: datetime) -> None:
    """Owe those whom an intervention concerns a notice of it."""
    _owe(RULING, f"league_ruling:{entry.pk}", {"entry": entry.pk}, entry.league, users, now)


def tell_of_word(word: Announcement, users: Collection[int], now: datetime) -> None:
    """Owe all members of a league a notice of what its organisers say."""
    _owe(WORD, f"league_word:{word.pk}", {"word": word.pk}, word.league, users, now)


def ask_to_stand_in(substitutes: Collection[Substitute], now: datetime) -> None:
    """Owe substitutes the question whether they take over a place."""
    notifications.schedule_all(
        notices=[
            Notice(
                user_id=each.user_id,
                kind=SEAT,
                key=f"league_seat:{each.asked_for_id}:{each.user_id}",
                ref={"substitute": each.pk, "entrant": each.asked_for_id},
                due_at=now,
                about=each.season.get_absolute_url(),
            )
            for each in substitutes
        ]
    )


def _owe(
    kind: str,
    key: str,
    ref: dict[str, Any],
    about: League | Season,
    users: Iterable[int],
    now: datetime,
) -> None:
    """Owe users a notice each, whose key begins alike."""
    page = about.get_absolute_url()
    notifications.schedule_all(
        notices=[
            Notice(user_id=user, kind=kind, key=f"{key}:{user}", ref=ref, due_at=now, about=page)
            for user in sorted(users)
        ]
    )
