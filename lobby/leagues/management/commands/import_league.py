"""``manage.py import_league``: take a league from another site, if its file proves itself."""

from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from typing_extensions import override

from accounts.models import User
from games.core.errors import BadData
from lobby.leagues import bundle


class Command(BaseCommand):
    """Reads a bundle of ``export_league``: plays every match again, or takes nothing."""

    help = "Take a league from another site, each of its matches played again."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--organiser", required=True, help="who runs it here, by user name")
        parser.add_argument(
            "--next", type=date.fromisoformat, help="plan a season that begins on this day"
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        organiser = User.objects.filter(username__iexact=options["organiser"]).first()
        if organiser is None or organiser.is_guest:
            raise CommandError(f"There is nobody called {options['organiser']}.")
        now = timezone.now()  # noqa: TID251 - the edge where commands read the clock
        try:
            with Path(options["file"]).open(encoding="utf-8") as lines:
                taken = bundle.read(lines, organiser=organiser, now=now, first_day=options["next"])
        except (OSError, UnicodeDecodeError, BadData, bundle.Refused) as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(
            f"{taken.league.name}: {taken.seasons} seasons, {taken.matches} matches with "
            f"{taken.plies} plies played again, {taken.entries} entries of the ledger."
        )
        if taken.unproved:
            self.stdout.write(f"{taken.unproved} matches of older rules could not be played again.")
