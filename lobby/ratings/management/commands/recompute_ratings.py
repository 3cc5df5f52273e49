"""``manage.py recompute_ratings``: work all ratings out again from the results they rest on."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext, ngettext
from typing_extensions import override

from lobby.ratings import acts as ratings


class Command(BaseCommand):
    """Works all ratings out again and stores them, or only compares."""

    help = "Work out all ratings again from the results they're based on."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing, and fail if anything differs"
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        wrong = ratings.recompute(write=not options["check"])
        words = ngettext("%(n)s stored value was wrong.", "%(n)s stored values were wrong.", wrong)
        if wrong and options["check"]:
            raise CommandError(words % {"n": wrong})
        self.stdout.write(
            words % {"n": wrong} if wrong else gettext("All stored values are correct.")
        )
