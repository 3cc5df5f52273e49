"""Leagues: who meets whom, season after season."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class LeaguesConfig(AppConfig):
    """Leagues and their seasons."""

    name = "lobby.leagues"
    label = "leagues"
    verbose_name = _("Leagues")

    @override
    def ready(self) -> None:
        """Register the kinds of notice leagues send, and what they hear of matches."""
        from accounts.users import services as accounts
        from lobby.clubs import sections
        from lobby.leagues import receivers  # noqa: F401 - they listen
        from lobby.leagues.acts import players as services
        from lobby.leagues.mails import mails
        from lobby.leagues.reading import leagues

        mails.register()
        accounts.register_renaming(services.rename)
        sections.register("leagues/in_club.html", leagues.of_club)
