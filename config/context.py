"""What every page knows: the site's name, its address, the chosen theme, how many turns wait."""

import functools

from django.conf import settings
from django.http import HttpRequest

from games import queries as matches

THEMES = ("light", "dark")


def site(request: HttpRequest) -> dict[str, object]:
    """Return the template variables common to all pages."""
    theme = request.COOKIES.get("theme", "")

    @functools.cache
    def my_turns() -> int:
        user = request.user
        return matches.turns_waiting(user_id=user.pk) if user.is_authenticated else 0

    return {
        "my_turns": my_turns,  # asked only by pages that show it
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "theme": theme if theme in THEMES else "",
        "mail_leaves": settings.MAIL_LEAVES,
    }
