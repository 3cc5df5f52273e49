"""``manage.py maintenance``: close the site for a while, and open it again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from typing_extensions import override

from accounts.edge import clock
from games.matches import play


class Command(BaseCommand):
    """Have all clocks stand and every page say that the site is being looked after, or end that."""

    help = (
        "Close the site for maintenance: pages say so and all clocks stop. When it opens again, "
        "everyone gets that time back."
    )

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("switch", choices=("on", "off"))

    @override
    def handle(self, *, switch: str, **options: Any) -> None:
        clock.compare()
        now = clock.read_clock()
        if switch == "on":
            began = play.begin_maintenance(now=now)
            self.stdout.write(
                "All clocks have stopped. Within a few seconds every page says so."
                if began
                else "The site is closed for maintenance already."
            )
            return
        stood = play.end_maintenance(now=now)
        if stood is None:
            self.stdout.write("The site isn't closed for maintenance.")
        else:
            self.stdout.write(
                f"The site is open again. Every clock got {stood.total_seconds():.0f} s back."
            )
