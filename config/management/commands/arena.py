"""``manage.py arena``: have two computer players play each other."""

from django.core.management.base import BaseCommand
from typing_extensions import override

from tools import arena


class Command(BaseCommand):
    """Have two computer players play each other; needs no database."""

    @override
    def run_from_argv(self, argv: list[str]) -> None:
        arena.main(argv[2:])
