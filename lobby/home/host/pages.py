"""The home of whoever runs the site."""

import dataclasses
from datetime import datetime
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import person_of
from accounts.notices.delivery import census as mails
from accounts.users import roles
from accounts.users.models import User
from games.matches.reading import census
from lobby.home.host import figures, machine
from lobby.leagues.reading import leagues

MOST_ROLES = 10


@dataclasses.dataclass(frozen=True, slots=True)
class Waiting:
    """Something that waits for the host: how much of it, since when, and where to go for it."""

    title: str
    count: int
    url: str
    since: datetime | None = None


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what happened today, what waits and how the site is; staff, what their role allows."""
    user, now = person_of(request), read_clock()
    context: dict[str, Any] = {
        "now": now,
        "apps": admin.site.get_app_list(request),
    }
    if user.is_superuser:
        context |= _whole(user, now)
    return render(request, "host/home.html", context)


def _whole(user: User, now: datetime) -> dict[str, Any]:
    """Return what superusers alone see."""
    standing, mail = census.standing(now=now), mails.mails(now=now)
    accounts, accounts_since = mails.account_mails(now=now)
    aside, unreadable = census.set_aside(), leagues.unreadable()
    versions = machine.versions()
    waiting = [
        Waiting(
            gettext("Seats that need a substitute"), standing.vacancies,
            reverse("admin:matches_vacancy_changelist"),
        ),
        Waiting(
            gettext("Matches set aside"), len(aside), reverse("admin:matches_match_changelist"),
            aside[0]["quarantined_at"] if aside else None,
        ),
        Waiting(
            gettext("Seasons we can't read"), len(unreadable), reverse("leagues"),
            unreadable[0].unreadable_at if unreadable else None,
        ),
        Waiting(
            gettext("Emails waiting to go out"), mail.late,
            reverse("admin:notices_delivery_changelist"), mail.oldest_at,
        ),
        Waiting(
            gettext("Emails about accounts waiting to go out"), accounts,
            reverse("admin:notices_accountmail_changelist"), accounts_since,
        ),
    ]  # fmt: skip
    return {
        "today": figures.today(now=now, zone=user.zone),
        "waiting": waiting,
        "aside": aside[:5],
        "unreadable": unreadable[:5],
        "mail": mail,
        "troubles": mails.troubles(now=now),
        "versions": versions,
        "health": machine.health(standing, redis=bool(versions.valkey), now=now),
        "running": standing.running,
        "drill": census.last_drill(),
        "roles": roles.changes(limit=MOST_ROLES),
    }
