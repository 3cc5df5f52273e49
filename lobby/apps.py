"""Tables before play."""

from django.apps import AppConfig
from typing_extensions import override


class LobbyConfig(AppConfig):
    """Tables that wait for players, and the lists of what is played."""

    name = "lobby"
    verbose_name = "Tables"

    @override
    def ready(self) -> None:
        """Register the kind of mail this app sends."""
        from lobby import mails

        mails.register()
