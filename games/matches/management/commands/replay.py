"""``manage.py replay``: play matches again from secret and log, and compare."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from accounts.edge.clock import read_clock
from accounts.edge.requests import read_json
from games.matches.play import records
from games.matches.proofs import replays, transcripts


class Command(BaseCommand):
    """Replays every stored match, one of them, or one from its file; fails if any differs."""

    help = "Replay matches, report every difference, and fail if there is one."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", nargs="?", default="", help="the public id of one match")
        parser.add_argument("--file", help="a match as JSON, from this site or another")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["file"]:
                plies = transcripts.verify(read_json(Path(options["file"]).read_bytes()))
                self.stdout.write(f"{plies} plies, all as the rules say.")
            else:
                self._replay_stored(options["match"])
        except replays.Difference as error:
            raise CommandError(str(error)) from error
        except (OSError, ValueError) as error:
            raise CommandError(f"We couldn't read the file: {error}") from error

    def _replay_stored(self, public_id: str) -> None:
        found = replays.verify_all(public_id=public_id)
        if public_id and not (found.matches or found.older):
            raise CommandError(f"There's no match called {public_id}.")
        if not public_id:
            records.note_drill(
                matches=found.matches,
                plies=found.plies,
                older=found.older,
                differences=len(found.differences),
                now=read_clock(),
            )
        if found.older:
            self.stdout.write(f"{found.older} played by older rules, so not replayed.")
        for difference in found.differences:
            self.stderr.write(difference)
        if found.differences:
            wrong = len(found.differences)
            raise CommandError(f"{wrong} of {found.matches} matches differ from their replay.")
        self.stdout.write(f"{found.matches} matches, {found.plies} plies, all as stored.")
