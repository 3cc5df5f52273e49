"""``manage.py verify_ledgers``: every entry of every league is as it was written."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from games.core.language.text import Plural, Text
from lobby.leagues.acts import ledger


class Command(BaseCommand):
    """Follow the hashes of the ledgers, and stop at the first that does not fit."""

    help = "Check that no league's ledger has been altered."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "league", nargs="?", default="", help="the name in the league's address"
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        leagues = entries = 0
        for slug, league_id in ledger.leagues(slug=options["league"]):
            try:
                entries += ledger.verify(league_id=league_id)
            except ledger.Altered as error:
                raise CommandError(f"{slug}: {error}") from error
            leagues += 1
        told = Text(
            "{leagues}, {entries}: nothing has been altered.",
            leagues=Plural("{n} league", "{n} leagues", n=leagues),
            entries=Plural("{n} entry", "{n} entries", n=entries),
        )
        self.stdout.write(str(told))
