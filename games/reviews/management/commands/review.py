"""``manage.py review``: review a match here, or one from its file, and print the report."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from accounts.edge.requests import read_json
from games.core import codec
from games.core.errors import Refusal
from games.core.review.report import Report
from games.matches import reading
from games.matches.proofs.replays import Difference
from games.registry import looks_of
from games.reviews import material, work
from games.reviews.material import Material


class Command(BaseCommand):
    """Prints the same report, byte for byte, whoever makes it of the same match and version."""

    help = "Review a match that is over, and print the report as JSON."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", nargs="?", default="", help="the public id of a match")
        parser.add_argument("--file", help="a match as JSON, from this site or another")
        parser.add_argument("--looks", type=int, help="how much to think about a turn")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        if bool(options["file"]) == bool(options["match"]):
            raise CommandError("Say which match, or give its --file.")
        try:
            made = self._material(options)
        except (Refusal, Difference) as error:
            raise CommandError(str(error)) from error
        looks = options["looks"] or looks_of(made.rules.info.slug)
        if looks < 1:
            raise CommandError("--looks must be at least 1.")
        turns = [work.judged(made, number, looks=looks) for number in range(len(made.choices))]
        report = codec.encode(work.report_of(made, turns, looks=looks), Report)
        self.stdout.write(json.dumps(report, ensure_ascii=False, indent=1, sort_keys=True))

    def _material(self, options: dict[str, Any]) -> Material:
        if options["file"]:
            try:
                data = read_json(Path(options["file"]).read_bytes())
            except (OSError, ValueError) as error:
                raise CommandError(f"We couldn't read the file: {error}") from error
            return material.of_file(data)
        try:
            match = reading.find(public_id=options["match"])
        except reading.UnknownMatch as error:
            raise CommandError(f"There's no match called {options['match']}.") from error
        return material.of_match(reading.load(match_id=match.pk))
