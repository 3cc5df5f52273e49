"""The Django app of hosting."""

from django.apps import AppConfig
from typing_extensions import override


class HostingConfig(AppConfig):
    """What the host of a site does and is told."""

    name = "config.hosting"
    label = "hosting"

    @override
    def ready(self) -> None:
        """Have the log tell what staff do, and the outbox what is wrong with backups."""
        from config.hosting.backups import alarm
        from config.hosting.seeing import events

        events.connect()
        alarm.register()
