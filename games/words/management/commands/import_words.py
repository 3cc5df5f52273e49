"""``manage.py import_words``: show what a file would change in a list, and propose it."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from accounts.edge.clock import read_clock
from accounts.users.models import User
from games.core.errors import Refusal
from games.words.moderation import proposals
from games.words.moderation.imports import reading, uploads
from games.words.moderation.imports.reading import Preview, Rows
from games.words.moderation.imports.uploads import Faulty

SHOWN = 20  # words of each kind


class Command(BaseCommand):
    """Read a file of words and say what it would change; propose it if told for whom and why."""

    help = "Show what a file of words would change in a list; with --as and --reason, propose it."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("list", help="broad, standard, everyday, or the name of a custom list")
        parser.add_argument("--meaning", choices=list(reading.MEANINGS), default=reading.ADD)
        parser.add_argument("--lenient", action="store_true", help="leave out unreadable lines")
        parser.add_argument(
            "--as", dest="proposer", default="", help="the name of the person who proposes it"
        )
        parser.add_argument("--reason", default="")
        parser.add_argument("--source", default="")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        facts = {name: options[name] for name in ("meaning", "lenient")}
        try:
            data = options["file"].read_bytes()
            rows, changes = uploads.preview(word_list=options["list"], data=data, **facts)
        except OSError as error:
            raise CommandError(f"We can't read the file: {error.strerror}.") from error
        except Faulty as error:
            self._tell_faults(error.rows)
            raise CommandError(str(error)) from error
        except Refusal as error:
            raise CommandError(str(error)) from error
        self._tell_faults(rows)
        self._tell(rows, changes)
        if options["proposer"]:
            self._propose(changes, options)

    def _tell_faults(self, rows: Rows) -> None:
        for fault in rows.faults:
            self.stderr.write(f"line {fault.line}: {fault.text}")
        if more := rows.fault_count - len(rows.faults):
            self.stderr.write(f"and {more:,} more")

    def _tell(self, rows: Rows, changes: Preview) -> None:
        for name, words in (("added", changes.added), ("removed", changes.removed)):
            more = " ..." if len(words) > SHOWN else ""
            self.stdout.write(f"{name}: {len(words):,}  {' '.join(words[:SHOWN])}{more}".rstrip())
        self.stdout.write(f"unchanged: {changes.unchanged:,}")
        self.stdout.write(f"repeated: {rows.repeated:,}")

    def _propose(self, changes: Preview, options: dict[str, Any]) -> None:
        user = User.objects.called(options["proposer"]).first()
        if user is None:
            raise CommandError("Nobody has that name.")
        try:
            made = proposals.propose_import(
                user=user,
                word_list=options["list"],
                added=changes.added,
                removed=changes.removed,
                reason=options["reason"],
                source=options["source"],
                reasons=changes.reasons,
                now=read_clock(),
            )
        except Refusal as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Proposed: {made.public_id}")
