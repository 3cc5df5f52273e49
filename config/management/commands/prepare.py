"""Everything a new version needs before it serves."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError
from typing_extensions import override

from config.processes import role

REFUSED = (
    "The database doesn't let us set how long the site waits and how it plans ({told}): {error}. "
    "Set this for the site's role yourself."
)


class Command(BaseCommand):
    """Bring database, word lists and static files up to date; does no harm when they are."""

    help = "Bring the database, word lists and static files up to date before a new version starts."
    requires_system_checks = []

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        self._keep_settings()
        call_command("load_words", verbosity=0)
        if not settings.STATIC_ARE_THERE:
            call_command("collectstatic", interactive=False, verbosity=0)

    def _keep_settings(self) -> None:
        try:
            role.keep()
        except DatabaseError as error:
            told = ", ".join(f"{name}={value}" for name, value in role.SETTINGS.items())
            reason = str(error).split("\n")[0]
            self.stderr.write(REFUSED.format(told=told, error=reason))
