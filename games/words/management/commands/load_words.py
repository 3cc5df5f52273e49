"""``manage.py load_words``: put the word lists of this release into the database."""

from typing import Any

from django.core.management.base import BaseCommand
from typing_extensions import override

from accounts.edge.clock import read_clock
from games.words.lists import lexicon, loading


class Command(BaseCommand):
    """Load words and meanings and publish the lists; does nothing if they are there."""

    help = "Load the word lists of this release, publish them and make their files."
    requires_system_checks = []

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        now = read_clock()
        if loading.load(now=now) and options["verbosity"]:
            self.stdout.write("The word lists are loaded.")
        lexicon.prepare()
