"""One of the site's programs by itself, for containers, systemd and several machines."""

from typing import Any

from django.core.management.base import BaseCommand
from typing_extensions import override

from config.local import roles


class Command(BaseCommand):
    """Play for the computer until told to stop."""

    help = "The turns of computer players, in processes that give way to all others."
    requires_system_checks = []

    @override
    def handle(self, **options: Any) -> None:
        roles.become("bots", roles.BOTS, nice=roles.BOTS_NICE)
