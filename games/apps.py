"""Brings the parts together when the site starts."""

from django.apps import AppConfig
from typing_extensions import override


class GamesConfig(AppConfig):
    """Matches of all games."""

    name = "games"
    verbose_name = "Matches"

    @override
    def ready(self) -> None:
        """Connect the receivers, register kinds of mail, checks, the count on icons."""
        from accounts import push
        from games import (  # noqa: F401 - some are imported for what they register
            checks,
            mails,
            queries,
            receivers,
        )

        mails.register()
        push.register_count(queries.turns_waiting)
