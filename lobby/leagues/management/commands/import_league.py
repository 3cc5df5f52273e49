"""``manage.py import_league``: take a league from another site, if its file proves itself."""

from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext, ngettext
from typing_extensions import override

from accounts.edge.clock import read_clock
from accounts.users.models import User
from games.core.errors import Refusal
from games.core.language.text import Plural, Text
from lobby.leagues import bundle


class Command(BaseCommand):
    """Reads a bundle of ``export_league``: plays every match again, or takes nothing."""

    help = "Take a league from another site and play each of its matches again."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument(
            "--organiser", required=True, help="the name of the person who'll run it here"
        )
        parser.add_argument(
            "--next", type=date.fromisoformat, help="plan a season that starts on this day"
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        organiser = User.objects.called(options["organiser"]).first()
        if organiser is None or organiser.is_guest:
            raise CommandError(
                gettext("There's nobody called %(name)s.") % {"name": options["organiser"]}
            )
        now = read_clock()
        try:
            with Path(options["file"]).open(encoding="utf-8") as lines:
                taken = bundle.read(lines, organiser=organiser, now=now, first_day=options["next"])
        except (OSError, UnicodeDecodeError, Refusal) as problem:
            raise CommandError(str(problem)) from problem
        counts = (
            Plural("{n} season", "{n} seasons", n=taken.seasons),
            Plural("{n} match", "{n} matches", n=taken.matches),
            Plural("{n} move replayed", "{n} moves replayed", n=taken.plies),
            Plural("{n} ledger entry", "{n} ledger entries", n=taken.entries),
        )
        told = Text("{league}: {counts}.", league=taken.league.name, counts=counts)
        self.stdout.write(str(told))
        if taken.unproved:
            words = ngettext(
                "%(n)s match played under older rules couldn't be replayed.",
                "%(n)s matches played under older rules couldn't be replayed.",
                taken.unproved,
            )
            self.stdout.write(words % {"n": taken.unproved})
