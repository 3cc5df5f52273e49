"""What every page knows: the site's name, its address, the chosen theme."""

from django.conf import settings
from django.http import HttpRequest

THEMES = ("light", "dark")


def site(request: HttpRequest) -> dict[str, object]:
    """Return the template variables common to all pages."""
    theme = request.COOKIES.get("theme", "")
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "theme": theme if theme in THEMES else "",
        "mail_leaves": settings.MAIL_LEAVES,
    }
