"""``manage.py word_counts``: how many words there are, by tier and by list."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from games.words.lists import reading
from games.words.lists.lexicon import NotLoaded


class Command(BaseCommand):
    """Print the number of words of each tier, and what each list's newest version holds."""

    help = "Print how many words there are, by tier and by list."

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            lists = reading.counts()
        except NotLoaded as error:
            raise CommandError(str(error)) from error
        total = 0
        for tier, words in reading.words_by_tier().items():
            total += words
            self.stdout.write(f"tier {tier}  {words:>7,}  up to here {total:>7,}")
        for _, title, number, words, slurs, sha256 in lists:
            self.stdout.write(
                f"{title} {number}: {words:,} words, plus {slurs} slurs, sha256 {sha256}"
            )
