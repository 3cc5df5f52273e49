"""``manage.py replay``: play matches again from secret and log, and compare."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from games import replays, transcripts


class Command(BaseCommand):
    """Replays every stored match, one of them, or one from its file; fails at a difference."""

    help = "Play matches again and fail on the first difference."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", nargs="?", default="", help="the public id of one match")
        parser.add_argument("--file", help="a match as JSON, from this site or another")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["file"]:
                plies = transcripts.verify(json.loads(Path(options["file"]).read_text("utf-8")))
                self.stdout.write(f"{plies} plies: all as the rules make them.")
            else:
                self._replay_stored(options["match"])
        except replays.Difference as error:
            raise CommandError(str(error)) from error
        except (OSError, ValueError) as error:
            raise CommandError(f"The file cannot be read: {error}") from error

    def _replay_stored(self, public_id: str) -> None:
        plies = list(replays.verify_all(public_id=public_id))
        if public_id and not plies:
            raise CommandError(f"There is no match {public_id}.")
        self.stdout.write(f"{len(plies)} matches, {sum(plies)} plies: all as stored.")
