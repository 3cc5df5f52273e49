"""Leagues: who meets whom, season after season."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class LeaguesConfig(AppConfig):
    """Clubs, their leagues, seasons, and ratings."""

    name = "lobby.leagues"
    label = "leagues"
    verbose_name = _("Leagues")
    default_auto_field = "django.db.models.BigAutoField"

    @override
    def ready(self) -> None:
        """Register the kinds of notice leagues send, and what they hear of matches."""
        from accounts import services as accounts
        from accounts.people import sections
        from lobby.leagues import courses, notices, receivers, services  # noqa: F401 - some only listen

        notices.register()
        accounts.register_renaming(services.rename)
        sections.register("leagues/ratings.html", courses.section)
