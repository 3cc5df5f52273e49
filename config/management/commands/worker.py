"""One of the site's programs by itself, for containers, systemd and several machines."""

from typing import Any

from django.core.management.base import BaseCommand
from typing_extensions import override

from config.local import roles


class Command(BaseCommand):
    """Work on the queues of deadlines, notices and mails until told to stop."""

    help = "Deadlines, absences, notices, emails and everything else that falls due, by threads."
    requires_system_checks = []

    @override
    def handle(self, **options: Any) -> None:
        roles.become("steady", roles.STEADY)
