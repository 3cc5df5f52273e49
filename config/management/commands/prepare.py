"""Everything a new version needs before it serves."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from typing_extensions import override


class Command(BaseCommand):
    """Bring database, word lists and static files up to date; does no harm when they are."""

    help = "Bring the database, word lists and static files up to date before a new version starts."
    requires_system_checks = []

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("load_words", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
