"""What pages of challenges are asked for: which challenge, and who asks."""

from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest
from django.utils.translation import gettext

from games.daily import days, reading
from games.daily.models import Challenge
from games.registry import game_class


def check_on() -> None:
    """Raise Http404 on a site without challenges."""
    if not days.is_on():
        raise Http404(gettext("There are no daily challenges on this site."))


def check_game(slug: str) -> None:
    """Raise Http404 unless the site has this game, and challenges."""
    check_on()
    if slug not in settings.GAMES:
        raise Http404(gettext("There's no such game."))


def challenge(slug: str, day: date) -> Challenge | None:
    """Return a day's challenge in a game; raise Http404 if there's no such game."""
    check_game(slug)
    return reading.challenge_of(game=slug, day=day)


def member(request: HttpRequest) -> int | None:
    """Return who takes part: somebody with an account, or a guest; None for visitors."""
    return request.user.pk if request.user.is_authenticated else None


def about(slug: str, day: date, now: datetime) -> dict[str, Any]:
    """Return what each page of a game's challenge of a day knows, a day that has begun."""
    today = days.day_of(now)
    closes_at = days.closes_at(day)
    return {
        "now": now,
        "day": day,
        "when": {today: "today", today - days.DAY: "yesterday"}.get(day, "past"),
        "closes_at": closes_at if now < closes_at else days.told_at(day),
        "game": game_class(slug).info,
        "before": reading.day_before(game=slug, day=day),
    }
