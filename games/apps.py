"""Brings the parts together when the site starts."""

from django.apps import AppConfig
from typing_extensions import override


class GamesConfig(AppConfig):
    """Matches of all games."""

    name = "games"
    verbose_name = "Matches"

    @override
    def ready(self) -> None:
        """Connect the receivers, register the kinds of mail and the system checks."""
        from games import checks, mails, receivers  # noqa: F401 - imported for what they register

        mails.register()
