"""One of the site's programs by itself, for containers, systemd and several machines."""

from typing import Any

from django.core.management.base import BaseCommand
from typing_extensions import override

from config.local import roles


class Command(BaseCommand):
    """Start the sweeps until told to stop."""

    help = "Queue the periodic tasks; one such process is enough, and more do no harm."
    requires_system_checks = []

    @override
    def handle(self, **options: Any) -> None:
        roles.become("beat", roles.BEAT)
