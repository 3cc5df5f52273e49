"""``manage.py export_words``: write a version of a list as text or CSV."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from games.core.errors import Refusal
from games.words.lists import exports, reading


class Command(BaseCommand):
    """Write the words of a version, after the checksum and the licence."""

    help = "Write a version of a list (the newest by default) as plain text or CSV."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("list", help="broad, standard, everyday, or the name of a custom list")
        parser.add_argument(
            "--number", type=int, help="the version's number (the newest by default)"
        )
        parser.add_argument("--form", choices=list(exports.FORMS), default="txt")
        parser.add_argument("--slurs", action="store_true", help="include the slurs")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        slug, number = options["list"], options["number"]
        try:
            found = reading.versions_of(slug)
            newest = found.values_list("number", flat=True).first() or 0
            version = reading.version_of(slug, newest if number is None else number)
        except Refusal as error:
            raise CommandError(str(error)) from error
        if version is None:
            raise CommandError("There's no such version.")
        lines = exports.lines_of(version, form=options["form"], slurs=options["slurs"])
        for chunk in exports.chunks(lines):
            self.stdout.write(chunk.decode(), ending="")
