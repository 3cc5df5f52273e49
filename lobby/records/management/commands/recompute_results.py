"""``manage.py recompute_results``: work all results of people out again from their matches."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext, ngettext
from typing_extensions import override

from lobby.records import acts


class Command(BaseCommand):
    """Works all results out again and stores them, or only compares."""

    help = "Work out everyone's results again from the matches they're based on."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing, and fail if anything differs"
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        wrong = acts.recompute(write=not options["check"])
        words = ngettext("%(n)s stored value was wrong.", "%(n)s stored values were wrong.", wrong)
        if wrong and options["check"]:
            raise CommandError(words % {"n": wrong})
        self.stdout.write(
            words % {"n": wrong} if wrong else gettext("All stored values are correct.")
        )
