"""Brings the parts together when the site starts."""

from django.apps import AppConfig
from typing_extensions import override


class GamesConfig(AppConfig):
    """Matches of all games."""

    name = "games.matches"
    label = "matches"
    verbose_name = "Matches"

    @override
    def ready(self) -> None:
        """Speak the reader's language; connect receivers, mails, checks, counts and kept names."""
        from accounts.push import devices
        from accounts.trust import reports
        from accounts.trust.models import CHAT
        from accounts.users import services
        from games.core.language import text
        from games.matches import checks, play, reading, receivers  # noqa: F401 - some only listen
        from games.matches.post import mails
        from games.matches.talk import chat
        from games.say import spoken
        from games.words.lists import tables

        text.speak(spoken)
        mails.register()
        devices.register_count(reading.turns_waiting)
        services.register_renaming(play.rename)
        services.register_renaming(chat.rename)
        reports.register(CHAT, chat.hide)
        tables.register(reading.words)
