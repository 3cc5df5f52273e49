"""``manage.py export_league``: write a league's finished seasons and matches into a file."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext
from typing_extensions import override

from lobby.leagues import bundle


class Command(BaseCommand):
    """Writes a bundle, which another site takes with ``import_league``."""

    help = "Write a league's finished seasons, with every match and the ledger, as JSON Lines."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("league", help="the name in the league's address")
        parser.add_argument(
            "file", nargs="?", help="the file to write; without one, the bundle goes to the screen"
        )
        parser.add_argument(
            "--pseudonyms",
            action="store_true",
            help="replace people's names and leave out the ledger",
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        league = bundle.find(options["league"])
        if league is None:
            raise CommandError(
                gettext("There's no league called %(league)s.") % {"league": options["league"]}
            )
        lines = bundle.write(league=league, pseudonyms=options["pseudonyms"])
        if options["file"] is None:
            sys.stdout.writelines(lines)
            return
        with Path(options["file"]).open("w", encoding="utf-8") as file:
            file.writelines(lines)
