"""The command line."""

import argparse
import os
from collections.abc import Sequence

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

import tools.reviewing  # noqa: E402
from games import registry  # noqa: E402
from tools.reviewing.measuring import WHAT, Task  # noqa: E402


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.reviewing", description=tools.reviewing.__doc__
    )
    parser.add_argument("what", choices=WHAT)
    parser.add_argument("--game", default="words_with_chilwell")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--looks", type=int, help="at each turn; those of a review if left out")
    parser.add_argument("--levels", default="medium,medium", help="who plays, by seat")
    parser.add_argument("--processes", type=int, default=1)
    read = parser.parse_args(arguments)
    looks = read.looks or registry.looks_of(read.game)
    levels = tuple(read.levels.split(","))
    tasks = [Task(read.game, number, levels, looks) for number in range(read.matches)]
    print(f"{read.what} of {read.game}: {read.matches} matches, {looks} looks a turn", flush=True)
    for line in WHAT[read.what](tasks, read.processes):
        print(line)


if __name__ == "__main__":
    main()
