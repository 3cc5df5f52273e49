"""``manage.py replay``: play stored matches again from secret and log, and compare."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from games import replays


class Command(BaseCommand):
    """Replays every stored match, or one, and fails at the first difference."""

    help = "Replay stored matches and fail on the first difference."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", nargs="?", default="", help="the public id of one match")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        matches = plies = 0
        try:
            for replayed in replays.verify_all(public_id=options["match"]):
                matches += 1
                plies += replayed
        except replays.Difference as error:
            raise CommandError(str(error)) from error
        if options["match"] and not matches:
            raise CommandError(f"There is no match {options['match']}.")
        self.stdout.write(f"{matches} matches, {plies} plies: all as stored.")
