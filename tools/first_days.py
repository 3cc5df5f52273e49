"""``python -m tools.first_days``: the daily challenges that come with a release.

They are of the first days of a new site; ``games.daily.shipped`` reads them. They come out the same
each time, and what was made by the same rules, words and judgement as now is kept. Prints a line
for each day: how hard its positions are (what the plain turn gives away, in percent), of how many
games they are, and the seconds of work.

    python -m tools.first_days                              the first three days of each game
    python -m tools.first_days --game upwords --days 3
"""

import argparse
import dataclasses
import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import django
from django.conf import settings

if TYPE_CHECKING:  # they want Django
    from games.core.extras.protocols import AnyGame
    from games.daily.shipped import Day, FirstDays


def make(game: str, days: int) -> None:
    """Make the challenges of a game's first days, and write each into their file as it comes."""
    from games.daily import shipped

    rules, made = begun(game)
    while len(made.days) < days:
        number, began = len(made.days), time.process_time()
        day, told = day_of(rules, number)
        spent = time.process_time() - began
        seconds = round(made.seconds + spent, 1)
        made = dataclasses.replace(made, days=(*made.days, day), seconds=seconds)
        shipped.write(made)
        print(f"{game}, day {number + 1}: {told}, {spent:.0f} s", flush=True)


def begun(game: str) -> "tuple[AnyGame, FirstDays]":
    """Return a game's rules as on a new site, and what there is of its days by them."""
    from games.daily import shipped, work
    from games.registry import load_game, looks_of, version_of
    from games.words.lists.release import release_words

    options = work.usual_options(game)
    plain = load_game(game, options)
    words = release_words(plain.options.word_list) if plain.info.uses_words else None
    none = shipped.FirstDays(
        game=game,
        rules_version=plain.info.rules_version,
        version=version_of(game),
        looks=looks_of(game),
        options=options,
        words=words.sha256 if words else "",
        seconds=0.0,
        days=(),
    )
    known = shipped.first_days(game)
    same = known and none == dataclasses.replace(known, seconds=0.0, days=())
    return load_game(game, options, words), known if known and same else none


def day_of(rules: "AnyGame", number: int) -> "tuple[Day, str]":
    """Return the positions of a day, and what there is to say of them."""
    from games.core import codec
    from games.core.review.report import Turn
    from games.daily import finding, shipped
    from games.thinking.judges import judge_of

    by = judge_of(rules.info.slug)

    def secret_of(slot: int) -> bytes:
        return shipped.secret_of(rules.info.slug, number, slot)

    found: finding.Found = {}
    for slot, one in finding.weighing(rules, by, found, secret_of=secret_of, looks=by.looks):
        found.setdefault(slot, []).append(one)
    made = finding.positions(rules, by, found, secret_of=secret_of, looks=by.looks)
    hard = ", ".join(f"{100 * one.hard:.0f}" for _, one in finding.picked(found))
    day = tuple(
        shipped.Shipped(
            slot=slot,
            player=at.player,
            state=rules.encode_state(at.state),
            turn=codec.encode(turn, Turn),
        )
        for slot, at, turn in made
    )
    return day, f"{hard} of {len(found)} games"


def main(arguments: Sequence[str] | None = None) -> None:
    """Make them for the games that are asked for."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from games.daily import days as calendar

    games = [game for game in settings.GAMES if not calendar.is_alone(game)]
    parser = argparse.ArgumentParser(prog="python -m tools.first_days", description=__doc__)
    parser.add_argument("--game", choices=games, help="one game; all if left out")
    parser.add_argument("--days", type=int, default=3, help="of each (3 if left out)")
    read = parser.parse_args(arguments)
    for game in [read.game] if read.game else games:
        make(game, read.days)


if __name__ == "__main__":
    main()
