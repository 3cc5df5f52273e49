"""Tables before play."""

from django.apps import AppConfig
from typing_extensions import override


class TablesConfig(AppConfig):
    """Tables that wait for players, and the lists of what is played."""

    name = "lobby.tables"
    label = "tables"
    verbose_name = "Tables"

    @override
    def ready(self) -> None:
        """Register the kinds of mail this app sends, and what it hears of people."""
        from lobby.tables import mails, receivers  # noqa: F401 - receivers listen once imported

        mails.register()
