"""``manage.py label_families``: words with a label, family by family, and where forms differ."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from games.words.dictionary import labels
from games.words.dictionary.families import Family


class Command(BaseCommand):
    """Print each family of forms that has a label, for moderators to look at."""

    help = "Print the families of words with labels, and the forms somebody has to decide on."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--differing", action="store_true", help="only families whose forms differ"
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        families = labels.labelled_families()
        for family in families:
            if not options["differing"] or any(one.differs for one in family.members):
                self._tell(family)
        undecided = [word for family in families for word in family.undecided]
        told = "1 family" if len(families) == 1 else f"{len(families)} families"
        self.stdout.write(f"{told}, {len(undecided)} undecided")
        if undecided:
            raise CommandError(f"Nobody has explained these differences yet: {' '.join(undecided)}")

    def _tell(self, family: Family) -> None:
        self.stdout.write(f"{family.lemma}: {family.label or 'no label'}")
        for one in family.members:
            if not one.differs:
                self.stdout.write(f"    {one.word}")
                continue
            why = f"decided: {one.reason}" if one.reason else "UNDECIDED"
            self.stdout.write(f"    {one.word}: {one.label or 'no label'} ({why})")
