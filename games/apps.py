"""Brings the parts together when the site starts."""

from django.apps import AppConfig
from typing_extensions import override


class GamesConfig(AppConfig):
    """Matches of all games."""

    name = "games"
    verbose_name = "Matches"

    @override
    def ready(self) -> None:
        """Speak the reader's language; connect receivers, mails, checks, counts and kept names."""
        from accounts import services
        from accounts.push import devices
        from games import chat, checks, play, queries, receivers  # noqa: F401 - some only listen
        from games.core import text
        from games.post import mails
        from games.say import spoken

        text.speak(spoken)
        mails.register()
        devices.register_count(queries.turns_waiting)
        services.register_renaming(play.rename)
        services.register_renaming(chat.rename)
