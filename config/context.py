"""What every page knows: the site's name and address, the theme, turns that wait, a vacation."""

import functools

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from accounts import rest, week
from accounts.models import User
from accounts.notices import ledger
from games import queries as matches

THEMES = ("light", "dark")


def site(request: HttpRequest) -> dict[str, object]:
    """Return the template variables common to all pages."""
    theme = request.COOKIES.get("theme", "")

    @functools.cache
    def my_turns() -> int:
        user = request.user
        return matches.turns_waiting(user_id=user.pk) if user.is_authenticated else 0

    @functools.cache
    def away_until() -> str:
        user = request.user
        if not isinstance(user, User):
            return ""
        now = timezone.now()  # noqa: TID251 - the edge where requests read the clock
        away = rest.running(user_id=user.pk, now=now)
        return week.until(away.until_at, zone=user.zone, now=now) if away else ""

    @functools.cache
    def standing() -> ledger.Standing:
        user = request.user
        return ledger.standing(user=user) if isinstance(user, User) else ledger.Standing()

    return {
        "away_until": away_until,
        "mail_refused": lambda: standing().refused,
        "my_notices": lambda: standing().unread,
        "my_turns": my_turns,  # asked only by pages that show it
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "theme": theme if theme in THEMES else "",
        "mail_leaves": settings.MAIL_LEAVES,
    }
