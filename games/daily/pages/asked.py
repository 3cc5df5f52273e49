"""What pages of challenges are asked for: which challenge, and who asks."""

from datetime import date

from django.conf import settings
from django.http import Http404, HttpRequest
from django.utils.translation import gettext

from games.daily import days, reading
from games.daily.models import Challenge


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
    """Return who can take part: somebody with an account; None for guests and visitors."""
    user = request.user
    return user.pk if user.is_authenticated and not user.is_guest else None
